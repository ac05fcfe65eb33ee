"""A round from its record or first wager to its settlement."""
