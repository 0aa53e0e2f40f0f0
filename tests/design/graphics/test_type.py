"""Type: every character in a typeface that has it, embedded, and drawn as that typeface draws it.

Judges: poppler and pdfium read and draw the files, FreeType (in Pillow) draws each letter from the typeface's own file.
"""

import re
from dataclasses import replace
from functools import cache
from importlib.metadata import distribution

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont
from shapely import affinity
from shapely.geometry import box

import design.graphics.type.fonts
from design.config.paper import PAPER_SIZES
from design.faces.brief import Brief
from design.faces.face import Face, TextRun, text_mark
from design.families.marker import marker_face
from design.graphics.type.fonts import advance_mm, credit, runs
from design.graphics.type.line_breaking import TooWideError, break_lines
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import TYPEFACES, Weight
from design.plan.documents import RuleSheetSpec
from design.sheets.specs import SheetPiece
from printables.documents.rulesheet import write_rule_sheet
from printables.drawing.fonts import set_text
from printables.pdf import write_sheets
from rules.errors import DesignError
from rules.words import parse_words
from tests.support.judged_sheets import judged_pdf
from tests.support.sheet_cases import INK, WHITE, sheet
from tests.support.tools import said_by

SAMPLE = "Zażółć gęślą jaźń, Příliš žluťoučký kůň, ドコジョン, 저지!, 성공, ①②③④"
"""CASES.md, case 20."""
FILES = {
    "Manrope": ("fontpkg-manrope", "fontpkg_manrope/files/Manrope[wght].ttf", True),
    "Noto Sans": ("fontpkg-noto-sans", "fontpkg_noto_sans/files/NotoSans[wdth,wght].ttf", True),
    "DejaVu Sans": ("matplotlib", "matplotlib/mpl-data/fonts/ttf/DejaVuSans-Bold.ttf", False),
    **{
        f"Noto Sans {tag}": (
            "justmytype-intl-cjk",
            f"justmytype_intl_cjk/fonts/ofl/notosans{tag.lower()}/NotoSans{tag}[wght].ttf",
            True,
        )
        for tag in ("JP", "KR", "SC")
    },
}
WHOSE = {
    "Manrope": "Zaż€Ωж√−",
    "Noto Sans": "Ѣἀ※⁇℞",
    "DejaVu Sans": "①⑩⚀⚅♞★✓⇒∈",
    "Noto Sans JP": "ドンぱ「。東鬱龍",
    "Noto Sans KR": "저뷁성힣",
    "Noto Sans SC": "东们这",
}
"""Which typeface must have what: read off the typefaces' own tables of contents."""
EACH = [(name, one) for name, characters in WHOSE.items() for one in characters]
EM_MM, DPI = 10.0, 300
PIXELS_A_MM = DPI / 25.4


@cache
def freetype(name: str) -> ImageFont.FreeTypeFont:
    """The typeface's bold in FreeType, four times as fine as a page of 300 dpi."""
    project, path, variable = FILES[name]
    font = ImageFont.truetype(
        str(distribution(project).locate_file(path)), 4 * round(EM_MM * PIXELS_A_MM)
    )  # so large that hinting moves nothing
    if variable:
        axes = font.get_variation_axes()
        font.set_variation_by_axes([800 if axis["name"] in (b"Weight", "Weight") else axis["default"] for axis in axes])
    return font


def drawn_by_freetype(name: str, text: str, width: int, height: int) -> np.ndarray:
    """Ink from 0 to 1, the baseline starting 60 pixels from the left and 60 above the foot."""
    picture = Image.new("L", (4 * width, 4 * height), 0)
    ImageDraw.Draw(picture).text((240, 4 * height - 240), text, fill=255, font=freetype(name), anchor="ls")
    return np.asarray(picture.reduce(4), dtype=float) / 255


def piece_of(name: str, text: str) -> SheetPiece:
    trim = box(-20, -10, 20, 10)
    mark = text_mark(TextRun(text, -20 + 60 / PIXELS_A_MM, -10 + 60 / PIXELS_A_MM, EM_MM, Weight.BOLD), "#000000")
    return SheetPiece(name, 1, Face(f"{name}.front", trim, WHITE, (mark,)), Face(f"{name}.back", trim, WHITE, ()))


@pytest.fixture(scope="module")
def letters(tmp_path_factory):
    """A sheet with a piece for each character that is tried, and the sample line in small pieces."""
    words = [f"{one}" for _, one in EACH]
    pieces = [piece_of(f"letter.{number}", word) for number, word in enumerate(words)]
    spec = sheet(*pieces)
    return write_sheets(spec, tmp_path_factory.mktemp("type") / "letters.pdf")[0]


