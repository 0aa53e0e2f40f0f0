"""A second language for a game of one's own: files and no code; nothing of the English words is left on what is made."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from ruamel.yaml import YAML

import rules
from design.config import load_config
from rules.errors import ConfigError, DesignError
from rules.game import Medium
from tablewright.build import build, plans_for
from tablewright.inspection.report import inspect
from tests.own_pictures import card, game

RULES = """# Regeln für zwei

Wer mutig würfelt, gewinnt Äpfel: süße, große, grüne.

## Aufbau

Mischt die Karten {karte} und legt Plättchen bereit.

![Ein Plättchen und die Karte](figure:teile)

## Wegräumen

Alles passt in die Schachtel.

![Wo alles liegt](figure:storage)
"""
FIGURES = """teile:
  - height: 30
    items:
      - {face: karte.front, at: [20, 14], room: [20, 28]}
      - {face: chip.front, at: [60, 14], room: [14, 14]}
      - {label: Plättchen, at: [70, 15]}
"""
NAMES = """names: {karte: Karte mit Apfel, chip: Plättchen, rule-sheet: Regelblatt, storage-box: Schachtel, storage-lid: Deckel}
"""
SHEETS = """stock:
  cards: "Karton von 250 bis 300 g/m²."
  markers: "Papier von 120 g/m² auf Pappe kleben und gut pressen."
  stickers: "Selbstklebendes Papier."
steps: {}
rules:
  page: "{sheet}, Seite {number} von {pages}"
  leaf: "Seite {number} von {pages}"
  version: "Fassung {version}"
  each: "je: {pieces}"
  above: "obenauf: {pieces}"
  notes: Notizen
"""
GERMAN = {"rulebook.de.md": RULES, "figures.de.yaml": FIGURES, "words.de.yaml": NAMES, "sheet-words.de.yaml": SHEETS}
CHIP = "{outline: circle, width_mm: 20, height_mm: 20, thickness_mm: 2.8, relief_mm: 0.6}"
STORAGE = """  - {id: storage-box, family: tray, role: storage, spec: $storage_box, rule: {at: all, why: one}}
  - {id: storage-lid, family: lid, role: storage, spec: $storage_box, mates: [storage-box], rule: {at: all, why: one}}
"""


def folder_of(where: Path) -> Path:
    """A game that is complete in English and in German."""
    apple = card(
        "karte", 'fill: paper, slots: [{text: "Süße Äpfel, große Körbe", at: [6, 10], size: [32, 20], pt: 12}]', copies=6
    )
    chip = card("chip", "icon: star, fill: gold", "icon: star, fill: gold", 8, "marker", CHIP)
    folder = game(where, apple, chip, STORAGE)
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace("source: home", 'source: home\nversion: "2"'))
    (folder / "figures.en.yaml").write_text(FIGURES.replace("Plättchen", "chip"), encoding="utf-8")
    (folder / "words.en.yaml").write_text("names: {karte: card with an apple}\n")
    for name, text in GERMAN.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def loaded(folder, *more):
    return load_config(None, [f"games=[{folder}]", "paper.sizes=[a4]", *more])


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    config, output = loaded(folder_of(tmp_path_factory.mktemp("own")), "language=de"), tmp_path_factory.mktemp("built")
    build(config, output, ["mine"], [Medium.PAPER, Medium.BOOKLET], 1, lambda *_: None)
    return config, output


def texts(output):
    """What is read on each PDF, by its name."""
    files = sorted((output / "mine").rglob("*.pdf"))
    names = [f"{path.parent.parent.name}/{path.stem}" for path in files]
    return dict(
        zip(
            names,
            (" ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(one)) for one in files),
            strict=True,
        )
    )


def english(*sections):
    """Every text of these sections of `rules/words.en.yaml`."""
    file = Path(rules.__file__).parent / "words.en.yaml"
    found = []

    def walk(value):
        for one in value.values() if isinstance(value, dict) else value:
            if isinstance(one, str):
                found.append(one)
            else:
                walk(one)

    words = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    walk({name: words[name] for name in sections or words})
    return found


def flat(text):
    return re.sub(r"\s+", " ", text).lower()


def test_nothing_of_the_english_words_is_left(german):
    pages = texts(german[1])
    stock = english("stock")
    assert len(stock) > 5
    for name, text in pages.items():
        assert not [one for one in stock if flat(one) in flat(text)], name
    # Rules are in German altogether: not even a word of four letters is left, but in the credits, which are in English.
    words = {word for one in english() for word in re.findall(r"[a-z]{4,}", one.lower())}
    for name in ("pdf/rule-sheet", "booklet/rule-sheet"):
        said = flat(pages[name]).split("type: manrope")[0]
        assert not words & set(re.findall(r"[a-zäöüß]{4,}", said)), name


def test_what_is_read_is_german_with_its_umlauts(german):
    pages = {name: flat(text) for name, text in texts(german[1]).items()}
    sheet = pages["pdf/rule-sheet"]
    for words in (
        "süße, große, grüne",
        "mischt die karten 6 und",
        "regeln für zwei, seite 1 von 1 · fassung 2",
        "6 × karte mit apfel",
        "8 × plättchen",
        "obenauf: 1 × regelblatt",
    ):
        assert words in sheet, words
    assert "seite 1 von 4" in pages["booklet/rule-sheet"]
    assert "notizen" in pages["booklet/rule-sheet"]
    assert "karton von 250 bis 300 g/m²" in pages["pdf/cards"]
    assert "süße äpfel" in pages["pdf/cards"]
    assert "auf pappe kleben" in pages["pdf/markers"]


def test_the_document_says_its_language_and_inspection_finds_it_complete(german):
    import pikepdf

    config, output = german
    with pikepdf.open(output / "mine" / "pdf" / "a4" / "rule-sheet.pdf") as pdf:
        assert str(pdf.Root.Lang) == "de"
    report = inspect(output, config.config, ["mine"])
    assert [str(one) for one in report.problems if "storage" not in str(one)] == []


def test_every_file_that_is_missing_is_named_at_once(tmp_path):
    folder = folder_of(tmp_path)
    for name in GERMAN:
        (folder / name).unlink()
    with pytest.raises((ConfigError, DesignError)) as caught:
        plans_for(loaded(folder, "language=de"), ["mine"])
    told = str(caught.value)
    for name in ("rulebook.de.md is missing", "words.de.yaml is missing", "figures.de.yaml is missing", "sheet-words.de.yaml"):
        assert name in told, told


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("sheet-words.de.yaml", "Seite {number} von {pages}", "Seite {nummer}", "{number}, {pages} and no other"),
        ("sheet-words.de.yaml", "  notes: Notizen\n", "", "notes"),
        ("words.de.yaml", "names", "namen", "namen"),
    ],
)
def test_a_mistake_in_a_language_s_file_is_named_with_its_file(tmp_path, file, old, new, says):
    folder = folder_of(tmp_path)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        plans_for(loaded(folder, "language=de"), ["mine"])
    assert says in str(caught.value)
    assert file in str(caught.value)


def test_what_is_no_language_is_refused():
    with pytest.raises(ConfigError, match="language"):
        load_config(None, ["language=../x"])
