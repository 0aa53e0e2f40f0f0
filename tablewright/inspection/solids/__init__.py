"""Judges of parts: what an STL shows, measured against its specification."""
