"""What can be wrong with a stored log besides its chains: heads, secrets, stray rows, the file itself."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, select, text

from houseway.house.log.log import Damaged
from houseway.house.store.schema import balances, events, heads, postings, snapshots
from houseway.house.store.secret_rows import SecretRows


def storage_problems(connection: Connection, secrets: SecretRows) -> Iterator[Damaged]:
    """Each thing that is wrong, worst first."""
    yield from _file(connection)
    yield from _streams(connection)
    yield from _strays(connection)
    yield from secrets.problems(connection)
    yield from _balances(connection)


def _file(connection: Connection) -> Iterator[Damaged]:
    if connection.dialect.name == "sqlite":
        for (answer,) in connection.execute(text("PRAGMA integrity_check(1)")).all():
            if answer != "ok":
                yield Damaged(f"SQLite finds: {answer}", field="the file")


def _streams(connection: Connection) -> Iterator[Damaged]:
    """Streams whose head is not their last event."""
    stored = dict(
        connection.execute(select(events.c.stream, func.max(events.c.number)).group_by(events.c.stream)).all()
    )
    known = dict(connection.execute(select(heads.c.stream, heads.c.number).where(heads.c.number != 0)).all())
    for stream in sorted({*stored, *known}):
        last, head = stored.get(stream, 0), known.get(stream, 0)
        if last != head:
            number = min(last, head) + 1
            yield Damaged(f"the head says {head} events and {last} are stored", stream=stream, number=number)
    wrong = select(events.c.stream, events.c.number).select_from(
        events.join(heads, and_(events.c.stream == heads.c.stream, events.c.number == heads.c.number))
    )
    for row in connection.execute(wrong.where((events.c.hash != heads.c.hash) | (events.c.at != heads.c.at))):
        yield Damaged("the head is not the hash and time of the last event", stream=row.stream, number=row.number)


def _strays(connection: Connection) -> Iterator[Damaged]:
    """Postings and snapshots of events that are not there."""
    for table in (postings, snapshots):
        both = table.outerjoin(events, and_(table.c.stream == events.c.stream, table.c.number == events.c.number))
        stray = (
            select(table.c.stream, table.c.number, table.c.account).select_from(both).where(events.c.number.is_(None))
        )
        for row in connection.execute(stray):
            yield Damaged(f"{table.name} to {row.account} without an event", stream=row.stream, number=row.number)


def _balances(connection: Connection) -> Iterator[Damaged]:
    """Balances that are missing or not a number; the audit compares the others with the sums of the postings."""
    stored = dict(connection.execute(select(balances.c.account, balances.c.amount)).all())
    posted = set(connection.scalars(select(postings.c.account).distinct()))
    wrong = [account for account, amount in stored.items() if not isinstance(amount, int)]
    for account in sorted({*map(str, wrong), *(posted - stored.keys())}):
        yield Damaged("the balance is not the sum of the postings", field=account)
