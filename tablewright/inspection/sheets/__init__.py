"""Judges of sheets: pieces, marks, folds, ink, tuck boxes."""
