"""The build: what to make, workers that make it, and what is kept, put in place and removed."""
