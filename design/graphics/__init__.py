"""Outlines, type, colour and art: what is drawn with, knowing no game."""
