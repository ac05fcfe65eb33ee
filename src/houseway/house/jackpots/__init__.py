"""Jackpots: their state, their events, and what is reported of them."""
