"""Pictures of pixels on cards of one's own: what is asked of them, and that they are printed as they are, where they are."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from design.config.loading import load_config
from design.context import Context
from design.families.registry import family_of
from design.graphics.art.photos import image_of, pixels
from rules.errors import BuildError, DesignError
from rules.game import Medium
from tablewright.building.build import build, plans_for
from tablewright.inspection.documents.printhouse import count_print_house
from tablewright.inspection.expected import expected_of
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.report import inspect
from tablewright.inspection.sheets.papers import count_pdf, count_svg
from tests.support.own_pictures import SPLIT, card, game, quarters
from tests.support.tools import said_by, tool

MM = 72 / 25.4


def front(folder: Path, slot: str, size: str = "{width_mm: 44, height_mm: 68, corner_mm: 3}"):
    """The front of a card with one slot."""
    config = load_config(None, [f"games=[{game(folder, card('it', f'slots: [{slot}]', size=size))}]"]).config
    context = Context.of_game(config.game("mine"), config)
    line = context.bill.line("it")
    return family_of(line).faces(context, line.component, line.variants[0])[0]


# What is asked of a picture.


def test_too_few_pixels_are_named_with_file_slot_dpi_and_the_size_that_would_do(tmp_path):
    quarters(300, 444).save(tmp_path / "art.png")
    with pytest.raises(DesignError) as caught:
        front(tmp_path, "{image: art.png, at: [0, 0], size: [44, 68]}")
    told = str(caught.value)
    # 44 x 68 mm and 3 mm of bleed on each side: 300 / 50 x 25.4 = 152.4; 50 / 25.4 x 300 = 590.6, 74 / 25.4 x 300 = 874.02.
    for words in (
        "it.front slots[0] image = ",
        "art.png",
        "has 152 dots an inch",
        "50.0 x 74.0 mm",
        "must have 300",
        "591 x 875 pixels",
        "dpi: 152",
    ):
        assert words in told, told
    assert front(tmp_path, "{image: art.png, at: [0, 0], size: [44, 68], dpi: 150}").marks[0].picture.dpi > 150


@pytest.mark.parametrize(("size", "good"), [((590, 874), True), ((589, 874), False), ((590, 872), False), ((1181, 1748), True)])
def test_whole_pixels_may_be_one_short(tmp_path, size, good):
    quarters(*size).save(tmp_path / "art.png")
    slot = "{image: art.png, at: [0, 0], size: [44, 68]}"
    if good:
        assert front(tmp_path, slot).marks[0].picture.size_mm == pytest.approx((50, 74), abs=0.1)
    else:
        with pytest.raises(DesignError, match="dots an inch"):
            front(tmp_path, slot)


def test_a_picture_inside_keeps_its_proportion_in_the_middle_of_its_slot(tmp_path):
    quarters(400, 200).save(tmp_path / "art.png")
    mark = front(tmp_path, "{image: art.png, at: [7, 10], size: [30, 20], dpi: 72}").marks[0]
    # 30 x 15 mm in a slot of 30 x 20 whose middle is 22 mm from the left, 20 from the top: (0, 34 - 20).
    assert mark.area.bounds == pytest.approx((-15, 14 - 7.5, 15, 14 + 7.5))
    assert mark.picture.matrix == pytest.approx((30, 0, 0, 15, -15, 6.5))
    assert mark.picture.dpi == pytest.approx(400 / 30 * 25.4)
    covering = front(tmp_path, "{image: art.png, at: [7, 10], size: [30, 20], dpi: 72, fit: cover}").marks[0]
    assert covering.area.bounds == pytest.approx((-15, 4, 15, 24))
    assert covering.picture.size_mm == pytest.approx((40, 20))


def test_a_picture_of_another_proportion_that_is_to_bleed_is_refused(tmp_path):
    quarters(600, 600).save(tmp_path / "art.png")
    with pytest.raises(DesignError) as caught:
        front(tmp_path, "{image: art.png, at: [0, 0], size: [44, 68]}")
    told = str(caught.value)
    for words in ("art.png", "does not fill the bleed at the bottom, top", "50.0 x 50.0 mm", "50.0 x 74.0 mm", "fit: cover"):
        assert words in told, told
    quarters(875, 875).save(tmp_path / "art.png")
    mark = front(tmp_path, "{image: art.png, at: [0, 0], size: [44, 68], fit: cover}").marks[0]
    assert mark.beyond.bounds == pytest.approx((-25, -37, 25, 37))
    # What is seen of it after the cut ends at the card's own edge, round corners and all.
    assert mark.area.area == pytest.approx(44 * 68 - (4 - np.pi) * 9, abs=0.2)


def test_a_picture_that_bleeds_on_one_side_is_drawn_on_there_alone(tmp_path):
    quarters(875, 600).save(tmp_path / "art.png")
    mark = front(tmp_path, "{image: art.png, at: [0, 0], size: [44, 30], fit: cover}").marks[0]
    assert mark.beyond.bounds == pytest.approx((-25, 4, 25, 37))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../out.png", "must lie in the folder of the game.yaml"),
        ("gone.png", "cannot be read"),
        ("text.png", "is no PNG or JPEG that can be read"),
        ("half.png", "is no PNG or JPEG that can be read"),
        ("gif.png", "is no PNG or JPEG that can be read"),
        ("inks.jpg", "is in the colours CMYK; save it in RGB"),
        ("link.png", "must lie in the folder of the game.yaml"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(tmp_path, name, words):
    quarters(900, 900).save(tmp_path / "out.png")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "text.png").write_text("no picture")
    (folder / "half.png").write_bytes((tmp_path / "out.png").read_bytes()[:-400])
    quarters(900, 900).save(folder / "gif.png", "GIF")
    quarters(900, 900, "CMYK").save(folder / "inks.jpg")
    (folder / "link.png").symlink_to(tmp_path / "out.png")
    with pytest.raises(DesignError) as caught:
        front(folder, f"{{image: {name}, at: [7, 10], size: [30, 20]}}")
    assert words in str(caught.value)
    assert name.removeprefix("../") in str(caught.value)


def test_a_part_for_the_3d_printer_shows_no_pixels(tmp_path):
    quarters(400, 400).save(tmp_path / "art.png")
    size = "{outline: circle, width_mm: 20, height_mm: 20, thickness_mm: 2.8, relief_mm: 0.6}"
    side = "slots: [{image: art.png, at: [4, 4], size: [12, 12]}]"
    folder = game(tmp_path, card("chip", side, family="marker", size=size))
    with pytest.raises(DesignError, match=r"chip\.front image = art\.png: is a picture of pixels, which no 3D printer draws"):
        plans_for(load_config(None, [f"games=[{folder}]"]), ["mine"])


def test_a_profile_in_a_file_is_applied(tmp_path):
    """One whose red and green trade places: what is red in the file is green as it is meant."""
    path = tmp_path / "art.png"
    quarters(40, 40).save(path, icc_profile=swapped_profile())
    red, green, blue = SPLIT[0]
    assert image_of(pixels(path)).getpixel((2, 2)) == pytest.approx((green, red, blue), abs=2)


def swapped_profile() -> bytes:
    """The profile of sRGB with the places of its tags for red and for green exchanged."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for one, other in ((b"rXYZ", b"gXYZ"),):
        first, second = data.index(one, 128), data.index(other, 128)
        data[first : first + 4], data[second : second + 4] = other, one
    return bytes(data)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_each_mode_is_read_as_its_colours(tmp_path, mode):
    path = tmp_path / "art.png"
    if mode == "I;16":
        Image.fromarray(np.full((40, 40), 0x8040, dtype=np.uint16)).save(path)
        assert image_of(pixels(path)).getpixel((3, 3)) == 0x80
        return
    quarters(40, 40, mode).save(path)
    found = np.asarray(image_of(pixels(path)).convert("RGB"), dtype=int)
    must = np.asarray(quarters(40, 40, mode).convert("RGB"), dtype=int)
    assert np.abs(found - must).max() == 0


