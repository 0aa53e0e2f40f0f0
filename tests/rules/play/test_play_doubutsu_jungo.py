"""Every rule of Doubutsu Jungo's source; docs/rules.md says which sentence each test is about."""

import pytest

from rules.games.doubutsu_jungo import play
from rules.games.doubutsu_jungo.board import captured, sandwiched, surrounded
from rules.games.doubutsu_jungo.readings import Readings, Surround
from rules.games.doubutsu_jungo.table import State
from tests.support.tables import actions, played

# Square = 5 x row + column; after the last token 20 are captured.
TEST_LINE = [20, 2, 9, 13, 8, 17, 14, 3, 10, 16, 15, 0, 4, 11, 19, 12, 5, 16, 1, 18, 6, 21, 7, 8, 22]


def board(text):
    """A board from rows of digits and dots; rows that are left out are empty."""
    rows = text.split()
    cells = "".join(rows) + "." * 5 * (5 - len(rows))
    return tuple(0 if cell == "." else int(cell) for cell in cells)


def line(*squares):
    return ", ".join(f"place {square}" for square in squares)


# Components, Setup


def test_the_board_has_25_squares_and_begins_empty():
    state = play.start()
    assert state.board == (0,) * 25
    assert len(play.legal_actions(state)) == 25


def test_the_pile_has_five_of_each_number():
    assert play.start().pile == (5, 5, 5, 5, 5)


def test_the_game_is_for_two():
    with pytest.raises(ValueError, match="must be 2"):
        play.start(3)


def test_the_first_player_places_1():
    assert (play.to_move(play.start()), play.start().number) == (0, 1)


# Playing a turn


def test_the_numbers_go_round_and_the_players_alternate():
    state, told = play.start(), []
    for square in TEST_LINE[:7]:
        told.append((play.to_move(state), state.number))
        state = played(play, state, line(square))
    assert told == [(0, 1), (1, 2), (0, 3), (1, 4), (0, 5), (1, 1), (0, 2)]


def test_a_token_comes_from_the_pile_while_there_is_one():
    state = played(play, play.start(), line(0, 1))
    assert (state.pile, state.hands) == ((4, 4, 5, 5, 5), ((0,) * 5, (0,) * 5))


def test_then_it_comes_from_the_own_captured_tokens():
    state = State(Readings(), board("1111. 22222 3333. 4444. 55555"), ((0, 0, 1, 1, 0), (1, 0, 0, 0, 0)), placed=25)
    assert (state.pile, play.to_move(state), state.number) == ((0,) * 5, 1, 1)
    state = played(play, state, line(4))
    assert (state.hands, state.board[:5]) == (((0, 0, 1, 1, 0), (0,) * 5), (1,) * 5)


def test_a_token_goes_to_any_empty_square():
    state = played(play, play.start(), line(7, 12))
    assert actions(play, state) == {f"place {square}" for square in range(25) if square not in (7, 12)}


# Capturing, Sandwich


def test_the_example_of_a_sandwich():
    # You place a 3; to its right are a 1, a 4 and then a 3.
    assert sandwiched(board("31430"), 0) == {1, 2}


@pytest.mark.parametrize("square", [0, 2, 4, 10, 14, 20, 22, 24])
def test_a_sandwich_looks_in_all_eight_directions(square):
    cells = [0] * 25
    between = (square + 12) // 2
    cells[12], cells[square], cells[between] = 2, 2, 5
    assert sandwiched(tuple(cells), 12) == {between}


def test_an_empty_square_breaks_the_line():
    assert sandwiched(board("31.43"), 0) == frozenset()


def test_a_line_without_the_number_captures_nothing():
    assert sandwiched(board("31425"), 0) == frozenset()


def test_the_line_ends_at_the_first_token_of_the_number():
    assert sandwiched(board("31343"), 0) == {1}
    assert sandwiched(board("33143"), 0) == frozenset()


# Capturing, Surround


def test_the_example_of_a_surround():
    # A 2 in a corner, a 5 next to it; a 5 comes to its other side.
    assert surrounded(board("25... 5...."), 5) == {0}


def test_all_sides_must_be_closed():
    assert surrounded(board("12... 5...."), 5) == frozenset()
    assert surrounded(board("215.. 5...."), 5) == frozenset()  # the 1 is open below


def test_edges_close_a_group():
    assert surrounded(board("5235. .55.."), 0) == {1, 2}


