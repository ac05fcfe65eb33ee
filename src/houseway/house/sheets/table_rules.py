"""The rules of a table from its opening to its closing: the facts of its sheet, in the form that the log stores."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from houseway.errors import NotApproved
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.round.decision import Choice
from houseway.games.round.jackpot import UNITS_PER_CENT, Meter, MeterUnits
from houseway.games.study import study_game
from houseway.house.log.names import table_stream
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.limits import (
    require_allowed_games,
    require_amounts,
    require_chips,
    single_wager_limit,
    table_limits,
)
from houseway.house.sheets.policy import policy_on
from houseway.house.sheets.sheet import VERIFY_ABOVE, JackpotTerms, Limit, Sheet
from houseway.money import Cents, format_money, parse_money


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesRule:
    """How many games a player may wager on with one hand, and how many of them above an amount."""

    bet: int
    above: Cents
    count_above: int


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """A table's game and the house's choices; what is empty or 0 is not limited."""

    name: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    study: Mapping[str, object] = field(default_factory=dict)  # of the game, by a designer: at a practice table alone
    seats: int = 0
    limits: Mapping[str, Limit] = field(default_factory=dict)
    chip: Cents = 1
    most: Cents = 0  # a single wager
    games: GamesRule | None = None
    cards: str = "shuffle"  # or hand, scanner
    dealer: str = "self"  # or person
    seconds: int = 0
    defaults: tuple[str, ...] = ()
    jackpot: JackpotTerms | None = None
    verify_above: Cents = 0  # what a player wins in a round above this is paid when two persons have verified it
    coach: bool = False  # whether players may be advised here, and their decisions weighed

    @cached_property
    def chosen(self) -> Game:
        """The game with its options, or the study of it."""
        if self.study:
            return study_game({**self.study, "game": self.game}, chosen=self.options, recorded=True)
        return game_named(self.game, self.options)

    @property
    def chosen_study(self) -> Game | None:
        """The game if it is a designer's study, which the settlement of its records needs; otherwise None."""
        return self.chosen if self.study else None

    @cached_property
    def nominal_meter(self) -> Meter | None:
        """The jackpot during a round: its fixed wager and prizes; the meter counts only at the end."""
        return live_meter(self.jackpot, 0, 0) if self.jackpot else None

    @cached_property
    def accepted_wagers(self) -> set[tuple[object, ...]]:
        """Seats with wagers that these rules have already allowed."""
        return set()

    @cached_property
    def aggregates(self) -> dict[str, Cents]:
        """For wagers with an aggregate limit, the most that a round pays to all seats together."""
        return {name: limit.aggregate for name, limit in self.limits.items() if limit.aggregate}

    @property
    def stream(self) -> str:
        """The table's stream in the log."""
        return table_stream(self.name)

    def require_wagers(self, wagers: Mapping[str, Cents]) -> None:
        """Refuse wagers of a seat outside the limits or on too many games; the game checks the rest."""
        require_amounts(wagers, self.limits)
        if self.games is not None:
            rule = self.games
            require_allowed_games(
                self.chosen.approval, wagers, bet=rule.bet, above=rule.above, count_above=rule.count_above
            )

    def require_stake(self, amount: Cents) -> None:
        """Refuse what a decision adds to the stakes if it cannot be laid in chips or is above the limit."""
        require_chips(amount, chip=self.chip, most=self.most)

    def payable(self, choices: Iterable[Choice]) -> list[Choice]:
        """The choices of a player at this table: amounts in chips and within the limit of a single wager."""
        payable = []
        for choice in choices:
            least, most = -(-choice.least // self.chip) * self.chip, min(choice.most, self.most or choice.most)
            most = most // self.chip * self.chip
            if not choice.most:
                payable.append(choice)
            elif least <= most:
                payable.append(Choice(choice.text, least, most))
        return payable

    # ---- in the log

    def to_json(self) -> dict[str, Any]:
        """As the event `opened` keeps it."""
        return {
            "name": self.name,
            "game": self.game,
            "options": dict(self.options),
            **({"study": dict(self.study)} if self.study else {}),
            "seats": self.seats,
            "limits": {name: _limit_json(limit) for name, limit in self.limits.items()},
            "chip": format_money(self.chip),
            "most": format_money(self.most),
            "games": [self.games.bet, format_money(self.games.above), self.games.count_above] if self.games else None,
            "cards": self.cards,
            "dealer": self.dealer,
            "seconds": self.seconds,
            "defaults": list(self.defaults),
            "jackpot": terms_to_json(self.jackpot) if self.jackpot else None,
            "verify_above": format_money(self.verify_above),
            **({"coach": True} if self.coach else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TableRules":
        """Read back what `to_json` wrote."""
        games = data["games"]
        return cls(
            **{key: data[key] for key in ("name", "game", "options", "seats", "cards", "dealer", "seconds")},
            study=data.get("study", {}),
            limits={name: _limit(row) for name, row in data["limits"].items()},
            chip=parse_money(data["chip"]),
            most=parse_money(data["most"], zero=True),
            games=GamesRule(bet=games[0], above=parse_money(games[1]), count_above=games[2]) if games else None,
            defaults=tuple(data["defaults"]),
            jackpot=terms_from_json(data["jackpot"]) if data["jackpot"] else None,
            verify_above=parse_money(data.get("verify_above", "0"), zero=True),
            coach=data.get("coach", False),
        )


def live_meter(terms: JackpotTerms, meter: MeterUnits, contributed: MeterUnits) -> Meter:
    """The jackpot at settlement: the current meter, including this round's contribution."""
    return Meter(
        meter=meter - contributed,
        contributed=contributed,
        wager=terms.wager,
        reset=terms.reset * UNITS_PER_CENT,
        prizes=terms.prizes,
        prizes_from="meter" if terms.prizes_from == "meter" else "house",
    )


def rules_of(sheet: Sheet, on: datetime.date, *, practice: bool = False) -> TableRules:
    """The rules of a sheet that letter and law accept on a day; any other sheet raises with the first reason."""
    refusals = check_sheet(sheet, on, practice=practice)
    if refusals:
        more = f", and {len(refusals) - 1} more" if len(refusals) > 1 else ""
        raise NotApproved(f"the sheet is refused: {refusals[0]}{more}", field=f"table {sheet.name}")
    policy = policy_on(on)
    bet, above, count = (policy.figure("games", key) for key in ("bet", "above", "count-above"))
    return TableRules(
        name=sheet.name,
        game=sheet.game,
        options=sheet.options,
        seats=sheet.seats,
        limits=table_limits(sheet, policy),
        chip=sheet.chip,
        most=single_wager_limit(sheet, policy),
        games=None if sheet.jurisdiction == "tribal" else GamesRule(bet=bet, above=above, count_above=count),
        cards=sheet.dealing.cards,
        dealer=sheet.dealing.dealer,
        seconds=sheet.decisions.seconds,
        defaults=sheet.decisions.default,
        jackpot=sheet.jackpot,
        verify_above=sheet.controls.verify_above or VERIFY_ABOVE,
        coach=sheet.decisions.coach,
    )


def _limit_json(limit: Limit) -> list[str]:
    return [format_money(one) for one in (limit.minimum, limit.maximum, limit.step, limit.aggregate)]


def _limit(row: list[str]) -> Limit:
    least, most, step, aggregate = (parse_money(one, zero=True) for one in row)
    return Limit(minimum=least, maximum=most, step=step, aggregate=aggregate)


_TERMS_MONEY = ("wager", "amount", "seed", "reset", "cap", "verify_above")
_TERMS_PLAIN = ("name", "kind", "increment", "reserve", "overflow", "prizes_from", "display_digits", "linked")


def terms_to_json(terms: JackpotTerms) -> dict[str, Any]:
    """The terms of a jackpot in the form that events store; rates are in ten-thousandths of a percent."""
    prizes = {key: prize.text if isinstance(prize, Pay) else format_money(prize) for key, prize in terms.prizes.items()}
    return {
        **{key: getattr(terms, key) for key in _TERMS_PLAIN},
        **{key: format_money(getattr(terms, key)) for key in _TERMS_MONEY},
        "prizes": prizes,
        "outside": list(terms.outside),
    }


def terms_from_json(data: Mapping[str, Any]) -> JackpotTerms:
    """Read back what `terms_to_json` wrote."""
    fields: dict[str, Any] = {key: data[key] for key in _TERMS_PLAIN}
    fields |= {key: parse_money(data[key], zero=True) for key in _TERMS_MONEY}
    return JackpotTerms(
        **fields,
        prizes={key: Pay.parse(one) if " " in one else parse_money(one) for key, one in data["prizes"].items()},
        outside=tuple(data["outside"]),
    )
