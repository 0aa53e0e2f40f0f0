"""What sets Dokojong apart for the search through all rounds (rules/rooms), and what is counted there."""

from __future__ import annotations

from rules.rooms.rounds import Differences, NextLeader, Scoring

DIFFERENCES = Differences(Scoring.AT_ONCE, NextLeader.LEFT, any_number=True)
"""A third X scores at any point, a Leader caught when accused passes the lead to the left, any number may be named."""

USES = {
    "shape": ("dog-tile", "face up"),
    "x": ("x-tile", "face up"),
    "cards": ("dog-tile + x-tile", "face up"),
    "points": ("score-token", "gold side up"),
    "penalties": ("penalty-token", "flipped"),
}
"""The components' uses by the names of the counts."""
