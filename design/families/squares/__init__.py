"""Boards of squares: pieces and faces."""
