"""The bench: command line, build, manifest, and the inspection of what was made."""

__version__ = "0.1.0"
