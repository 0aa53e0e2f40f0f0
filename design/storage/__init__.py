"""The printed box: what goes into it, how it is laid out, its lids and openings."""
