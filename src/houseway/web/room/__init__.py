"""The pages of a room: its first administrator, what staff may do there, and what a second person confirms."""
