"""The one reader of configuration: models of every section, presets, and values that follow from others."""