def lettering(path):
    """What pdfium draws of each letter's piece, found by its form with pikepdf: ink from 0 to 1."""
    found = {}
    with pikepdf.open(path) as pdf, pypdfium2.PdfDocument(path) as document:
        for page, drawn in zip(pdf.pages, document, strict=True):
            ink = 1 - np.asarray(drawn.render(scale=DPI / 72).to_pil().convert("L"), dtype=float) / 255
            matrix = None
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "cm":
                    matrix = [float(one) for one in operands]
                elif str(operator) == "Do" and ".front" in str(operands[0]):
                    x, y = (one / 72 * DPI for one in matrix[4:])
                    left, foot = round(x - 20 * PIXELS_A_MM), round(ink.shape[0] - y + 10 * PIXELS_A_MM)
                    size = round(40 * PIXELS_A_MM), round(20 * PIXELS_A_MM)
                    found[str(operands[0]).removeprefix("/FormXob.")] = ink[foot - size[1] : foot, left : left + size[0]]
    return found


def unlike(one: np.ndarray, other: np.ndarray) -> float:
    """How much ink differs, as a share of the ink there is; edges two pixels apart do not count."""
    from scipy.ndimage import maximum_filter, minimum_filter

    far = np.maximum(one - maximum_filter(other, 5), minimum_filter(other, 5) - one).clip(0)
    return float(far.sum() / other.sum())


@pytest.mark.parametrize(("name", "character"), EACH)
def test_each_character_has_its_typeface(name, character):
    assert [(typeface.name, text) for typeface, text in runs(character, Weight.BOLD)] == [(name, character)]


def test_each_character_is_drawn_as_its_own_typeface_draws_it(letters):
    found = lettering(letters)
    assert len(found) == len(EACH)
    boxes = {name: drawn_by_freetype(name, "\U0010ffff", 472, 236) for name in WHOSE}
    for number, (name, character) in enumerate(EACH):
        ink = found[f"letter.{number}.front"]
        wanted = drawn_by_freetype(name, character, ink.shape[1], ink.shape[0])
        assert wanted.sum() > 100, character
        assert unlike(ink, wanted) < 0.02, character
        assert unlike(wanted, ink) < 0.02, character
        assert unlike(ink, boxes[name]) + unlike(boxes[name], ink) > 0.2, character  # the empty box of a missing glyph


@pytest.mark.parametrize(("name", "character"), EACH)
def test_each_outline_has_the_ink_of_its_typeface(name, character):
    # Outlines go to solids and cut files; a counter that is filled or a stroke that is lost shows in the area.
    wanted = drawn_by_freetype(name, character, 472, 300).sum() / PIXELS_A_MM**2
    assert text_outline(character, EM_MM).area == pytest.approx(wanted, rel=0.03)


def test_a_line_is_as_wide_as_its_typefaces_say():
    for text in ("ドコジョン", "저지!", "①②③④"):
        wide = sum(freetype(typeface.name).getlength(part) / 4 for typeface, part in runs(text, Weight.BOLD))
        assert advance_mm(text, EM_MM, Weight.BOLD) == pytest.approx(wide / PIXELS_A_MM, rel=0.01)


def sample_sheet(tmp_path):
    trim = box(-80, -10, 80, 10)
    marks = tuple(
        text_mark(TextRun(SAMPLE, -78, y, 3.5, weight), INK) for y, weight in ((3, Weight.BOLD), (-5, Weight.REGULAR))
    )
    piece = SheetPiece("sample", 1, Face("sample.front", trim, WHITE, marks), Face("sample.back", trim, WHITE, ()))
    return write_sheets(sheet(piece), tmp_path / "sample.pdf")[0]


def rule_sheet(tmp_path):
    text = f"# Rules\n\n## 저지 and ドコ\n\nA **strong 성공** paragraph.\n\n- {SAMPLE}\n\n| ① | ② |\n|---|---|\n| は | ♞ |\n"
    spec = RuleSheetSpec("rule-sheet", "trial", "Trial 도코", "None.", text, PAPER_SIZES["a4"], (), (), 2, credit(SAMPLE))
    return write_rule_sheet(spec, tmp_path / "rules.pdf")[0]


def read_by_poppler(path):
    return said_by("pdftotext", path, "-")


def read_by_pdfium(path):
    with pypdfium2.PdfDocument(path) as document:
        return "".join(page.get_textpage().get_text_bounded() for page in document)


def joined(text):
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module", params=[sample_sheet, rule_sheet])
def document(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("document"))


@pytest.mark.parametrize("read", [read_by_poppler, read_by_pdfium])
def test_the_sample_line_is_read_again(document, read):
    assert joined(SAMPLE) in joined(read(document))


