"""Judges of booklets, print-house files, images and calibration sheets."""
