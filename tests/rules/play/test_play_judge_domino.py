"""Every rule of Judge Domino's source; docs/rules.md says which sentence each test is about."""

import pytest

from rules.games.judge_domino import play
from rules.games.judge_domino.readings import THREE_ROUNDS, Accident, Readings, TieBreak
from rules.games.judge_domino.scores import longest_line, most_chips, results_of_a_round, scores
from rules.games.judge_domino.table import Phase, State
from tests.support.tables import actions, played, used

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def begun(players, first=0, readings=None):
    state = play.start(players) if readings is None else play.start(players, readings)
    return played(play, state, f"first {first}")


def numbers(state):
    return [domino.number for domino in state.line]


def guessed(state, *sides):
    """Everybody from the one who stood the domino on shows a side, 1 for success."""
    for player, side in zip(state.from_turn(), sides, strict=True):
        state = played(play, state, f"guess {player} {side}")
    return state


def before_scores(points, ended, **readings):
    """The third round's judgment with these points, player 0 standing and player 1 calling."""
    state = begun(len(points), readings=Readings(**readings))._replace(points=points, ended=ended)
    return played(play, state, "stand 1 0 0, judge")


# Setup


def test_each_player_takes_a_guess_chip_and_the_rest_is_supply():
    state = play.start(4)
    assert used(play, state) == {
        ("guess-chip", "taken by players"): 4,
        ("guess-chip", "hidden in hands"): 0,
        ("score-chip", "before players"): 0,
        ("domino", "in the line"): 1,
    }
    assert state.supply == (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)


def test_the_game_is_for_two_to_five():
    for players in (1, 6):
        with pytest.raises(ValueError, match="must be 2 to 5"):
            play.start(players)


def test_anybody_may_start():
    assert actions(play, play.start(3)) == {"first 0", "first 1", "first 2"}
    assert play.to_move(begun(3, first=2)) == 2


def test_domino_6_stands_in_the_middle():
    assert numbers(begun(3)) == [6]


# Gameplay, Domino Placement Rules


def test_the_starting_player_stands_any_domino_of_the_supply():
    placed = {tuple(map(int, one.split()[1:])) for one in actions(play, begun(2), "stand")}
    assert {number for number, _, _ in placed} == {1, 2, 3, 4, 5, 7, 8, 9, 10, 11}
    assert numbers(played(play, begun(2), "stand 9 1 0")) == [6, 9]


def test_play_goes_on_clockwise():
    state = played(play, begun(3, first=1), "stand 9 1 0, quiet, quiet")
    assert (state.phase, play.to_move(state)) == (Phase.STAND, 2)
    assert play.to_move(played(play, state, "stand 1 0 0, quiet, quiet")) == 0


def test_a_domino_stands_horizontally_or_vertically():
    assert {one.split()[3] for one in actions(play, begun(2), "stand")} == {"0", "1"}
    lying = play.legal_actions(begun(2))[1]
    assert "horizontally" in play.says(begun(2), lying, NAMES)


def test_a_domino_goes_to_an_end_or_between_two():
    state = played(play, begun(2), "stand 9 1 0, quiet")
    assert {one.split()[2] for one in actions(play, state, "stand")} == {"0", "1", "2"}
    assert numbers(played(play, state, "stand 1 1 0")) == [6, 1, 9]


def test_there_is_one_line_with_two_ends():
    # No new line and no circle: every place there is lies in the one line from left to right.
    state = begun(2)
    while state.supply:
        gaps = {int(one.split()[2]) for one in actions(play, state, "stand")}
        assert gaps == set(range(len(state.line) + 1))
        state = played(play, state, f"stand {state.supply[0]} 0 0, quiet")


# If No Dominoes Remain in the Supply


def empty_supply():
    state = begun(2)
    for number in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11):
        state = played(play, state, f"stand {number} {len(state.line)} 0, quiet")
    return state


