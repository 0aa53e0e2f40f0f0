"""Every rule of Dokojong's source; docs/rules.md says which sentence each test is about."""

import pytest

from rules.games.dokojong import play
from rules.games.dokojong.readings import Accuser, Readings
from rules.rooms.table import Phase, numbers
from tests.support.tables import actions, hand, played, used
from tests.support.tables import table as any_table

NAMES = ("Gold", "Forest", "Crimson", "Turquoise", "Violet")


def table(*hands, **more):
    return any_table("dokojong", *hands, **more)


def shown(state, index):
    return numbers(state.seats[index].shown)


# Setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_has_tiles_a_board_and_a_card(players):
    dealt = used(play, play.start(players))
    assert (dealt["dog-tile", "dealt"], dealt["x-tile", "dealt"]) == (players, 4 * players)
    assert dealt["personal-board", "on the table"] == dealt["reference-card", "at hand"] == players


def test_the_game_is_for_two_to_five():
    for players in (1, 6):
        with pytest.raises(ValueError, match="must be 2 to 5"):
            play.start(players)


def test_tokens_begin_unflipped_and_doors_closed():
    begun = used(play, play.start(4))
    assert not any(how in ("flipped", "gold side up", "open", "face up") and count for (_, how), count in begun.items())


def test_shuffled_tiles_stand_in_any_order_and_their_owner_alone_sees_them():
    begun = played(play, play.start(2), "first 0")
    assert actions(play, begun) == {f"shuffle 0 {place}" for place in range(1, 6)}
    shuffle = play.legal_actions(begun)[2]
    assert "comes to 3" in play.says(begun, shuffle, NAMES, 0)
    assert "3" not in play.says(begun, shuffle, NAMES, 1)
    assert "your dog is at 4" in play.sees(table(hand(4), hand(5)), 0)


def test_the_first_player_takes_the_token():
    assert actions(play, play.start(3)) == {"first 0", "first 1", "first 2"}
    begun = played(play, play.start(3), "first 2, shuffle 0 1, shuffle 1 1, shuffle 2 1")
    assert (begun.phase, play.to_move(begun), used(play, begun)["leader-token", "held"]) == (Phase.OPEN, 2, 1)


# Gameplay


def test_the_leader_opens_a_door_and_the_next_player_acts():
    state = table(hand(1), hand(2), hand(3), leader=1)
    assert (play.to_move(state), actions(play, state)) == (1, {f"open {door}" for door in range(1, 6)})
    state = played(play, state, "open 4")
    assert (numbers(state.doors), play.to_move(state)) == ((4,), 2)
    assert {action.kind for action in play.legal_actions(state)} == {"approve", "another", "swap", "accuse"}


def test_approving_ends_a_turn():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 4, approve")
    assert (state.phase, play.to_move(state), numbers(state.doors)) == (Phase.TURN, 2, (4,))


def test_another_door_leaves_the_open_ones_open_and_takes_the_token():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 4")
    assert actions(play, state, "another") == {"another 1", "another 2", "another 3", "another 5"}
    state = played(play, state, "another 1")
    assert (numbers(state.doors), state.leader, play.to_move(state)) == ((1, 4), 1, 2)


def test_all_five_doors_can_be_open():
    state = played(play, table(hand(1), hand(2)), "open 1, another 2, another 3, another 4, another 5")
    assert used(play, state)["door-tile", "open"] == 5
    assert {action.kind for action in play.legal_actions(state)} == {"approve", "accuse"}


def test_swapping_opens_one_more_and_none_just_closed():
    one = played(play, table(hand(1), hand(2)), "open 3")
    assert actions(play, one, "swap") == {f"swap {pair}" for pair in ("1 2", "1 4", "1 5", "2 4", "2 5", "4 5")}
    two = played(play, one, "swap 1 5")
    assert (numbers(two.doors), two.leader, actions(play, two, "swap")) == ((1, 5), 1, {"swap 2 3 4"})
    three = played(play, two, "swap 2 3 4")
    assert (numbers(three.doors), actions(play, three, "swap")) == ((2, 3, 4), set())


