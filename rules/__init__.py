"""What must exist of a game and why: components and counts. Knows no millimetres and no files to make."""
