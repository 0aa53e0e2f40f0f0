"""Every rule of Geometric Chamber's source; docs/rules.md says which sentence each test is about."""

import pytest

from rules.games.geometric_chamber import play
from rules.games.geometric_chamber.readings import Accuser, Points, Readings
from rules.rooms.table import Phase, mask_of, numbers
from tests.support.tables import actions, hand, played, used
from tests.support.tables import table as any_table

NAMES = ("Gold", "Forest", "Crimson", "Turquoise", "Violet")


def table(*hands, **more):
    return any_table("geometric-chamber", *hands, **more)


def shown(state, index):
    return numbers(state.seats[index].shown)


# Game accessories, 1 Game Objective


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_has_a_shape_and_four_x(players):
    dealt = used(play, play.start(players))
    assert (dealt["shape-card", "dealt"], dealt["x-card", "dealt"]) == (players, 4 * players)


def test_the_game_is_for_two_to_five():
    for players in (1, 6):
        with pytest.raises(ValueError, match="must be 2 to 5"):
            play.start(players)


# 2 Game Setup


def test_a_player_s_board_is_two_plates_and_two_connectors():
    of_three = used(play, play.start(3))
    assert of_three["number-plate-owner", "on the table"] == of_three["number-plate-table", "on the table"] == 3
    assert of_three["connector", "on the table"] == 6


def test_markers_begin_unflipped_and_doors_closed():
    begun = used(play, play.start(4))
    assert not any(how in ("flipped", "open", "face up") and count for (_, how), count in begun.items())


def test_anybody_may_begin_and_takes_the_token():
    assert actions(play, play.start(3)) == {"first 0", "first 1", "first 2"}
    begun = played(play, play.start(3), "first 1, shuffle 0 1, shuffle 1 1, shuffle 2 1")
    assert (begun.phase, play.to_move(begun)) == (Phase.OPEN, 1)
    assert used(play, begun)["leader-token", "held"] == 1


def test_shuffled_cards_stand_in_any_order():
    begun = played(play, play.start(2), "first 0")
    assert actions(play, begun) == {f"shuffle 0 {place}" for place in range(1, 6)}
    assert played(play, begun, "shuffle 0 4, shuffle 1 2").seats[0].shape == 4


def test_only_the_owner_sees_where_the_shape_stands():
    begun = played(play, play.start(2), "first 0")
    shuffle = play.legal_actions(begun)[2]
    assert "comes to 3" in play.says(begun, shuffle, NAMES, 0)
    assert "3" not in play.says(begun, shuffle, NAMES, 1)
    state = table(hand(3, 1), hand(5))
    assert "your shape is at 3" in play.sees(state, 0)
    assert "3" not in play.sees(state, 1)


def test_a_number_on_the_board_is_the_door_of_that_number():
    state = played(play, table(hand(4), hand(2)), "open 4, agree, reveal 0 4")
    assert state.phase is Phase.FOUND


# 3 Deciding Which Doors to Search


def test_the_leader_opens_one_door():
    state = table(hand(1), hand(2), hand(3), leader=2)
    assert (play.to_move(state), actions(play, state)) == (2, {f"open {door}" for door in range(1, 6)})
    assert numbers(played(play, state, "open 5").doors) == (5,)


def test_the_leader_s_left_goes_on_clockwise():
    state = played(play, table(hand(1), hand(2), hand(3), leader=1), "open 1")
    assert play.to_move(state) == 2
    assert play.to_move(played(play, state, "agree")) == 0


def test_there_are_four_actions():
    state = played(play, table(hand(1), hand(2)), "open 1")
    assert {action.kind for action in play.legal_actions(state)} == {"agree", "more", "others", "accuse"}


def test_the_search_begins_once_all_but_the_leader_agree():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, agree")
    assert state.phase is Phase.TURN
    state = played(play, state, "agree")
    assert (state.phase, actions(play, state)) == (Phase.SEARCH, {"reveal 0 5"})


def test_one_more_door_and_the_token():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5")
    assert actions(play, state, "more") == {"more 1", "more 2", "more 3", "more 4"}
    state = played(play, state, "more 2")
    assert (numbers(state.doors), state.seats[state.leader].player, play.to_move(state)) == ((2, 5), 1, 2)


def test_a_new_leader_asks_all_others_again():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, agree, more 1, agree")
    assert (state.phase, play.to_move(state)) == (Phase.TURN, 1)
    assert played(play, state, "agree").phase is Phase.SEARCH


def test_all_five_doors_leave_agreeing_and_accusing():
    state = played(play, table(hand(1), hand(2)), "open 1, more 2, more 3, more 4, more 5")
    assert used(play, state)["door-marker", "open"] == 5
    assert {action.kind for action in play.legal_actions(state)} == {"agree", "accuse"}


def test_other_doors_are_one_more_and_none_of_the_closed():
    one = played(play, table(hand(1), hand(2)), "open 3")
    assert actions(play, one, "others") == {f"others {pair}" for pair in ("1 2", "1 4", "1 5", "2 4", "2 5", "4 5")}
    two = played(play, one, "others 1 5")
    assert (numbers(two.doors), two.leader, actions(play, two, "others")) == ((1, 5), 1, {"others 2 3 4"})
    assert numbers(played(play, two, "others 2 3 4").doors) == (2, 3, 4)