def test_a_transparent_colour_of_a_palette_is_see_through(tmp_path):
    image = quarters(40, 40, "P")
    image.save(tmp_path / "art.png", transparency=image.getpixel((2, 2)))
    found = pixels(tmp_path / "art.png")
    assert found.clear
    assert image_of(found).getpixel((2, 2))[3] == 0
    assert image_of(found).getpixel((38, 2)) == (*SPLIT[1], 255) or image_of(found).getpixel((38, 2))[3] == 255


def test_a_photograph_lies_as_its_camera_noted(tmp_path):
    photograph = quarters(40, 20)
    exif = Image.Exif()
    exif[0x0112] = 6  # to be shown turned by 90 degrees clockwise
    photograph.save(tmp_path / "art.jpg", exif=exif, quality=100, subsampling=0)
    found = pixels(tmp_path / "art.jpg")
    assert (found.width, found.height) == (20, 40)
    # What was at the lower left is at the upper left.
    assert image_of(found).getpixel((2, 2)) == pytest.approx(SPLIT[2], abs=12)


def test_a_picture_changed_while_its_game_is_built_is_said(tmp_path):
    path = tmp_path / "art.png"
    quarters(43, 37).save(path)
    found = pixels(path)
    quarters(44, 37).save(path)
    with pytest.raises(BuildError, match=r"art\.png: was changed while its game was built"):
        image_of(found)


