"""Doubutsu Jungo: its rule sheet against its bill and its rules, its animals, its tokens, and where all of it lies."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest
from shapely import affinity
from shapely.geometry import MultiPolygon
from shapely.ops import unary_union

from design.config.loading import load_config
from design.context import Context
from design.faces.face import Face
from design.families.registry import family_of
from design.graphics.art.animals import ANIMALS
from design.storage.box import filled_tray
from design.storage.contents import goods
from rules.bill import derive_bill
from rules.figures import GridItem, load_figures
from rules.game import load_game
from rules.words import load_rulebook

GAME = load_game("doubutsu-jungo")
BILL = derive_bill(GAME, 2)
CONFIG = load_config(None, ("games=[doubutsu-jungo]",)).config
CONTEXT = Context.of_game(GAME, CONFIG)
TEXT = load_rulebook("doubutsu-jungo")

# "25 animal tokens: 5 tokens of each number from 1 to 5 (each number shows a different animal)"
ORDER = {"1": "frog", "2": "fish", "3": "cat", "4": "crow", "5": "hippo"}


def grids() -> list[tuple[str, list[list[str]]]]:
    items = ((name, item) for name, bands in load_figures("doubutsu-jungo").items() for band in bands for item in band.items)
    boards = [(name, item) for name, item in items if isinstance(item, GridItem)]
    return [(name, [row.split() for row in board.grid]) for name, board in boards if any("!" in row for row in board.grid)]


def captured(board: dict[tuple[int, int], str], at: tuple[int, int], rows: int) -> set[tuple[int, int]]:
    """The source's two captures: an unbroken line to the first token of the number; a group with no open side."""
    number, taken = board[at], set()
    for down, across in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
        line, step = [], 1
        while (spot := (at[0] + step * down, at[1] + step * across)) in board:
            if board[spot] == number:
                taken |= set(line)
                break
            line.append(spot)
            step += 1
    sides = ((0, 1), (0, -1), (1, 0), (-1, 0))
    for start in [(at[0] + a, at[1] + b) for a, b in sides]:
        if board.get(start, number) == number:
            continue
        group, todo, closed = {start}, [start], True
        while todo:
            here = todo.pop()
            for beside in ((here[0] + a, here[1] + b) for a, b in sides):
                inside = 0 <= beside[0] < rows and 0 <= beside[1] < 5
                if inside and beside not in board:
                    closed = False
                elif inside and board[beside] != number and beside not in group:
                    group.add(beside)
                    todo.append(beside)
        taken |= group if closed else set()
    return taken


def test_every_number_is_another_animal():
    assert dict(GAME.axes["number"].values) == ORDER
    assert [BILL.line("animal-token").copies_of(one) for one in BILL.line("animal-token").variants] == [5] * 5


def test_the_figures_show_what_the_rules_capture():
    found = grids()
    assert Counter(name for name, _ in found) == {"sandwich": 1, "surround": 2, "safe": 1}
    for name, rows in found:
        board = {(r, c): cell[0] for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."}
        marked = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.endswith("x")}
        (placed,) = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.endswith("!")]
        assert captured(board, placed, len(rows)) == marked, name
        assert bool(marked) == (name != "safe")
        assert max(Counter(board.values()).values()) <= 5  # there are five of each


def test_a_wrong_mark_in_a_figure_would_be_found():
    board = {(1, 1): "3", (1, 2): "1", (1, 3): "4", (1, 4): "3", (2, 1): "2"}
    assert captured(board, (1, 1), 5) == {(1, 2), (1, 3)}
    # The source's example: "a 2 is in a corner of the board, with a 5 next to it".
    assert captured({(0, 0): "2", (0, 1): "5", (1, 0): "5"}, (1, 0), 5) == {(0, 0)}
    assert captured({(0, 0): "2", (1, 0): "5"}, (1, 0), 5) == set()


def test_the_rule_sheet_counts_what_the_bill_does():
    rows = dict(re.findall(r"^\| \**([^|*]+?)\** \| \**(\d+)\** \|$", TEXT, re.MULTILINE))
    assert rows == {"Board of 5 × 5 squares": "1", "Animal tokens": "25", "All pieces": "26"}
    assert BILL.line("board").count == 1
    assert BILL.line("animal-token").count == 25
    assert BILL.parts == 26


