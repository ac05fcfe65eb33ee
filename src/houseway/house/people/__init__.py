"""The people of the house: who may do what, log-ins, the cage and the gaming day."""
