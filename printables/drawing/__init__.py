"""How shapes, type, ink and pictures are put onto a page."""