def test_no_other_doors_with_three_open():
    state = played(play, table(hand(1), hand(2)), "open 1, more 2, more 3")
    assert actions(play, state, "others") == set()


def test_only_unrevealed_cards_of_the_leader_are_pointed_at():
    state = played(play, table(hand(1, 2, 4), hand(2, 1)), "open 5")
    assert actions(play, state, "accuse") == {"accuse 1", "accuse 3", "accuse 5"}


def test_an_accusation_starts_the_search_at_once():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, accuse 4")
    assert (state.phase, actions(play, state)) == (Phase.SHOW, {"reveal 0 4"})


def test_the_current_leader_is_accused():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 5, more 1, accuse 2, reveal 1 2")
    assert (state.phase, state.seats[state.turn].player) == (Phase.FOUND, 1)


# 4 How to Search, Step 1, all agreed


def test_from_the_leader_each_reveals_all_cards_at_open_doors():
    state = played(play, table(hand(3), hand(4), hand(5), leader=1), "open 1, more 2, agree, agree")
    state = played(play, state, "reveal 2 1 2, reveal 0 1 2, reveal 1 1 2")
    assert [shown(state, index) for index in range(3)] == [(1, 2)] * 3


def test_a_shape_stops_the_search():
    state = played(play, table(hand(3), hand(1), hand(5)), "open 1, agree, agree, reveal 0 1, reveal 1 1")
    assert (state.phase, state.seats[state.turn].player) == (Phase.FOUND, 1)
    state = played(play, state, "penalty 1, shuffle 1 1")
    assert (state.phase, shown(state, 2)) == (Phase.OPEN, ())


def test_whose_shape_is_found_flips_a_penalty_and_shuffles():
    state = played(play, table(hand(3, 1, 2), hand(1)), "open 3, agree, reveal 0 3, penalty 0")
    assert (state.seats[0].penalties, shown(state, 0)) == (1, ())
    assert actions(play, state) == {f"shuffle 0 {place}" for place in range(1, 6)}


def test_the_others_keep_what_they_revealed():
    state = played(play, table(hand(3, 1), hand(2, 1)), "open 2, agree, reveal 0 2, reveal 1 2, penalty 1, shuffle 1 5")
    assert shown(state, 0) == (1, 2)


# 4, Step 1, somebody accused


def test_an_accused_leader_reveals_that_card_only():
    state = played(play, table(hand(3), hand(4), hand(5)), "open 1, accuse 2, reveal 0 2")
    assert [shown(state, index) for index in range(3)] == [(2,), (), ()]
    assert state.phase is Phase.OPEN


def test_an_accuser_who_is_right_reveals_an_x():
    state = played(play, table(hand(3, 1), hand(4, 1)), "open 2, accuse 3, reveal 0 3")
    assert used(play, state)["shape-card", "face up"] == 1
    state = played(play, state, "penalty 0, shuffle 0 2")
    assert (state.seats[0].penalties, shown(state, 0), play.to_move(state)) == (1, (), 1)
    assert actions(play, state) == {"x 2", "x 3", "x 5"}
    assert shown(played(play, state, "x 5"), 1) == (1, 5)


def test_an_x_that_was_pointed_at_stays_revealed():
    state = played(play, table(hand(3, 5), hand(4)), "open 2, accuse 1, reveal 0 1")
    assert (shown(state, 0), state.seats[0].penalties) == ((1, 5), 0)


# 4, Step 2


def test_three_revealed_without_the_shape_make_a_point():
    state = played(play, table(hand(3, 1, 2), hand(4, 1)), "open 5, agree, reveal 0 5, reveal 1 5")
    assert actions(play, state) == {"point 0"}
    state = played(play, state, "point 0")
    assert (state.seats[0].points, shown(state, 0)) == (1, ())
    assert actions(play, state) == {f"shuffle 0 {place}" for place in range(1, 6)}


def test_more_than_three_make_one_point_too():
    state = played(play, table(hand(5, 1, 2), hand(5)), "open 1, others 3 4, agree, reveal 1 3 4, reveal 0 3 4, point 0")
    assert state.seats[0].points == 1


def test_three_with_the_shape_among_them_are_a_penalty():
    state = played(play, table(hand(5, 1, 2), hand(5)), "open 5, agree, reveal 0 5, penalty 0, shuffle 0 1")
    assert (state.phase, state.seats[0].points, state.seats[0].penalties) == (Phase.OPEN, 0, 1)


def test_two_revealed_are_kept():
    state = played(play, table(hand(5, 1), hand(5)), "open 2, agree, reveal 0 2, reveal 1 2")
    assert (state.phase, shown(state, 0), shown(state, 1)) == (Phase.OPEN, (1, 2), (2,))


