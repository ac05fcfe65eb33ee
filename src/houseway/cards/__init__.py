"""What a card, a deck and a hand are: notation, shuffling, hand evaluation. Knows no game."""
