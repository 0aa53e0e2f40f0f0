"""Reads the files on disk again, with other libraries than wrote them, and counts."""
