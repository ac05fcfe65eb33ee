"""What games share to count, to price and to solve themselves."""