def test_an_accused_leader_and_an_accuser_may_score_too():
    leader = played(play, table(hand(5, 1, 2), hand(5)), "open 4, accuse 3, reveal 0 3")
    assert actions(play, leader) == {"point 0"}
    accuser = played(play, table(hand(5), hand(5, 1, 2)), "open 4, accuse 5, reveal 0 5, penalty 0, shuffle 0 1, x 3")
    assert actions(play, accuser) == {"point 1"}


def test_three_penalties_eliminate_and_the_game_goes_on():
    state = table(hand(1), hand(2, penalties=2), hand(3))
    state = played(play, state, "open 2, agree, agree, reveal 0 2, reveal 1 2, penalty 1, shuffle 1 1")
    assert [seat.player for seat in state.seats] == [0, 2]
    assert (state.phase, play.outcome(state)) == (Phase.OPEN, None)
    assert used(play, state)["penalty-marker", "flipped"] == 3


def test_an_eliminated_leader_s_left_leads():
    state = table(hand(1), hand(2), hand(3, penalties=2), leader=2)
    state = played(play, state, "open 3, agree, agree, reveal 2 3, penalty 2, shuffle 2 1")
    assert play.to_move(state) == 0
    state = table(hand(1), hand(2, penalties=2), hand(3), leader=1)
    assert play.to_move(played(play, state, "open 2, agree, agree, reveal 1 2, penalty 1, shuffle 1 1")) == 2


# 4, Step 3


def test_doors_are_closed_and_the_last_leader_leads_on():
    state = played(play, table(hand(1), hand(2), hand(3)), "open 4, more 5, agree, agree")
    state = played(play, state, "reveal 1 4 5, reveal 2 4 5, reveal 0 4 5")
    assert (state.phase, state.doors, play.to_move(state)) == (Phase.OPEN, 0, 1)


def test_a_leader_whose_shape_was_found_leads_on():
    state = played(play, table(hand(1), hand(2)), "open 1, agree, reveal 0 1, penalty 0, shuffle 0 1")
    assert play.to_move(state) == 0


# 5 Game End


def test_two_flipped_score_markers_end_the_game_at_once():
    state = table(hand(5, 1, 2, points=1), hand(5))
    state = played(play, state, "open 3, agree, reveal 0 3, reveal 1 3, point 0")
    assert play.legal_actions(state) == ()
    assert play.outcome(state).winners == (0,)


def both_score(*penalties, readings=None):
    hands = [hand(5, 1, 2, points=1, penalties=count) for count in penalties]
    return played(play, table(*hands, readings=readings), "open 3, agree, reveal 0 3, reveal 1 3, point 0")


def test_more_score_markers_rank_higher():
    state = table(hand(5, 1, 2, points=1, penalties=2), hand(5, points=1))
    assert play.outcome(played(play, state, "open 3, agree, reveal 0 3, reveal 1 3, point 0")).winners == (0,)


def test_a_tie_goes_to_fewer_penalties():
    assert play.outcome(played(play, both_score(1, 0), "point 1")).winners == (1,)


def test_a_complete_tie_is_shared():
    assert play.outcome(played(play, both_score(1, 1), "point 1")).winners == (0, 1)


def test_the_last_one_in_wins():
    state = table(hand(1, points=1), hand(2, penalties=2))
    state = played(play, state, "open 2, agree, reveal 0 2, reveal 1 2, penalty 1, shuffle 1 1")
    assert play.outcome(state).winners == (0,)
    assert "only one player" in play.outcome(state).why


# Readings of silent places


def test_points_may_be_taken_from_the_leader_on():
    assert both_score(1, 0).phase is Phase.POINTS
    one_by_one = Readings(points=Points.FROM_LEADER)
    assert play.outcome(both_score(1, 0, readings=one_by_one)).winners == (0,)
    three = table(*[hand(5, 1, 2, points=1)] * 3, leader=1, readings=one_by_one)
    line = "open 3, agree, agree, reveal 1 3, reveal 2 3, reveal 0 3"
    assert actions(play, played(play, three, line)) == {"point 1"}
    first = table(hand(5, 1, 2, points=1), hand(5, 1, 2), hand(5, 1, 2, points=1), leader=1, readings=one_by_one)
    assert play.outcome(played(play, first, f"{line}, point 1, point 2")).winners == (2,)


def test_an_accuser_may_be_let_off_with_a_revealed_x():
    line = "open 2, accuse 3, reveal 0 3, penalty 0, shuffle 0 2"
    state = played(play, table(hand(3), hand(4, 1), readings=Readings(accuser=Accuser.ANY)), line)
    assert actions(play, state) == {"x 1", "x 2", "x 3", "x 5"}


def test_an_illegal_action_is_refused():
    with pytest.raises(ValueError, match=r"agree is not legal here; legal are open 1"):
        played(play, table(hand(1), hand(2)), "agree")


def test_doors_are_alike():
    one = played(play, table(hand(1, 2), hand(3)), "open 4")
    other = played(play, table(hand(5, 3), hand(1)), "open 2")
    assert play.canonical(one) == play.canonical(other)
    assert play.canonical(one) != play.canonical(played(play, table(hand(5, 3), hand(1)), "open 1"))


def test_masks_hold_numbers():
    assert numbers(mask_of((5, 2))) == (2, 5)
