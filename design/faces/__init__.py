"""What each face shows, as shapes in mm with ink roles: written once, for solids, sheets and inspection."""
