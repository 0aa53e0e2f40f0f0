"""What the command line says and asks, a module a command."""
