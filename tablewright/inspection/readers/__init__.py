"""Readers of PDF, SVG and DXF, written apart from the writers."""
