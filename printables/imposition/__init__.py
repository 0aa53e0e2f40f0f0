"""How pages are used: formats, grids, and backs behind fronts."""
