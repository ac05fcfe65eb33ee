"""Commands of the lab: prices, strategies, simulation."""
