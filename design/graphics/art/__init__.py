"""What the program draws itself (icons, dogs, animals), and the drawings and photographs that games bring."""
