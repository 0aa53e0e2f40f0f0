"""What a game is made like: sizes, colours, faces and the plan of files. Knows no CAD and no PDF."""
