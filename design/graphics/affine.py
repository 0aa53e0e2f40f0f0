"""Affine maps of the plane, as six numbers (a, b, c, d, e, f) in the order of PDF and SVG."""

from __future__ import annotations

from typing import Any

Matrix = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f, as PDF writes it: (a, b, c, d, e, f)."""

STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""The transformation that moves nothing."""


def moved(matrix: Matrix, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a transformation takes a point."""
    a, b, c, d, e, f = matrix
    return a * x_mm + c * y_mm + e, b * x_mm + d * y_mm + f


def inverse(matrix: Matrix) -> Matrix:
    """The reverse transformation."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole


def after(first: Matrix, second: Matrix) -> Matrix:
    """The first transformation, then the second (as PDF's row vectors multiply)."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def matrix_of(values: Any) -> Matrix:
    """Six numbers from a file as a transformation."""
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f
