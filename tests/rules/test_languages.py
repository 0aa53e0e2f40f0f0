"""Another language is further files and no code: a made-up one, and no word of English left on any sheet."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import replace
from importlib import import_module
from importlib.resources import files

import pikepdf
import pypdfium2
import pytest

from design.config.loading import load_config
from design.config.paper import Duplex
from design.plan.planning import plan
from design.sheets.calibration import calibration_specs
from design.sheets.captions import credits_for
from design.sheets.specs import SheetSpec
from printables.pdf import write_calibration, write_sheets
from rules import sheet_words
from rules.errors import ConfigError
from rules.game import Medium
from rules.sheet_words import load_sheet_words, parse_sheet_words
from tablewright.commands.starting import start_game
from tablewright.inspection.documents.calibration import calibration_faults

ENGLISH = (files("rules") / "words.en.yaml").read_text(encoding="utf-8")
WORD = re.compile(r"(?<![A-Za-z_])[A-Za-z]{3,}(?![A-Za-z_])")
"""What has an underscore is a key of the configuration."""
PART = re.compile(r"(\{[a-z]+\}|%)")


def foreign(text):
    """Each letter another one, and what stands in braces as it is."""
    return "".join(part if PART.fullmatch(part) else codecs.encode(part, "rot13") for part in PART.split(text))


def translated(value):
    if isinstance(value, dict):
        return {key: translated(one) for key, one in value.items()}
    return [translated(one) for one in value] if isinstance(value, list | tuple) else foreign(value)


@pytest.fixture(scope="module")
def language(tmp_path_factory):
    """A folder with the words of `xx` beside those of English, in the place of ours."""
    folder = tmp_path_factory.mktemp("rules")
    (folder / "words.en.yaml").write_text(ENGLISH, encoding="utf-8")
    # YAML reads JSON.
    data = translated(load_sheet_words().model_dump())
    (folder / "words.xx.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    patch = pytest.MonkeyPatch()
    patch.setattr(sheet_words, "files", lambda _: folder)
    load_sheet_words.cache_clear()
    yield
    patch.undo()
    load_sheet_words.cache_clear()


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The template's game in that language."""
    folder = tmp_path_factory.mktemp("games") / "mine"
    start_game(folder, "cards")
    (folder / "rulebook.xx.md").write_text("# Ertryf\n\nQenj.\n\n## Raq\n\nQbar.\n", encoding="utf-8")
    names = {"event-card": "jrngure pneq", "chip": "puvc", "blank-card": "oynax pneq", "rule-sheet": "ehyrf"}
    names |= {"storage-box": "obk", "storage-lid": "yvq", "tuck-box": "pneqobk"}
    plurals = {"event-card": "jrngure pneqf", "chip": "puvcf", "blank-card": "oynax pneqf"}
    lines = ["names:", *(f"  {one}: {text}" for one, text in names.items())]
    lines += ["plurals:", *(f"  {one}: {text}" for one, text in plurals.items())]
    (folder / "words.xx.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def loaded(game, *settings):
    return load_config(None, [f"games=[{game}]", "paper.sizes=[a4]", "language=xx", *settings])


def texts_of(path):
    with pypdfium2.PdfDocument(path) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def english():
    """Every word of our English sheets."""
    return {word.lower() for word in WORD.findall(re.sub(r"(?m)^\s*#.*$|^[\s-]*\w+:|\{\w+\}", " ", ENGLISH))}


OWN = {"My", "Mine", "Invented", "home", "Tablewright", "tablewright", "calibrate", "paper", "read"}
"""The game's own words, and the command's, which are no language."""


def left(text, credits):
    """Words of English on a sheet that are neither the game's nor owners and licences of typefaces."""
    kept = {word.lower() for word in (*OWN, *WORD.findall(credits))}
    return {word for word in WORD.findall(text) if word.lower() in english()} - {
        word for word in WORD.findall(text) if word.lower() in kept
    }


@pytest.mark.usefixtures("language")
def test_no_word_of_english_is_left_on_any_sheet(game, tmp_path):
    config = loaded(game, "paper.duplex=gutter-fold").config
    made = plan(config.game("mine"), config).artifacts
    credits = credits_for([], (), "xx")
    seen = set()
    for one in made:
        if one.medium not in (Medium.PAPER, Medium.BOOKLET, Medium.PRINT_HOUSE) and "contact" not in one.path:
            continue
        module, _, name = one.builder.partition(":")
        paths = getattr(import_module(module), name)(one.spec, tmp_path / one.path)
        for path in (path for path in paths if path.suffix == ".pdf"):
            # What stands on the cards is the table's, and the contact sheet names pieces by their ids.
            pieces = getattr(one.spec, "pieces", ())
            marks = (mark for piece in pieces for face in piece.faces for mark in face.marks)
            own = [*(mark.run.text for mark in marks if mark.run), *(piece.name for piece in pieces)]
            text = texts_of(path)
            assert left(text, " ".join([credits, *own])) == set(), path.name
            with pikepdf.open(path) as document:
                assert str(document.Root.Lang) == "xx"
            seen |= {path.name, one.medium}
    assert {"cards.pdf", "markers.pdf", "stickers.pdf", "tuck-box.pdf", "rule-sheet.pdf", "contact-sheet.pdf"} <= seen
    assert Medium.PRINT_HOUSE in seen


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("duplex", list(Duplex))
def test_nor_in_any_way_to_print_two_sides(game, tmp_path, duplex):
    config = loaded(game, f"paper.duplex={duplex.value}").config
    made = plan(config.game("mine"), config).artifacts
    spec = next(one.spec for one in made if isinstance(one.spec, SheetSpec) and one.spec.name == "markers")
    for path in write_sheets(spec, tmp_path / "markers.pdf"):
        assert left(texts_of(path), spec.credits) == set()
        assert foreign("Page") in texts_of(path)
    if duplex.printed_twice:
        (spec,) = calibration_specs(config, credits_for([], (), "xx"))
        paths = write_calibration(spec, tmp_path / "calibration.pdf")
        assert set().union(*(left(texts_of(path), spec.credits) for path in paths)) == set()
        assert calibration_faults(paths, spec) == []


@pytest.mark.usefixtures("language")
def test_a_language_without_files_and_words_with_mistakes_are_named():
    with pytest.raises(ConfigError, match=r"language = yy: there is no words\.yy\.yaml in rules"):
        load_sheet_words("yy")
    for wrong, told in (
        (ENGLISH.replace("{pages}", "{sheets}", 1), "words.yaml:.* page = .*must have {page}, {pages} and no other braces"),
        (ENGLISH.replace("  slits:", "  slit:", 1), "slit"),
        (ENGLISH.replace("Page {page}", "Page {page", 1), "must have {page}, {pages}"),
    ):
        with pytest.raises(ConfigError, match=told):
            parse_sheet_words(wrong, "words.yaml")


@pytest.mark.usefixtures("language")
def test_the_check_that_looks_for_english_bites(game, tmp_path):
    config = loaded(game).config
    made = plan(config.game("mine"), config).artifacts
    spec = next(one.spec for one in made if isinstance(one.spec, SheetSpec) and one.spec.name == "markers")
    (path,) = write_sheets(replace(spec, language="en"), tmp_path / "markers.pdf")
    assert {"Page", "Print", "front"} <= left(texts_of(path), spec.credits)


def test_every_file_that_is_missing_is_named_at_once(tmp_path):
    folder = tmp_path / "mine"
    start_game(folder, "board")
    config = load_config(None, [f"games=[{folder}]", "language=de"]).config
    with pytest.raises(ConfigError) as caught:
        plan(config.game("mine"), config)
    told = str(caught.value)
    for name in ("rulebook.de.md is missing", "figures.de.yaml is missing", "there is no words.de.yaml"):
        assert name in told, told


def test_what_is_no_language_is_refused():
    with pytest.raises(ConfigError, match="language"):
        load_config(None, ["language=../x"])
