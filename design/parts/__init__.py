"""Specifications of solid parts: all that a builder in `fabrication` sees."""
