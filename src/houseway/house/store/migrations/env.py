"""Alembic's entry: runs the migrations on the connection, and in the transaction, that houseway hands in."""

from alembic import context

from houseway.house.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