# What is made of it.

FULL = (
    "slots: [{image: full.png, at: [0, 0], size: [44, 68]}, {text: Hello, at: [10, 30], size: [24, 8], pt: 14, colour: paper}]"
)
ROUND = "fill: blue, slots: [{image: art/round.png, at: [5, 10], size: [33.8, 25.4]}]"
PHOTO = "slots: [{image: photo.jpg, at: [0, 0], size: [44, 68]}]"


def pictures(folder: Path) -> None:
    (folder / "art").mkdir(parents=True)
    quarters(591, 875).save(folder / "full.png")
    quarters(591, 875).save(folder / "photo.jpg", quality=95)
    see_through = quarters(400, 300, "RGBA")
    see_through.paste((0, 0, 0, 0), (0, 0, 200, 300))
    see_through.save(folder / "art" / "round.png")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own") / "mine"
    pictures(folder)
    game(folder, card("one", FULL, PHOTO, 4), card("two", ROUND, "fill: crimson", 3))
    # Backs are turned a little, as for a printer that needs it: pictures are moved with them.
    return load_config(
        None, [f"games=[{folder}]", "paper.sizes=[a4]", "paper.back_offset_x_mm=0.5", "paper.back_rotation_deg=0.2"]
    )


MEDIA = [Medium.PAPER, Medium.CUT, Medium.PRINT_HOUSE, Medium.IMAGES]


@pytest.fixture(scope="module")
def made(loaded, tmp_path_factory):
    output = tmp_path_factory.mktemp("built")
    build(loaded, output, ["mine"], MEDIA, 1, lambda *_: None)
    return output


@pytest.fixture
def output(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "output"))


@pytest.fixture(scope="module")
def sets(loaded):
    return {one.name: one for one in expected_of(loaded.config.game("mine"), loaded.config).sets}


def complaints(output, sets, name="pdf a4"):
    """What inspection says of the cards in one medium."""
    one = sets[name]
    files = [path.relative_to(output).as_posix() for path in sorted((output / "mine").rglob("*")) if path.is_file()]
    if name == "printhouse":
        found = count_print_house(output, [path for path in files if path.startswith("mine/printhouse")], one)
    else:
        own = [path for path in files if path.startswith(f"mine/{name.replace(' ', '/')}/")]
        found = {"pdf a4": count_pdf, "svg a4": count_svg}[name](output, own, one, Gallery())
    return [str(problem) for problem in found.problems]


def test_what_is_built_is_complete(made, loaded):
    report = inspect(made, loaded.config, ["mine"])
    assert [str(one) for one in report.problems] == []
    assert {row.component: row.found.get("printhouse") for row in report.rows} == {"one": 4, "two": 3, "rule-sheet": None}


def test_poppler_finds_every_picture_whole_once_and_at_its_resolution(made, tmp_path):
    file = made / "mine" / "pdf" / "a4" / "cards.pdf"
    rows = [row.split() for row in said_by("pdfimages", "-list", file).splitlines()[2:]]
    kinds = {(row[2], row[3], row[4], row[8]): set() for row in rows}
    for row in rows:
        kinds[row[2], row[3], row[4], row[8]].add((row[10], row[12], row[13]))
    # One object each, however many cards show it; 591 pixels on 50 mm are 300 dots an inch.
    assert {key: len({number for number, _, _ in found}) for key, found in kinds.items()} == {
        ("image", "591", "875", "image"): 1,
        ("image", "591", "875", "jpeg"): 1,
        ("image", "400", "300", "image"): 1,
        ("smask", "400", "300", "image"): 1,
    }
    for key, found in kinds.items():
        assert all(abs(int(dpi) - 300) <= 1 for _, *both in found for dpi in both), (key, found)
    subprocess.run([tool("pdfimages"), "-all", file, tmp_path / "got"], check=True)
    got = sorted(tmp_path.glob("got*"))
    whole = next(one for one in got if one.suffix == ".png" and Image.open(one).size == (591, 875))
    assert Image.open(whole).convert("RGB").tobytes() == quarters(591, 875).tobytes()


