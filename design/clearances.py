"""Clearances as they are built: the fits that are configured, each with what the printer adds to it."""

from __future__ import annotations

from collections.abc import Iterator

from design.printer import Printer
from design.settings import Fits

LEAST_MM = 0.02
"""Mates nearer than this touch as printed: a gap must be wider."""


def corrected(fits: Fits, printer: Printer) -> Fits:
    """The gaps between mates, per side: every fit and the printer's `fit_correction_mm`.

    The one place where the correction goes in; solids, checks and inspection read what this gives.
    """
    gaps = {key: round(value + printer.fit_correction_mm, 6) for key, value in fits.model_dump().items()}
    # Ranges are those of what is configured; a gap may lie outside of them by the correction.
    return Fits.model_construct(**gaps)


def too_tight(fits: Fits, printer: Printer) -> Iterator[tuple[str, str]]:
    """The key of each fit of which the correction leaves no gap, and what is wrong with it."""
    for key, gap in corrected(fits, printer).model_dump().items():
        if gap <= LEAST_MM:
            left = f"with printer.fit_correction_mm {printer.fit_correction_mm:g} a gap of {gap:g} mm is left"
            more = f"{round(LEAST_MM - printer.fit_correction_mm, 6):g}"
            yield key, f"{left}, must be more than {LEAST_MM:g} mm; set more than {more} mm, or correct by less"
