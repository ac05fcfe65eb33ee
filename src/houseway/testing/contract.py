"""What every game must pass, whoever wrote it.

A test calls these functions with the name of a game:

    import pytest
    from houseway.testing.contract import CONTRACT

    @pytest.mark.parametrize("check", CONTRACT.values(), ids=CONTRACT)
    def test_contract(check):
        check("my-game")

Each raises ContractBroken with a line that says what is wrong. Rounds are random, and the same every time.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from houseway.cards.card import Card
from houseway.cards.deck import SeededBits, joker_deck, seed_from_text, shoe_cards, shuffle, standard_deck
from houseway.errors import HousewayError, NotApproved
from houseway.games import game_named, kit_of, letter_of
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.letter.offer import COUNTS_FILE, offers
from houseway.games.parts import AnalysisPart, StrategyPart
from houseway.games.round.record import parse_json, replay
from houseway.games.round.round import Round, Seat, cards_needed
from houseway.games.study import study_game
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.demonstration import demonstration_terms
from houseway.house.tables.players import HousePlayer
from houseway.testing.live_table import check_live_table, check_sheet_and_placard
from houseway.testing.requirement import ContractBroken, require, require_refusal
from houseway.testing.simulated import check_simulation

__all__ = ["CONTRACT", "ContractBroken", "check_recount", "courses", "require", "require_refusal"]

ROUNDS: Final = 1000  # of the demonstration; and a few with every other choice of the operator
ROUNDS_A_CHOICE: Final = 10
VALUES: Final = 6  # of an option
_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jo)(?![A-Za-z0-9])")


# ---- rounds


def courses(game: Game, rounds: int, seed: str = "contract") -> Iterator[list[Round]]:
    """Random rounds of a game, each as all its states from the deal to the end."""
    rules = TableRules(
        name="contract",
        game=game.name,
        options=dict(game.options),
        seats=game.approval.table.seats,
        defaults=game.approval.operation.defaults,
        jackpot=demonstration_terms(game),
    )
    bits = SeededBits(seed_from_text(f"{seed} {game.name}"))
    players = [HousePlayer(f"{seed}/{number}") for number in range(1, rules.seats + 1)]
    for number in range(rounds):
        seats = [
            Seat(number=place, wagers=players[place - 1].wagers(rules))
            for place in range(1 + number % 2, 2 + number % rules.seats, 2)
        ] or [Seat(number=1, wagers=players[0].wagers(rules))]
        deck = shuffle(cards_of(game), bits)
        now = game.place(seats, rules.nominal_meter).deal_from(deck)
        yield list(_states(now, iter(deck[cards_needed(game, len(seats)) :]), players, rules.defaults))


def _states(now: Round, shoe: Iterator[Card], players: list[HousePlayer], defaults: tuple[str, ...]) -> Iterator[Round]:
    yield now
    while not now.finished:
        if now.needs_card:
            now = now.take(next(shoe))
        else:
            now = now.decide(players[(now.turn or 1) - 1].decision(now, defaults))
        yield now


def cards_of(game: Game) -> tuple[Card, ...]:
    """All cards of the game's deck or shoe, unshuffled."""
    kind = game.approval.table.deck
    if kind == "shoe":
        return shoe_cards(game.copies)
    return joker_deck() if kind == "53" else standard_deck()


def every_choice(name: str) -> Iterator[Game]:
    """The demonstration with each value of each option; long lists of values are cut."""
    for option in letter_of(name).options.values():
        values = [*option.values[: VALUES - 1], option.values[-1]]
        for value in dict.fromkeys(values):
            try:
                yield demonstration(name, {option.name: value})
            except NotApproved:
                continue  # the rest of the demonstration does not allow it


# ---- the letter


