"""The house: an event log with a ledger in it, people, the cage, and the audit of all of it."""