def test_corners_do_not_count():
    # The diagonal neighbours of the middle are empty, and it is captured all the same.
    assert surrounded(board("..... ..4.. .424. ..4.."), 7) == {12}


def test_a_group_may_hold_different_numbers():
    assert surrounded(board(".55.. 5135. 5245. .55.."), 1) == {6, 7, 11, 12}


def test_only_groups_beside_the_placed_token_are_captured():
    closed = board("25... 5....")
    assert surrounded(closed, 5) == {0}
    elsewhere = (*closed[:24], 5)
    assert surrounded(elsewhere, 24) == frozenset()


def test_a_group_that_touches_at_a_corner_only_is_not_captured():
    assert surrounded(board("25... 55..."), 6) == frozenset()


def test_both_kinds_may_happen_at_once():
    # The 3 at square 1 sandwiches the 4 and the 2 at its right, and closes in the 1 in the corner.
    assert captured(board("13423 3...."), 1, Surround.BEFORE) == {0, 2, 3}


# Captured tokens, Safe placement


def test_captured_tokens_go_to_who_placed_and_leave_empty_squares():
    state = State(Readings(), board(".143. ....."), placed=2)
    state = played(play, state, line(0))
    assert (state.board[:4], state.hands[0], state.hands[1]) == ((3, 0, 0, 3), (1, 0, 0, 1, 0), (0,) * 5)
    assert "place 1" in actions(play, state)


def test_only_who_places_captures():
    state = State(Readings(), board(".143. ....."), placed=7)
    assert (play.to_move(state), state.number) == (1, 3)
    assert played(play, state, line(0)).hands == ((0,) * 5, (1, 0, 0, 1, 0))


def test_a_token_placed_between_two_is_safe():
    state = State(Readings(), board("3.3.. ....."), placed=3)
    state = played(play, state, line(1))
    assert (state.board[1], sum(map(sum, state.hands))) == (4, 0)


def test_a_token_placed_into_a_surround_is_safe():
    state = State(Readings(), board(".5... 5...."), placed=1)
    assert played(play, state, line(0)).board[0] == 2


def test_a_group_already_surrounded_is_not_captured_from_elsewhere():
    state = State(Readings(), board("25... 5...."), placed=4)
    state = played(play, state, line(24))
    assert (state.board[0], sum(map(sum, state.hands))) == (2, 0)


# End of the game, Tips


@pytest.mark.parametrize("reading", list(Surround))
def test_the_test_line_captures_20_in_both_readings(reading):
    state = play.start(2, Readings(reading))
    for square in TEST_LINE[:-1]:
        state = played(play, state, line(square))
    had = sum(map(sum, state.hands))
    state = played(play, state, line(TEST_LINE[-1]))
    assert sum(state.captured) == sum(map(sum, state.hands)) - had == 20
    assert (sum(state.hands[0]), sum(state.hands[1])) == (22, 0)
    assert {square: number for square, number in enumerate(state.board) if number} == {18: 5, 19: 5, 22: 5}
    assert not any(state.pile)


def test_who_cannot_place_the_number_loses():
    state = played(play, play.start(), line(*TEST_LINE))
    assert (play.legal_actions(state), play.to_move(state), state.number) == ((), 1, 1)
    assert play.outcome(state).winners == (0,)


def test_after_the_pile_numbers_are_needed_as_the_tips_say():
    needed = {0: [], 1: []}
    for placed in range(25, 35):
        state = State(Readings(), placed=placed)
        needed[state.turn].append(state.number)
    assert needed == {1: [1, 3, 5, 2, 4], 0: [2, 4, 1, 3, 5]}


# Readings of silent places


def test_lifting_the_sandwiched_first_may_open_a_group():
    # The 3 at square 0 sandwiches the 4; the 1 below the 4 is closed in only while the 4 is there.
    placed = board("343.. 313.. .3...")
    assert captured(placed, 0, Surround.BEFORE) == {1, 6}
    assert captured(placed, 0, Surround.AFTER) == {1}


def test_boards_that_are_turned_or_mirrored_are_alike():
    one, other = played(play, play.start(), line(1, 7)), played(play, play.start(), line(9, 13))
    assert play.canonical(one) == play.canonical(other)
    assert play.canonical(one) != play.canonical(played(play, play.start(), line(1, 8)))
