"""Dominoes: pieces, faces, their net on paper, and how they topple."""