def test_with_an_empty_supply_one_from_within_goes_to_an_end():
    state = empty_supply()
    assert numbers(state) == [6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]
    moved = actions(play, state, "move")
    assert {int(one.split()[1]) for one in moved} == {1, 2, 3, 4, 5, 7, 8, 9, 10}
    assert {one.split()[2] for one in moved} == {"0", "1"}
    assert actions(play, state, "stand") == set()
    assert numbers(played(play, state, "move 4 0 0")) == [4, 6, 1, 2, 3, 5, 7, 8, 9, 10, 11]
    assert numbers(played(play, state, "move 4 1 0")) == [6, 1, 2, 3, 5, 7, 8, 9, 10, 11, 4]


# Calling "Judge!"


def test_any_other_player_may_call_and_nobody_has_to():
    state = played(play, begun(3, first=1), "stand 9 1 0")
    assert (play.to_move(state), actions(play, state) - actions(play, state, "accident")) == (2, {"quiet", "judge"})
    state = played(play, state, "quiet")
    assert (play.to_move(state), actions(play, state) - actions(play, state, "accident")) == (0, {"quiet", "judge"})


def test_a_call_starts_the_judgment():
    state = played(play, begun(3), "stand 9 1 0, judge")
    assert (state.phase, state.caller) == (Phase.GUESS, 1)


# Judgment Phase


def test_everybody_guesses_success_or_failure():
    state = played(play, begun(3), "stand 9 1 0, judge, guess 0 1")
    assert actions(play, state, "guess") == {"guess 1 1", "guess 1 0"}
    state = played(play, state, "guess 1 0")
    assert actions(play, state, "guess") == {"guess 2 1", "guess 2 0"}


def test_guesses_are_secret_until_all_are_revealed():
    state = played(play, begun(2), "stand 9 1 0, judge, guess 0 1")
    failure = next(one for one in play.legal_actions(state) if str(one) == "guess 1 0")
    assert "failure" in play.says(state, failure, NAMES, 1)
    assert "failure" not in play.says(state, failure, NAMES, 0)


def test_the_caller_may_guess_success():
    state = played(play, begun(3), "stand 9 1 0, judge, guess 0 1")
    assert (play.to_move(state), state.caller) == (1, 1)
    assert "guess 1 1" in actions(play, state)


def test_who_stood_the_domino_must_guess_success():
    state = played(play, begun(3, first=2), "stand 9 1 0, judge")
    assert actions(play, state, "guess") == {"guess 2 1"}


def test_with_success_from_all_play_goes_on_with_the_next_domino():
    state = guessed(played(play, begun(3), "stand 9 1 0, judge"), 1, 1, 1)
    assert (state.phase, play.to_move(state), numbers(state), state.points) == (Phase.STAND, 1, [6, 9], (0, 0, 0))


def test_one_failure_has_the_dominoes_knocked_down():
    state = guessed(played(play, begun(3), "stand 9 1 0, judge"), 1, 1, 0)
    assert (state.phase, actions(play, state)) == (Phase.KNOCK, {"falls 0", "falls 1"})


# Knocking Down the Dominoes


def test_who_stood_the_domino_knocks_from_the_smaller_end():
    state = guessed(played(play, begun(3, first=2), "stand 9 1 0, quiet, quiet, stand 4 2 0, judge"), 1, 0, 0)
    assert numbers(state) == [6, 9, 4]
    assert play.says(state, play.legal_actions(state)[0], NAMES).startswith("Ada knocks the line down from 4")


# Scoring, with the source's example: three said success, two failure


@pytest.mark.parametrize(("result", "points"), [(1, (2, 2, 2, 0, 0)), (0, (0, 0, 0, 3, 3))])
def test_the_example_of_three_and_two(result, points):
    state = guessed(played(play, begun(5), "stand 9 1 0, judge"), 1, 1, 1, 0, 0)
    state = played(play, state, f"falls {result}")
    assert state.points == points
    assert used(play, state)["score-chip", "before players"] == sum(points) == 6


def test_chips_are_added_up():
    state = before_scores((1, 2, 0), 1)
    assert played(play, guessed(state, 1, 0, 0), "falls 0").points == (1, 3, 1)


# End of Round


