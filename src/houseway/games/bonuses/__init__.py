"""Bonuses that several letters share, written and tabled once."""
