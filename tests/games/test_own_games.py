"""A game of one's own: tables read as spreadsheets write them, faces laid out in slots, drawings, and a start that builds."""

from __future__ import annotations

import io
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pypdfium2
import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from design.config.loading import load_config
from design.context import Context
from design.families.registry import family_of
from design.graphics.art.svg_drawings import art
from rules.bill import derive_bill
from rules.errors import ConfigError, DesignError
from rules.game import SHIPPED, game_folder, parse_game
from rules.table import parse_table
from rules.templates import TEMPLATES
from tablewright.building.build import plans_for
from tablewright.cli import main
from tests.support.places import EXAMPLE

ROWS = [["id", "copies", "title", "text"], ["red-one", "3", "Red", "Draw, then stop."], ["blue", "", "Blue; cold", 'Say "no".']]


def cell(text, parting):
    return '"' + text.replace('"', '""') + '"' if any(one in text for one in (parting, '"', "\n")) else text


@pytest.mark.parametrize("parting", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_is_read_as_spreadsheets_write_it(parting, end):
    text = end.join(parting.join(cell(one, parting) for one in row) for row in ROWS) + end
    table = parse_table(text, "cards.csv")
    assert table.copies == {"red-one": 3, "blue": 1}
    assert table.rows["red-one"] == {"id": "red-one", "title": "Red", "text": "Draw, then stop."}
    assert table.rows["blue"]["text"] == 'Say "no".'


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path):
    game = tmp_path / "mine"
    start(game)
    cards = (game / "cards.csv").read_bytes()
    (game / "cards.csv").write_bytes(b"\xef\xbb\xbf" + cards.replace(b"\n", b"\r\n"))
    bill = derive_bill(load_config(None, [f"games=[{game}]"]).config.game("mine"), 2)
    # The template's table: 3 storms, 4 times sunshine, 2 times calm.
    assert bill.line("event-card").count == 3 + 4 + 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ["cards.csv", "is empty"]),
        ("name,text\na,b\n", ["cards.csv:1", "column id"]),
        ("id,text,text\na,b,c\n", ["column text", "twice"]),
        ("id,My text\na,b\n", ["column 'my text'"]),
        ("id,text\nA card,b\n", ["cards.csv:2 id = A card", "small letters"]),
        ("id,text\n../up,b\n", ["cards.csv:2 id = ../up"]),
        ("id,text\na,b\na,c\n", ["cards.csv:3 id = a", "copies"]),
        ("id,copies\na,2.5\nb,0\n", ["cards.csv:2 copies = 2.5", "cards.csv:3 copies = 0", "1 to 1000"]),
        ("id,text\na\nb,1,2\n", ["cards.csv:2", "has 1 cells", "cards.csv:3", "has 3 cells"]),
        ("id,text\n", ["has no row"]),
    ],
)
def test_every_mistake_of_a_table_is_named_with_its_line(text, says):
    with pytest.raises(ConfigError) as caught:
        parse_table(text, "cards.csv")
    assert all(one in str(caught.value) for one in says), str(caught.value)


def start(folder: Path, template: str = "cards") -> str:
    result = CliRunner().invoke(main, ["init", "--template", template, str(folder)])
    assert result.exit_code == 0, result.output
    return result.output


def faces(folder, *slots, size="{width_mm: 60, height_mm: 80, corner_mm: 0}"):
    """The front of a card with these slots, its values `title` and `tone`."""
    text = f"""id: mine
title: Mine
source: home
players: {{min: 2, max: 2}}
axes: {{card: {{rows: {{one: {{title: Hello, tone: crimson, empty: ""}}}}}}}}
components:
  - id: it
    family: card
    vary: [card]
    spec: {size}
    faces: {{front: {{slots: [{", ".join(slots)}]}}, back: {{fill: blue}}}}
    rule: {{at: all, why: all}}
"""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text)
    config = load_config(None, [f"games=[{folder}]"]).config
    context = Context.of_game(config.game("mine"), config)
    line = context.bill.line("it")
    return family_of(line).faces(context, line.component, line.variants[0])[0]


def test_slots_lie_where_they_say_and_are_filled(tmp_path):
    front = faces(
        tmp_path / "mine",
        '{shape: rectangle, at: [0, 0], size: [60, 20], colour: "{tone}"}',
        '{text: "{title}!", at: [10, 30], size: [40, 10], pt: 12, align: centre, valign: bottom}',
        "{icon: star, at: [10, 50], size: [20, 20]}",
        "{text: '{empty}', at: [5, 40], size: [40, 5]}",
    )
    band, text, star = front.marks
    # The origin is the card's middle, y up: the band is its upper 20 of 80 mm.
    assert band.area.bounds == pytest.approx((-30, 20, 30, 40))
    assert band.colour == "#d01b70"
    assert text.run is not None
    assert text.run.text == "Hello!"
    assert text.run.size_mm == pytest.approx(12 * 25.4 / 72)
    # Centred in 10 to 50 mm from the left edge; it ends above the slot's foot at 40 mm from the top.
    left, bottom, right, top = text.area.bounds
    assert (left + right) / 2 == pytest.approx(0, abs=0.01)
    assert 0 <= bottom < top <= 10
    left, bottom, right, top = star.area.bounds
    assert max(right - left, top - bottom) == pytest.approx(20, abs=0.01)
    assert ((left + right) / 2, (bottom + top) / 2) == pytest.approx((-30 + 20, 40 - 60), abs=0.01)


