"""Number boards that hold cards or tiles: plates and connectors in plastic, boards to fold in paper."""
