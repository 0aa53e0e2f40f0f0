"""Files that are made elsewhere: nothing of this machine's disk is needed there, and what comes back is what was made."""

from __future__ import annotations

import pickle
import shutil
from dataclasses import replace

import pytest

from design.config.loading import load_config
from rules.errors import BuildError, Problem
from rules.game import Medium
from tablewright.building.away import Delivery, deliver, order, put_down
from tablewright.building.build import plans_for
from tablewright.building.workshop import make
from tablewright.manifest import digest
from tests.support.own_pictures import card, game, quarters

SLOT = "slots: [{image: art.png, at: [4, 4], size: [36, 60]}]"


@pytest.fixture
def sheet(tmp_path):
    """The sheet of a card with a picture."""
    folder = game(tmp_path / "own", card("it", SLOT))
    quarters(425, 709).save(folder / "art.png")
    loaded = load_config(None, [f"games=[{folder}]", "paper.sizes=[a4]"])
    (one,) = plans_for(loaded, ["mine"], [Medium.PAPER])
    return next(artifact for artifact in one.artifacts if artifact.path == "mine/pdf/a4/cards.pdf"), folder


def test_a_picture_goes_with_what_shows_it(sheet, tmp_path):
    artifact, folder = sheet
    make([artifact], tmp_path / "here")
    asked = pickle.dumps(order([artifact], []))
    assert str(tmp_path).encode() not in asked
    shutil.rmtree(folder)
    delivery = deliver(pickle.loads(asked))
    assert delivery.problems == ()
    put_down(delivery, tmp_path / "there")
    assert digest(tmp_path / "there" / artifact.path) == digest(tmp_path / "here" / artifact.path)


def test_what_cannot_be_made_says_why(sheet):
    artifact, folder = sheet
    (folder / "art.png").unlink()
    assert "cannot be read" in deliver(order([artifact], [])).problems[0].what
    lost = replace(artifact, builder="rules.errors:Problem")
    quarters(425, 709).save(folder / "art.png")
    assert deliver(order([lost], [])).problems[0].where == artifact.path


def test_a_part_that_beds_need_and_is_not_there_is_named(sheet, tmp_path):
    problems = deliver(order([sheet[0]], [("mine/stl/it_x1.stl", tmp_path / "it_x1.stl")])).problems
    assert problems == (Problem(str(tmp_path / "it_x1.stl"), "cannot be read (No such file or directory); run it again"),)


def test_bytes_that_changed_on_the_way_are_refused(tmp_path):
    delivery = Delivery(files={"a.svg": ("0" * 64, b"something else")})
    with pytest.raises(BuildError, match=r"a\.svg: did not come back as it was made"):
        put_down(delivery, tmp_path)
