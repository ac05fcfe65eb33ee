"""Flush Poker: seven cards and a joker; the longest, highest flush wins."""
