"""Dokojong: description, words, and playable model."""
