"""A game as a house offers it: the letter, the operator's choices, and the pay tables that they select."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Generic

from typing_extensions import TypeVar

from houseway.cards.card import Card
from houseway.errors import InvalidInput, NotApproved, did_you_mean, shown
from houseway.games.letter.approval import Approval, Option
from houseway.games.letter.paytable import PayTable
from houseway.games.round.jackpot import Meter
from houseway.money import Breakage, parse_money
from houseway.values import remembered

if TYPE_CHECKING:
    from houseway.games.kit import GameKit
    from houseway.games.round.round import Round
    from houseway.games.round.seat import Seat

NOT_APPROVED: Final = "not approved"
UNNAMED: Final = "a study"
_PERCENT: Final = re.compile(r"(0|[1-9][0-9]?|100)%")

V_co = TypeVar("V_co", covariant=True, default=object)  # the rules as the modules of one game read them


@dataclass(frozen=True)
class Game(Generic[V_co]):
    """A game with its options decided; `deal` starts a round. Code for all games uses `Game`, whatever its rules."""

    approval: Approval
    options: Mapping[str, str]
    kit: "GameKit[V_co]"
    study: Mapping[str, object] = field(default_factory=dict)  # what a designer changes of the rules: not approved
    study_name: str = ""  # a label for people: nothing follows from it
    study_data: Mapping[str, object] = field(default_factory=dict)  # the whole study as plain data, without its options

    @property
    def name(self) -> str:
        """The game's name in records and commands."""
        return self.approval.game

    def __repr__(self) -> str:
        """Its name, the choices that are not the letter's defaults, and whether it is approved."""
        from houseway.games.resolved_rules import chosen_options
        from houseway.tabular import marks_in_words

        chosen = [f"{name}={value!r}" for name, value in chosen_options(self).items()]
        return f"Game({', '.join([repr(self.name), *chosen])}{marks_in_words(self.marks)})"

    @property
    def marks(self) -> dict[str, str]:
        """The marks that every answer about the game carries; none where a letter approves it."""
        if self.differs_from_letter:
            return {"study": self.study_name or UNNAMED, "status": NOT_APPROVED}
        return {"status": self.approval.status} if self.approval.status else {}

    @remembered
    def is_unchanged(self) -> bool:
        """Whether approval and rules are the letter's own objects; a study may still have equal rules."""
        from houseway.games import letter_of

        return not self.study and self.approval is letter_of(self.name)

    @remembered
    def differs_from_letter(self) -> bool:
        """Whether its rules differ from those of its letter, whatever name a study has."""
        from houseway.games.resolved_rules import differs_from_letter

        return differs_from_letter(self)

    @remembered
    def round_type(self) -> "type[Round[V_co]]":
        """The class of its rounds."""
        return self.kit.round_type()

    @remembered
    def breakage(self) -> Breakage:
        """The unit that winnings are brought to."""
        return Breakage.parse(self.options["breakage"])

    @remembered
    def copies(self) -> int:
        """How many of each card the deck or shoe holds."""
        return self.kit.copies(self)

    @remembered
    def deck(self) -> frozenset[int]:
        """The cards in play, each `copies` times."""
        return self.kit.deck(self)

    @remembered
    def variant(self) -> V_co:
        """The rules as the game's own modules read them, a study's included."""
        bearing = self.kit.variant_options
        if bearing is None or not self.is_unchanged:
            return self.kit.variant(self)
        chosen = tuple([self.options[name] for name in bearing])
        if chosen not in self.kit.variants:
            from houseway.games.scope import Scope

            self.kit.variants[chosen] = self.kit.variant(Scope(options=bearing).show(self))
        return self.kit.variants[chosen]

    @remembered
    def digest(self) -> str:
        """A digest of all rules that it is played by."""
        from houseway.games.resolved_rules import rules_digest

        return rules_digest(self)

    def with_options(self, given: object) -> "Game[V_co]":
        """The same game, or study, with other choices of the operator; the other options have their defaults."""
        options = resolve_options(self.approval, given)
        key = tuple(options.items())
        if key not in self._chosen:
            for name in self.study.keys() & options.keys():
                if options[name] != self.options[name]:
                    raise InvalidInput("the study's rules decide it: leave one of them out", field=f"options.{name}")
            game = replace(self, options=options)
            self.kit.check_study(game)
            game.round_type.check_options(options)
            self._chosen[key] = game
        return self._chosen[key]

    @remembered
    def _chosen(self) -> "dict[tuple[tuple[str, str], ...], Game[V_co]]":
        return {}

    @remembered
    def keeps_shoe(self) -> bool:
        """Whether one shoe serves many rounds; otherwise every round has its own deck."""
        shoe = self.approval.table.shoe
        return shoe is not None and bool(shoe.dealing) and self.options[shoe.dealing] == "shoe"

    def cards_behind(self, cards: int) -> int:
        """How many of a shoe's cards stay behind the cut card."""
        shoe = self.approval.table.shoe
        cut = self.options[shoe.cut_card] if shoe and shoe.cut_card else "0"
        return cards // 4 if cut == "quarter" else int(cut)

    @remembered
    def offered(self) -> frozenset[str]:
        """The wagers that the house offers before the deal."""
        return frozenset(name for name in self.approval.placed if not self.switched_off_by(name))

    def switched_off_by(self, wager: str) -> str:
        """The option that is off and so takes a wager off the table: its own, or that of the pay tables it shares."""
        named = self.approval.wagers[wager]
        return next((one for one in (named.option, named.paytable) if self.options.get(one) == "off"), "")

    def paytable(self, wager: str, option: str = "") -> PayTable:
        """The pay table of a wager: chosen by the option of the same (or the given) name, or the only one."""
        key = (wager, option) if option else wager
        table = self._paytables.get(key)
        if table is None:
            table = self._paytables[key] = self._chosen_paytable(wager, option)
        return table

    @remembered
    def _paytables(self) -> dict[str | tuple[str, str], PayTable]:
        return {}

    def _chosen_paytable(self, wager: str, option: str) -> PayTable:
        spec = self.approval.wagers.get(wager)
        name = (spec and spec.paytable) or wager
        tables = self.approval.paytables[name]
        return tables.get(self.options.get(option or name, "")) or next(iter(tables.values()))

    def is_on(self, option: str) -> bool:
        """Whether an option with `off` or `no` as its default is on."""
        return self.options[option] not in ("off", "no")

    def place(self, seats: "Iterable[Seat]", jackpot: Meter | None = None) -> "Round[V_co]":
        """A new round with these seats, their wagers verified."""
        return self.round_type(game=self, seats=tuple(seats), jackpot=jackpot).verified()

    def deal(
        self, wagers: Mapping[int, Mapping[str, object]], deck: Iterable[Card], jackpot: Meter | None = None
    ) -> "Round[V_co]":
        """A round with wagers in dollars by seat, dealt from the top of a deck; ready for the first decision."""
        from houseway.games.round.seat import Seat

        seats = [
            Seat(
                number=number,
                wagers={name: parse_money(amount, field=name) for name, amount in placed.items()},
            )
            for number, placed in sorted(wagers.items())
        ]
        return self.place(seats, jackpot).deal_from(tuple(deck))


