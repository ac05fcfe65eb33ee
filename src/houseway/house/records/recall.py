"""The last rounds of a table, and the last bonus wins (R25)."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import Any, Final, NamedTuple

from houseway.games import letter_of
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import table_name, table_stream
from houseway.house.tables.known_tables import require_table, table_names
from houseway.house.tables.payout import amounts_withheld, read_limited
from houseway.money import format_money, parse_money

BONUSES: Final = 50  # wins that are recalled where nobody says how many

_KINDS: Final = (TableEvent.SETTLED, TableEvent.VOIDED, CorrectionEvent.ROUND)
_BLOCK: Final = 500  # events that are read at once, from the end backwards


class EndedRound(NamedTuple):
    """The end of a round, and the corrections that came later, oldest first."""

    end: Event
    corrections: tuple[Event, ...] = ()

    @property
    def stands(self) -> dict[str, Any]:
        """What stands of it: record, settlement and limits of the last correction, or of the end."""
        return (self.corrections[-1] if self.corrections else self.end).data


def last_rounds(log: Log, table: str, count: int) -> list[Event]:
    """The ends of the last rounds of a table, settled or void, the newest first."""
    require_table(log, table)
    return [one.end for one in islice(_ends(log, table), count)]


def recalled_rounds(log: Log, table: str, count: int) -> list[dict[str, Any]]:
    """The last rounds of a table with their corrections, as `houseway audit recall --json` prints them."""
    require_table(log, table)
    return [recall_entry(*one) for one in islice(_ends(log, table), count)]


def _ends(log: Log, table: str) -> Iterator[EndedRound]:
    """The ends of all rounds of a table, the newest first; what corrects a round comes after its end."""
    stream = table_stream(table)
    stop = log.head(stream).number
    corrections: dict[int, list[Event]] = {}
    while stop:
        start = max(stop - _BLOCK + 1, 1)
        for event in reversed([event for event in log.read(stream, start, stop) if event.kind in _KINDS]):
            if event.kind == CorrectionEvent.ROUND:
                corrections.setdefault(event.data["round"], []).insert(0, event)
            else:
                yield EndedRound(event, tuple(corrections.pop(event.data["round"], ())))
        stop = start - 1


def recall_entry(event: Event, corrections: Sequence[Event] = ()) -> dict[str, Any]:
    """A round as `houseway audit recall --json` prints it: as it was settled, and every correction."""
    return {
        "round": f"{table_name(event.stream)}/{event.data['round']}",
        "at": event.at,
        "status": event.kind,
        "reason": event.data.get("reason"),
        "record": event.data["record"],
        "settlement": event.data["settlement"],
        "limited": event.data.get("limited", []),
        "corrections": [_correction_entry(one) for one in corrections],
    }


def _correction_entry(event: Event) -> dict[str, Any]:
    told = {key: event.data[key] for key in ("reason", "record", "settlement")}
    rest = {"limited": event.data.get("limited", []), "borne": event.data.get("borne", {})}
    second = event.data.get("second", "")
    return {"number": event.number, "at": event.at, "by": event.by, "second": second, **told, **rest}


def bonus_wins(log: Log, table: str = "", count: int = BONUSES) -> list[dict[str, Any]]:
    """The last wins of bonus and jackpot wagers, envies too, at a table or in the whole house, the newest first."""
    if table:
        require_table(log, table)
    names = [table] if table else table_names(log)
    ends = merge(*(_ends(log, name) for name in names), key=lambda one: (one.end.at, one.end.stream), reverse=True)
    return list(islice((win for one in ends for win in _wins(one)), count))


def _wins(ended: EndedRound) -> Iterator[dict[str, Any]]:
    """The bonus wins of a round as it stands, by seats; what an aggregate limit left is what is paid."""
    end, stands = ended.end, ended.stands
    wagers = letter_of(stands["record"]["game"]).wagers
    players = {row["seat"]: row.get("player", "") for row in stands["record"]["seats"]}
    less = {one.wager: amounts_withheld([one]) for one in read_limited(stands.get("limited", ()))}
    for seat in stands["settlement"]["seats"]:
        for line in seat["wagers"]:
            wager = wagers[line["wager"].removesuffix(" envy")]
            if line["result"] != "win" or wager.role not in ("bonus", "jackpot"):
                continue
            returned = parse_money(line["returned"], zero=True)
            yield {
                "round": f"{table_name(end.stream)}/{end.data['round']}",
                "at": end.at,
                "seat": seat["seat"],
                "player": players[seat["seat"]],
                "wager": line["wager"],
                "line": line.get("line") or ", ".join(line.get("lines", ())),
                "stake": line["stake"],
                "returned": line["returned"],
                "paid": format_money(returned - less.get(line["wager"], {}).get(seat["seat"], 0)),
            }
