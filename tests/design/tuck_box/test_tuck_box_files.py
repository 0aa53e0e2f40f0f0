"""The tuck box as PDF and as cut files: read again with pikepdf, pdfium and lxml, and spoilt in every way a check must see."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from lxml import etree
from shapely import affinity
from shapely.geometry import Polygon

from printables import pdf, svg
from printables.tuckbox import tuck_pages
from rules.errors import DesignError
from tablewright.inspection.findings import Findings
from tablewright.inspection.readers.linework import form_lines, page_lines
from tablewright.inspection.readers.pdf import read_pdf
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.sheets.tuckbox import count_tuck_pdf, count_tuck_svg
from tests.support.hand_tuck_box import write_tuck_pdf, write_tuck_svg
from tests.support.tuck_boxes import BIG, boxes

NS = {"s": "http://www.w3.org/2000/svg"}
MM = 72 / 25.4
PAPERS = {"a4": (595.276, 841.890), "letter": (612.0, 792.0)}


# A game whose box goes on one page: smaller cards make shorter boards of card.
SMALL = ("card={width_mm: 24, height_mm: 36}", "number_board={plate_height_mm: 12, digit_height_mm: 8}")


@cache
def spec_of(paper="a4", *settings):
    (spec,) = boxes(*(settings or SMALL), paper=paper)
    return spec


def inspected_pdf(spec, path):
    findings = Findings()
    read = read_pdf(path)
    rendered = Rendered.open(path, read)
    try:
        count_tuck_pdf(path, "tuck-box.pdf", spec, read, rendered, findings)
    finally:
        rendered.close()
    return findings


def inspected_svg(spec, paths):
    findings = Findings()
    named = [(int(path.name.split(".")[1]), False, path.name) for path in paths]
    count_tuck_svg(paths[0].parent, named, spec, findings)
    return findings


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdf_has_its_true_size_its_fonts_and_its_texts(tmp_path, paper):
    spec = spec_of(paper)
    (path,) = pdf.write_tuck_box(spec, tmp_path / "tuck-box.pdf")
    with pikepdf.open(path) as document:
        (page,) = document.pages
        for box in ("/MediaBox", "/TrimBox"):
            assert [float(value) for value in page[box]] == pytest.approx([0, 0, *PAPERS[paper]], abs=0.001)
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
        fonts = [
            one for one in document.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in one for one in fonts)
    with pypdfium2.PdfDocument(path) as document:
        text = document[0].get_textpage().get_text_range()
    for words in ("Print at 100 %", "250 to 300 g/m²", "GEOMETRIC", "In this box", "overviews of actions", "glue", "100 mm"):
        assert words in text
    assert text.count("GEOMETRIC CHAMBER") == 2, "on both sides"


def test_the_net_lies_between_the_margins_clear_of_head_and_foot(tmp_path):
    for paper in PAPERS:
        spec = spec_of(paper)
        (path,) = pdf.write_tuck_box(spec, tmp_path / f"{paper}.pdf")
        with pypdfium2.PdfDocument(path) as document:
            image = document[0].render(scale=4 / MM).to_pil().convert("L")
        dark = image.point(lambda value: 255 if value < 250 else 0)
        left, top, right, bottom = (value / 4 for value in dark.getbbox())
        width, height = spec.paper.width_mm, spec.paper.height_mm
        # Nothing is drawn in the 6 mm that a printer does not reach.
        assert min(left, top, width - right, height - bottom) >= 6
        (page,) = tuck_pages(spec)
        across, up = page.part.size_mm if page.angle_deg == 0 else page.part.size_mm[::-1]
        turned = affinity.rotate(page.part.cut, page.angle_deg, origin=(0, 0))
        on_page = affinity.translate(turned, page.x_mm, page.y_mm)
        assert on_page.bounds == pytest.approx(
            ((width - across) / 2, (height - 6 - up) / 2, (width + across) / 2, (height - 6 + up) / 2), abs=1e-6
        )


def test_lines_to_cut_are_solid_and_lines_to_fold_dashed(tmp_path):
    spec = spec_of()
    (path,) = pdf.write_tuck_box(spec, tmp_path / "tuck-box.pdf")
    (lines,) = form_lines(path).values()
    (cut,) = lines.cuts
    # 86.5 x 107 x 21.5 mm inside: flap 12, twice 87.55 and 22.9; 108.05 high with lids of 22.55 and tucks of 16 at both ends.
    assert cut.bounds[2] - cut.bounds[0] == pytest.approx(12 + 2 * 87.55 + 2 * 22.9, abs=0.001)
    assert cut.bounds[3] - cut.bounds[1] == pytest.approx(108.05 + 2 * (22.55 + 16), abs=0.001)
    # The flap's fold, three between panels, two of each lid, one of each of four dust flaps.
    assert len(lines.folds) == 1 + 3 + 2 * 2 + 4
    for fold in lines.folds:
        assert cut.buffer(0.01).covers(fold)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_cut_file_has_millimetres_and_a_layer_for_each_tool(tmp_path, paper):
    spec = spec_of(paper)
    (path,) = svg.write_tuck_box(spec, tmp_path / "tuck-box")
    assert path.name == "tuck-box.1.front.svg"
    root = etree.parse(path).getroot()
    assert root.get("width") == f"{spec.paper.width_mm:g}mm"
    assert root.get("viewBox") == f"0 0 {spec.paper.width_mm:g} {spec.paper.height_mm:g}"
    assert [group.get("id") for group in root.xpath("s:g", namespaces=NS)] == ["print", "fold", "cut", "notes"]
    assert not root.xpath("//@transform")
    assert {etree.QName(one).localname for one in root.iter() if isinstance(one.tag, str)} <= {
        *("svg", "g", "path", "defs", "title", "desc")
    }
    fold, cut = (
        {path.get("stroke") for path in root.xpath(f"s:g[@id='{name}']/s:path", namespaces=NS)} for name in ("fold", "cut")
    )
    assert len(fold) == len(cut) == 1
    assert fold != cut
    # Both files have the same net: the same area, whatever way it lies.
    lines = page_lines(path, spec.paper.height_mm)
    (made,) = pdf.write_tuck_box(spec, tmp_path / "tuck-box.pdf")
    (other,) = form_lines(made).values()
    assert lines.cuts[0].area == pytest.approx(other.cuts[0].area, rel=1e-4)
    assert sorted(one.length for one in lines.folds) == pytest.approx(sorted(one.length for one in other.folds), abs=0.005)


def test_the_same_box_gives_the_same_bytes(tmp_path):
    spec = spec_of()
    for writer, name in ((pdf.write_tuck_box, "tuck-box.pdf"), (svg.write_tuck_box, "tuck-box")):
        one, other = (writer(spec, tmp_path / folder / name) for folder in ("one", "other"))
        assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


@pytest.mark.parametrize("settings", [(), BIG], ids=["whole", "parts"])
@pytest.mark.parametrize("by", ["program", "hand"])
def test_a_good_box_is_counted_once(tmp_path, by, settings):
    spec = spec_of("a4", *settings)
    path = tmp_path / "tuck-box.pdf"
    if by == "hand":
        write_tuck_pdf(spec, path)
        paths = write_tuck_svg(spec, tmp_path / "tuck-box")
    else:
        pdf.write_tuck_box(spec, path)
        paths = svg.write_tuck_box(spec, tmp_path / "tuck-box")
    for findings in (inspected_pdf(spec, path), inspected_svg(spec, paths)):
        assert findings.problems == []
        assert findings.found == {"tuck-box": 1}
        assert sum(held.get("tuck-box", 0) for held in findings.holds.values()) == 1
    assert len(paths) == len(spec.net)


def stretched(spec, name, more):
    """The same box with a panel so much wider, and all behind it moved; what the file says it is stays."""
    (part,) = spec.net
    at = next(panel for panel in part.panels if panel.name == name)
    edge = at.x_mm + at.width_mm - 0.5

    def move(x):
        return x + more if x > edge else x

    cut = Polygon([(move(x), y) for x, y in part.cut.exterior.coords])
    folds = tuple(tuple((move(x), y) for x, y in fold) for fold in part.folds)
    return replace(spec, net=(replace(part, cut=cut, folds=folds),))


def without_fold(spec):
    (part,) = spec.net
    return replace(spec, net=(replace(part, folds=part.folds[:-1]),))


def moved_fold(spec):
    (part,) = spec.net
    (x1, y1), (x2, y2) = part.folds[1]
    return replace(spec, net=(replace(part, folds=(part.folds[0], ((x1 + 0.05, y1), (x2 + 0.05, y2)), *part.folds[2:])),))


def other_front(spec):
    back, front = (dict(spec.faces)[name] for name in ("back", "front"))
    return replace(spec, faces=(("back", back), ("front", replace(front, marks=front.marks[:-4]))))


def without_list(spec):
    faces = dict(spec.faces)
    return replace(spec, faces=(("front", faces["front"]), ("back", replace(faces["back"], marks=faces["back"].marks[:3]))))


MUTATIONS = {
    "a front 0.05 mm wider": (lambda spec: stretched(spec, "front", 0.05), "has another outline to cut"),
    "a side 1 mm narrower": (lambda spec: stretched(spec, "side-1", -1.0), "has another outline to cut"),
    "a fold too few": (without_fold, "has no line to fold from"),
    "a fold moved by 0.05 mm": (moved_fold, "has no line to fold from"),
    "a front without its title": (other_front, "tuck-box"),
    "a back without its list": (without_list, "tuck-box"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_spoilt_box_is_not_counted(tmp_path, name):
    spec = spec_of()
    change, words = MUTATIONS[name]
    path = tmp_path / "tuck-box.pdf"
    pdf.write_tuck_box(change(spec), path)
    paths = svg.write_tuck_box(change(spec), tmp_path / "tuck-box")
    for findings in (inspected_pdf(spec, path), inspected_svg(spec, paths)):
        assert findings.found["tuck-box"] == 0
        assert any(words in f"{problem}" for problem in findings.problems), findings.problems


def test_a_box_too_small_for_what_goes_in_is_said(tmp_path):
    # The file is as its specification says, but that forgot how large the contents are.
    spec = spec_of()
    larger = replace(spec, contents=(*spec.contents, ("map", 1, (120.0, 80.0, 1.0))))
    path = tmp_path / "tuck-box.pdf"
    pdf.write_tuck_box(spec, path)
    assert any("too small inside for map" in str(problem) for problem in inspected_pdf(larger, path).problems)
    full = replace(spec, contents=tuple((label, count, (70.0, 100.0, 4.0)) for label, count, _ in spec.contents))
    assert any("too small inside for all" in str(problem) for problem in inspected_pdf(full, path).problems)


def test_another_paper_another_size_and_a_page_too_few_are_said(tmp_path):
    spec, parts = spec_of(), spec_of("a4", *BIG)
    letter = spec_of("letter")
    path = tmp_path / "tuck-box.pdf"
    pdf.write_tuck_box(replace(spec, paper=letter.paper, margin_mm=3.0), path)
    assert any("must be A4" in str(problem) for problem in inspected_pdf(spec, path).problems)
    pdf.write_tuck_box(parts, path)
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        del document.pages[1]
        document.save(path)
    findings = inspected_pdf(parts, path)
    assert any("has 1 pages, must have 2" in str(problem) for problem in findings.problems)
    assert findings.found["tuck-box"] == 0
    paths = svg.write_tuck_box(parts, tmp_path / "tuck-box")
    findings = inspected_svg(parts, paths[:1])
    assert any("must be one of 2 fronts" in str(problem) for problem in findings.problems)
    assert findings.found["tuck-box"] == 0


def test_a_form_drawn_smaller_is_said(tmp_path):
    spec = spec_of()
    path = tmp_path / "tuck-box.pdf"
    write_tuck_pdf(spec, path)
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        page = document.pages[0]
        content = page.Contents.read_bytes()
        assert b"q 0 1 -1 0" in content
        page.Contents = document.make_stream(content.replace(b"q 0 1 -1 0", b"q 0 0.999 -0.999 0"))
        document.save(path)
    assert any("at another size" in str(problem) for problem in inspected_pdf(spec, path).problems)


def test_a_title_that_is_too_long_for_the_page_is_an_error():
    with pytest.raises(DesignError, match="title"):
        tuck_pages(replace(spec_of(), title="A game of many names " * 12))


def test_nothing_is_written_with_more_decimals_than_a_cutter_reads(tmp_path):
    (path,) = svg.write_tuck_box(spec_of(), tmp_path / "tuck-box")
    text = Path(path).read_text(encoding="utf-8").replace("http://www.w3.org", "")
    assert not re.search(r"\d\.\d{4,}", text)
