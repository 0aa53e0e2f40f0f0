"""Families: how each kind of component is made, shown and checked. One module or folder per family, and one registry."""
