"""Premium Hold'em: three hole cards, a board of four, the best five of seven."""
