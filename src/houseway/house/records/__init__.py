"""What is read from the log afterwards: audit, exports, disputes, reports."""
