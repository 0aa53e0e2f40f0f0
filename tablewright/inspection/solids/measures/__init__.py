"""What judges measure with: meshes, sections, extents, reliefs, and how far two of them differ."""
