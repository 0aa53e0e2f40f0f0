"""Images of faces: sizes in pixels, what is transparent, decks' grids, the contact sheet, and each fault found."""

import shutil
from functools import cache

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw, ImageFilter
from shapely.geometry import Point

from design.config.loading import load_config
from design.config.paper import PAPER_SIZES
from design.sheets.images import ContactSpec, FacesSpec, TabletopSpec
from printables import contact, images
from rules.errors import ConfigError
from rules.game import load_game
from tablewright.inspection.documents.images import count_faces, count_tabletop
from tablewright.inspection.expected import expected_of
from tests.support.inspection_fixtures import GAME, Bench, artifacts, small_config
from tests.support.sheet_cases import BLUE, CREDITS, RED, card_trim, cards, piece


def opened(path):
    with Image.open(path) as image:
        image.load()
        return image


@pytest.mark.parametrize(("dpi", "size"), [(300, (744, 1039)), (150, (372, 520)), (72, (179, 249))])
def test_a_standard_card_has_its_size_in_pixels(tmp_path, dpi, size):
    # 63 x 88 mm: 63 / 25.4 x 300 = 744.1.
    spec = FacesSpec("cards", (piece("one", card_trim(63, 88), 4, RED, BLUE),), dpi)
    front, back = images.write_faces(spec, tmp_path / "cards")
    assert [front.name, back.name] == ["one_x4.front.png", "one_x4.back.png"]
    for path in (front, back):
        image = opened(path)
        assert (image.size, image.mode, image.format) == (size, "RGBA", "PNG")
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_a_coin_is_opaque_within_its_trim_alone_and_no_white_edge_shows(tmp_path):
    spec = FacesSpec("coins", (piece("coin", Point(0, 0).buffer(10, quad_segs=64), 1, RED, BLUE),), 300)
    image = opened(images.write_faces(spec, tmp_path / "coins")[0])
    pixels = np.asarray(image, dtype=float)
    y, x = np.mgrid[: image.height, : image.width] + 0.5
    away = np.hypot(x - image.width / 2, y - image.height / 2)
    radius = image.width / 2
    assert (pixels[..., 3][away < radius - 1] == 255).all()
    assert (pixels[..., 3][away > radius + 1] == 0).all()
    edge = pixels[(away > radius - 1.5) & (away < radius + 1)]
    assert np.abs(edge[:, :3] - (0xD0, 0, 0)).max() <= 1


def deck(count, most=4096):
    return TabletopSpec("cards", cards(count), most)


def test_a_deck_has_ten_by_seven_places_as_large_as_the_limit_allows(tmp_path):
    (fronts, backs) = images.write_tabletop(deck(25), tmp_path / "cards")
    assert [fronts.name, backs.name] == ["1.faces.png", "1.backs.png"]
    # Ten cards of 36 mm are longer than seven of 50: 4096 // 10 = 409 wide, 409.6 / 36 x 50 = 568 high.
    for path in (fronts, backs):
        assert opened(path).size == (10 * 409, 7 * 568)
    assert max(opened(images.write_tabletop(deck(1, 5000), tmp_path / "large")[0]).size) == 5000


@pytest.mark.parametrize(("count", "sheets"), [(1, [1]), (69, [69]), (70, [69, 1]), (138, [69, 69]), (139, [69, 69, 1])])
def test_69_cards_go_on_a_sheet(count, sheets):
    files = deck(count).files
    assert [len(places) for name, places in files.items() if ".faces." in name] == sheets
    assert list(files) == [f"{n}.{side}.png" for n in range(1, len(sheets) + 1) for side in ("faces", "backs")]
    shown = [face.name for name, places in files.items() if ".faces." in name for _, face in places]
    assert shown == [f"card.{number}.front" for number in range(count)]


