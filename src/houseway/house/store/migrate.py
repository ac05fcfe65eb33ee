"""Upgrade the database to the newest schema when a log is opened; a newer one than ours is refused."""

from sqlalchemy import Connection, inspect, text

from houseway.house.log.log import StorageFailed
from houseway.house.store.schema import REVISION

OLDER = "0001"  # a house before its secrets were sealed, which can be read without an upgrade
UNNAMED = "0002"  # one before events named its vault's keys, likewise
NO_LOG = "holds no log of houseway"
_LOCK = 5230_15_040  # a number of our own for PostgreSQL's advisory lock


def revision(connection: Connection) -> str | None:
    """The migration that a database stands at, or None for an empty one; a database of another program is refused."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return str(version) if version else None
    if "events" in tables:
        raise StorageFailed("is a database of another program")
    return None


def has_newest_shape(connection: Connection) -> bool:
    """Whether a database stands at our newest migration."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == REVISION


def migrate(connection: Connection, *, new: bool = True) -> bool:
    """Make or upgrade the tables, inside the transaction of the caller; other processes wait in line.

    The answer is whether an existing house was upgraded. Without `new`, an empty
    database stays empty.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    current = revision(connection)
    if current == REVISION:
        return False
    if current is None and not new:
        raise StorageFailed(NO_LOG)
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "houseway.house.store:migrations")
    config.attributes["connection"] = connection
    if current is not None and current not in {
        step.revision for step in ScriptDirectory.from_config(config).walk_revisions()
    }:
        raise StorageFailed(f"was made by a newer houseway (its schema is {current}, ours is {REVISION})")
    command.upgrade(config, "head")
    return current is not None


def load_migrations() -> None:
    """Import what `migrate` needs: that takes longer than a writer should hold its lock."""
    import alembic.command
    import alembic.config
    import alembic.runtime.migration  # noqa: F401 - for those who come after us


def check_revision(connection: Connection) -> str:
    """The migration that a database stands at; raise unless it can be read without an upgrade."""
    current = revision(connection)
    if current is None:
        raise StorageFailed(NO_LOG)
    if current not in (REVISION, UNNAMED, OLDER):
        raise StorageFailed(
            f"has the schema {current} and not {REVISION}; open it once for writing, or with a newer houseway"
        )
    return current
