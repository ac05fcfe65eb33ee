"""The links of private practice tables: one invites to sit down, one to look on, and one shows a finished round.

A link has a token that only this house can make, so nothing secret is stored. The token depends on the table and on how
often the owner has renewed the invitation; after a renewal older links open nothing.
"""

import hmac
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from houseway.errors import InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Appender, Log
from houseway.house.log.names import practice_stream
from houseway.house.people.person_payloads import InvitationRenewed
from houseway.house.people.roster import NotPermitted
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.problems import NotFound

Entry = Literal["sit", "look"]
MOST_RENEWED: Final = 1000  # times that an owner renews the invitation to one table


class Visitor(NamedTuple):
    """A visitor, and the token of the link that they followed; both may be empty."""

    person: str
    token: str = ""


class Invitations:
    """Makes the tokens of links, and knows whom they admit."""

    def __init__(self, log: Log, appender: Appender, sign: Callable[[str], str]) -> None:
        self._log = log
        self._appender = appender
        self._sign = sign

    def token(self, table: str, entry: Entry) -> str:
        """The token of a link to a private table, as the invitation stands now."""
        return self._sign(f"{entry}.{self._log.head(practice_stream(table)).number}.{table}")

    def round_token(self, table: str, number: int) -> str:
        """The token of a link to one finished round of a private table; it shows nothing else."""
        return self._sign(f"round.{number}.{table}")

    def is_round_token(self, given: str, table: str, number: int) -> bool:
        """Whether somebody was given the link to this round."""
        return _is_same(given, self.round_token(table, number))

    def admits(self, table: str, token: str, entry: Entry) -> bool:
        """Whether a token opens a private table; everybody who may sit down may also look on."""
        entries: tuple[Entry, ...] = ("sit", "look") if entry == "look" else ("sit",)
        return any(_is_same(token, self.token(table, one)) for one in entries)

    def require(self, table: LiveTable, visitor: Visitor, entry: Entry) -> None:
        """Refuse a visitor who needs a link to a private table and has none, as if the table did not exist."""
        if self.admits(table.name, visitor.token, entry):
            return
        if self.admits(table.name, visitor.token, "look"):
            raise NotPermitted("this link is for looking on; ask for an invitation to sit down", field="invite")
        raise NotFound("there is no such table", field="table")

    def renew(self, table: LiveTable, person: str) -> None:
        """Give the invitation another link; only the owner may."""
        if not table.private or person != table.private:
            raise NotPermitted("only its owner renews the invitation to a table", field=person)
        stream = practice_stream(table.name)
        if self._log.head(stream).number > MOST_RENEWED:
            raise InvalidInput("was renewed too often; open another table", field="invite")
        self._appender.append(NewEvent(stream=stream, by=person, data=InvitationRenewed(person=person)))


def is_at_home(table: LiveTable, person: str) -> bool:
    """Whether somebody needs no link to a private table: its owner, and anybody with a seat."""
    return bool(person) and (person == table.private or bool(table.seat_of(person)))


def _is_same(given: str, token: str) -> bool:
    return given.isascii() and hmac.compare_digest(given, token)