def test_a_long_text_shrinks_to_8_pt_and_no_further(tmp_path):
    long = "word " * 40
    front = faces(tmp_path / "mine", f'{{text: "{long}", at: [5, 5], size: [50, 26], pt: 14}}')
    sizes = {mark.run.size_mm * 72 / 25.4 for mark in front.marks}
    assert len(sizes) == 1
    assert 8 <= sizes.pop() < 14
    with pytest.raises(DesignError, match=r"it\.one\.front slots\[0\] text = 'word .*does not fit 50 x 6 mm at 8 pt"):
        faces(tmp_path / "mine", f'{{text: "{long}", at: [5, 5], size: [50, 6], pt: 14}}')


def test_every_mistake_of_slots_is_named_at_once(tmp_path):
    with pytest.raises(DesignError) as caught:
        faces(
            tmp_path / "mine",
            '{text: "{titel}", at: [5, 5], size: [50, 6]}',
            "{shape: rectangle, at: [5, 5], size: [50, 6], colour: reddish}",
            "{image: ../out.svg, at: [5, 5], size: [50, 6]}",
        )
    told = str(caught.value)
    for words in (
        "slots[0]: there is no titel; there are title",
        "reddish",
        "slots[2] image = ../out.svg: must lie in the folder",
    ):
        assert words in told, told
    with pytest.raises(DesignError) as caught:
        faces(
            tmp_path / "mine",
            "{text: near, at: [1, 5], size: [50, 6]}",
            "{icon: sun, at: [5, 5], size: [10, 10]}",
            "{shape: ellipse, at: [70, 5], size: [10, 10]}",
            "{image: gone.svg, at: [5, 5], size: [10, 10]}",
        )
    told = str(caught.value)
    for words in ("must keep 2 mm off the edge of 60 x 80 mm", "icon = sun: there is no such icon", "lies beside", "gone.svg"):
        assert words in told, told


def test_a_drawing_keeps_its_shapes_holes_and_size(tmp_path):
    path = tmp_path / "ring.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><g transform="translate(10 10)">'
        '<path d="M-8 -8 H8 V8 H-8 Z M-4 -4 H4 V4 H-4 Z" fill="#ff0000" fill-rule="evenodd"/></g>'
        '<line x1="22" y1="4" x2="38" y2="4" stroke="#00f" stroke-width="2"/></svg>'
    )
    drawing = art(path)
    (red, square), (blue, line) = drawing.fitted(80, 40, cover=False)
    assert (red, blue) == ("#ff0000", "#0000ff")
    # Twice as large: 256 - 64 units of area become 768 mm2, the square's middle lies a quarter from the left.
    assert square.area == pytest.approx((16 * 16 - 8 * 8) * 4)
    assert square.centroid.coords[0] == pytest.approx((-20, 0))
    assert line.bounds[1:] == pytest.approx((10, 38, 14), abs=2.1)
    assert line.bounds[3] - line.bounds[1] == pytest.approx(4, abs=0.01)


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ("<text x='1' y='5'>Hi</text>", "turn texts into paths"),
        ("<image href='a.png' width='5' height='5'/>", "picture of pixels"),
        ("", "shows nothing"),
        ("<rect", "no SVG that can be read"),
    ],
)
def test_what_no_outline_can_be_is_refused_by_name(tmp_path, inside, says):
    path = tmp_path / "odd.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inside}</svg>')
    with pytest.raises(DesignError, match=rf"odd\.svg: .*{says}"):
        art(path)


# The form of a game.yaml for editors.


def schema():
    return json.loads(CliRunner().invoke(main, ["schema"]).output)


