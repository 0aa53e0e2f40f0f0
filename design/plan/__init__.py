"""From bill and configuration to files: every artifact, and what each holds."""
