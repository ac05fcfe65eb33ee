"""The tables of the log's database, as the newest migration leaves them."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Index, MetaData, PrimaryKeyConstraint, Table, Text

REVISION: Final = "0003"  # the newest migration

metadata = MetaData()

Name = Text().with_variant(Text(collation="C"), "postgresql")  # plain order of characters on both engines

events = Table(
    "events",
    metadata,
    Column("stream", Name, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Name, nullable=False),
    Column("by", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("request", Name, nullable=False),
    Column("part", BigInteger, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    PrimaryKeyConstraint("stream", "number"),
)
Index(
    "events_request",
    events.c.request,
    events.c.part,
    unique=True,
    sqlite_where=events.c.request != "",
    postgresql_where=events.c.request != "",
)
"""What happened: append-only; no part of a request is there twice."""

postings = Table(
    "postings",
    metadata,
    Column("stream", Name, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("account", Name, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("stream", "number", "line"),
    ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"]),
    sqlite_with_rowid=False,
)
"""The money that events moved: append-only."""

heads = Table(
    "heads",
    metadata,
    Column("stream", Name, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at", Name, nullable=False),
)
"""Where each stream stands; its row is what writers lock."""

balances = Table(
    "balances",
    metadata,
    Column("account", Name, primary_key=True),
    Column("amount", BigInteger, nullable=False),
)
"""What each account holds: derived from the postings."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Name, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("account", Name, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("stream", "number", "account"),
    sqlite_with_rowid=False,
)
"""What the events of a stream up to a number posted to each account: derived, at regular numbers of events."""

brought_over = Table(
    "brought_over",
    metadata,
    Column("stream", Name, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
)
"""Where the streams of a house stood that was made before its two-person rules; empty in a newer house."""

secrets = Table(
    "secrets",
    metadata,
    Column("digest", Name, primary_key=True),
    Column("text", Text, nullable=False),
    Column("key", Name, nullable=False, server_default=""),
    Column("hidden", BigInteger, nullable=False, server_default="0"),
)
"""Texts that events name by their SHA-256, sealed where they have the id of a key; hidden ones are of the deal."""

vault_keys = Table(
    "vault_keys",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Name, nullable=False),
)
"""The ids of the keys that seal secrets, oldest first; the last one seals new ones. The keys are elsewhere."""
