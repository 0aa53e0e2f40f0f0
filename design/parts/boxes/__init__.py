"""Trays and lids of the storage box: their rims, rails and snap fits."""
