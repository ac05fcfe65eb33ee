"""`houseway evaluate`: a hand in words and as a number."""

from collections.abc import Callable
from typing import Any, Final

from houseway.cards import hands, names
from houseway.cards.card import JOKER, Card, check_copies, parse_cards
from houseway.cli.console import console, print_json
from houseway.errors import InvalidInput

Cards = tuple[Card, ...]
BLACKJACK_COPIES: Final = 8


def _count(cards: Cards, kind: str, *sizes: int) -> None:
    if len(cards) not in sizes:
        wanted = ", ".join(map(str, sizes[:-1])) + (" or " if len(sizes) > 1 else "") + str(sizes[-1])
        raise InvalidInput(f"{kind} takes {wanted} cards, not {len(cards)}", field="cards")


def _poker(cards: Cards) -> dict[str, Any]:
    _count(cards, "poker", 5, 6, 7)
    strength = hands.poker_strength(cards)
    return {"hand": names.poker_name(strength), "strength": strength}


def _three(cards: Cards) -> dict[str, Any]:
    _count(cards, "three", 3)
    strength = hands.three_card(*cards)
    return {"hand": names.three_name(strength), "strength": strength}


def _flush(cards: Cards) -> dict[str, Any]:
    _count(cards, "flush", 7)
    strength = hands.flush_hand(hands.hand_mask(cards))
    return {"hand": names.flush_name(strength), "strength": strength}


def _blackjack(cards: Cards) -> dict[str, Any]:
    if len(cards) < 2:
        raise InvalidInput("blackjack takes two cards or more", field="cards")
    hard, aces = sum(map(hands.hard_value, cards)), sum(card.rank == 12 for card in cards)
    total = hands.blackjack_total(hard, aces)
    natural = total == 21 and len(cards) == 2
    strength = 0 if total > 21 else 22 if natural else total
    return {"hand": names.total_name(hard, aces, len(cards)), "strength": strength}


def _pai_gow(cards: Cards) -> dict[str, Any]:
    from houseway.games.wild_monkey_pai_gow.best_seven import expected_score
    from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, front_cards, house_way
    from houseway.games.wild_monkey_pai_gow.settle import Setting

    _count(cards, "pai-gow", 7)
    packed = house_way(cards, NO_CARD, hands.WHEEL_LOWEST)
    front = tuple(map(Card, front_cards(cards, packed)))
    setting = Setting.of(cards, front, hands.WHEEL_LOWEST)
    return {"hand": setting.name, "strength": expected_score(packed, hands.WHEEL_LOWEST), **setting.to_json()}


KINDS: Final[dict[str, tuple[Callable[[Cards], dict[str, Any]], bool]]] = {  # and whether there is a joker
    "poker": (_poker, False),
    "joker": (_poker, True),
    "three": (_three, False),
    "flush": (_flush, True),
    "pai-gow": (_pai_gow, True),
    "blackjack": (_blackjack, False),
}


def evaluate(texts: list[str], kind: str | None) -> dict[str, Any]:
    """Cards and a kind of hand (poker, or joker where there is one) as JSON tells them."""
    cards = parse_cards([text for word in texts for text in word.replace(",", " ").split()])
    chosen = kind or ("joker" if JOKER in cards else "poker")
    if chosen not in KINDS:
        raise InvalidInput(f"{chosen!r} is not one of {', '.join(KINDS)}", field="--as")
    find, joker = KINDS[chosen]
    check_copies(cards, copies=BLACKJACK_COPIES if chosen == "blackjack" else 1, joker=joker, field="cards")
    return {"cards": [str(card) for card in cards], **find(cards)}


def show_hand(texts: list[str], kind: str | None, *, as_json: bool) -> None:
    """Print it."""
    found = evaluate(texts, kind)
    if as_json:
        print_json(found)
        return
    console().print(f"{' '.join(found['cards'])}: [bold]{found['hand']}[/bold] (strength {found['strength']})")
    if "front" in found:
        console().print(f"house way: front {' '.join(found['front'])}, back {' '.join(found['back'])}")