def resolve_options(approval: Approval, given: object) -> dict[str, str]:
    """All choices of the operator as words, with the defaults filled in."""
    if not isinstance(given, Mapping):
        raise InvalidInput("must be an object", field="options")
    chosen = dict(approval.defaults)
    for name, value in given.items():
        option = approval.options.get(name)
        if option is not None and type(value) is str and value in option.values:
            chosen[name] = value
            continue
        if option is None:
            near = did_you_mean(str(name), approval.options)
            known = ", ".join(approval.options)
            raise InvalidInput(f"unknown option{near}; {approval.game} has {known}", field=f"options.{name}")
        chosen[name] = _value(option, value)
    return chosen


def _value(option: Option, value: object) -> str:
    field = f"options.{option.name}"
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InvalidInput(f"must be a word or a whole number, not {shown(value)}", field=field)
    word = str(value) if isinstance(value, str) or abs(value) < 10**9 else "too large"
    if word in option.values:
        return word
    if option.number == "cards" and re.fullmatch(r"0|[1-9][0-9]{0,3}", word):
        return word
    if option.number == "percent" and _PERCENT.fullmatch(word):
        return word
    raise NotApproved(f"{word[:40]!r} is not one of {_allowed(option)}", field=field)


def _allowed(option: Option) -> str:
    if option.number == "cards":
        return "a number of cards"
    if option.number == "percent":
        return "0% to 100%"
    if len(option.values) > 20:
        return f"{', '.join(option.values[:3])}, … {option.values[-1]}"
    return ", ".join(option.values)
