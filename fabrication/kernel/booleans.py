"""Union, difference and intersection of solids, each in a single operation and a single thread.

The kernel's parallel mode, which CadQuery's own `cut`, `fuse` and `intersect` always request, was occasionally seen to hang,
and always hangs in a process forked after one of them. Parts are built side by side in separate processes, so nothing is
lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import cadquery as cq
from OCP.BRepAlgoAPI import BRepAlgoAPI_BooleanOperation, BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.TopTools import TopTools_ListOfShape

PLAY_MM = 1e-5
"""Where the kernel fails otherwise, faces closer than this are treated as one; far below what a mesh preserves."""


def cut(body: cq.Shape, tools: Sequence[cq.Shape]) -> cq.Shape:
    """The body without its tools, which may overlap each other."""
    return _done(BRepAlgoAPI_Cut(), body, tools)


def fuse(body: cq.Shape, others: Sequence[cq.Shape]) -> cq.Shape:
    """The body and all others as one.

    Occasionally the kernel drops one of them without an error (a connector's foot of 60 mm). The operation is then repeated
    with a small tolerance between faces that nearly meet.
    """
    united = _done(BRepAlgoAPI_Fuse(), body, others)
    largest = max((float(one.Volume()) for one in (body, *others)), default=0.0)
    if float(united.Volume()) < largest * (1 - 1e-9):
        again = BRepAlgoAPI_Fuse()
        again.SetFuzzyValue(PLAY_MM)
        united = _done(again, body, others)
    return united


def common(body: cq.Shape, other: cq.Shape) -> cq.Shape:
    """What two shapes share; its volume is 0 if they do not meet."""
    return _done(BRepAlgoAPI_Common(), body, [other])


def _done(operation: BRepAlgoAPI_BooleanOperation, body: cq.Shape, tools: Sequence[cq.Shape]) -> cq.Shape:
    if not tools:
        return body
    operation.SetArguments(_listed([body]))
    operation.SetTools(_listed(tools))
    operation.SetRunParallel(False)
    operation.Build()
    return cq.Shape.cast(operation.Shape())


def _listed(shapes: Sequence[cq.Shape]) -> TopTools_ListOfShape:
    result = TopTools_ListOfShape()
    for shape in shapes:
        result.Append(shape.wrapped)
    return result
