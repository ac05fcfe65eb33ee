"""The demonstration house: its tables, its house players, and what guests may do."""
