"""The pictures in the documentation, drawn from the models: every part, the assembled board, the box, the pages."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from design.config.loading import Config, load_config
from design.context import Context
from design.files import write_whole
from design.storage.lids import any_lid_spec
from rules.errors import BuildError, Problem
from tablewright.parts_page import parts_page

PAGE_WIDTH = 900
"""Width of a page's picture, in pixels."""
OPEN_SHARE = 0.45
"""How far the sliding lid is pulled out in its picture, as a share of its length."""
PAGE_LINE = "#b9b5ab"
"""A thin line around a page, so that white paper stands out on a white background."""


def gallery(config: Config, output: Path, pictures: Path) -> list[Path]:
    """Draw the pictures of every configured game, and of the PDF pages that a build left below `output`.

    If the parts have been sliced, the page of parts is written too.

    Returns:
        The files written: pictures in one folder per game below `pictures`, and the page next to it.

    Raises:
        DesignError, BuildError: a part cannot be made, or a file cannot be read or written.
    """
    written = []
    for game in config.games:
        written += solids_gallery(config, game, pictures / game)
        written += pages_gallery(sorted((output / game / "pdf").glob("a4/*.pdf")), pictures / game)
    written.append(sliding_picture(pictures))
    written.append(coupon_picture(config, pictures))
    page = parts_page(config, output, pictures)
    return [*written, page] if page else written


def solids_gallery(config: Config, game_id: str, pictures: Path) -> list[Path]:
    """Every part, the assembled board and the box of one game."""
    from fabrication.scenes.drawing import write_picture
    from fabrication.scenes.rendering import View
    from fabrication.scenes.scenes import Pieces, board_scene, box_scene, component_scene, lid_scene, line_scene, moved

    game = config.game(game_id)
    context = Context.of_game(game, config)
    pieces = Pieces(context)
    written = []
    for line in pieces.lines():
        view = View.LOW if line.component.family == "connector" else View.TABLE
        written.append(write_picture(component_scene(pieces, line), pictures / f"{line.component.id}.png", view))
    families = {line.component.family for line in pieces.lines()}
    if {"plate", "connector"} <= families:
        value = next(iter(game.axes["colour"].names))
        scene = board_scene(pieces, value)
        written.append(write_picture(scene, pictures / "board-owner.png", View.OWNER))
        written.append(write_picture(scene, pictures / "board-table.png", View.ACROSS))
    for line in pieces.lines():
        if line.component.family == "domino":
            scene = line_scene(pieces, line, config.domino.gap_max_mm)
            written.append(write_picture(scene, pictures / f"{line.component.id}-line.png", View.CORNER))
    # The lid lies behind the box, 1.3 times the box's depth away.
    behind = lid_scene(context)
    apart = 1.3 * any_lid_spec(context, "storage-lid").extent_mm[1]
    for name, papers in (("storage-box", False), ("storage-box-papers", True)):
        scene = [*box_scene(pieces, papers), *moved(behind, (0.0, apart, 0.0))]
        written.append(write_picture(scene, pictures / f"{name}.png", View.CORNER))
    return written


def sliding_picture(pictures: Path) -> Path:
    """Geometric Chamber's filled box with the sliding lid half way in its rails, everything else at its defaults."""
    from fabrication.scenes.drawing import write_picture
    from fabrication.scenes.rendering import View
    from fabrication.scenes.scenes import Pieces, sliding_scene

    config = load_config(None, ["storage_box.lid=sliding"]).config
    scene = sliding_scene(Pieces(Context.of_game(config.game("geometric-chamber"), config)), OPEN_SHARE)
    return write_picture(scene, pictures / "sliding-lid.png", View.CORNER)


def coupon_picture(config: Config, pictures: Path) -> Path:
    """The fit coupon: all combs with their numbers."""
    from fabrication.scenes.coupon_scene import coupon_scene
    from fabrication.scenes.drawing import write_picture
    from fabrication.scenes.rendering import View

    return write_picture(coupon_scene(config), pictures / "fit-coupon.png", View.STEEP)


def pages_gallery(documents: Sequence[Path], pictures: Path) -> list[Path]:
    """The first page of each PDF as a picture, named for it."""
    return [page_picture(path, pictures / f"sheet-{path.stem}.png") for path in documents]


def page_picture(document: Path, picture: Path) -> Path:
    """Page 1 of a PDF as a PNG with a thin line around it; BuildError when it cannot be read or written."""
    try:
        pdf = pypdfium2.PdfDocument(document)
    except (OSError, pypdfium2.PdfiumError) as error:
        raise BuildError(Problem(str(document), f"cannot be read as PDF ({error}); build the sheets again")) from None
    try:
        page = pdf[0]
        image: Image.Image = page.render(scale=2 * PAGE_WIDTH / page.get_width()).to_pil().convert("RGB")
    finally:
        pdf.close()
    height = round(image.height * PAGE_WIDTH / image.width)
    framed = ImageOps.expand(image.resize((PAGE_WIDTH, height), Image.Resampling.LANCZOS), border=1, fill=PAGE_LINE)
    buffer = io.BytesIO()
    framed.save(buffer, "PNG", optimize=True)
    write_whole(picture, buffer.getvalue())
    return picture
