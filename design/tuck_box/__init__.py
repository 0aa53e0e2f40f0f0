"""The box of card: its contents, its net and its faces."""