def test_the_token_has_all_others_asked_again():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, approve, another 1, approve")
    assert (state.phase, play.to_move(state)) == (Phase.TURN, 1)


def test_an_accuser_names_any_number():
    state = played(play, table(hand(1, 2, 3), hand(2)), "open 5")
    assert actions(play, state, "accuse") == {f"accuse {number}" for number in range(1, 6)}


def test_the_leader_shows_the_tile_at_the_number_only():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, accuse 2, reveal 0 2")
    assert [shown(state, index) for index in range(3)] == [(2,), (), ()]


def test_a_dog_costs_the_leader_a_penalty_and_the_accuser_reveals_a_tile():
    state = played(play, table(hand(1), hand(2, 3)), "open 5, accuse 1, reveal 0 1, penalty 0")
    assert (state.seats[0].penalties, play.to_move(state)) == (1, 1)
    assert actions(play, state) == {"x 1", "x 4", "x 5"}


def test_the_leader_shuffles_after_the_accuser_revealed():
    state = played(play, table(hand(1), hand(2, 3)), "open 5, accuse 1, reveal 0 1, penalty 0")
    assert used(play, state)["dog-tile", "face up"] == 1
    state = played(play, state, "x 4")
    assert actions(play, state) == {f"shuffle 0 {place}" for place in range(1, 6)}
    state = played(play, state, "shuffle 0 2")
    assert (shown(state, 0), shown(state, 1)) == ((), (3, 4))


def test_an_x_stays_visible():
    state = played(play, table(hand(1, 3), hand(2)), "open 5, accuse 4, reveal 0 4")
    assert (shown(state, 0), state.seats[0].penalties, state.phase) == ((3, 4), 0, Phase.OPEN)


def test_a_number_that_is_visible_already_changes_nothing():
    state = played(play, table(hand(1, 3), hand(2)), "open 5, accuse 3, reveal 0 3")
    assert (shown(state, 0), state.phase, play.to_move(state)) == ((3,), Phase.OPEN, 0)


def test_a_third_x_scores_at_any_point():
    accused = played(play, table(hand(1, 3, 4), hand(2)), "open 5, accuse 5, reveal 0 5")
    assert actions(play, accused) == {"point 0"}
    accuser = played(play, table(hand(1), hand(2, 3, 4)), "open 5, accuse 1, reveal 0 1, penalty 0, x 5")
    assert actions(play, accuser) == {"point 1"}
    state = played(play, accuser, "point 1, shuffle 1 3, shuffle 0 4")
    scored = next(seat for seat in state.seats if seat.player == 1)
    assert (scored.points, scored.shown) == (1, 0)


def test_an_accusation_closes_the_doors_and_the_leader_begins_anew():
    state = played(play, table(hand(1), hand(2), hand(3), leader=1), "open 5, another 4, accuse 1, reveal 2 1")
    assert (state.phase, state.doors, play.to_move(state)) == (Phase.OPEN, 0, 2)
    assert play.to_move(played(play, state, "open 1")) == 0


def test_a_leader_who_was_caught_passes_the_lead_to_the_left():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, approve, accuse 1, reveal 0 1, penalty 0, x 1, shuffle 0 1")
    assert play.to_move(state) == 1


# Search Phase


def test_the_search_begins_once_all_but_the_leader_approve():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, approve, approve")
    assert (state.phase, actions(play, state)) == (Phase.SEARCH, {"reveal 0 5"})


def test_from_the_leader_clockwise_each_reveals_tiles_at_open_doors():
    state = played(play, table(hand(5), hand(5), hand(5), leader=1), "open 1, another 2, approve, approve")
    state = played(play, state, "reveal 2 1 2, reveal 0 1 2, reveal 1 1 2")
    assert [shown(state, index) for index in range(3)] == [(1, 2)] * 3


def test_after_a_dog_nobody_reveals():
    state = played(play, table(hand(3), hand(1), hand(5)), "open 1, approve, approve, reveal 0 1, reveal 1 1")
    assert actions(play, state) == {"penalty 1"}
    state = played(play, state, "penalty 1, shuffle 1 2")
    assert (state.phase, state.doors, shown(state, 2), shown(state, 0)) == (Phase.OPEN, 0, (), (1,))


