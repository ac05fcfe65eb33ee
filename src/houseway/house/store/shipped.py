"""Compare the schema with the shipped one: every table, column, index, trigger and function.

An SQLite file is compared with a new database in memory. On a PostgreSQL server, where an auditor may only read, the
server's own description of every object is compared with that of a new house in `postgresql.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from sqlalchemy import Connection, create_engine, text

from houseway.house.log.log import Damaged
from houseway.house.store.migrate import migrate

Objects = Mapping[str, str]  # what each object is, by its kind and name


def schema_problems(connection: Connection) -> Iterator[Damaged]:
    """Objects that are missing, extra or different from what was shipped."""
    if connection.dialect.name == "sqlite":
        expected, present = _new_sqlite(), _sqlite_objects(connection)
    else:
        expected, present = _shipped_postgresql(), postgresql_objects(connection)
    for name in sorted({*expected, *present}):
        if expected.get(name) != present.get(name):
            yield Damaged(_difference(name in present, name in expected), field=name)


def _difference(present: bool, expected: bool) -> str:
    if not present:
        return "was shipped, and is missing"
    return "is not as it was shipped" if expected else "was not shipped"


def _new_sqlite() -> Objects:
    fresh = create_engine("sqlite://")
    with fresh.begin() as made:
        migrate(made)
        objects = _sqlite_objects(made)
    fresh.dispose()
    return objects


def _sqlite_objects(connection: Connection) -> Objects:
    """The text of every object, except the tables that SQLite's own ANALYZE makes."""
    rows = connection.execute(
        text("SELECT type, name, sql FROM sqlite_master WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')")
    )
    return {f"{kind} {name}": " ".join(str(sql).split()) for kind, name, sql in rows.all()}


@cache
def _shipped_postgresql() -> Objects:
    objects = tomllib.loads(files("houseway.house.store").joinpath("postgresql.toml").read_text(encoding="utf-8"))
    return {name: str(what) for name, what in objects.items()}


# Every object of the schema that the tables are in, each with its kind, name and definition; what an extension brought
# is its own. A trigger is listed with its state, the server's own triggers (of foreign keys) only where they are off.
_OBJECTS: Final = (
    """
SELECT 'relation ' || c.relname, concat_ws(' ', c.relkind, c.relpersistence,
  CASE WHEN c.relrowsecurity THEN 'row security' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END,
  CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END)
FROM pg_class c WHERE c.relnamespace = :schema AND c.relkind NOT IN ('i', 'I', 't')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
  AND d.deptype = 'e')
""",
    """
SELECT 'column ' || c.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), o.collname,
  CASE WHEN a.attnotnull THEN 'not null' END, pg_get_expr(d.adbin, d.adrelid),
  nullif(a.attgenerated, ''), nullif(a.attidentity, ''))
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  LEFT JOIN pg_collation o ON o.oid = a.attcollation
WHERE c.relnamespace = :schema AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
""",
    """
SELECT 'index ' || c.relname, pg_get_indexdef(c.oid) || CASE WHEN i.indisvalid AND i.indisready THEN '' ELSE ' off' END
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
WHERE t.relnamespace = :schema AND t.relkind IN ('r', 'p', 'm')
""",
    """
SELECT 'constraint ' || c.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE c.relnamespace = :schema AND k.contype <> 'n'
""",
    """
SELECT 'trigger ' || c.relname || '.' || t.tgname,
  CASE WHEN t.tgisinternal THEN '' ELSE pg_get_triggerdef(t.oid) || ' ' END || t.tgenabled::text
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = :schema AND NOT (t.tgisinternal AND t.tgenabled = 'O')
""",
    """
SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
  CASE WHEN p.prokind IN ('f', 'p') THEN pg_get_functiondef(p.oid) ELSE p.prokind::text END
FROM pg_proc p WHERE p.pronamespace = :schema
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass
  AND d.deptype = 'e')
""",
    """
SELECT 'rule ' || c.relname || '.' || r.rulename, pg_get_ruledef(r.oid) || ' ' || r.ev_enabled::text
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relnamespace = :schema AND c.relkind IN ('r', 'p')
""",
    """
SELECT 'policy ' || c.relname || '.' || p.polname, p.polcmd::text
FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.relnamespace = :schema
""",
    """
SELECT 'rows of ' || c.relname || ' in ' || h.inhrelid::regclass, 'inherited'
FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhparent WHERE c.relnamespace = :schema AND c.relkind IN ('r', 'p')
""",
)


def postgresql_objects(connection: Connection) -> Objects:
    """The server's description of every object in the log's schema, whatever its name."""
    schema, prefix = connection.execute(
        text("SELECT oid::bigint, quote_ident(nspname) || '.' FROM pg_namespace WHERE nspname = current_schema()")
    ).one()
    rows = (row for query in _OBJECTS for row in connection.execute(text(query), {"schema": schema}))
    return {name: " ".join(str(what).replace(prefix, "").split()) for name, what in rows}
