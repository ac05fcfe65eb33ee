"""The schema as shipped: every table, column, index and trigger, held against what the migrations make."""

from collections.abc import Iterator

from sqlalchemy import Connection, create_engine, inspect, text

from houseway.house.log.log import Damaged
from houseway.house.store.migrate import migrate
from houseway.house.store.schema import metadata

GUARDED = ("events", "postings", "snapshots")


def schema_problems(connection: Connection) -> Iterator[Damaged]:
    """What is missing, too much or other than shipped."""
    if connection.dialect.name == "sqlite":
        yield from _sqlite(connection)
    else:
        yield from _postgresql(connection)


def _sqlite(connection: Connection) -> Iterator[Damaged]:
    """The text of every object, beside that of a database that was made just now."""
    fresh = create_engine("sqlite://")
    with fresh.begin() as made:
        migrate(made)
        expected = _objects(made)
    fresh.dispose()
    found = _objects(connection)
    for name in sorted({*expected, *found}):
        if expected.get(name) != found.get(name):
            yield Damaged(_difference(name in found, name in expected), field=" ".join(name))


def _objects(connection: Connection) -> dict[tuple[str, str], str]:
    rows = connection.execute(text("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")).all()
    return {(kind, name): " ".join(str(sql).split()) for kind, name, sql in rows}


def _difference(found: bool, expected: bool) -> str:
    if not found:
        return "is gone, and was shipped"
    return "is not as it was shipped" if expected else "was not shipped"


def _postgresql(connection: Connection) -> Iterator[Damaged]:
    looked = inspect(connection)
    for table in metadata.sorted_tables:
        columns = {one["name"] for one in looked.get_columns(table.name)} if looked.has_table(table.name) else set()
        if columns != {column.name for column in table.columns}:
            yield Damaged("is not as it was shipped", field=f"table {table.name}")
    if "events_request" not in {one["name"] for one in looked.get_indexes("events")}:
        yield Damaged("is gone, and was shipped", field="index events_request")
    named = text(
        "SELECT t.tgname, t.tgenabled, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
        "WHERE NOT t.tgisinternal AND t.tgrelid = to_regclass(:name)"
    )
    for name in GUARDED:
        rows = connection.execute(named, {"name": name}).all()
        whole = [("O", f"{name}_refuse")] == [(str(row[1]), row[0]) for row in rows]
        if not whole or f"'{name} is append-only'" not in rows[0][2]:
            yield Damaged("is gone, switched off or not as it was shipped", field=f"trigger {name}_refuse")
