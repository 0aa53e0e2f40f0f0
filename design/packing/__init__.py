"""Goods into stores and parts onto beds; knows no game."""
