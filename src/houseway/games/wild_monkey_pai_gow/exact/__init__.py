"""Exact counts: the main game, the bonuses, and what each decision is worth."""
