"""Where the project lies, however deep a test does."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "lantern-quay"
"""A whole game of one's own."""
