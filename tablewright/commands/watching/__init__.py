"""The warm process: it waits for a save, and makes and checks what that changes."""
