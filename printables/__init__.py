"""Sheets for a paper printer and a cutting machine. The only package that knows ReportLab and svgwrite."""
