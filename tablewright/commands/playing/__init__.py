"""Commands about play: games at the table, and the proof that their pieces suffice."""
