"""What goes on sheets besides the faces: captions, stickers, print houses, images, calibration."""
