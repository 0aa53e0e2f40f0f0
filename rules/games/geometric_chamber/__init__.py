"""Geometric Chamber: description, words, and playable model."""