def test_copies_lie_one_after_the_other_and_backs_in_their_fronts_places(tmp_path):
    red, blue = piece("red", card_trim(36, 50), 11, RED, BLUE), piece("blue", card_trim(36, 50), 2, BLUE, RED)
    fronts, backs = images.write_tabletop(TabletopSpec("cards", (red, blue), 4096), tmp_path / "cards")
    colours = {(0xD0, 0, 0): "r", (0, 0, 0xD0): "b", (255, 255, 255): ".", (0x1D, 0x1C, 0x24): "?"}
    rows = {}
    for path in (fronts, backs):
        image = opened(path)
        middles = [(409 * (at % 10) + 60, 568 * (at // 10) + 284) for at in range(70)]
        rows[path.name] = "".join(colours[image.getpixel(at)] for at in middles)
    assert rows["1.faces.png"] == "r" * 11 + "bb" + "." * 56 + "?"
    assert rows["1.backs.png"] == "b" * 11 + "rr" + "." * 56 + "?"


@pytest.mark.parametrize("pixels", [4095, 10001])
def test_a_sheet_outside_of_what_the_program_takes_is_refused(pixels):
    with pytest.raises(ConfigError, match="4096 to 10000"):
        load_config(None, [f"images.tabletop_px={pixels}"])


def test_the_same_faces_give_the_same_bytes(tmp_path):
    pieces = cards(3)
    for write, spec in (
        (images.write_faces, FacesSpec("cards", pieces, 150)),
        (images.write_tabletop, TabletopSpec("cards", pieces, 4096)),
        (contact.write_contact_sheet, contact_spec(pieces)),
    ):
        first, second = ([one.read_bytes() for one in write(spec, tmp_path / name / write.__name__)] for name in "ab")
        assert first == second


def contact_spec(pieces):
    return ContactSpec("contact-sheet", "trial", "Trial", PAPER_SIZES["a4"], 6, pieces, CREDITS)


def test_the_contact_sheet_shows_each_face_once_on_as_many_pages_as_it_takes(tmp_path):
    (path,) = contact.write_contact_sheet(contact_spec(cards(60)), tmp_path / "contact-sheet.pdf")
    with pikepdf.open(path) as pdf:
        shown = [name for page in pdf.pages for name in page.Resources.XObject if name in page.Contents.read_bytes().decode()]
    assert len(shown) == len(set(shown)) == 120


# What is built of Geometric Chamber, and how inspection finds each thing that is wrong with it.

CONFIG = small_config("images.dpi=100")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("images")
    writers = {FacesSpec: images.write_faces, TabletopSpec: images.write_tabletop, ContactSpec: contact.write_contact_sheet}
    for artifact in artifacts(CONFIG).values():
        if artifact.medium.value == "images" and not artifact.path.endswith("tabletop/overviews"):
            writers[type(artifact.spec)](artifact.spec, output / artifact.path)
    return output


@pytest.fixture
def bench(made, tmp_path):
    return Bench(made, tmp_path, CONFIG, ["images"])


@cache
def sets():
    return {one.name: one for one in expected_of(load_game(GAME), CONFIG).sets}


def told(bench, name):
    """What is wrong with one set of images, and which of its pieces are not there in their number; overviews' deck aside."""
    one = sets()[name]
    files = [path.relative_to(bench.output).as_posix() for path in bench.output.rglob("*") if path.is_file()]
    decks = [path for path in files if "/tabletop/" in path]
    mine = decks if name == "tabletop" else [path for path in files if path not in decks]
    findings = (count_tabletop if name == "tabletop" else count_faces)(bench.output, mine, one)
    counts = [f"{piece}: expected {count}, found {findings.found[piece]}" for piece, count in one.counts.items()]
    wrong = [text for text in counts if text.split()[2].rstrip(",") != text.split()[-1]]
    found = [*map(str, findings.problems), *wrong]
    return [text for text in found if "overviews/" not in text and "action-overview" not in text]


def test_a_right_output_is_complete(bench):
    report = bench.inspect(relist=False, whole=True)
    counts = {"shape-card": 2, "x-card": 8, "score-marker": 4, "penalty-marker": 6, "door-marker": 5, "leader-token": 1}
    # A board of card for each stands for two plates and two connectors.
    counts |= {"number-plate-owner": 2, "number-plate-table": 2, "connector": 4}
    assert {row.component: row.found["images"] for row in report.rows if row.found} == counts | {"action-overview": 2}
    decks = {row.component: row.found["tabletop"] for row in report.rows if "tabletop" in row.found}
    # The overviews' deck is left out here, and so it is missed.
    assert decks == {"shape-card": 2, "x-card": 8, "action-overview": 0}
    assert told(bench, "images") == told(bench, "tabletop") == []
    left = [one for one in map(str, report.problems) if "manifest" not in one and "tabletop/overviews" not in one]
    assert left == []


def painted(bench, name, change):
    file = bench.file(name)
    image = opened(file)
    info = image.info
    changed = change(image) or image
    changed.save(file, "PNG", dpi=info.get("dpi"))
    return told(bench, "tabletop" if name.startswith("cards/") else "images")


def spot(image):
    ImageDraw.Draw(image).rectangle((40, 40, 52, 52), fill=(0, 120, 255, 255))


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (
            "x-card.gold_x4.front.png",
            lambda one: one.resize((one.width + 1, one.height)),
            ["143 x 197 pixels, must be 142"],
        ),
        ("x-card.gold_x4.back.png", spot, ["shows something else", "x-card.gold.back"]),
        ("x-card.gold_x4.front.png", lambda one: one.transpose(Image.Transpose.ROTATE_180), ["x-card.gold.front must be"]),
        ("penalty-marker.gold_x3.front.png", lambda one: one.putalpha(255), ["is opaque over 100.0%", "78.5%"]),
        ("penalty-marker.gold_x3.front.png", lambda one: one.convert("RGB"), ["is RGB, must be RGBA"]),
        ("cards/1.faces.png", lambda one: one.crop((0, 0, 4096, 3976)), ["4096 x 3976 pixels, must be 4090 x 3976"]),
        (
            "cards/1.faces.png",
            lambda one: one.paste(one.crop((0, 0, 409, 568)), (409, 0)),
            ["x-card.gold: expected 4"],
        ),
        ("cards/1.faces.png", lambda one: one.paste((255, 255, 255), (3681, 3408, 4090, 3976)), ["no hidden card"]),
        ("cards/1.faces.png", lambda one: one.paste(one.crop((0, 0, 409, 568)), (0, 568)), ["a place that must be empty"]),
        ("cards/1.backs.png", lambda one: one.filter(ImageFilter.GaussianBlur(30)), ["1.backs.png", "shows something else"]),
    ],
)
def test_each_fault_is_named(bench, name, change, words):
    assert any(all(word in one for word in words) for one in painted(bench, name, change))


def test_swapped_missing_and_stray_files_are_named(bench):
    first, second = bench.file("x-card.gold_x4.front.png"), bench.file("shape-card.gold_x1.front.png")
    held = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(held)
    bench.file("door-marker.3_x1.back.png").unlink()
    shutil.copy(first, first.with_name("x-card.gold_x5.front.png"))
    found = "\n".join(told(bench, "images"))
    assert "shows shape-card.gold.front instead where x-card.gold.front must be" in found
    assert "door-marker.3_x1.back.png: is missing" in found
    assert "door-marker.3: expected 1, found 0" in found
    assert "x-card.gold_x5.front.png: the rules ask for no such file" in found


def test_a_face_taken_off_the_contact_sheet_is_named(bench):
    file = bench.file("contact-sheet.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        text = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pdf.make_stream(text.replace(b"/FormXob.door-marker.2.back Do", b""))
        pdf.save(file)
    assert any("shows door-marker.2.back 0 times, must show it 1 times" in one for one in told(bench, "images"))
