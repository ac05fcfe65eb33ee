"""The names of all streams and accounts. They are composed and parsed only here.

A stream is `house`, `site`, `incidents`, `system`, `sign-ins`, `sessions`, `table/NAME` or `jackpot/NAME`; for practice
there are `practice/TABLE` and `learning/PERSON`. The accounts are those of the table in ledger.py.
"""

from enum import StrEnum
from typing import Final

# Streams that a house has one of.
HOUSE: Final = "house"  # persons and the cage
SITE: Final = "site"
INCIDENTS: Final = "incidents"
SYSTEM: Final = "system"  # self-checks and programs
SIGN_INS: Final = "sign-ins"  # on the command line
SESSIONS: Final = "sessions"  # in a browser

# Accounts that a house has one of.
BANK: Final = "house/bank"
VARIANCE: Final = "house/variance"
PLAYERS: Final = "outside/players"
OWNER: Final = "outside/owner"
SEIZED: Final = "outside/seized"

_DRAWER: Final = "house/drawer/"
_TABLE: Final = "table/"
_JACKPOT: Final = "jackpot/"
_PRACTICE: Final = "practice/"
_LEARNING: Final = "learning/"
_PLAYER: Final = "player/"
_OUTSIDE: Final = "outside/"
ACCOUNT_ROOTS: Final = (_PLAYER, "house/", _TABLE, _JACKPOT, _OUTSIDE)


class TablePot(StrEnum):
    """The accounts of a table."""

    CHIPS = "chips"
    WAGERS = "wagers"
    HELD = "held"  # wins that two persons have to verify
    DROP = "drop"
    PROGRESSIVE = "progressive"


class JackpotPot(StrEnum):
    """The accounts of a jackpot."""

    METER = "meter"
    OVERFLOW = "overflow"
    RESERVE = "reserve"
    FUNDING = "funding"
    ACCOUNT = "account"
    TRANSIT = "transit"


# ---- streams


def table_stream(table: str) -> str:
    """The stream of a table."""
    return f"table/{table}"


def jackpot_stream(jackpot: str) -> str:
    """The stream of a jackpot."""
    return f"jackpot/{jackpot}"


def table_name(stream: str) -> str:
    """The table whose stream this is; empty for another kind of stream."""
    return stream.removeprefix(_TABLE) if stream.startswith(_TABLE) else ""


def jackpot_name(stream: str) -> str:
    """The jackpot whose stream this is; empty for another kind of stream."""
    return stream.removeprefix(_JACKPOT) if stream.startswith(_JACKPOT) else ""


def practice_stream(table: str) -> str:
    """The stream that records who owns a practice table."""
    return f"{_PRACTICE}{table}"


def learning_stream(person: str) -> str:
    """The stream of what a person learned."""
    return f"{_LEARNING}{person}"


def practice_table_name(stream: str) -> str:
    """The practice table whose stream this is; empty for another kind of stream."""
    return stream.removeprefix(_PRACTICE) if stream.startswith(_PRACTICE) else ""


def learner_name(stream: str) -> str:
    """The person whose learning stream this is; empty for another kind of stream."""
    return stream.removeprefix(_LEARNING) if stream.startswith(_LEARNING) else ""


# ---- accounts


def player_account(player: str) -> str:
    """The account of a player."""
    return f"player/{player}"


def table_account(table: str, pot: TablePot) -> str:
    """An account of a table."""
    return f"table/{table}/{pot}"


def jackpot_account(jackpot: str, pot: JackpotPot) -> str:
    """An account of a jackpot."""
    return f"jackpot/{jackpot}/{pot}"


def drawer_account(cashier: str) -> str:
    """The cash in a cashier's drawer."""
    return f"{_DRAWER}{cashier}"


def is_drawer_account(account: str) -> bool:
    """Whether an account is the cash of a drawer."""
    return account.startswith(_DRAWER)


def is_tray_account(account: str) -> bool:
    """Whether an account is the chip tray of a table."""
    return account.startswith(_TABLE) and account.endswith("/chips")


def is_player_account(account: str) -> bool:
    """Whether an account is a player's."""
    return account.startswith(_PLAYER)


def is_jackpot_account(account: str) -> bool:
    """Whether an account is a jackpot's."""
    return account.startswith(_JACKPOT)


def is_outside_account(account: str) -> bool:
    """Whether an account is the other side of what came into the house."""
    return account.startswith(_OUTSIDE)


def is_contribution_account(account: str) -> bool:
    """Whether an account holds what a table's wagers contributed to jackpots."""
    return account.startswith(_TABLE) and account.endswith("/progressive")


def table_pot(account: str) -> tuple[str, str]:
    """The table and the pot of a table's account; two empty texts for another account."""
    table, _, pot = account.removeprefix(_TABLE).rpartition("/")
    return (table, pot) if account.startswith(_TABLE) else ("", "")


def jackpot_pot(account: str, jackpot: str) -> str:
    """The pot of an account of this jackpot; empty for an account of anything else."""
    own = f"jackpot/{jackpot}/"
    return account.removeprefix(own) if account.startswith(own) else ""
