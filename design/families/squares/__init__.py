"""Boards of squares and trays: pieces and faces."""
