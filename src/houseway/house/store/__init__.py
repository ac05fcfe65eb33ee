"""The log in a database: SQLite or PostgreSQL, its schema and migrations."""
