"""The pages of a room: its first administrator, the acts of the staff, and confirmations by a second person."""