def test_whose_dog_was_found_flips_a_penalty_and_shuffles():
    state = played(play, table(hand(3, 1, 2), hand(1)), "open 3, approve, reveal 0 3, penalty 0")
    assert (state.seats[0].penalties, shown(state, 0)) == (1, ())
    assert actions(play, state) == {f"shuffle 0 {place}" for place in range(1, 6)}


def test_a_leader_found_in_a_search_leads_on():
    state = played(play, table(hand(3), hand(1)), "open 3, approve, reveal 0 3, penalty 0, shuffle 0 1")
    assert play.to_move(state) == 0


def test_three_x_without_the_dog_score_before_the_next_player_reveals():
    state = played(play, table(hand(1, 2, 3), hand(1), hand(1)), "open 4, approve, approve, reveal 0 4")
    assert actions(play, state) == {"point 0"}
    state = played(play, state, "point 0, shuffle 0 5")
    assert (state.seats[0].points, shown(state, 0), actions(play, state)) == (1, (), {"reveal 1 4"})


def test_more_than_three_make_one_point():
    state = played(play, table(hand(5, 1, 2), hand(5)), "open 1, swap 3 4, approve, reveal 1 3 4, reveal 0 3 4, point 0")
    assert state.seats[0].points == 1


def test_three_x_with_the_dog_are_a_penalty():
    state = played(play, table(hand(5, 1, 2), hand(5)), "open 4, another 5, approve, reveal 1 4 5, penalty 1")
    assert (state.seats[1].points, state.seats[1].penalties) == (0, 1)
    state = played(play, table(hand(5, 1, 2), hand(1)), "open 4, another 5, approve, reveal 1 4 5, reveal 0 4 5")
    assert actions(play, state) == {"penalty 0"}


def test_two_x_stay():
    state = played(play, table(hand(5, 1), hand(5)), "open 2, approve, reveal 0 2, reveal 1 2")
    assert (state.phase, shown(state, 0), shown(state, 1)) == (Phase.OPEN, (1, 2), (2,))


# End of Game


def test_three_penalties_eliminate():
    state = table(hand(1), hand(2, penalties=2), hand(3))
    state = played(play, state, "open 2, approve, approve, reveal 0 2, reveal 1 2, penalty 1, shuffle 1 1")
    assert ([seat.player for seat in state.seats], play.outcome(state)) == ([0, 2], None)
    assert used(play, state)["penalty-token", "flipped"] == 3


def test_an_eliminated_leader_s_left_leads():
    state = table(hand(1), hand(2), hand(3, penalties=2), leader=2)
    search = played(play, state, "open 3, approve, approve, reveal 2 3, penalty 2, shuffle 2 1")
    assert play.to_move(search) == 0
    accused = played(play, state, "open 3, accuse 3, reveal 2 3, penalty 2, x 2, shuffle 2 1")
    assert play.to_move(accused) == 0


def test_the_last_one_in_wins():
    state = table(hand(1, points=1), hand(2, penalties=2))
    state = played(play, state, "open 2, approve, reveal 0 2, reveal 1 2, penalty 1, shuffle 1 1")
    assert (play.outcome(state).winners, play.legal_actions(state)) == ((0,), ())


def test_both_score_tokens_gold_win_outright():
    state = table(hand(5, 1, 2, points=1), hand(5, 1, 2, points=1))
    state = played(play, state, "open 3, approve, reveal 0 3, point 0")
    assert (play.outcome(state).winners, play.legal_actions(state)) == ((0,), ())


def test_an_accuser_may_win_with_the_third_x():
    state = table(hand(5, penalties=2), hand(5, 1, 2, points=1))
    state = played(play, state, "open 3, accuse 5, reveal 0 5, penalty 0, x 3, point 1")
    assert play.outcome(state).winners == (1,)


# Readings of silent places


def test_an_accuser_may_be_let_off_with_a_visible_x():
    state = table(hand(1), hand(2, 3), readings=Readings(accuser=Accuser.ANY))
    state = played(play, state, "open 5, accuse 1, reveal 0 1, penalty 0")
    assert actions(play, state) == {"x 1", "x 3", "x 4", "x 5"}
