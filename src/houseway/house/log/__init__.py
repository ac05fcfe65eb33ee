"""The event log: events and their hashes, the ledger, and logs in memory."""
