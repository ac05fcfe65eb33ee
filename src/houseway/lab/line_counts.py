"""Make line_counts.json of every game: how often each line of each bonus and jackpot pay table comes, exactly.

    python tools/make_line_counts.py            # write the files
    python tools/make_line_counts.py --check    # make them again and compare

The counts are those of `houseway analyze`. Where a wager also needs something that hangs on how the main game is
played, the counts are of the cards alone and a note says what else is needed.
"""

import itertools
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.games import approval, game_names
from houseway.games import game as game_named
from houseway.games.game import Game
from houseway.games.offer import COUNTS_FILE
from houseway.games.price import Prices, by_tables
from houseway.games.strategy import part
from houseway.lab.shards import Threads

FOLDER = Path(__file__).parent.parent / "src" / "houseway" / "games"
Row = dict[str, Any]

# The options that change how often a line of a wager comes.
DEPENDS = {
    ("flush-poker", "natural-straight-flush"): ("natural-straight-flush-suit",),
    ("wild-monkey-pai-gow", "dealer-joker"): ("dealer-joker-needs-win",),
    ("wild-monkey-pai-gow", "dealer-pai-gow"): ("wheel", "best-seven"),
    ("wild-monkey-pai-gow", "player-pai-gow-insurance"): ("insurance-joker",),
}
NEEDS_A_WIN = {
    ("dealer-pai-gow", ""): "how often the dealer's hand comes; the Bet must be won too",
    ("dealer-joker", "yes"): "how often the dealer's hand comes; without a won Bet it is a push",
}


def make(game: str, run: Threads) -> dict[str, Any]:
    """The file of one game."""
    rows: list[Row] = []
    variants = _variants(game)
    for options in variants:
        chosen = game_named(game, options)
        for wager, tables in _prices(chosen, run).items():
            rows += _rows(chosen, wager, tables, options)
    return {"made_by": "tools/make_line_counts.py", "game": game, "counts": _once(rows)}


def _variants(game: str) -> list[dict[str, str]]:
    """Choices of the options that matter, one at a time beside the defaults, those of one wager together."""
    found: list[dict[str, str]] = [{}]
    for (name, _), options in DEPENDS.items():
        if name == game:
            values = [approval(game).options[option].values for option in options]
            found += [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]
    return found


def _prices(game: Game, run: Threads) -> Prices:
    prices: Prices = part(game.name, "exact_bonuses").price_bonuses(game, run)
    if game.name == "wild-monkey-pai-gow":
        prices |= _by_the_dealer(game, run)
    return prices


def _by_the_dealer(game: Game, run: Threads) -> Prices:
    """The dealer's pai gows, and Dealer Joker where a win is asked for: by the dealer's cards alone."""
    from houseway.games.wild_monkey_pai_gow.exact import set_all_dealers
    from houseway.games.wild_monkey_pai_gow.rules import pai_gow_line
    from houseway.games.wild_monkey_pai_gow.variant import Variant

    variant = Variant.of(game)
    dealers = set_all_dealers(variant, run)[variant.reading]
    lines = {pai_gow_line(high): count for high, count in dealers.pai_gows.items()}
    lines[-1] = dealers.total - sum(lines.values())
    found: Prices = {"dealer-pai-gow": by_tables(game.approval.paytables["dealer-pai-gow"], lines)}
    if game.is_on("dealer-joker-needs-win"):
        alone = game_named(game.name, {**game.options, "dealer-joker-needs-win": "no"})
        found["dealer-joker"] = part(game.name, "exact_bonuses").price_bonuses(alone, run)["dealer-joker"]
    return found


def _rows(game: Game, wager: str, tables: Mapping[str, Any], options: Mapping[str, str]) -> Iterator[Row]:
    """Rows of a wager: tables whose lines come equally often stand together."""
    names = DEPENDS.get((game.name, wager), ())
    if set(options) - set(names):
        return  # another wager's variant
    chosen = {name: game.options[name] for name in names}
    if wager not in game.approval.wagers:  # the alternate pays of a jackpot wager
        jackpot = game.approval.jackpot
        if jackpot is None or jackpot.alternate != wager:
            raise RuntimeError(f"{wager} is no wager of {game.name}")
        wager, chosen = jackpot.name, {jackpot.alternate: "on"}
    elif (jackpot := game.approval.jackpot) and jackpot.alternate and jackpot.name == wager:
        chosen = {jackpot.alternate: "off"}
    note = NEEDS_A_WIN.get((wager, game.options.get(f"{wager}-needs-win", ""))) if names else None
    groups: dict[str, Row] = {}
    for name, price in tables.items():
        lines = {line: counted.combinations for line, counted in price.lines.items()}
        hits = int(price.hit_frequency * price.combinations)
        row = {"combinations": price.combinations, "hits": hits, "lines": lines}
        groups.setdefault(json.dumps(row), {"wager": wager, "options": chosen, "tables": [], **row})["tables"].append(
            name
        )
    for row in groups.values():
        yield {**row, "note": note} if note else row


def _once(rows: list[Row]) -> list[Row]:
    """The defaults come up again among the variants: each row is kept once."""
    return list({json.dumps(row): row for row in rows}.values())


def text_of(file: Mapping[str, Any]) -> str:
    """The file as it is written: a row a line."""
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in file["counts"])
    head = json.dumps({key: value for key, value in file.items() if key != "counts"})
    return f'{head[:-1]}, "counts": [\n{rows}\n]}}\n'


def main() -> int:
    """Write the files, or with --check compare them with what is counted now."""
    same = True
    for game in game_names():
        target = FOLDER / game.replace("-", "_") / COUNTS_FILE
        text = text_of(make(game, Threads()))
        if "--check" in sys.argv:
            equal = target.exists() and target.read_text(encoding="utf-8") == text
            same = same and equal
            print("the same" if equal else "DIFFERENT", game)
        else:
            target.write_text(text, encoding="utf-8")
            print(game, text.count("\n") - 2, "rows")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