def test_every_typeface_is_embedded_and_a_subset(document):
    lines = said_by("pdffonts", document).splitlines()[2:]
    names = {line.split("+")[1].split("-")[0] for line in lines}
    assert names == {"Manrope", "NotoSansJP", "NotoSansKR", "DejaVuSans"}
    for line in lines:
        assert re.match(r"[A-Z]{6}\+\S+-(Regular|Bold) +TrueType +\S+ +yes yes yes", line), line
    assert document.stat().st_size < 120_000  # a whole East Asian typeface has 10 MB


def test_documents_have_title_author_language_and_bookmarks(document):
    with pikepdf.open(document) as pdf, pdf.open_outline() as outline:
        assert str(pdf.docinfo["/Title"]).startswith("Trial")
        assert str(pdf.docinfo["/Author"]) == "Tablewright"
        assert str(pdf.Root.Lang) == "en"
        assert len(outline.root) >= 1


def test_a_strong_word_in_another_script_is_strong_too():
    assert set_text("<b>a 성</b> 공") == (
        '<b>a <font face="NotoSansKR-Bold">성</font></b> <font face="NotoSansKR-Regular">공</font>'
    )
    assert set_text("a &lt; ①", Weight.BOLD) == 'a &lt; <font face="DejaVuSans-Bold">①</font>'


def test_credits_name_each_typeface_that_is_used():
    assert credit("plain") == "Type: Manrope by Mikhail Sharanda and contributors, SIL Open Font License 1.1"
    assert credit("plain", "성공 ドコ ①") == (
        "Type: Manrope by Mikhail Sharanda and contributors, Noto Sans JP, Noto Sans KR by Adobe, SIL Open Font License 1.1; "
        "DejaVu Sans by Bitstream and the DejaVu authors, Bitstream Vera licence"
    )


def test_without_its_typeface_a_text_is_refused(monkeypatch):
    # Nothing is dropped in silence: with the Korean typeface gone, its letters are an error.
    design.graphics.type.fonts.typeface_of.cache_clear()
    monkeypatch.setattr(design.graphics.type.fonts, "TYPEFACES", tuple(one for one in TYPEFACES if one.name != "Noto Sans KR"))
    with pytest.raises(DesignError, match=r"저 \(U\+C800\), 지 \(U\+C9C0\)"):
        text_outline("저지!", 3.0)
    design.graphics.type.fonts.typeface_of.cache_clear()


def test_accents_that_come_apart_are_put_together():
    words = parse_words("names: {x-card: 'Za\u0301\u017c e\u0301'}", "words.yaml")
    assert words.names["x-card"] == "Záż é"


def test_an_outline_in_another_script_makes_no_sliver():
    outline = affinity.scale(text_outline("鬱", 10.0), 1, 1)
    assert outline.is_valid
    assert min(part.area for part in outline.geoms) > 0.01


def test_japanese_breaks_between_characters_and_korean_at_blanks():
    # An em a character: lines of five. A closing mark stays with what it closes, an opening one with what it opens.
    lines = break_lines("五人で形を、さがす「箱」です。", 5.05, 1.0, Weight.REGULAR)
    assert "".join(lines) == "五人で形を、さがす「箱」です。"
    assert all(advance_mm(line, 1.0, Weight.REGULAR) <= 5.05 for line in lines)
    assert not any(line[0] in "、。」" or line[-1] == "「" for line in lines)
    assert break_lines("앞면 뒷면 성공", 5.0, 1.0, Weight.REGULAR) == ("앞면 뒷면", "성공")
    with pytest.raises(TooWideError):
        break_lines("실패성공앞면", 5.0, 1.0, Weight.REGULAR)


def test_a_marker_s_text_that_would_be_too_small_names_the_marker():
    brief = Brief("door-marker.1.front", WHITE, INK, INK, INK, text="성공성공")
    assert marker_face(brief, box(-12, -16, 12, 16), "back").marks
    with pytest.raises(DesignError, match=r"door-marker\.1\.front text '성공.*8 pt"):
        marker_face(replace(brief, text="성공성공성공"), box(-12, -16, 12, 16), "back")


def test_inspection_recognises_each_script(tmp_path):
    spec = sheet(piece_of("one", "성공"), piece_of("two", "실패"), piece_of("three", "ドコ①"))
    found, problems = judged_pdf(write_sheets(spec, tmp_path / "sheet.pdf")[0], spec)
    assert (found, problems) == ({"one": 1, "two": 1, "three": 1}, [])


def test_inspection_finds_boxes_in_place_of_letters(tmp_path, monkeypatch):
    # What a writer without the other typefaces makes: Manrope's empty box, and a text that nobody can search.
    spec = sheet(piece_of("one", "성공"))
    monkeypatch.setattr("printables.drawing.fonts.runs", lambda text, _: ((TYPEFACES[0], text),))
    found, problems = judged_pdf(write_sheets(spec, tmp_path / "sheet.pdf")[0], spec)
    assert found == {"one": 0}
    assert any("something else" in problem for problem in problems)
    assert any("without 성공" in problem for problem in problems)
