"""Parts that are longer than the bed, split with dovetails."""
