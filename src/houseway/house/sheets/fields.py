"""Reads a table of a TOML file strictly: every key once, by its kind. A key that nobody reads is refused."""

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from unicodedata import category

from houseway.errors import InvalidInput, shown
from houseway.money import Cents, parse_money

Rate = int  # of a wager: ten-thousandths of a percent, so that a cent times a rate is a whole number of 1e-8 dollar

WHOLE_WAGER: Final = 1_000_000
_RATE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?%")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_LONGEST: Final = 2000


class Fields:
    """A table of a file; `given` collects the dotted names of the keys that it has."""

    def __init__(self, data: Mapping[str, Any], place: str, given: set[str]) -> None:
        self.data = dict(data)
        self.place = place
        self.given = given

    def field(self, key: str) -> str:
        """The dotted name of a key."""
        return f"{self.place}.{key}" if self.place else key

    def take(self, key: str) -> Any:
        """The value of a key, which is then read; None where it is not given."""
        if key in self.data:
            self.given.add(self.field(key))
        return self.data.pop(key, None)

    def table(self, key: str) -> "Fields":
        """The table under a key; an empty one where none is given."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            raise InvalidInput("must be a table", field=self.field(key))
        return Fields(value or {}, self.field(key), self.given)

    def done(self) -> None:
        """Refuse what nobody has read."""
        for key in self.data:
            raise InvalidInput("unknown key", field=self.field(key)[:80])

    # ---- kinds of values

    def name(self, key: str) -> str:
        """A name that may stand in an account, a file and a line of text."""
        value = self.take(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            reason = f"must be a name of letters, digits, '.', '_' and '-', at most 40, not {shown(value)}"
            raise InvalidInput(reason, field=self.field(key))
        return value

    def account_name(self, key: str) -> str:
        """A name that becomes part of a stream and of accounts in the log: small letters."""
        value = self.name(key)
        if value != value.lower():
            raise InvalidInput(
                f"must be in small letters, as the log has names, not {shown(value)}", field=self.field(key)
            )
        return value

    def text(self, key: str) -> str:
        """Some words, of one line or several, without control characters."""
        value = self.take(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST:
            raise InvalidInput(f"must be a text of 1 to {_LONGEST} characters", field=self.field(key))
        if not all(character.isprintable() or character == "\n" or category(character) == "Zs" for character in value):
            raise InvalidInput("must hold no control characters", field=self.field(key))
        return value.strip()

    def word(self, key: str, allowed: Sequence[str]) -> str:
        """One of some words."""
        value = self.take(key)
        if value is None:
            return ""
        if value not in allowed:
            raise InvalidInput(f"must be {' or '.join(allowed)}, not {shown(value)}", field=self.field(key))
        return str(value)

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words."""
        value = self.take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(one, str) and one.isprintable() for one in value):
            raise InvalidInput("must be a list of words", field=self.field(key))
        return tuple(value)

    def flag(self, key: str) -> bool:
        """True or false; false where it is not given."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            raise InvalidInput(f"must be true or false, not {shown(value)}", field=self.field(key))
        return bool(value)

    def whole(self, key: str, *, most: int) -> int:
        """A whole number from 1; 0 where it is not given."""
        value = self.take(key)
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise InvalidInput(f"must be a whole number from 1 to {most}, not {shown(value)}", field=self.field(key))
        return value

    def money(self, key: str, *, zero: bool = False) -> Cents:
        """An amount in dollars; 0 where it is not given."""
        value = self.take(key)
        return 0 if value is None else parse_money(value, field=self.field(key), zero=zero)

    def rate(self, key: str) -> Rate:
        """A percentage with at most four decimals, such as "12.5%"; 0 where it is not given."""
        value = self.take(key)
        if value is None:
            return 0
        match = _RATE.fullmatch(value) if isinstance(value, str) else None
        rate = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0")) if match else WHOLE_WAGER + 1
        if rate > WHOLE_WAGER:
            reason = f'must be a percentage with at most four decimals, such as "12.5%", not {shown(value)}'
            raise InvalidInput(reason, field=self.field(key))
        return rate

    def day(self, key: str) -> datetime.date | None:
        """A day; None where it is not given."""
        value = self.take(key)
        if value is not None and (not isinstance(value, datetime.date) or isinstance(value, datetime.datetime)):
            raise InvalidInput(
                f"must be a day such as 2024-05-31, without quotes, not {shown(value)}", field=self.field(key)
            )
        return value


def format_rate(rate: Rate) -> str:
    """A rate as a percentage: 125000 is "12.5%"."""
    whole, rest = divmod(rate, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"
