"""Prices a game: enumeration, exact figures, reports. Knows games, not the house."""
