"""Red Dog for houseway: found through the entry point `red-dog` of the group `houseway.games`."""
