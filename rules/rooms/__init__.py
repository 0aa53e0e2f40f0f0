"""Every start of a round of the two games that hide something behind five doors, packed in integers, for three players."""
