"""Jackpots: their state, their events and their reports."""
