"""The vault: secrets know the key that seals them and whether only the dealing role may read them; the house's keys."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
# Which events of a house made before name a secret of the deal, and under which key of their data.
DEALING = {"committed": "commitment", "entered": "deal"}


def upgrade() -> None:
    """Two columns more, the list of keys, where the house stood, and which of its secrets belong to the deal."""
    op.add_column("secrets", sa.Column("key", NAME, nullable=False, server_default=""))
    op.add_column("secrets", sa.Column("hidden", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "vault_keys",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", NAME, nullable=False),
    )
    op.create_table(
        "brought_over",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    connection.execute(sa.text("INSERT INTO brought_over SELECT stream, number, hash FROM heads WHERE number > 0"))
    named = sa.text("SELECT kind, data FROM events WHERE kind IN ('committed', 'entered')")
    hide = sa.text("UPDATE secrets SET hidden = 1 WHERE digest = :digest")
    for kind, data in connection.execute(named).all():
        if digest := json.loads(data).get(DEALING[kind]):
            connection.execute(hide, {"digest": digest})
