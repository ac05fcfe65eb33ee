"""The log: events, postings, heads, balances, snapshots, secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPEND_ONLY = ("events", "postings", "snapshots")
NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables, and triggers that refuse to change what is appended."""
    _log_tables()
    _derived_tables()
    for table in APPEND_ONLY:
        _refuse_changes(table)


def _log_tables() -> None:
    op.create_table(
        "events",
        sa.Column("stream", NAME, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", NAME, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("request", NAME, nullable=False),
        sa.Column("part", sa.BigInteger, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "number"),
    )
    named = sa.text("request <> ''")
    op.create_index(
        "events_request", "events", ["request", "part"], unique=True, sqlite_where=named, postgresql_where=named
    )
    op.create_table(
        "postings",
        sa.Column("stream", NAME, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("line", sa.BigInteger, nullable=False),
        sa.Column("account", NAME, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", "number", "line"),
        sa.ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("digest", NAME, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def _derived_tables() -> None:
    op.create_table(
        "heads",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("at", NAME, nullable=False),
    )
    op.create_table(
        "balances",
        sa.Column("account", NAME, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", NAME, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("account", NAME, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", "number", "account"),
        sqlite_with_rowid=False,
    )


def _refuse_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()"
    )
