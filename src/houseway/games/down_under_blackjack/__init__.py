"""Down Under Blackjack: the range of the hole card is known, a dealer's 22 pushes."""
