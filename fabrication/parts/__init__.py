"""One part family a file; each builder is a pure function from a specification to a `Part`."""
