"""Live tables: their state, what may be done at them, and who plays there."""
