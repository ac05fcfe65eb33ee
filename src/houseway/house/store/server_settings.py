"""Settings of the database without which an acknowledged act can be lost, and the owner of the tables.

A writer is refused where one is wrong, and the deep audit reports it. A PostgreSQL server may also have settings for
one person or one database, which do not apply to an auditor's connection: those are read from its catalogue. Settings
for other persons do not stop a writer.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, text

from houseway.house.log.log import Damaged, StorageFailed

# Why each setting must have one of some values.
_POSTGRESQL: Final[Mapping[str, tuple[frozenset[str], str]]] = {
    "fsync": (frozenset({"on"}), "a crash would damage the log"),
    "full_page_writes": (frozenset({"on"}), "a crash would damage the log"),
    "synchronous_commit": (
        frozenset({"on", "local", "remote_write", "remote_apply"}),
        "a crash would lose acts that were acknowledged",
    ),
    "session_replication_role": (frozenset({"origin"}), "triggers that protect the log would not run"),
}
_TRUE: Final = frozenset({"on", "true", "yes", "1"})

# Settings of a database, of a person, or of a person in a database.
_CHOSEN: Final = """
SELECT coalesce(r.rolname, 'everybody'), c.line
FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole CROSS JOIN unnest(s.setconfig) AS c(line)
WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
"""
_OWN: Final = f"{_CHOSEN} AND (s.setrole = 0 OR r.rolname = session_user)"


def setting_problems(connection: Connection, *, only_own: bool = False) -> Iterator[Damaged]:
    """Settings that could lose an acknowledged act; with `only_own`, those of this connection."""
    if connection.dialect.name == "sqlite":
        yield from _sqlite_problems(connection)
        return
    for name in _POSTGRESQL:
        value = str(connection.execute(text(f"SHOW {name}")).scalar())  # a name of the table above
        yield from _problems(name, value, "here")
    for person, line in connection.execute(text(_OWN if only_own else _CHOSEN)).all():
        name, _, value = str(line).partition("=")
        if name in _POSTGRESQL:
            yield from _problems(name, value, f"for {person}")


def _problems(name: str, value: str, where: str) -> Iterator[Damaged]:
    right, why = _POSTGRESQL[name]
    value = value.lower()
    if value not in right and not ("on" in right and value in _TRUE):
        yield Damaged(f"is {value} {where}: {why}", field=name)


def _sqlite_problems(connection: Connection) -> Iterator[Damaged]:
    """Every connection that writes sets its own; a connection that only reads a copy or a back-up has none to check."""
    if connection.execute(text("PRAGMA query_only")).scalar():
        return
    for name, right in (("journal_mode", "wal"), ("synchronous", "2")):
        value = str(connection.execute(text(f"PRAGMA {name}")).scalar())
        if value != right:
            yield Damaged(f"is {value} and not {right}: a crash would lose acts that were acknowledged", field=name)


def require_durable(connection: Connection) -> None:
    """Refuse to write where a commit might not be kept."""
    for problem in setting_problems(connection, only_own=True):
        raise StorageFailed(f"{problem.field} {problem.reason}; nothing was written")


# Who may do more with the tables than their owner gave, and tables whose owner is another one than the rest's.
_GRANTED: Final = """
SELECT 'table ' || c.relname, a.privilege_type FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
WHERE c.relnamespace = :schema AND a.grantee = 0
UNION ALL
SELECT 'column ' || c.relname || '.' || t.attname, a.privilege_type
FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid CROSS JOIN aclexplode(t.attacl) a
WHERE c.relnamespace = :schema AND a.grantee = 0
UNION ALL
SELECT 'schema', a.privilege_type FROM pg_namespace n CROSS JOIN aclexplode(n.nspacl) a
WHERE n.oid = :schema AND a.grantee = 0 AND a.privilege_type = 'CREATE'
ORDER BY 1, 2
"""
_OWNERS: Final = """
SELECT 'table ' || c.relname, pg_get_userbyid(c.relowner) FROM pg_class c
WHERE c.relnamespace = :schema AND c.relkind IN ('r', 'p')
UNION ALL
SELECT 'function ' || p.proname, pg_get_userbyid(p.proowner) FROM pg_proc p
WHERE p.pronamespace = :schema AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid
  AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
ORDER BY 1
"""
_SCHEMA: Final = "SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema()"


def storage_owner(connection: Connection) -> str:
    """Who owns the tables and their schema, in words; empty for a file, which the operating system guards."""
    if connection.dialect.name == "sqlite":
        return ""
    owner = "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = current_schema()"
    tables = _owners(connection).get("table events", "")
    return f"tables {tables}, schema {connection.execute(text(owner)).scalar_one()}"


def _owners(connection: Connection) -> dict[str, str]:
    schema = {"schema": connection.execute(text(_SCHEMA)).scalar_one()}
    return {str(name): str(owner) for name, owner in connection.execute(text(_OWNERS), schema)}


def access_problems(connection: Connection) -> Iterator[Damaged]:
    """Rights that everybody on the server has on the log, and parts of it with another owner than the rest."""
    if connection.dialect.name == "sqlite":
        return
    schema = {"schema": connection.execute(text(_SCHEMA)).scalar_one()}
    for name, privilege in connection.execute(text(_GRANTED), schema).all():
        yield Damaged(f"everybody on the server may {privilege} there", field=str(name))
    owned = _owners(connection)
    expected = owned.get("table events", "")
    for name, owner in owned.items():
        if owner != expected:
            yield Damaged(f"belongs to {owner}, and the events belong to {expected}", field=name)
