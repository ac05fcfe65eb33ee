"""Bonuses that several letters share; their rules and pay tables are written once."""
