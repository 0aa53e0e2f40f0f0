"""Solids for a 3D printer. The only package that knows CadQuery."""
