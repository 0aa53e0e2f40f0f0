"""Judges of whether a part prints: layers, overhangs, slender columns, admesh, a slicer."""
