"""The demonstration house: its tables, its house players, how a round starts, and what guests may do."""
