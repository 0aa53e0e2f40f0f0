"""Which face a drawing shows, and where."""
