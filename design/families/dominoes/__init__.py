"""Dominoes: pieces, faces, paper net, and how they topple."""