def test_a_jpeg_is_in_the_pdf_byte_by_byte(made, loaded):
    source = Path(loaded.config.games["mine"].folder) / "photo.jpg"
    with pikepdf.open(made / "mine" / "pdf" / "a4" / "cards.pdf") as pdf:
        streams = [
            one.read_raw_bytes()
            for one in pdf.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Filter") == "/DCTDecode"
        ]
    assert streams == [source.read_bytes()]


def test_the_same_game_gives_the_same_bytes(loaded, made, tmp_path):
    build(loaded, tmp_path, ["mine"], [Medium.PAPER, Medium.CUT, Medium.PRINT_HOUSE], 1, lambda *_: None)
    for path in sorted(one for one in (tmp_path / "mine").rglob("*") if one.is_file()):
        assert path.read_bytes() == (made / path.relative_to(tmp_path)).read_bytes(), path


def pixel(image, x_mm, y_mm, dpi):
    return image.getpixel((int(x_mm / 25.4 * dpi), int(y_mm / 25.4 * dpi)))


def test_a_print_house_page_is_the_picture_up_to_the_bleed_box_in_inks(made):
    with pikepdf.open(made / "mine" / "printhouse" / "cards" / "fronts.pdf") as pdf:
        assert [float(one) / MM for one in pdf.pages[0].BleedBox] == pytest.approx([0, 0, 50, 74], abs=0.01)
        spaces = {
            str(one.ColorSpace)
            for one in pdf.objects
            if (isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image" and "/SMask" in one)
            or (isinstance(one, pikepdf.Stream) and one.get("/Width") == 591)
        }
    assert spaces == {"/DeviceCMYK"}
    image = (
        pypdfium2.PdfDocument(made / "mine" / "printhouse" / "cards" / "fronts.pdf")[0]
        .render(scale=300 / 72)
        .to_pil()
        .convert("RGB")
    )
    # Each corner of the page is the colour of the picture's own corner; 3 mm further in it is no other.
    for (x, y), must in zip(((0.2, 0.2), (49.8, 0.2), (0.2, 73.8), (49.8, 73.8)), SPLIT, strict=True):
        inner = pixel(image, 25 + (x - 25) * 0.85, 37 + (y - 37) * 0.85, 300)
        assert pixel(image, x, y, 300) == pytest.approx(inner, abs=3)
        assert pixel(image, x, y, 300) == pytest.approx(must, abs=60)  # inks without a profile


@pytest.mark.needs("gs")
def test_ghostscript_finds_no_more_ink_than_the_limit_in_a_picture(made, tmp_path):
    file = made / "mine" / "printhouse" / "cards" / "fronts.pdf"
    command = [
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        "-r50",
        "-dLastPage=1",
        f"-sOutputFile={tmp_path}/p.tif",
        file,
    ]
    subprocess.run(command, check=True, capture_output=True)
    plates = [
        np.asarray(Image.open(next(tmp_path.glob(f"*({name}).tif"))).convert("L"), dtype=float)
        for name in ("Cyan", "Magenta", "Yellow", "Black")
    ]
    inks = [1 - one / 255 for one in plates]
    assert 1.0 < sum(inks).max() <= 2.4 + 0.01
    # Red (208, 32, 48): no cyan, 1 - 32/208 of magenta, 1 - 48/208 of yellow, 1 - 208/255 of black.
    assert [float(one[10, 10]) for one in inks] == pytest.approx([0, 1 - 32 / 208, 1 - 48 / 208, 1 - 208 / 255], abs=0.02)


def test_what_is_see_through_shows_the_ground(made):
    image = Image.open(made / "mine" / "images" / "faces" / "cards" / "two_x3.front.png")
    dpi = image.info["dpi"][0]
    # The picture's left half is clear: the card's blue; its right half has the two colours of the right.
    blue = (0x2B, 0x4A, 0x9B)
    assert pixel(image, 10, 20, dpi)[:3] == pytest.approx(blue, abs=2)
    assert pixel(image, 30, 13, dpi)[:3] == pytest.approx(SPLIT[1], abs=2)
    assert pixel(image, 30, 33, dpi)[:3] == pytest.approx(SPLIT[3], abs=2)


def place_of(form, page):
    """Where a form's origin is first put on a page that is not turned, in mm."""
    found = re.search(rf"1 0 0 1 (\S+) (\S+) cm\s+/FormXob\.{re.escape(form)} Do", page.Contents.read_bytes().decode())
    return float(found[1]) / MM, float(found[2]) / MM


def test_sheets_bleed_to_the_end_of_the_bleed(made):
    page = pypdfium2.PdfDocument(made / "mine" / "pdf" / "a4" / "cards.pdf")[0].render(scale=600 / 72).to_pil().convert("RGB")
    with pikepdf.open(made / "mine" / "pdf" / "a4" / "cards.pdf") as pdf:
        x, y = place_of("one.front", pdf.pages[0])
    # 0.8 mm beyond the trim of 44 x 68 mm, less a tenth.
    for (across, up), must in zip(((-22.7, 33), (22.7, 33), (-22.7, -33), (22.7, -33)), SPLIT, strict=True):
        assert pixel(page, x + across, 297 - (y + up), 600) == pytest.approx(must, abs=2)
    assert pixel(page, x - 23.1, 297 - y - 20, 600) == (255, 255, 255)


@pytest.mark.needs("chromium")
def test_chromium_shows_the_pictures_of_a_cut_file_as_the_pdf_has_them(made, tmp_path):
    """Backs too: they are turned by half and by a little more, for the printer."""
    for number, side in enumerate(("front", "back")):
        svg, shot = made / "mine" / "svg" / "a4" / f"cards.1.{side}.svg", tmp_path / f"{side}.png"
        command = [
            "chromium",
            "--headless",
            "--no-sandbox",
            f"--screenshot={shot}",
            "--window-size=794,1123",
            "--hide-scrollbars",
            svg.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        shown = np.asarray(Image.open(shot).convert("RGB"), dtype=float)
        page = (
            pypdfium2.PdfDocument(made / "mine" / "pdf" / "a4" / "cards.pdf")[number]
            .render(scale=96 / 72)
            .to_pil()
            .convert("RGB")
        )
        must = np.asarray(page.crop((0, 0, shown.shape[1], shown.shape[0])), dtype=float)
        # The cut file has lines to cut in red besides; the rest is the same.
        off = np.abs(shown - must).max(axis=2)
        assert (off > 60).mean() < 0.02, side
        assert (must < 250).any(axis=2).mean() > 0.15


def edit(file, change):
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(file)


def picture_of(pdf, width, height=None):
    return next(
        one
        for one in pdf.objects
        if isinstance(one, pikepdf.Stream)
        and one.get("/Width") == width
        and one.get("/Subtype") == "/Image"
        and (height is None or one.Height == height)
    )


def form_of(pdf, name):
    return next(found for page in pdf.pages for key, found in page.Resources.XObject.items() if key == f"/FormXob.{name}")


def smaller(pdf):
    """The picture at a quarter of its pixels, as a careless program would make a file small."""
    found = next(
        one
        for one in pdf.objects
        if isinstance(one, pikepdf.Stream) and one.get("/Width") == 591 and one.get("/Filter") == "/FlateDecode"
    )
    image = Image.frombytes("RGB", (591, 875), found.read_bytes()).resize((148, 219))
    found.Width, found.Height = 148, 219
    found.write(zlib.compress(image.tobytes()), filter=pikepdf.Name.FlateDecode)


def darker(pdf):
    found = next(
        one
        for one in pdf.objects
        if isinstance(one, pikepdf.Stream) and one.get("/Width") == 591 and one.get("/Filter") == "/FlateDecode"
    )
    found.write(zlib.compress(bytes(max(0, one - 1) for one in found.read_bytes())), filter=pikepdf.Name.FlateDecode)


def shifted(pdf):
    found = form_of(pdf, "two.front")
    text = found.read_bytes().decode()
    moved = re.sub(
        r"(\S+) 0 0 (\S+) (\S+) (\S+) cm",
        lambda one: f"{one[1]} 0 0 {one[2]} {float(one[3]) + 0.1:.4f} {one[4]} cm",
        text,
        count=1,
    )
    assert moved != text
    found.write(moved.encode())


def without(pdf):
    found = form_of(pdf, "two.front")
    text = found.read_bytes()
    assert text.count(b" Do") == 1
    found.write(re.sub(rb"/\S+ Do", b"", text))


def twice(pdf):
    found = picture_of(pdf, 400)
    copy = pdf.make_stream(found.read_raw_bytes())
    for key, value in found.items():
        if key != "/Length":
            copy[key] = value
    form = form_of(pdf, "two.front")
    form.Resources.XObject["/Copy"] = pdf.make_indirect(copy)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (smaller, ["one.front", "has full.png with 75 dots an inch, must have its own 300"]),
        (darker, ["one.front", "shows other pixels than full.png has"]),
        (shifted, ["two.front", "has round.png 0.04 mm off its place"]),
        (without, ["two.front", "has 0 pictures of pixels, must have 1"]),
        (twice, ["cards.pdf", "holds a picture 2 times, must hold each once"]),
    ],
)
def test_inspection_names_each_fault_of_a_picture(output, sets, change, words):
    edit(output / "mine" / "pdf" / "a4" / "cards.pdf", change)
    found = complaints(output, sets)
    assert any(all(word in one for word in words) for one in found), found


