"""The figures of rule sheets."""
