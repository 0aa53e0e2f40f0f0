"""`make bench`: how fast Tablewright is beside others, each measured in a process of its own, side by side in one run."""
