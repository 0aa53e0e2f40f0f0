"""Pictures of parts, assembled and stowed."""
