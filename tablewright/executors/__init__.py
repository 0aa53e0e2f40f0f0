"""Who works: processes of this machine, or the workers of a cluster."""
