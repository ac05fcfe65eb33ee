"""Commands of the house: tables, jackpots, people, cage, audit."""
