"""What sets Geometric Chamber apart for the search through all rounds (rules/rooms), and what is counted there."""

from __future__ import annotations

from rules.rooms.rounds import Differences, NextLeader, Scoring

DIFFERENCES = Differences(Scoring.AFTER, NextLeader.SAME, any_number=False)
"""Points are made in Step 2, whoever holds the token keeps it (Step 3), and only unrevealed cards are pointed at (3)."""

USES = {
    "shape": ("shape-card", "face up"),
    "x": ("x-card", "face up"),
    "cards": ("shape-card + x-card", "face up"),
    "points": ("score-marker", "flipped"),
    "penalties": ("penalty-marker", "flipped"),
}
"""The components' uses by the names of the counts."""
