"""Why a wager was settled so: sentence, clause, cards and result agree for every wager, line and option of every game.

The rounds are those of the twin, in which rare things are common. What the cards of a line make is asked of the twin.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest

from houseway.cards.names import compared_names
from houseway.games import game_named, letter_of
from houseway.games.game import Game
from houseway.games.letter.clause_words import clauses_in_force, option_words
from houseway.games.round.explanation import LineExplanation, explain_round
from houseway.games.round.record import replay
from houseway.games.round.round import Round, Seat
from houseway.games.round.settlement import SettledSeat, SettledWager
from naive import cards
from twin import flush, generate, houseway, poker, royal

RECORDS = 900
GAMES = pytest.mark.parametrize("game", generate.GAMES)
BLACKJACK, HOLDEM, FLUSH, PREMIUM, PAI_GOW = (
    "down-under-blackjack",
    "down-under-holdem",
    "flush-poker",
    "premium-holdem",
    "wild-monkey-pai-gow",
)


class Explained(NamedTuple):
    """A line with its explanation, and the round that it belongs to."""

    played: Round
    settled: SettledSeat
    line: SettledWager
    reason: LineExplanation

    @property
    def seat(self) -> Seat:
        return self.played.seat(self.settled.seat)

    @property
    def game(self) -> Game:
        return self.played.game

    @property
    def surrendered(self) -> bool:
        return self.seat.decided("surrender")


@cache
def explained(game: str) -> tuple[Explained, ...]:
    return tuple(_explained(game))


def _explained(game: str) -> Iterator[Explained]:
    for number in range(RECORDS):
        played = replay(generate.record(game, random.Random(f"why/{game}/{number}")))
        for settled, seat in zip(played.settlement().seats, explain_round(played), strict=False):
            assert settled.seat == seat.seat
            for line, reason in zip(settled.wagers, seat.lines, strict=True):
                yield Explained(played, settled, line, reason)


# ---- the words


@GAMES
def test_a_sentence_says_how_the_wager_ended(game: str) -> None:
    for one in explained(game):
        words = _ending(one.line)
        assert one.reason.why.count(words) == 1, one.reason.why
        others = {"is returned", "is lost", " pays ", " wins "} - set(_all_endings(words))
        ending = one.reason.why.rsplit(": ", 1)[-1]
        assert not any(other in ending for other in others), one.reason.why
        assert re.fullmatch(r"[A-Z0-9“].*[^.]\.", one.reason.why)


def _ending(line: SettledWager) -> str:
    if line.result == "win":
        if line.from_seat:
            return f"earns envy of ${line.returned // 100:,}.{line.returned % 100:02}"
        return f" pays {line.odds}" if line.odds else f"${line.returned // 100:,}.{line.returned % 100:02}"
    if line.result == "surrender" and line.returned:
        return "the rest is returned"
    return "is returned" if line.result == "push" else "is lost"


def _all_endings(words: str) -> Iterator[str]:
    if words.startswith("$"):
        yield " wins "
    if words.startswith(" pays"):
        yield " pays "
    if words == "the rest is returned":
        yield from ("is lost", "is returned")
    yield words


@GAMES
def test_a_sentence_names_the_line_of_the_pay_table(game: str) -> None:
    for one in explained(game):
        for name in [*([one.line.line] if one.line.line else []), *(one.line.lines or [])]:
            assert f"“{name}”" in one.reason.why
        assert ("“" in one.reason.why) == bool(one.line.line or one.line.lines)


@GAMES
def test_hands_that_are_compared_are_told_apart(game: str) -> None:
    compared = re.compile(r"(?:^|hand, )([^;:]*?) (beats|loses to) the dealer's ([^;:]*)")
    for one in explained(game):
        for mine, verb, theirs in compared.findall(one.reason.why):
            assert mine.lower() != theirs.split(", but")[0].lower(), one.reason.why
            if game != PAI_GOW:
                assert verb == ("loses to" if one.line.result == "lose" else "beats"), one.reason.why


def test_a_kicker_is_named_where_it_decides() -> None:
    def names(one: str, other: str) -> tuple[str, str]:
        return compared_names(_strength(one), _strength(other))

    assert names("Kc Kd Ah 7s 2c", "Kh Ks Qh Js 9c") == (
        "pair of kings with ace kicker",
        "pair of kings with queen kicker",
    )
    assert names("Kc Kd Ah 7s 2c", "Kh Ks As 7d 3c") == (
        "pair of kings with ace-seven-two kickers",
        "pair of kings with ace-seven-three kickers",
    )
    assert names("Kc Kd 7h 7s 2c", "Kh Ks 7c 7d 3c")[0] == "two pair, kings and sevens with two kicker"
    assert names("Kc Jc 9c 7c 2c", "Kh Jh 9h 6h 5h")[1] == "flush, king-jack-nine-six high"
    assert names("Ac Jc 9c 7c 2d", "Ah Th 9h 6h 5d") == ("ace-jack high", "ace-ten high")
    assert names("Ac Ad 9c 7c 2d", "Kh Kd 9h 6h 5d") == ("pair of aces", "pair of kings")


def _strength(text: str) -> int:
    from houseway.cards.hands import poker_strength

    return poker_strength(cards(text))


def test_a_foul_hand_is_called_foul_by_its_clause() -> None:
    fouls = [one for one in explained(PAI_GOW) if "is foul" in one.reason.why]
    assert {one.line.wager for one in fouls} == {"bet", "double-down"}
    assert {one.reason.clause for one in fouls} == {"2"}
    assert "foul" in clauses_in_force(fouls[0].game)["2"]
    for one in explained(PAI_GOW):
        if one.line.wager in ("bet", "double-down") and not one.surrendered:
            held, front = [[str(card) for card in hand or ()] for hand in (one.seat.cards, one.settled.front)]
            foul = houseway.is_foul(houseway.setting(held, front, one.game.options["wheel"]))
            assert foul == ("is foul" in one.reason.why)


def test_dealer_joker_speaks_of_a_won_bet_only_where_it_needs_one() -> None:
    seen = set()
    for one in explained(PAI_GOW):
        if one.line.wager != "dealer-joker" or "surrenders" in one.reason.why:
            continue
        needs_win = one.game.options["dealer-joker-needs-win"] == "yes"
        held = any(str(card) == "Jo" for card in one.played.dealer)
        assert ("do not hold the joker" in one.reason.why) == (not held)
        assert ("the Bet is" in one.reason.why) == (needs_win and held)
        seen.add((needs_win, held, one.line.result))
    assert {(False, True, "win"), (True, True, "win"), (True, True, "push"), (False, False, "lose")} <= seen


# ---- the clauses


CLAUSES: dict[str, Callable[[Explained], str]] = {}


def clauses_of(game: str) -> Callable[[Callable[[Explained], str]], Callable[[Explained], str]]:
    def keep(rule: Callable[[Explained], str]) -> Callable[[Explained], str]:
        CLAUSES[game] = rule
        return rule

    return keep


@clauses_of(HOLDEM)
def _holdem(one: Explained) -> str:
    if one.line.result == "fold":
        return "6"
    own = {"trips-or-better": "Trips or Better", "match-the-dealer": "Match the Dealer"}
    return own.get(one.line.wager, "10")


@clauses_of(PREMIUM)
def _premium(one: Explained) -> str:
    labels = {"ante": "Ante", "xtra-bonus": "X-tra Bonus", "play": "Play", "player-bonus": "Player Bonus"}
    section = f"Winning and Losing: {labels.get(one.line.wager, 'Hole Card Bonus')}"
    return "4a" if one.line.result == "fold" else section


@clauses_of(BLACKJACK)
def _blackjack(one: Explained) -> str:
    line, alternate = one.line, one.game.options["progressive-alternate"] == "on"
    if line.wager.startswith("match"):
        return "14"
    if line.wager == "progressive":
        awards = one.played.settlement().jackpot
        if awards is None or not _is_jackpot_hand(one):
            return "Match The Dealer Progressive: settlement"
        attachment = "A" if one.game.options["progressive"][0] == "3" else "B"
        return f"Attachment {attachment}: Alternate Pays" if alternate else "Match The Dealer Progressive: awards"
    if "the dealer ends on 22" in one.reason.why.lower():
        return "12"
    return "1" if one.reason.why.startswith("Blackjack beats") else "2"


def _is_jackpot_hand(one: Explained) -> bool:
    """A line that is no plain match: the fixed pays of every table are these four."""
    fixed = {"1 non-suited & 1 suited match", "1 suited match", "2 non-suited matches", "1 non-suited match"}
    return bool({*(one.line.lines or [])} - fixed)


@clauses_of(FLUSH)
def _flush(one: Explained) -> str:
    line, options = one.line, one.game.options
    qualified = flush.qualifies(flush.flush_hand([str(card) for card in one.played.dealer]))
    folded = one.seat.decided("fold")
    if line.wager in ("bet", "raise"):
        if folded or not qualified:
            return "3A" if folded else "4"
        ends = {"win": "5A", "lose": "5B", "push": "5C"}
        return "5C" if line.line else ends[line.result]
    if line.wager != "jackpot" and folded and options["folded-bonuses"] == "lose":
        return "3A"
    if not qualified and options["unqualified-jackpot" if line.wager == "jackpot" else "unqualified-bonuses"] == "lose":
        return "4"
    headings = {"natural-flush": "Natural Flush", "natural-straight-flush": "Natural Straight Flush"}
    return "Royal Riches Jackpot 5" if line.wager == "jackpot" else headings.get(line.wager, "Royal Riches")


@clauses_of(PAI_GOW)
def _pai_gow(one: Explained) -> str:
    line, options = one.line, one.game.options
    if line.wager in ("bet", "double-down"):
        return "3" if one.surrendered else "2" if one.settled.foul else "5"
    if line.wager == "jackpot":
        stopped = one.surrendered and options["surrendered-jackpot"] == "lose"
        return f"Royal Riches Jackpot {4 if stopped else 5}"
    if one.surrendered and options["surrendered-bonuses"] == "lose":
        return "3"
    return {
        "dealer-joker": "Dealer Joker",
        "dealer-pai-gow": "Dealer Pai Gow",
        "player-pai-gow-insurance": "Player Pai Gow Insurance",
    }.get(line.wager, "Royal Riches")


@GAMES
def test_a_line_cites_the_clause_that_decides_it(game: str) -> None:
    known = {one.clause for one in letter_of(game).clauses}
    for one in explained(game):
        assert one.reason.clause == CLAUSES[game](one), (one.line, one.reason)
        assert one.reason.clause in known


@GAMES
def test_a_clause_is_told_with_the_choice_that_is_in_force(game: str) -> None:
    letter = letter_of(game)
    texts = {one.clause: one.text for one in letter.clauses}
    demonstrated = letter.demonstration.options
    for name, option in letter.options.items():
        for value in option.values if option.posted and option.rule in texts else ():
            try:
                chosen = game_named(game, {**demonstrated, name: value})
            except ValueError:  # a schedule of the demonstration that is for another number of decks
                chosen = game_named(game, {name: value})
            words = clauses_in_force(chosen)[option.rule]
            assert words.startswith(texts[option.rule])
            offered = not option.concerns or not chosen.offered.isdisjoint(option.concerns)
            assert (option_words(chosen, name) in words) == offered
            others = {text for other, text in option.posted.items() if other not in (value, "other")}
            assert not any(text in words for text in others - {option_words(chosen, name)})


# ---- the cards


@GAMES
def test_a_paid_bonus_shows_cards_that_lie_on_the_table(game: str) -> None:
    for one in explained(game):
        role = one.game.approval.wagers[one.line.wager.partition(" ")[0]].role
        shown = one.reason.cards
        others = one.played.seat(one.line.from_seat).cards if one.line.from_seat else one.seat.cards
        table = [str(card) for card in (*others, *one.played.board, *one.played.dealer, *one.played.drawn)]
        assert all(shown.count(card) <= table.count(card) for card in shown)
        if role in ("bonus", "jackpot") and one.line.result == "win":
            assert shown, one.reason.why


@pytest.mark.parametrize("game", [HOLDEM, PREMIUM])
def test_the_five_cards_shown_are_the_best_hand(game: str) -> None:
    for one in explained(game):
        if one.reason.cards and one.line.wager in ("ante", "bet", "xtra-bonus", "play"):
            seven = [str(card) for card in (*one.seat.cards, *one.played.board)]
            assert poker.five(tuple(one.reason.cards)) == poker.best(seven)


@GAMES
def test_a_better_hand_of_the_dealers_is_shown(game: str) -> None:
    beaten = re.compile(r"loses to|goes to the dealer")
    for one in explained(game):
        role = one.game.approval.wagers[one.line.wager.partition(" ")[0]].role
        against = one.reason.against or []
        assert bool(against) == (role in ("main", "decision") and bool(beaten.search(one.reason.why))), one.reason.why
        held = [str(card) for card in (*one.played.board, *one.played.dealer, *one.played.drawn)]
        assert set(against) <= set(held)
        if against and game in (HOLDEM, PREMIUM):
            seven = [str(card) for card in (*one.played.dealer, *one.played.board)]
            assert poker.five(tuple(against)) == poker.best(seven)


def test_of_two_hands_the_better_cards_of_each_side_are_shown() -> None:
    for one in explained(PAI_GOW):
        if one.line.wager == "bet" and one.line.result in ("win", "lose", "push") and " beats " in one.reason.why:
            front = {str(card) for card in one.settled.front or ()}
            wins_low = "low hand, " in one.reason.why and " beats " in one.reason.why.split("low hand, ")[1]
            assert (front <= {*one.reason.cards}) == wins_low
            assert len(one.reason.cards) + len(one.reason.against or []) == 7


@pytest.mark.parametrize("game", [HOLDEM, PREMIUM])
def test_the_cards_of_a_paid_five_card_bonus_make_its_line(game: str) -> None:
    sizes = {"three of a kind": 3, "four of a kind": 4}
    for one in explained(game):
        if one.line.wager in ("trips-or-better", "player-bonus") and one.line.line:
            shown = one.reason.cards
            assert len(shown) == sizes.get(one.line.line, 5)
            if one.line.line in sizes:
                assert len({card[0] for card in shown}) == 1
            else:
                assert poker.NAMES[poker.five(tuple(shown))[0]] == one.line.line


@pytest.mark.parametrize("game", [FLUSH, PAI_GOW])
def test_the_cards_of_a_royal_riches_line_make_it(game: str) -> None:
    for one in explained(game):
        if one.line.wager.startswith("royal-riches") and one.line.line:
            assert one.line.line in _made(one.reason.cards), one.reason
        if one.line.wager == "jackpot" and one.line.line:
            hit = royal.jackpot_line([*one.reason.cards], one.game.options["jackpot-paytable"])
            same_rank = one.line.line == "four of a kind" and "4 of a kind" in _made(one.reason.cards)
            assert same_rank or (hit and hit[0].lower() == one.line.line), one.reason


def _made(shown: list[str]) -> set[str]:
    """What cards make: by the twin five or seven; three or four are of one rank, six are pairs, the joker an ace."""
    if len(shown) in (5, 7):
        return {name.lower() for name in royal.hands_made(shown)}
    ranks = [poker.rank(card) for card in shown]
    if len(shown) == 6 and all(ranks.count(rank) == 2 for rank in ranks):
        return {"three pair"}
    return {f"{len(shown)} of a kind"} if len(set(ranks)) == 1 else set()


def test_the_cards_of_a_natural_bonus_make_it() -> None:
    for one in explained(FLUSH):
        if one.line.wager.startswith("natural") and one.line.line:
            shown = one.reason.cards
            assert len(shown) == int(one.line.line[0])
            assert len({card[1] for card in shown}) == 1
            if one.line.wager == "natural-straight-flush":
                assert flush.longest_run({poker.rank(card) for card in shown}) == len(shown)


# ---- everything was looked at


@GAMES
def test_every_wager_line_and_option_was_explained(game: str) -> None:
    letter = letter_of(game)
    lines = {(one.line.wager.partition(" ")[0], name) for one in explained(game) for name in _names(one.line)}
    for wager in letter.wagers.values():
        tables = letter.paytables.get(wager.paytable or wager.name, {}).values()
        due = {table.lines[line] for table in tables for line in table.printed}
        if wager.name.startswith("match-"):  # their odds are added up, and the sentence names the cards
            due = {name for name in due if game == HOLDEM}
        assert {name for who, name in lines if who == wager.name} >= due
    results = {(one.line.wager, one.line.result) for one in explained(game)}
    assert {wager for wager, _ in results} >= {*letter.wagers}
    chosen = {item for one in explained(game) for item in one.game.options.items()}
    for name, option in letter.options.items():
        if name not in ("breakage", "progressive"):
            assert {value for who, value in chosen if who == name} >= {*option.values}


def _names(line: SettledWager) -> list[str]:
    return [*([line.line] if line.line else []), *(line.lines or [])]
