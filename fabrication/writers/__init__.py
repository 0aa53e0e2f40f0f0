"""Writers of STL, 3MF, STEP, beds and lists of filament changes."""
