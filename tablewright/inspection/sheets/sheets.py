"""Judges sheets, whatever file they are in, as pages of placed pieces: recognises, counts and pairs them.

Page coordinates are in mm, the origin at the lower left, x to the right and y up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from shapely import STRtree, affinity
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from design.config.paper import Duplex
from design.faces.face import Face
from design.graphics.polygons import turned
from design.names import piece_of
from design.sheets.specs import SheetSpec
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.recognition.folds import page_line_faults
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.mirror import Mirror, mirror_of
from tablewright.inspection.recognition.places import PLACE_MM, at_place, same_outline, same_size
from tablewright.inspection.recognition.recognise import Look, Page, Placed
from tablewright.inspection.recognition.siblings import Siblings
from tablewright.inspection.sheets.beside import PlacedPiece, beside_faults, moved_fault
from tablewright.inspection.sheets.registration_marks import area_of

INSIDE_MM = 0.05
"""A piece respects the margin to this."""
OVERLAP_MM2 = 0.01


@dataclass(frozen=True)
class _Seen:
    """A place that was checked: its piece and side, its rotation, and whether it shows what it must."""

    placed: Placed
    face: Face
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
        self._mirror = Mirror(True, spec.paper.width_mm)
        self._places: dict[str, list[PlacedPiece]] = {}
        self._faces: dict[str, tuple[str, str, Face]] = {}
        for piece in spec.pieces:
            for side, face in zip(("front", "back"), piece.faces, strict=False):
                self._faces[face.name] = (piece.name, side, face)
        self._siblings = Siblings(gallery, [face for _, _, face in self._faces.values()])

    def judge(self, pages: Iterable[Page]) -> None:
        """Recognise and count every piece on the pages: alternating fronts and backs, fronts alone, or both on one page."""
        fronts: tuple[Page, list[_Seen]] | None = None
        first: Page | None = None
        for page in pages:
            first = first or page
            self._check_size(page, first)
            self._mirror, fault = mirror_of(self.spec, page)
            if fault:
                self._say(page, fault)
            folded = self.spec.two_sided and self.spec.duplex is Duplex.GUTTER_FOLD
            seen = self._look_at_all(page, fronts[1] if fronts else [], folded)
            self._check_places(page, seen)
            self._check_border(page, seen)
            self._check_beside(page, seen)
            self._check_cuts(page, [one for one in seen if one.side == self.spec.cut_side])
            sides = {one.side for one in seen}
            if not page.placed:
                self._say(page, f"holds no piece; {AGAIN}")
            elif folded and len(sides) < 2:
                self._say(page, "lacks the fronts or the backs; a page to fold holds both")
            elif len(sides) > 1 and not folded:
                self._say(page, "holds fronts and backs together; each side of a sheet is a page of its own")
            self._count(page, seen)
            if not self.spec.two_sided:
                continue
            if folded:
                backs = [one for one in seen if one.side == "back"]
                self._check_behind([one for one in seen if one.side == "front"], page, backs, "")
                continue
            if fronts and sides == {"back"}:
                self._check_behind(fronts[1], page, seen, " of the page before")
            elif fronts:
                self._say(fronts[0], "has fronts without a page of backs after it")
            elif sides == {"back"}:
                self._say(page, "has backs without a page of fronts before it")
            fronts = (page, seen) if sides == {"front"} else None
        if fronts:
            self._say(fronts[0], "has fronts without a page of backs after it")

    def found(self) -> Counter[str]:
        """Pieces that have all their sides; if the sides' counts differ, the one that is further off counts."""
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

    def _check_size(self, page: Page, first: Page) -> None:
        paper, way = self.spec.paper, self.spec.orientation
        upright = (paper.width_mm, paper.height_mm)
        sizes = [size for size, other in ((upright, "landscape"), (upright[::-1], "portrait")) if way.value != other]
        found = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
        if not any(same_size(page.size_mm, size) for size in sizes):
            said = " or ".join(f"{width:.2f} x {height:.2f} mm" for width, height in sizes)
            self._say(page, f"is {found}, must be {paper.title}, {said}")
        elif not same_size(page.size_mm, first.size_mm):
            self._say(page, f"is {found}, must lie as {first.label} does")

    def _look(self, page: Page, placed: Placed, fronts: list[_Seen]) -> tuple[_Seen | None, list[str]]:
        if placed.face not in self._faces:
            piece = piece_of(placed.face) or placed.face
            return None, [f"the rules ask for no {piece} in this file"]
        piece, side, face = self._faces[placed.face]
        expected = self._turn_behind(placed, piece, fronts)
        look = Look(self.gallery, page, placed)
        turn = look.turn_of(face, self._siblings, expected)
        faults = page.faults(placed, face, expected if turn is None else turn)
        if turn is None:
            faults = [f"shows {look.instead_of(face, self._siblings)}", *faults]
            turn = expected
        outline = affinity.translate(turned(face.trim, turn), placed.x_mm, placed.y_mm)
        return _Seen(placed, face, piece, side, turn, not faults, outline), faults

    def _look_at_all(self, page: Page, fronts: list[_Seen], folded: bool) -> list[_Seen]:
        """Check every place on a page; a fault in several copies of a face is reported once."""
        seen: list[_Seen] = []
        wrong: dict[tuple[str, str], list[Placed]] = {}
        # On a page to fold, check backs after their fronts.
        placed_all = sorted(page.placed, key=self._is_back) if folded else page.placed
        for placed in placed_all:
            one, faults = self._look(page, placed, seen if folded else fronts)
            seen += [one] if one else []
            for fault in faults:
                wrong.setdefault((placed.face, fault), []).append(placed)
        for (face, fault), places in wrong.items():
            more = f" and {len(places) - 1} more" if len(places) > 1 else ""
            self._say(page, f"{face} {at_place(places[0])}{more}: {fault}")
        return seen

    def _is_back(self, placed: Placed) -> bool:
        return placed.face in self._faces and self._faces[placed.face][1] == "back"

    def _check_places(self, page: Page, seen: list[_Seen]) -> None:
        """Check that pieces lie within the paper's margins, and apart."""
        width, height = page.size_mm
        room = box(0, 0, width, height).buffer(INSIDE_MM - self.spec.margin_mm, join_style="mitre")
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
        """Check that each trim on the side to cut from has one cut outline, with its folds and slits inside, and no others."""
        if page.cuts is None:
            return
        left = list(page.cuts)
        for one in fronts:
            same = [cut for cut in left if same_outline(cut, one.outline)]
            if not same:
                self._say(page, f"has no outline to cut along {one.placed.face} {at_place(one.placed)}")
                continue
            left.remove(same[0])
        for cut in left:
            self._say(page, f"has an outline to cut along no piece at x = {cut.centroid.x:.1f}, y = {cut.centroid.y:.1f} mm")
        folds = () if self.spec.folded else page.folds  # the line of a page to fold is checked with its sides
        for fault in page_line_faults(folds, page.slits, ((one.face, one.placed, one.turn) for one in fronts)):
            self._say(page, fault)

    def _check_border(self, page: Page, seen: list[_Seen]) -> None:
        """Check that the border that the printer cannot reach holds nothing but bleed."""
        bleeds = {"front": self.spec.front_bleed_mm, "back": self.spec.back_bleed_mm}
        inked = [one.outline.buffer(bleeds[one.side], join_style="mitre").bounds for one in seen]
        if self.spec.registration and any(one.side == self.spec.cut_side for one in seen):
            # Registration marks are in the border and are checked separately.
            inked += self.spec.registration.bars_in(*area_of(self.spec, page.size_mm, page.folds))
        if (stray := page.stray(inked, self.spec.margin_mm)) is not None:
            at = f"at x = {stray[0]:.1f}, y = {stray[1]:.1f} mm"
            self._say(page, f"has something but bleed in the margin of {self.spec.margin_mm:g} mm, {at}")

    def _check_beside(self, page: Page, seen: list[_Seen]) -> None:
        """Check marks, ruler and number; the places are those of the first sheet, so that a stack is cut at once."""
        lying = [PlacedPiece(one.face, one.side, one.outline, (one.placed.x_mm, one.placed.y_mm)) for one in seen]
        for fault in beside_faults(self.spec, page, lying):
            self._say(page, fault)
        for side in ("front", "back"):
            own = [one for one in lying if one.side == side]
            if fault := moved_fault(self._places.setdefault(side, own), own):
                self._say(page, fault)

    def _turn_behind(self, placed: Placed, piece: str, fronts: list[_Seen]) -> int:
        """How a back must be rotated to be upright when its piece is turned about its own vertical axis."""
        for front in fronts:
            if front.piece == piece and self._apart(front, placed) <= PLACE_MM:
                return self._mirror.turn(front.turn)
        return 0

    def _apart(self, front: _Seen, back: Placed) -> float:
        x, y = self._mirror.behind(front.placed.x_mm, front.placed.y_mm)
        return max(abs(x - back.x_mm), abs(y - back.y_mm))

    def _check_behind(self, fronts: list[_Seen], page: Page, backs: list[_Seen], of: str) -> None:
        left = list(backs)
        for front in fronts:
            behind = [one for one in left if self._apart(front, one.placed) <= PLACE_MM]
            right = [one for one in behind if one.piece == front.piece]
            if not right:
                there = behind[0].placed.face if behind else "nothing"
                self._say(page, f"has {there} behind {front.placed.face} {at_place(front.placed)}{of}")
                continue
            left.remove(right[0])
            if right[0].good and front.good and right[0].turn != self._turn_behind(right[0].placed, front.piece, [front]):
                self._say(page, f"has {right[0].placed.face} turned against its front {at_place(front.placed)}{of}")
        for one in left:
            self._say(page, f"has {one.placed.face} {at_place(one.placed)} behind no front of its own")
