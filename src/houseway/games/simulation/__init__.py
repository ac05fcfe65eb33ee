"""What the simulations of all games share."""
