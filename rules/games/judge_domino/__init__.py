"""Judge Domino: description, words, and playable model."""
