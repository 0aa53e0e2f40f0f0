"""A face laid out by its owner: slots in the order they are drawn, filled from the piece's own values.

A slot's `at` is its upper left corner, `size` its width and height, both in mm from the upper left corner of the cut
piece, y down. `{name}` in a text, an icon, an image or a colour stands for a value of the piece: an axis's, or a column
of the table that the axis comes from. With `relief` it is raised or engraved where the piece is printed in 3D; without,
it is for paper alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, Tag

from rules.document import AsTuple, StrictModel, by_key

FIELD = re.compile(r"\{([a-z0-9_-]+)\}")


Pair = Annotated[tuple[float, float], AsTuple]
Length = Annotated[float, Field(ge=0, le=1000)]


class _Slot(StrictModel):
    at: Pair
    size: Pair

    @property
    def names(self) -> tuple[str, ...]:
        """The values that it is filled with, by name."""
        texts = (value for value in self.model_dump().values() if isinstance(value, str))
        return tuple(dict.fromkeys(name for text in texts for name in FIELD.findall(text)))


class TextSlot(_Slot):
    """A text in the typeface of all sheets: broken into lines, and shrunk down to 8 pt where it is too long.

    A number is a text. `pt` is its size, `bold` its weight; `align` and `valign` place it in the slot.
    """

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    pt: Annotated[float, Field(ge=8, le=200)] = 9.0
    bold: bool = False
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: str = ""
    relief: bool = True


class IconSlot(_Slot):
    """An icon as large as goes into the slot."""

    icon: Annotated[str, Field(min_length=1)]
    colour: str = ""
    relief: bool = True


class ShapeSlot(_Slot):
    """A plain shape over the whole slot: a rectangle, with rounded corners if asked, or an ellipse."""

    shape: Literal["rectangle", "ellipse"]
    colour: str = "ink"
    corner: Length = 0.0
    outline: Length = 0.0
    relief: bool = False


class ImageSlot(_Slot):
    """A picture of one's own beside the `game.yaml`, all of it in the slot, or so that it fills it.

    An SVG is a drawing, a PNG or a JPEG is made of pixels: of these it must have `dpi` an inch as it is printed.
    """

    image: Annotated[str, Field(min_length=5, pattern=r"\.(svg|png|jpg|jpeg)$|\}$")]
    fit: Literal["contain", "cover"] = "contain"
    dpi: Annotated[int, Field(ge=72, le=1200)] = 300
    relief: bool = False


KINDS: dict[str, type[_Slot]] = {"text": TextSlot, "icon": IconSlot, "shape": ShapeSlot, "image": ImageSlot}


Slot = Annotated[
    Annotated[TextSlot, Tag("text")]
    | Annotated[IconSlot, Tag("icon")]
    | Annotated[ShapeSlot, Tag("shape")]
    | Annotated[ImageSlot, Tag("image")],
    by_key(KINDS, "no_slot"),
]


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with each `{name}` replaced; KeyError names a value that there is not."""
    return FIELD.sub(lambda found: values[found.group(1)], text)