def test_the_rule_sheet_says_who_needs_what_when_the_pile_is_empty():
    """Numbers go round in fives and players in twos: the 26th token is the second player's, and a 1."""
    needs: dict[int, list[int]] = {0: [], 1: []}
    for turn in range(25, 37):
        needs[turn % 2].append(turn % 5 + 1)
    second, first = needs[1], needs[0]
    assert second == [1, 3, 5, 2, 4, 1]
    assert first == [2, 4, 1, 3, 5, 2]
    assert "goes on with 1, then needs 3, 5, 2, 4, and again 1" in TEXT
    assert "needs 2, 4, 1, 3, 5, and again 2" in TEXT


@pytest.mark.parametrize("name", ANIMALS)
def test_a_nozzle_of_0_4_draws_an_animal_of_12_mm(name):
    """Opening and closing by 0.3 mm takes corners only: strokes and gaps are a line and a half wide."""
    shape = ANIMALS[name](12.0)
    assert len(shape.geoms) == 1
    assert shape.difference(shape.buffer(-0.3).buffer(0.3 + 1e-6).buffer(0.2)).area < 0.03
    closed = shape.buffer(0.3).buffer(-0.3 - 1e-6)
    assert closed.difference(shape.buffer(0.25)).area < 0.05


@pytest.mark.parametrize(("one", "other"), list(combinations(ANIMALS, 2)))
def test_animals_are_told_apart_by_their_outlines(one, other):
    """Filled outlines, either one looking the other way, share less than four fifths."""

    def filled(name: str, way: int) -> MultiPolygon:
        return affinity.scale(MultiPolygon([type(p)(p.exterior) for p in ANIMALS[name](10.0).geoms]), way, 1, origin=(0, 0))

    for way in (1, -1):
        a, b = filled(one, 1), filled(other, way)
        assert a.intersection(b).area / a.union(b).area < 0.8


def faces(number: str) -> tuple[Face, Face]:
    line = BILL.line("animal-token")
    (variant,) = (one for one in line.variants if one.values["number"] == number)
    return family_of(line).faces(CONTEXT, line.component, variant)


@pytest.mark.parametrize("number", ORDER)
def test_a_token_is_read_from_both_seats(number):
    for face in faces(number):
        (text,) = (mark for mark in face.marks if mark.run)
        assert text.run.text == number
        # The same number once more, turned half way round, and as far from the middle.
        turned = affinity.rotate(text.area, 180, origin=(0, 0))
        assert any(mark.area.symmetric_difference(turned).area < 1e-6 for mark in face.marks)
        left, bottom, right, top = text.area.bounds
        assert top < 0  # the reader's own number is upright, nearest to them
        assert top - bottom >= 4.0
        apart = [mark.area for mark in face.marks]
        assert min(one.distance(other) for one, other in combinations(apart, 2)) >= 0.6
        # The animal lies between them and takes the most room.
        animal = max((mark.area for mark in face.marks if not mark.run), key=lambda area: len(area.geoms[0].exterior.coords))
        assert animal.bounds[2] - animal.bounds[0] > 10
        assert unary_union(apart).within(face.trim)
        assert left > face.trim.bounds[0]
        assert right < face.trim.bounds[2]


def test_wells_hold_five_of_a_number_and_the_board_lies_on_top():
    packed = filled_tray(CONTEXT)
    wells = {well.label: dict(well.holds) for well in packed.tray.wells if well.holds}
    assert {name: held for name, held in wells.items() if name.startswith("number.")} == {
        f"number.{number}": {f"animal-token.{number}": 5} for number in ORDER
    }
    assert {"capture-tray": 2} in wells.values()
    assert packed.papers == {"board", "rule-sheet"}
    placed = Counter(place.piece for place in packed.places)
    assert placed["board.a-of-2"] == placed["board.b-of-2"] == 1
    assert sum(placed.values()) == 25 + 2 + 2 + 1
    # An opening with an island in it would leave bits of floor that hang on nothing.
    assert all(not window.interiors for well in packed.tray.wells for window in well.windows)


def test_an_unsplit_board_lies_on_top_too():
    config = load_config(None, ("games=[doubutsu-jungo]", "squares.parts=1")).config
    packed = filled_tray(Context.of_game(GAME, config))
    (board,) = (place for place in packed.places if place.piece == "board")
    assert board.size == pytest.approx((163.0, 163.0, 3.6))
    assert packed.tray.inner_depth_mm > 163


def test_kinds_without_kits_have_one_store():
    config = load_config(None, ("games=[doubutsu-jungo]", "storage_box.sort=kinds")).config
    labels = {well.label for well in filled_tray(Context.of_game(GAME, config)).tray.wells if well.holds}
    assert labels == {kind.label for kind in goods(CONTEXT)}
