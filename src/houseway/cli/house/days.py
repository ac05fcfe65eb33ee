"""Days on the command line."""

from datetime import UTC, date, datetime

from houseway.errors import InvalidInput


def parse_day(text: str | None, field: str) -> date:
    """A day such as 2026-03-01; today where none is given."""
    if text is None:
        return datetime.now(tz=UTC).astimezone().date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("must be a date such as 2026-03-01", field=field) from None
