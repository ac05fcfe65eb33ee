"""What games share to count and price themselves, and to play as well as can be."""
