"""What the command line takes, says and asks."""
