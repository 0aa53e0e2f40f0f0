"""Dice: what their faces show, and dice as pieces."""
