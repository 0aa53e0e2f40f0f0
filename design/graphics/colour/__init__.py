"""The palette, CMYK, and how far two colours are apart to each kind of sight."""
