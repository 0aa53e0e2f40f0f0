"""Families: how each kind of component is made, shown and checked. A room a family, and one registry."""
