"""Union, difference and intersection of solids, each in one go and in one thread.

The kernel's parallel mode, which CadQuery's own `cut`, `fuse` and `intersect` always ask for, was seen to wait for ever
now and then, and does so each time in a process that was forked after one of them. Parts are built side by
side in processes of their own, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import cadquery as cq
from OCP.BRepAlgoAPI import BRepAlgoAPI_BooleanOperation, BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.TopTools import TopTools_ListOfShape


def cut(body: cq.Shape, tools: Sequence[cq.Shape]) -> cq.Shape:
    """The body without its tools, which may overlap each other."""
    return _done(BRepAlgoAPI_Cut(), body, tools)


def fuse(body: cq.Shape, others: Sequence[cq.Shape]) -> cq.Shape:
    """The body and all others as one."""
    return _done(BRepAlgoAPI_Fuse(), body, others)


def common(body: cq.Shape, other: cq.Shape) -> cq.Shape:
    """What two shapes share; its volume is 0 where they do not meet."""
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
