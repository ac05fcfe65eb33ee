"""The history of the database's tables, run by Alembic when a log is opened."""
