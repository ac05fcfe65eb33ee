"""What people read from the log afterwards: audit, exports, disputes, reports."""
