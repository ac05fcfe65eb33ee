"""Down Under Blackjack: a light shows the range of the hole card, and a dealer's 22 pushes."""
