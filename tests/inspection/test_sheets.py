"""Inspection of sheets, PDF and SVG: a right output passes, and every way to spoil a file is found and named."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pikepdf
import pytest
from lxml import etree

from design.config.paper import Duplex
from design.sheets.specs import SheetSpec
from tests.support.hand_sheets import MM, add_form, add_page, new_pdf, save, use, write_pdf
from tests.support.inspection_fixtures import GAME, Bench, artifacts, complaints, small_config, write_by_hand

CONFIG = small_config()


def made_of(medium, tmp_path_factory):
    return write_by_hand(CONFIG, tmp_path_factory.mktemp(medium), lambda one: one.medium.value == medium)


@pytest.fixture(scope="module")
def made_pdf(tmp_path_factory):
    return made_of("pdf", tmp_path_factory)


@pytest.fixture(scope="module")
def made_svg(tmp_path_factory):
    return made_of("svg", tmp_path_factory)


@pytest.fixture
def pdf(made_pdf, tmp_path):
    return Bench(made_pdf, tmp_path, CONFIG, ["pdf"])


@pytest.fixture
def svg(made_svg, tmp_path):
    return Bench(made_svg, tmp_path, CONFIG, ["svg"])


def spec_of(name) -> SheetSpec:
    return artifacts(CONFIG)[f"{GAME}/pdf/a4/{name}.pdf"].spec


def edit(bench, name, change):
    file = bench.file(name)
    with pikepdf.open(file, allow_overwriting_input=True) as document:
        change(document)
        document.save(file)
    return bench.inspect()


def content(page):
    return page.Contents.read_bytes().decode()


@pytest.mark.parametrize("medium", ["pdf", "svg"])
def test_a_right_output_is_complete_on_paper(medium, request):
    report = request.getfixturevalue(medium).inspect(whole=True)
    assert report.problems == ()
    # Two players: 2 shape and 8 X cards, 4 score and 6 penalty markers, 5 doors, 1 leader, 2 overviews; one box.
    counts = {"shape-card": 2, "x-card": 8, "score-marker": 4, "penalty-marker": 6, "door-marker": 5, "leader-token": 1}
    counts |= {"action-overview": 2, "tuck-box": 1} | ({"rule-sheet": 1} if medium == "pdf" else {})
    # A board of card for each stands for two plates and two connectors.
    counts |= {"number-plate-owner": 2, "number-plate-table": 2, "connector": 4}
    # Their stickers: 4 plates' fronts, both sides of 4 + 6 + 5 + 1 markers, the lid.
    counts |= {"stickers": 4 + 2 * 16 + 1}
    found = {row.component: dict(row.found) for row in report.rows if row.found}
    assert found == {name: {f"{medium} a4": count} for name, count in counts.items()}


def test_a_missing_pdf_is_named(pdf):
    pdf.file("cards.pdf").unlink()
    report = pdf.inspect()
    assert complaints(report, "cards.pdf", "x-card.gold", "expected 4, found 0")
    assert complaints(report, "cards.pdf", "shape-card.forest", "expected 1, found 0")


def test_a_second_copy_of_a_pdf_is_named(pdf):
    file = pdf.file("cards.pdf")
    shutil.copy(file, file.with_name("cards-2.pdf"))
    report = pdf.inspect()
    assert complaints(report, "cards-2.pdf", "no such file")
    assert complaints(report, "cards-2.pdf", "not in manifest.json")


def test_a_missing_board_of_card_is_named_with_the_parts_it_stands_for(pdf):
    def drop(document):
        page = document.pages[0]
        page.Contents = document.make_stream(
            re.sub(r"q [^q]*?paper-board\.gold\.\w+ Do Q\n", "", content(page), count=1).encode()
        )

    report = edit(pdf, "boards.pdf", drop)
    assert complaints(report, "boards.pdf", "paper-board.gold", "expected 1, found 0")
    # Of two boards one is left: one owner's plate, one table's plate and two connectors.
    found = {row.component: row.found["pdf a4"] for row in report.rows if row.component in ("number-plate-owner", "connector")}
    assert found == {"number-plate-owner": 1, "connector": 2}


def test_two_swapped_pdfs_are_both_named(pdf):
    first, second = pdf.file("cards.pdf"), pdf.file("markers.pdf")
    first_data, second_data = first.read_bytes(), second.read_bytes()
    first.write_bytes(second_data)
    second.write_bytes(first_data)
    report = pdf.inspect()
    assert complaints(report, "cards.pdf", "no door-marker.1 in this file")
    assert complaints(report, "markers.pdf", "no x-card.gold in this file")


def test_the_rule_sheet_swapped_with_a_sheet_is_named(pdf):
    first, second = pdf.file("cards.pdf"), pdf.file("rule-sheet.pdf")
    first_data, second_data = first.read_bytes(), second.read_bytes()
    first.write_bytes(second_data)
    second.write_bytes(first_data)
    report = pdf.inspect()
    assert complaints(report, "cards.pdf", "no rule-sheet in this file")
    assert complaints(report, "rule-sheet.pdf", "expected 1, found 0")


@pytest.mark.parametrize("page", [0, 1])
def test_a_card_dropped_from_one_side_is_counted(pdf, page):
    def drop(document):
        text = content(document.pages[page])
        document.pages[page].Contents = document.make_stream(
            re.sub(r"q [^q]*?x-card\.gold\.\w+ Do Q\n", "", text, count=1).encode()
        )

    report = edit(pdf, "cards.pdf", drop)
    assert complaints(report, "cards.pdf", "x-card.gold", "expected 4, found 3")
    assert complaints(report, "cards.pdf", "page 2", "x-card.gold")


def test_a_card_placed_twice_is_counted(pdf):
    def double(document):
        page = document.pages[0]
        page.Contents = document.make_stream((content(page) + use("x-card.gold.front", 180, 40)).encode())

    report = edit(pdf, "cards.pdf", double)
    assert complaints(report, "cards.pdf", "x-card.gold", "expected 4, found 5")
    assert complaints(report, "cards.pdf", "nothing behind x-card.gold.front")


def test_a_card_over_another_is_found(pdf):
    def over(document):
        page = document.pages[0]
        found = re.search(r"q 1 0 0 1 (\S+) (\S+) cm /FormXob.x-card.gold.front Do Q", content(page))
        more = use("x-card.forest.front", float(found[1]) / MM + 3, float(found[2]) / MM + 3)
        page.Contents = document.make_stream((content(page) + more).encode())

    report = edit(pdf, "cards.pdf", over)
    assert complaints(report, "cards.pdf", "one over the other")


def test_pages_added_are_found(pdf):
    def again(document):
        document.pages.append(document.pages[0])
        document.pages.append(document.pages[1])

    assert complaints(edit(pdf, "cards.pdf", again), "cards.pdf", "x-card.forest", "expected 4, found 8")


def test_an_empty_page_is_found(pdf):
    report = edit(pdf, "cards.pdf", lambda document: document.add_blank_page(page_size=(210 * MM, 297 * MM)))
    assert complaints(report, "cards.pdf", "page 3", "holds no piece")


def test_a_lost_page_of_backs_is_found(pdf):
    def lose(document):
        del document.pages[1]

    report = edit(pdf, "cards.pdf", lose)
    assert complaints(report, "cards.pdf", "page 1", "without a page of backs")
    assert complaints(report, "cards.pdf", "shape-card.gold", "expected 1, found 0")


def test_a_page_of_another_size_is_found(pdf):
    def resize(document):
        document.pages[0].MediaBox = pikepdf.Array([0, 0, 612, 792])

    assert complaints(edit(pdf, "cards.pdf", resize), "cards.pdf", "page 1", "215.90 x 279.40", "must be A4")


def test_whole_points_are_not_a4(pdf):
    def round_off(document):
        document.pages[0].MediaBox = pikepdf.Array([0, 0, 595, 842])

    assert complaints(edit(pdf, "cards.pdf", round_off), "cards.pdf", "page 1", "must be A4, 210.00 x 297.00 mm")


def test_a_form_that_draws_another_face_is_found(pdf):
    spec = spec_of("cards")
    faces = {piece.front.name: piece.front for piece in spec.pieces}

    def redraw(document):
        page = document.pages[0]
        other = add_form(document, faces["shape-card.forest.front"])
        page.Resources.XObject["/FormXob.shape-card.gold.front"] = document.make_indirect(other)

    report = edit(pdf, "cards.pdf", redraw)
    assert complaints(report, "cards.pdf", "shape-card.gold.front", "shows shape-card.forest.front instead")
    assert complaints(report, "cards.pdf", "shape-card.gold", "expected 1, found 0")


def test_a_face_that_lacks_a_mark_is_found(pdf):
    spec = spec_of("markers")
    door = next(piece.front for piece in spec.pieces if piece.name == "door-marker.2")

    def redraw(document):
        bare = replace(door, marks=door.marks[:1])
        document.pages[0].Resources.XObject[f"/FormXob.{door.name}"] = document.make_indirect(add_form(document, bare))

    report = edit(pdf, "markers.pdf", redraw)
    assert complaints(report, "markers.pdf", "door-marker.2.front", "shows something else")
    assert complaints(report, "markers.pdf", "door-marker.2.front", "other text", "without 2")


def test_a_piece_drawn_smaller_is_found(pdf):
    def shrink(document):
        page = document.pages[0]
        page.Contents = document.make_stream(content(page).replace("1 0 0 1 ", "0.99 0 0 0.99 ", 1).encode())

    assert complaints(edit(pdf, "cards.pdf", shrink), "cards.pdf", "0.990 x 0.990 of its size")


def test_a_back_beside_its_front_is_found(pdf):
    def shift(document):
        page = document.pages[1]
        document.pages[1].Contents = document.make_stream(b"q 1 0 0 1 0.5 0 cm\n" + content(page).encode() + b"Q\n")

    # Half a point is 0.18 mm.
    report = edit(pdf, "cards.pdf", shift)
    assert complaints(report, "cards.pdf", "page 2", "nothing behind shape-card.gold.front")


def test_backs_in_the_order_of_the_fronts_are_found(pdf):
    spec = replace(spec_of("cards"), duplex=Duplex.SHORT_EDGE)
    file = pdf.file("cards.pdf")
    write_pdf(spec, file)
    # The very same sheet, judged for a printer that turns it on the short edge.
    other = pdf.config.model_copy(update={"paper": pdf.config.paper.model_copy(update={"duplex": Duplex.SHORT_EDGE})})
    pdf.config = other
    assert complaints(pdf.inspect(), "cards.pdf", "page 2", "behind")


def test_a_sheet_that_lets_the_printer_scale_it_is_found(pdf):
    def forget(document):
        del document.Root.ViewerPreferences

    assert complaints(edit(pdf, "cards.pdf", forget), "cards.pdf", "true size")


def test_a_truncated_pdf_is_found(pdf):
    file = pdf.file("markers.pdf")
    file.write_bytes(file.read_bytes()[:300])
    report = pdf.inspect()
    assert complaints(report, "markers.pdf")
    assert complaints(report, "markers.pdf", "leader-token", "expected 1, found 0")


def test_a_rule_sheet_without_its_text_is_found(pdf):
    file = pdf.file("rule-sheet.pdf")
    document = new_pdf()
    form = pikepdf.Stream(document, b"0 0 20 5 re f")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 20, 5])
    add_page(document, (210, 297), use("rule-sheet", 5, 5), {"rule-sheet": form})
    save(document, file)
    report = pdf.inspect()
    assert complaints(report, "rule-sheet.pdf", "page 1 holds no text")
    assert complaints(report, "rule-sheet.pdf", "lacks the heading", "Geometric Chamber")
    assert complaints(report, "rule-sheet.pdf", "expected 1, found 0")


def test_two_rule_sheets_in_one_file_are_counted(pdf):
    report = edit(pdf, "rule-sheet.pdf", lambda document: document.pages.append(document.pages[0]))
    assert complaints(report, "rule-sheet.pdf", "expected 1, found 2")


def tree(bench, name):
    file = bench.file(name)
    root = etree.parse(file)
    return file, root


def test_a_piece_removed_from_a_cut_file_is_counted(svg):
    file, root = tree(svg, "cards.1.front.svg")
    group = root.xpath("//*[@data-piece='x-card.gold.front']")[0]
    group.getparent().remove(group)
    root.write(file)
    report = svg.inspect()
    assert complaints(report, "cards.1.front.svg", "x-card.gold", "expected 4, found 3")
    assert complaints(report, "cards.1.front.svg", "along no piece")
    assert complaints(report, "cards.1.front.svg", "manifest.json says that it holds 4, it holds 3")


def test_an_outline_missing_in_a_cut_file_is_found(svg):
    file, root = tree(svg, "markers.1.front.svg")
    cut = root.xpath("//*[@id='cut']")[0]
    cut.remove(cut[0])
    root.write(file)
    assert complaints(svg.inspect(), "markers.1.front.svg", "no outline to cut along")


def test_a_group_that_draws_another_face_is_found(svg):
    file, root = tree(svg, "markers.1.front.svg")
    one, other = (root.xpath(f"//*[@data-piece='door-marker.{number}.front']")[0] for number in (1, 4))
    one.set("data-piece", "door-marker.4.front")
    other.set("data-piece", "door-marker.1.front")
    root.write(file)
    report = svg.inspect()
    assert complaints(report, "markers.1.front.svg", "door-marker.4.front", "shows door-marker.1.front instead")
    assert complaints(report, "markers.1.front.svg", "door-marker.1.front", "shows door-marker.4.front instead")


def test_a_wrong_colour_in_a_cut_file_is_found(svg):
    file = svg.file("cards.1.back.svg")
    gold, forest = CONFIG.colours.gold, CONFIG.colours.forest
    file.write_text(file.read_text().replace(gold, forest))
    assert complaints(svg.inspect(), "cards.1.back.svg", "x-card.gold.back", "shows something else")


def test_a_cut_file_of_another_size_is_found(svg):
    file = svg.file("cards.1.front.svg")
    file.write_text(file.read_text().replace('viewBox="0 0 210.0 297.0"', 'viewBox="0 0 793.7 1122.5"'))
    assert complaints(svg.inspect(), "cards.1.front.svg", "viewBox")


def test_a_cut_file_with_a_transform_or_text_is_found(svg):
    file = svg.file("cards.1.front.svg")
    file.write_text(file.read_text().replace('<g id="print">', '<g id="print" transform="scale(2)">'))
    other = svg.file("markers.1.front.svg")
    other.write_text(re.sub(r"(<g class=\"piece\"[^>]*>)", r"\1<text>1</text>", other.read_text(), count=1))
    report = svg.inspect()
    assert complaints(report, "cards.1.front.svg", "transform")
    assert complaints(report, "markers.1.front.svg", "<text>")


def test_two_swapped_cut_files_are_both_named(svg):
    first, second = svg.file("cards.1.front.svg"), svg.file("cards.1.back.svg")
    first_data, second_data = first.read_bytes(), second.read_bytes()
    first.write_bytes(second_data)
    second.write_bytes(first_data)
    report = svg.inspect()
    assert complaints(report, "cards.1.front.svg", "holds backs")
    assert complaints(report, "cards.1.back.svg", "holds fronts")


def test_a_sheet_more_than_asked_for_is_found(svg):
    for side in ("front", "back"):
        file = svg.file(f"cards.1.{side}.svg")
        shutil.copy(file, file.with_name(f"cards.2.{side}.svg"))
    report = svg.inspect()
    assert complaints(report, "cards.2.front.svg", "not in manifest.json")
    assert complaints(report, "cards.2.front.svg", "x-card.gold", "expected 4, found 8")


def test_a_broken_cut_file_is_found(svg):
    file = svg.file("cards.1.front.svg")
    file.write_text(file.read_text()[:-40])
    assert complaints(svg.inspect(), "cards.1.front.svg", "cannot be read as SVG")
