"""The house as it is drawn and described: the picture is true, and no room is crowded."""

import importlib.util
import re

import pytest

from tests.support.places import ROOT

PACKAGES = ("rules", "design", "fabrication", "printables", "tablewright")
MOST = 13
"""So many modules a room holds at most; then it wants another room."""
ROOMS = sorted(
    folder.relative_to(ROOT).as_posix()
    for package in PACKAGES[1:]
    for folder in (ROOT / package, *(ROOT / package).rglob("*"))
    if (folder / "__init__.py").is_file()
)


@pytest.fixture(scope="module")
def drawing():
    spec = importlib.util.spec_from_file_location("house", ROOT / "docs" / "house.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_what_the_contracts_say(drawing):
    assert (ROOT / "docs" / "pictures" / "house.svg").read_text(encoding="utf-8") == drawing.house(), "run make house"


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_every_room_stands_on_a_floor(drawing, package):
    on_floors = {room for floor in drawing.floors_of(package) for room in floor}
    folder = ROOT / package
    there = {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()}
    there |= {path.stem for path in folder.glob("*.py") if not path.stem.startswith("__")}
    assert on_floors == there


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_lives_there_and_is_not_crowded(room):
    text = (ROOT / room / "__init__.py").read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert len([path for path in (ROOT / room).glob("*.py") if not path.stem.startswith("__")]) <= MOST


def test_every_file_that_the_architecture_names_is_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:rules|design|fabrication|printables|tablewright|tests)/[\w./]+)`", text))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
