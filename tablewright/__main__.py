"""`python -m tablewright`."""

from tablewright.cli import main

main()
