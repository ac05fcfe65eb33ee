"""The deep audit: whether every event is consistent with the rules; one module for each part of the house."""
