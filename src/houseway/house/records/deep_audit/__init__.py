"""The deep audit: whether everything in the log means what it says, each room of the house by its own module."""