def check_approval(name: str) -> None:
    """The data load whole, and the demonstration offers what it stakes."""
    letter = letter_of(name)
    require(letter.game == name, f"{name} calls itself {letter.game}")
    require(bool(letter.clauses), "there are no rules in words")
    require(bool(letter.operation.defaults), "operation.defaults: nothing is decided for who does not decide")
    game = demonstration(name, {})
    for wager in game.offered:
        require(wager in letter.demonstration.stakes, f"demonstration.stakes: no usual stake of {wager}")
    for wager, spec in letter.wagers.items():
        require(bool(spec.rule and spec.about), f"{wager}: no rule, or nothing about it")
        require(not spec.required or wager in game.offered, f"{wager} is mandatory and not offered")


def check_line_counts(name: str) -> None:
    """Every bonus has odds to be posted, whatever the operator chooses."""
    for game in every_choice(name):
        for one in offers(game):
            if one.wager.role not in ("bonus", "jackpot"):
                continue
            where = f"{one.wager.name} {one.table} with {dict(game.options)}"
            require(one.combinations > 0, f"{where}: its lines are not counted (houseway line-counts)")
            require(one.hits <= one.combinations, f"{where}: more wins than hands")
            for line in one.lines:
                require(line.count is not None and line.count <= one.combinations, f"{where}: {line.name}: no count")


def check_recount(name: str) -> None:
    """The counts are those of a fresh count; takes as long as counting does."""
    from houseway.lab.line_counts import count_lines, text_of
    from houseway.lab.shards import Threads

    path = kit_of(name).folder / COUNTS_FILE
    counted = text_of(count_lines(name, Threads()))
    require(path.exists() and path.read_text(encoding="utf-8") == counted, f"{COUNTS_FILE} is not what is counted")


# ---- play, record, settlement


def check_rounds(name: str) -> None:
    """Thousands of rounds settle, from their records too, to the same cents, and no cent comes from nowhere."""
    for course in courses(demonstration(name, {}), ROUNDS):
        _check_course(course)
    for game in every_choice(name):
        for course in courses(game, ROUNDS_A_CHOICE, "choices"):
            _check_course(course)


def _check_course(course: list[Round]) -> None:
    last = course[-1]
    record = parse_json(json.dumps(last.record()))
    again = replay(record)
    require(again == last, f"a record replays to another round: {record}")
    settled = last.settlement()
    require(again.settlement() == settled, f"a record settles otherwise: {record}")
    for seat, result in zip(last.seats, settled.seats, strict=True):
        staked = sum(last.stakes(seat).values())
        require(result.staked == staked, f"seat {seat.number} staked {staked} cents, not {result.staked}: {record}")
        for line in result.wagers:
            require(line.returned >= 0 and bool(line.rule), f"{line.wager}: no clause, or less than nothing: {record}")
    for now in (course[0], last):
        void = now.voided("contract").settlement()
        for seat, back in zip(now.seats, void.seats, strict=True):
            require(back.returned == sum(now.stakes(seat).values()), f"a void round keeps money: {record}")


