"""The games that come with Tablewright: a folder each, with its data and its playable model."""
