"""Wild Monkey Pai Gow: the player's seven cards against the best seven of the dealer's eight, never with the joker."""
