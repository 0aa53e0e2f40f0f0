"""Judges of 3MF, STEP and beds."""
