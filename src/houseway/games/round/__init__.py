"""A round, from its record or its first wager to its settlement."""
