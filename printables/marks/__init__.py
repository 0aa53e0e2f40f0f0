"""What stands beside pieces: cut marks, captions, rulers, strips."""
