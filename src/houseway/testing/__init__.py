"""For the tests of games, our own and those of packages: the contract of a game, and rounds spelled out."""
