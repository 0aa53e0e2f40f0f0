"""Doubutsu Jungo: description, words, and playable model."""
