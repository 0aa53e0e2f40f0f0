"""What a rectangle of an image shows, averaged over the pixels of a smaller picture."""

import numpy as np
import pytest

from tablewright.inspection.readers.averaged import averaged, is_straight

IMAGE = np.random.default_rng(1).integers(0, 256, (60, 48, 3), dtype=np.uint8)
FINE = 80
"""Points in a pixel's side that the mean over its area is reckoned from here."""


def by_points(matrix, size):
    """The mean of points all over each pixel of the picture; white beyond the image."""
    a, b, c, d, e, f = matrix
    width, height = size
    y, x = ((np.mgrid[0 : height * FINE, 0 : width * FINE] + 0.5) / FINE)[:, ...]
    column, row = np.floor(a * x + c * y + e).astype(int), np.floor(b * x + d * y + f).astype(int)
    inside = (row >= 0) & (row < IMAGE.shape[0]) & (column >= 0) & (column < IMAGE.shape[1])
    points = np.full((*row.shape, 3), 255.0)
    points[inside] = IMAGE[row[inside], column[inside]]
    return points.reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3))


@pytest.mark.parametrize(
    "matrix",
    [
        (4, 0, 0, 4, 4, 8),
        (4, 0, 0, 4, 4.3, 8.7),
        (3.7, 0, 0, 4.2, 4.3, 8.7),
        (-4, 0, 0, -4, 44.5, 56.2),
        (0, 4, -4, 0, 44.5, 4.25),
        (0, -4, 4, 0, 3.1, 50.4),
        (4, 0, 0, 4, -9.5, -6.5),
        (4, 0, 0, 4, 30.25, 40.75),
    ],
    ids=["on the grid", "between", "other scales", "turned about", "turned left", "turned right", "before", "beyond"],
)
def test_each_pixel_is_the_mean_over_its_area(matrix):
    size = (8, 10)
    assert np.abs(averaged(IMAGE, matrix, size) - by_points(matrix, size)).max() < 3


def test_on_the_grid_it_is_exact():
    found = averaged(IMAGE, (4, 0, 0, 4, 4, 8), (8, 10))
    assert found == pytest.approx(IMAGE[8:48, 4:36].reshape(10, 4, 8, 4, 3).mean(axis=(1, 3)), abs=1e-3)


def test_what_is_askew_is_not_straight():
    assert is_straight((4, 0, 0, 4, 1, 1))
    assert is_straight((0, -4, 4, 0, 1, 1))
    assert not is_straight((4, 0.01, -0.01, 4, 1, 1))
