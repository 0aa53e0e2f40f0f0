"""Rule sheets and booklets: text set in columns and folded sheets."""
