"""Boards: plates and connectors of number boards, and boards of squares."""