def test_inspection_names_a_picture_that_is_not_in_inks_and_one_that_ends_at_the_trim(output, sets):
    def in_colours(pdf):
        found = picture_of(pdf, 400, 300)
        found.ColorSpace = pikepdf.Name.DeviceRGB
        found.write(zlib.compress(quarters(400, 300).tobytes()), filter=pikepdf.Name.FlateDecode)

    def cropped(pdf):
        form = form_of(pdf, "one.front")
        wide, high = 44 * MM, 68 * MM
        form.write(f"{-wide / 2} {-high / 2} {wide} {high} re W n ".encode() + form.read_bytes())

    file = output / "mine" / "printhouse" / "cards" / "fronts.pdf"
    edit(file, cropped)
    found = complaints(output, sets, "printhouse")
    assert any("one.front" in one and "without all its colours up to the bleed's edge" in one for one in found), found
    edit(file, in_colours)
    found = complaints(output, sets, "printhouse")
    assert any("two.front" in one or "round.png in DeviceRGB" in one for one in found), found
    assert any("round.png in DeviceRGB, must be in the four inks alone" in one for one in found), found


def test_inspection_names_a_cut_file_s_picture_that_is_another_or_elsewhere(output, sets):
    file = output / "mine" / "svg" / "a4" / "cards.1.front.svg"
    text = file.read_text()
    outside = re.sub(r'xlink:href="data:[^"]+"', 'xlink:href="round.png"', text, count=1)
    file.write_text(outside)
    assert any("refers to a picture that is not in the file" in one for one in complaints(output, sets, "svg a4"))
    buffer = BytesIO()
    quarters(591, 875).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(buffer, "PNG")
    file.write_text(
        re.sub(
            r"data:image/png;base64,[^\"]+",
            "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode(),
            text,
            count=1,
        )
    )
    assert any("shows other pixels than full.png has" in one for one in complaints(output, sets, "svg a4"))


