"""What a sheet is made of, whatever file it is in: pages with placed pieces; recognised, counted, and paired.

Page coordinates are in mm, the origin at the lower left, x to the right and y up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from shapely import STRtree, affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.paper import Duplex
from design.specs import SheetSpec
from tablewright.inspection.findings import Findings
from tablewright.inspection.folds import page_fold_faults
from tablewright.inspection.pictures import Gallery
from tablewright.inspection.recognise import Look, Page, Placed
from tablewright.inspection.sections import turned

PAGE_MM = 0.05
"""A page's sides agree to this: 595 points for A4's 595.276 are 0.1 mm off."""
PLACE_MM = 0.05
"""A back lies behind its front to this, far below what a printer drifts."""
OVERLAP_MM2 = 0.01


@dataclass(frozen=True)
class _Seen:
    """A place that was looked at: its piece and side, how it is turned, and whether it shows what it must."""

    placed: Placed
    piece: str
    side: str
    turn: int
    good: bool
    outline: BaseGeometry


class SheetJudge:
    """Judges the pages of one sheet specification; `counts` has the pieces by side, `by_file` by file."""

    def __init__(self, spec: SheetSpec, gallery: Gallery, findings: Findings) -> None:
        self.spec, self.gallery, self.findings = spec, gallery, findings
        self.counts: dict[str, Counter[str]] = {"front": Counter(), "back": Counter()}
        self.by_file: dict[str, dict[str, Counter[str]]] = {}
        self._faces: dict[str, tuple[str, str, Face]] = {}
        for piece in spec.pieces:
            for side, face in zip(("front", "back"), piece.faces, strict=False):
                self._faces[face.name] = (piece.name, side, face)

    def judge(self, pages: Iterable[Page]) -> None:
        """Recognise and count every piece of the pages, which are fronts and backs in turn, or fronts alone."""
        fronts: tuple[Page, list[_Seen]] | None = None
        for page in pages:
            self._check_size(page)
            seen = self._look_at_all(page, fronts[1] if fronts else [])
            self._check_places(page, seen)
            self._check_cuts(page, [one for one in seen if one.side == "front"])
            self._check_folds(page, seen)
            sides = {one.side for one in seen}
            if not page.placed:
                self._say(page, "holds no piece; run a build again")
            elif len(sides) > 1:
                self._say(page, "holds fronts and backs together; each side of a sheet is a page of its own")
            if not self.spec.two_sided:
                self._count(page, seen)
                continue
            if fronts and sides == {"back"}:
                self._check_behind(fronts[1], page, seen)
            elif fronts:
                self._say(fronts[0], "has fronts without a page of backs after it")
            elif sides == {"back"}:
                self._say(page, "has backs without a page of fronts before it")
            fronts = (page, seen) if sides == {"front"} else None
            self._count(page, seen)
        if fronts:
            self._say(fronts[0], "has fronts without a page of backs after it")

    def found(self) -> Counter[str]:
        """Pieces that are there with all their sides; where these differ, the count that is further off counts."""
        found: Counter[str] = Counter()
        for piece in self.spec.pieces:
            sides = [self.counts[side][piece.name] for side, _ in zip(("front", "back"), piece.faces, strict=False)]
            found[piece.name] = max(sides, key=lambda count: (abs(count - piece.copies), -count))
        return found

    def _count(self, page: Page, seen: list[_Seen]) -> None:
        held = self.by_file.setdefault(page.where, {"front": Counter(), "back": Counter()})
        for one in seen:
            held[one.side][one.piece] += 1
            if one.good:
                self.counts[one.side][one.piece] += 1

    def _say(self, page: Page, what: str) -> None:
        self.findings.report(page.where, f"{page.label} {what}".strip())

    def _check_size(self, page: Page) -> None:
        paper = self.spec.paper
        wanted = (paper.width_mm, paper.height_mm)
        if any(abs(one - other) > PAGE_MM for one, other in zip(page.size_mm, wanted, strict=True)):
            found = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
            self._say(page, f"is {found}, must be {paper.title}, {wanted[0]:.2f} x {wanted[1]:.2f} mm")

    def _look(self, page: Page, placed: Placed, fronts: list[_Seen]) -> tuple[_Seen | None, list[str]]:
        if placed.face not in self._faces:
            piece = placed.face.rpartition(".")[0] or placed.face
            return None, [f"the rules ask for no {piece} in this file"]
        piece, side, face = self._faces[placed.face]
        expected = self._turn_behind(placed, piece, fronts)
        look = Look(self.gallery, page, placed)
        turn = look.turn_of(face, self._rivals, expected)
        faults = page.faults(placed, face, expected if turn is None else turn)
        if turn is None:
            faults = [f"shows {look.instead_of(face, self._rivals)}", *faults]
            turn = expected
        outline = affinity.translate(turned(face.trim, turn), placed.x_mm, placed.y_mm)
        return _Seen(placed, piece, side, turn, not faults, outline), faults

    @property
    def _rivals(self) -> list[Face]:
        return [face for _, _, face in self._faces.values()]

    def _look_at_all(self, page: Page, fronts: list[_Seen]) -> list[_Seen]:
        """Look at every place of a page; what is wrong with several copies of a face is said once."""
        seen: list[_Seen] = []
        wrong: dict[tuple[str, str], list[Placed]] = {}
        for placed in page.placed:
            one, faults = self._look(page, placed, fronts)
            seen += [one] if one else []
            for fault in faults:
                wrong.setdefault((placed.face, fault), []).append(placed)
        for (face, fault), places in wrong.items():
            more = f" and {len(places) - 1} more" if len(places) > 1 else ""
            self._say(page, f"{face} {_at(places[0])}{more}: {fault}")
        return seen

    def _check_places(self, page: Page, seen: list[_Seen]) -> None:
        """Pieces lie within the paper's margins, and apart."""
        width, height = page.size_mm
        room = box(0, 0, width, height).buffer(PLACE_MM - self.spec.margin_mm, join_style="mitre")
        outlines = [one.outline for one in seen]
        if not outlines:
            return
        for one in seen:
            if not room.covers(one.outline):
                self._say(page, f"has {one.placed.face} beyond the paper's margin of {self.spec.margin_mm:g} mm")
        tree = STRtree(outlines)
        for first, second in zip(*tree.query(outlines, predicate="intersects"), strict=True):
            if first < second and outlines[first].intersection(outlines[second]).area > OVERLAP_MM2:
                self._say(page, f"has {seen[first].placed.face} and {seen[second].placed.face} one over the other")

    def _check_cuts(self, page: Page, fronts: list[_Seen]) -> None:
        """Along every front's trim there is one outline to cut, and there is no other; backs are not cut."""
        if page.cuts is None:
            return
        left = list(page.cuts)
        for one in fronts:
            same = [cut for cut in left if _same_outline(cut, one.outline)]
            if not same:
                self._say(page, f"has no outline to cut along {one.placed.face} {_at(one.placed)}")
                continue
            left.remove(same[0])
        for cut in left:
            middle = cut.centroid
            self._say(page, f"has an outline to cut along no piece at x = {middle.x:.1f}, y = {middle.y:.1f} mm")

    def _check_folds(self, page: Page, seen: list[_Seen]) -> None:
        """A cut file has the lines to fold of its pieces; a PDF's are in its forms."""
        if page.folds is not None:
            placed = [(self._faces[one.placed.face][2], one.placed, one.turn) for one in seen]
            for fault in page_fold_faults(page.folds, placed):
                self._say(page, fault)

    def _behind(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Where the back page has what lies behind a point of the front page."""
        paper = self.spec.paper
        if self._sideways:
            return paper.width_mm - x_mm, y_mm
        return x_mm, paper.height_mm - y_mm

    @property
    def _sideways(self) -> bool:
        """Whether turning the sheet changes left and right: on the long edge of an upright sheet."""
        upright = self.spec.paper.height_mm >= self.spec.paper.width_mm
        return (self.spec.duplex is Duplex.LONG_EDGE) == upright

    def _turn_behind(self, placed: Placed, piece: str, fronts: list[_Seen]) -> int:
        """How a back must be turned to be upright when its piece is turned about its own vertical axis."""
        for front in fronts:
            if front.piece == piece and self._apart(front, placed) <= PLACE_MM:
                return (-front.turn if self._sideways else 2 - front.turn) % 4
        return 0

    def _apart(self, front: _Seen, back: Placed) -> float:
        x, y = self._behind(front.placed.x_mm, front.placed.y_mm)
        return max(abs(x - back.x_mm), abs(y - back.y_mm))

    def _check_behind(self, fronts: list[_Seen], page: Page, backs: list[_Seen]) -> None:
        left = list(backs)
        for front in fronts:
            behind = [one for one in left if self._apart(front, one.placed) <= PLACE_MM]
            right = [one for one in behind if one.piece == front.piece]
            place = _at(front.placed)
            if not right:
                there = behind[0].placed.face if behind else "nothing"
                self._say(page, f"has {there} behind {front.placed.face} {place} of the page before")
                continue
            left.remove(right[0])
            if right[0].good and front.good and right[0].turn != self._turn_behind(right[0].placed, front.piece, [front]):
                self._say(page, f"has {right[0].placed.face} turned against its front {place} of the page before")
        for one in left:
            self._say(page, f"has {one.placed.face} {_at(one.placed)} behind no front of its own")


def _at(placed: Placed) -> str:
    return f"at x = {placed.x_mm:.1f}, y = {placed.y_mm:.1f} mm"


def _same_outline(cut: Polygon, outline: BaseGeometry) -> bool:
    """Whether a cut runs along an outline: no point of either is further than `PLACE_MM` from the other."""
    if any(abs(one - other) > PLACE_MM for one, other in zip(cut.bounds, outline.bounds, strict=True)):
        return False
    return float(cut.exterior.hausdorff_distance(outline.exterior)) <= PLACE_MM