def check_views(name: str) -> None:
    """No view holds a card that is face down for its viewer."""
    for course in courses(demonstration(name, {}), ROUNDS // 5, "views"):
        for now in course:
            for viewer in range(now.game.approval.table.seats + 1):
                _check_view(now, viewer)


def _check_view(now: Round, viewer: int) -> None:
    seen_dealer, seen_board = now.seen_dealer(), now.seen_board()
    hidden = [card for card, seen in zip(now.dealer, seen_dealer, strict=False) if seen is None]
    hidden += [card for card, seen in zip(now.board, seen_board, strict=False) if seen is None]
    seen = {card for card in (*seen_dealer, *seen_board) if card is not None}
    for seat in now.seats:
        if now.sees_cards_of(viewer, seat):
            seen.update(seat.cards)
        else:
            hidden += seat.cards
    shown = set(_CARD.findall(json.dumps(now.view(viewer))))
    leaked = shown & {str(card) for card in hidden if card not in seen}
    require(not leaked, f"seat {viewer} sees {', '.join(sorted(leaked))} face down: {now.record()}")


def check_decisions(name: str) -> None:
    """What is legal is data: each choice is accepted, anything else is refused in one line."""
    for course in courses(demonstration(name, {}), ROUNDS // 10, "decisions"):
        for now in course:
            if now.turn is None:
                require_refusal(lambda now=now: now.decide("nonsense"))  # type: ignore[misc]
                continue
            legal = now.choices()
            require(bool(legal), f"nothing is legal: {now.record()}")
            for choice in legal:
                if choice.complete:
                    require(now.can_decide(choice.text), f"{choice} is offered and refused: {now.record()}")
            require_refusal(lambda now=now: now.decide("nonsense"))  # type: ignore[misc]


# ---- the kit


def check_kit(name: str) -> None:
    """Every part answers, or refuses in one line."""
    from houseway.lab.analyze import analyze_game
    from houseway.lab.shards import Threads
    from houseway.lab.strategies import default_strategy, strategy_of

    game, kit = game_named(name), kit_of(name)
    require((kit.folder / "approval.toml").exists(), f"{kit.folder} is not the folder of its approval.toml")
    if kit.analysis is None:
        require_refusal(lambda: analyze_game(game, Threads()))
    else:
        _check_analysis(game, kit.analysis)
    if kit.strategy is None:
        require_refusal(lambda: default_strategy(game))
    else:
        _check_strategy(game, kit.strategy)
    _check_rules(game)
    require_refusal(lambda: strategy_of(game, "no-such-strategy", Threads))
    require_refusal(lambda: study_game({"game": name, "rules": {"no-such-rule": 1}}))
    if kit.simulation and not game.keeps_shoe:
        require_refusal(lambda: kit.simulation.prepare_shoes(game, None, 1))  # type: ignore[union-attr,arg-type]
    for kind, hand in kit.hands().items():
        require(bool(kind) and all(size > 0 for size in hand.cards), f"hands: {kind}")


def _check_analysis(game: Game, part: AnalysisPart) -> None:
    for wager, options in part.count_options.items():
        require(wager in game.approval.wagers, f"the analysis counts an unknown wager, {wager}")
        for option in options:
            require(option in game.options, f"the analysis names an unknown option, {option}")


def _check_strategy(game: Game, part: StrategyPart) -> None:
    require(bool(part.names), "there is no strategy")
    require(len(set(part.names)) == len(part.names), "a strategy stands twice")
    for option in part.options:
        require(option in game.options, f"the strategy names an unknown option, {option}")
    for file in part.files:
        require((game.kit.folder / file).exists(), f"strategy files: there is no {file}")


def _check_rules(game: Game) -> None:
    """Answers are kept by the rules as `rule_values` says them, and computed from these words."""
    rules = dict(game.kit.rule_values(game))
    require(rules.keys() == game.kit.study_rules.keys(), "rule_values does not say every rule of a study")
    again = study_game({"game": game.name, "rules": rules})
    require(again.digest == game.digest, "a study with the words of rule_values is not the letter's game")


def check_settings(name: str) -> None:
    """An unknown option and an unknown wager are refused in one line."""
    require_refusal(lambda: game_named(name, {"no-such-option": 1}))
    for option in letter_of(name).options:
        require_refusal(lambda option=option: game_named(name, {option: "no such value"}))  # type: ignore[misc]
    required: dict[str, object] = dict.fromkeys(letter_of(name).required, 10)
    deck = cards_of(game_named(name))
    require_refusal(lambda: game_named(name).deal({1: {**required, "no-such-wager": 5}}, deck))
    require_refusal(lambda: game_named(name).deal({99: required}, deck))
    try:
        game_named(name).deal({1: required}, deck)
    except HousewayError as problem:
        raise ContractBroken(f"the mandatory wagers alone are refused: {problem}") from problem


CONTRACT: Final[Mapping[str, Callable[[str], None]]] = {
    "approval": check_approval,
    "options and wagers": check_settings,
    "line counts": check_line_counts,
    "rounds": check_rounds,
    "views": check_views,
    "decisions": check_decisions,
    "kit": check_kit,
    "simulation": check_simulation,
    "sheet and placard": check_sheet_and_placard,
    "live table": check_live_table,
}
