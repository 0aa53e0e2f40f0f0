"""Series: one configuration with several values, each combination made into a folder of its own, and one report of all."""