def darkness(output):
    """Of the first card's front, 0 to 1."""
    file = output / "mine" / "pdf" / "a4" / "cards.pdf"
    with pikepdf.open(file) as pdf:
        x, y = place_of("one.front", pdf.pages[0])
    box = [int(one * 2) for one in (x - 21.8, 297 - y - 33.8, x + 21.8, 297 - y + 33.8)]
    page = pypdfium2.PdfDocument(file)[0].render(scale=2 / MM).to_pil().convert("RGB")
    return 1 - np.asarray(page.crop(box), dtype=float).mean() / 255


@pytest.mark.parametrize(("ink", "share"), [("low", 0.35), ("outline", 0.03)])
def test_less_ink_makes_pictures_pale_or_frames(loaded, made, tmp_path, ink, share):
    folder = Path(loaded.config.games["mine"].folder)
    less = load_config(None, [f"games=[{folder}]", "paper.sizes=[a4]", f"paper.ink={ink}"])
    build(less, tmp_path, ["mine"], [Medium.PAPER], 1, lambda *_: None)
    assert complaints(tmp_path, {one.name: one for one in expected_of(less.config.game("mine"), less.config).sets}) == []
    # The mean darkness of its four colours; pale it keeps 35 % of it. A frame of 0.35 mm is about 2 % of the card.
    full = float(np.mean([1 - np.mean(one) / 255 for one in SPLIT]))
    assert darkness(made) == pytest.approx(full, abs=0.02)
    assert darkness(tmp_path) == pytest.approx(share * full, abs=0.02)
    assert darkness(tmp_path) > 0.01
