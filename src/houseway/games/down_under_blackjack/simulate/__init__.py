"""Whole rounds, dealt and played by the million."""
