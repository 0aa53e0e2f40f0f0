"""Typefaces, outlines of text, and where its lines break."""