def test_a_new_round_begins_with_6_alone_and_whoever_knocked():
    state = guessed(played(play, begun(3, first=2), "stand 9 1 0, judge"), 1, 0, 0)
    state = played(play, state, "falls 1")
    assert (numbers(state), play.to_move(state), state.ended, state.supply[0]) == ([6], 2, 1, 1)


@pytest.mark.parametrize("line", ["", "stand 9 1 0", "stand 9 1 0, judge, guess 0 1"])
def test_an_accident_gives_a_point_to_all_but_the_clumsy_at_any_time(line):
    state = played(play, begun(4), line)
    assert actions(play, state, "accident") == {f"accident {player}" for player in range(4)}
    state = played(play, state, "accident 2")
    assert (state.points, numbers(state), play.to_move(state), state.phase) == ((1, 1, 0, 1), [6], 2, Phase.STAND)


# End of Game


def test_the_game_ends_after_three_rounds_with_the_highest_score():
    state = begun(2)
    for _ in range(3):
        assert play.outcome(state) is None
        state = played(play, guessed(played(play, state, "stand 9 1 0, judge"), 1, 0), "falls 1")
    assert (state.points, play.outcome(state).winners, play.legal_actions(state)) == ((3, 0), (0,), ())


def test_a_tie_is_played_off_by_all():
    state = played(play, guessed(before_scores((2, 1, 0), 2), 1, 0, 0), "falls 0")
    assert (state.points, state.phase, state.playing) == ((2, 2, 1), Phase.STAND, (0, 1, 2))
    state = played(play, guessed(played(play, state, "stand 1 0 0, judge"), 1, 1, 0), "falls 0")
    assert (state.points, play.outcome(state).winners) == ((2, 2, 3), (2,))


def test_a_tie_may_be_played_off_by_the_tied():
    state = played(play, guessed(before_scores((0, 1, 1), 2, tie_break=TieBreak.TIED), 1, 0, 0), "falls 0")
    assert (state.points, state.playing, play.to_move(state)) == ((0, 2, 2), (1, 2), 1)
    state = played(play, guessed(played(play, state, "stand 1 0 0, judge"), 1, 0), "falls 0")
    assert (state.points, play.outcome(state).winners) == ((0, 2, 3), (2,))


def test_a_tie_that_stays_is_shared():
    state = played(play, guessed(before_scores((2, 1, 0), 3), 1, 0, 0), "falls 0")
    assert (play.outcome(state).winners, play.outcome(state).why) == ((0, 1), "a tie is shared")
    state = played(play, guessed(before_scores((2, 1, 0), 2, tie_break=TieBreak.NONE), 1, 0, 0), "falls 0")
    assert play.outcome(state).winners == (0, 1)


# Readings of silent places, and the score chips


def test_an_accident_s_round_may_be_played_again():
    assert played(play, begun(3), "accident 0").ended == 1
    assert played(play, begun(3, readings=Readings(accident=Accident.PLAYED_AGAIN)), "accident 0").ended == 0
    with pytest.raises(ValueError, match="no bound"):
        scores(3, Readings(accident=Accident.PLAYED_AGAIN))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_round_gives_out_a_quarter_of_the_square_of_players_at_most(players):
    given = results_of_a_round(players, tuple(range(players)))
    assert max(map(sum, given)) == players * players // 4


@pytest.mark.parametrize(
    ("readings", "most"),
    [
        (THREE_ROUNDS, (3, 6, 12, 18)),
        (Readings(tie_break=TieBreak.ALL), (3, 8, 16, 24)),
        (Readings(tie_break=TieBreak.TIED), (3, 8, 14, 22)),
    ],
)
def test_the_most_score_chips(readings, most):
    assert tuple(most_chips(players, readings)[0] for players in (2, 3, 4, 5)) == most


def test_the_line_uses_up_all_dominoes():
    state = play.start(3)
    for action in longest_line(3):
        state = play.apply(state, action)
    assert used(play, state)["domino", "in the line"] == 11


def test_lines_that_differ_in_dominoes_only_are_alike():
    one = played(play, begun(3), "stand 9 1 0")
    other = played(play, begun(3), "stand 2 0 1")
    assert one != other
    assert play.canonical(one) == play.canonical(other)
    assert isinstance(play.canonical(one), State)
