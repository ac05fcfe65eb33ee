"""Shared parts of generated records: stakes, options, seats, and the forms that amounts and cards take."""

from fractions import Fraction
from random import Random
from typing import Any

from .money import BREAKAGES, written
from .options import CHOICES

Dict = dict[str, Any]


def stake(rng: Random) -> Fraction:
    """A stake: mostly table-sized, often with odd cents, now and then tiny or huge."""
    return Fraction(
        rng.choice(
            [
                Fraction(rng.randint(1, 100)),
                Fraction(rng.randint(1, 20) * 5),
                Fraction(rng.randint(1, 400), 2),
                Fraction(rng.randint(1, 400), 4),
                Fraction(rng.randint(1, 9999), 100),
                Fraction(rng.randint(1, 999), 100),
                Fraction(rng.choice([1, 2, 3, 99, 101, 333, 499, 500, 501, 777]), 100),
                Fraction(rng.randint(1, 10**7), 100) if rng.random() < 0.2 else Fraction(5),
            ]
        )
    )


def any_stake(rng: Random) -> Fraction:
    """A stake, once in a hundred an enormous one."""
    return Fraction(rng.randint(1, 10**11 - 1), 100) if rng.random() < 0.01 else stake(rng)


def form(dollars: Fraction, rng: Random) -> int | float | str:
    """An amount as an int, a JSON number or a string."""
    text = written(dollars)
    forms: list[int | float | str] = [text, text]
    if dollars < 10**7:
        forms.append(float(text))
    if dollars.denominator == 1:
        forms += [dollars.numerator, dollars.numerator, str(dollars.numerator)]
    elif (dollars * 10).denominator == 1:
        forms.append(text[:-1])
    return rng.choice(forms)


def spoken(dollars: Fraction, rng: Random) -> str:
    """An amount as a word of a decision."""
    return str(dollars.numerator) if dollars.denominator == 1 and rng.random() < 0.7 else written(dollars)


def numbers(rng: Random, last: int) -> list[int]:
    """Some seats, ascending; often all of them."""
    count = last if rng.random() < 0.3 else rng.randint(1, last)
    return sorted(rng.sample(range(1, last + 1), count))


def add_players(seats: list[Dict], rng: Random) -> None:
    """Names for some seats, so that one player may hold several."""
    if rng.random() < 0.4:
        for seat in seats:
            if rng.random() < 0.75:
                seat["player"] = rng.choice(["Ann", "Bob", "Cy"])


def options(game: str, rng: Random, mostly_on: tuple[str, ...]) -> dict[str, str]:
    """Random options: bonuses mostly on, the rest mostly at their defaults."""
    found = {}
    for name, values in CHOICES[game].items():
        if name in mostly_on:
            found[name] = rng.choice(values[1:]) if rng.random() < 0.85 else values[0]
        elif name == "jackpot-paytable":
            found[name] = rng.choice(values)
        elif name == "breakage":
            found[name] = rng.choice(BREAKAGES) if rng.random() < 0.5 else values[0]
        else:
            found[name] = rng.choice(values) if rng.random() < 0.6 else values[0]
    return found


def options_dressed(game: str, chosen: dict[str, str], rng: Random) -> Dict:
    """Defaults are often left out, and whole numbers come as numbers or as words."""
    found: Dict = {}
    for name, value in chosen.items():
        if name in CHOICES[game] and value == CHOICES[game][name][0] and rng.random() < 0.7:
            continue
        found[name] = int(value) if value.isdigit() and rng.random() < 0.6 else value
    return found


def bonus_wagers(seat: Dict, names: list[str], rng: Random) -> None:
    """Stakes on most of the bonuses."""
    for name in names:
        if rng.random() < 0.8:
            seat["wagers"][name] = stake(rng)
    if "royal-riches" in seat["wagers"] and rng.random() < 0.4:
        seat["wagers"]["royal-riches"] = Fraction(rng.choice(["5", "4.99", "5.01", "10", "25"]))


def jackpot_block(rng: Random, wager: Fraction, house: bool) -> Dict:
    """A meter, sometimes nearly empty; what has a default is often left out."""
    meter = rng.choice(
        [
            Fraction(rng.randint(100, 10**8), 100),
            Fraction(rng.randint(1, 10**6)),
            Fraction(rng.randint(1, 2000), 100),
        ]
    )
    block: Dict = {"meter": meter, "wager": wager}
    if not house and rng.random() < 0.6:
        block["contributed"] = Fraction(rng.randint(0, 500), 100)
    if rng.random() < 0.6:
        block["reset"] = Fraction(rng.choice(["0", "1000", "5000", "123.45", "1"]))
    return block


def card_form(card: str, rng: Random) -> str:
    """A card in one of the forms that input takes."""
    name = card.replace("T", "10") if rng.random() < 0.5 else card
    return rng.choice([name, name.lower(), name.upper()])


def _decision_form(text: str, rng: Random) -> str:
    """A `set` decision with its cards in other forms."""
    words = text.split(" ")
    if words[0] != "set" or len(words) != 3:
        return text
    return " ".join(["set", card_form(words[1], rng), card_form(words[2], rng)])


def _amounts(value: Any, rng: Random) -> Any:
    """The same value with every fraction in some form."""
    if isinstance(value, Fraction):
        return form(value, rng)
    if isinstance(value, dict):
        return {key: _amounts(one, rng) for key, one in value.items()}
    if isinstance(value, list):
        return [_amounts(one, rng) for one in value]
    return value


def _odd_cards(record: Dict, rng: Random) -> None:
    """Write all cards of a record in odd forms."""
    for where in ("dealer", "board", "draws"):
        if where in record:
            record[where] = [card_form(card, rng) for card in record[where]]
    for seat in record["seats"]:
        seat["cards"] = [card_form(card, rng) for card in seat["cards"]]
        seat["decisions"] = [_decision_form(text, rng) for text in seat["decisions"]]


def record_dressed(record: Dict, rng: Random) -> Dict:
    """A finished record: options, amounts and cards in their outward forms."""
    record["options"] = options_dressed(record["game"], record["options"], rng)
    if not record["options"] and rng.random() < 0.5:
        del record["options"]
    add_players(record["seats"], rng)
    if rng.random() < 0.1:
        _odd_cards(record, rng)
    dressed: Dict = _amounts(record, rng)
    return dressed