def written(folder):
    return YAML(typ="safe").load((folder / "game.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", [*(game_folder(one) for one in SHIPPED), *TEMPLATES], ids=str)
def test_the_schema_takes_every_game_there_is(folder):
    folder = folder if isinstance(folder, Path) else Path(str(files("rules"))) / "templates" / folder
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(written(folder), schema())


def test_the_schema_refuses_what_the_reader_refuses():
    good = written(Path(str(files("rules"))) / "templates" / "tokens")
    for spoil in (
        lambda game: game.update(titel="x"),
        lambda game: game["components"][0].update(copies="two"),
        lambda game: game.pop("id"),
    ):
        game = json.loads(json.dumps(good))
        spoil(game)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(game, schema())
        text = io.StringIO()
        YAML().dump(game, text)
        with pytest.raises(ConfigError):
            parse_game(text.getvalue(), "game.yaml")


# The start of a game.


PARTS = {"cards": 9 + 2 + 12, "blank": 18, "tokens": 4 * 5 + 1, "board": 1 + 2 * 8}
"""Of each template: 9 cards of the table, 2 blank and 12 chips; 18 cards; 5 numbers for each of 4 players and a star; a board
and 8 pieces for each of two."""


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_game_begun_builds_as_it_is(tmp_path, template):
    """Paper alone, to be quick."""
    parts = PARTS[template]
    told = start(tmp_path / "first-try", template)
    assert "game.yaml" in told
    where = ["--set", f"games=[{tmp_path}/first-try]", "--set", "paper.sizes=[a4]", "--output", str(tmp_path / "out")]
    result = CliRunner().invoke(main, ["build", "--medium", "pdf", "--jobs", "1", *where])
    assert result.exit_code == 0, result.output
    assert f"first-try: {parts} of {parts} parts covered" in result.output
    folder = tmp_path / "out" / "first-try" / "pdf" / "a4"
    if template == "blank":
        # Nine cards of 63 x 88 mm go on a page of A4: two sheets for eighteen, each with its back, and no other file.
        assert [one.name for one in folder.iterdir()] == ["cards.pdf"]
        assert len(pypdfium2.PdfDocument(folder / "cards.pdf")) == 4
        return
    assert "First try" in pypdfium2.PdfDocument(folder / "rule-sheet.pdf")[0].get_textpage().get_text_range()


def test_nothing_of_anybody_is_written_over(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep me")
    for folder, says in (
        (tmp_path / "mine", "not empty"),
        (tmp_path / "My Game", "small letters"),
        (tmp_path / "dokojong", "another name"),
    ):
        result = CliRunner().invoke(main, ["init", str(folder)])
        assert result.exit_code == 2
        assert says in result.output
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_a_ground_takes_its_colour_from_the_table(tmp_path):
    folder = tmp_path / "mine"
    start(folder)
    config = load_config(None, [f"games=[{folder}]"]).config
    context = Context.of_game(config.game("mine"), config)
    line = context.bill.line("event-card")
    grounds = [family_of(line).faces(context, line.component, variant)[0].ground for variant in line.variants]
    # crimson, gold and forest, as the template's table says.
    assert grounds == ["#d01b70", "#d6a419", "#1f4c0b"]
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace('fill: "{colour}"', 'fill: "{tint}"'))
    context = Context.of_game(config.game("mine"), config)
    with pytest.raises(DesignError, match=r"event-card\.storm\.front fill = \{tint\}: there is no tint; there are .*colour"):
        family_of(line).faces(context, context.bill.line("event-card").component, line.variants[0])


def test_a_family_that_there_is_not_is_named_with_those_there_are(tmp_path):
    start(tmp_path / "mine")
    game = tmp_path / "mine" / "game.yaml"
    game.write_text(game.read_text().replace("family: card\n", "family: spinner\n"))
    loaded = load_config(None, [f"games=[{tmp_path}/mine]"])
    with pytest.raises(DesignError) as caught:
        plans_for(loaded, ["mine"])
    problem = next(str(one) for one in caught.value.problems if "event-card" in one.where)
    assert problem.startswith("event-card family = spinner: ")
    assert "card" in problem.split("it makes ")[1].split(", ")


def test_the_example_s_bill_is_what_its_rules_use():
    """Fifteen boats twice, a quay, four lanterns for each of four, twenty coins and a star; a berth for each boat's lantern."""
    game = load_config(None, [f"games=[{EXAMPLE}]"]).config.game("lantern-quay")
    bill = derive_bill(game, 4)
    counts = {line.component.id: line.count for line in bill.lines if line.component.role.value == "part"}
    assert counts == {"boat-card": 30, "quay-board": 1, "lantern": 16, "coin": 20, "harbour-master": 1}
    assert bill.parts == 68
    wanted = {row["lantern"] for row in game.axes["boat"].rows.values()}
    assert {shape for _, shape in game.axes["berth"].values} == wanted
    # All cargo can be paid: coins of 1 with a 5 on their backs.
    cargo = sum(int(row["cargo"]) * game.axes["boat"].copies[name] for name, row in game.axes["boat"].rows.items())
    assert cargo == 90 <= 20 * 5
    assert "berth" in (EXAMPLE / "rulebook.en.md").read_text(encoding="utf-8")


def test_slots_on_a_family_that_draws_none_are_refused(tmp_path):
    game = tmp_path / "mine"
    start(game, "board")
    text = (game / "game.yaml").read_text(encoding="utf-8")
    slot = "slots: [{icon: star, at: [5, 5], size: [9, 9]}]"
    text = text.replace("{pattern: squares-4x4, fill: paper}", f"{{{slot}}}").replace("rows x columns", "")
    (game / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DesignError) as caught:
        plans_for(load_config(None, [f"games=[{game}]"]), ["mine"])
    (said,) = (str(one) for one in caught.value.problems if "slots" in str(one))
    assert all(one in said for one in ("board faces.front.slots", "draws no slots", "marker, card, tile"))
