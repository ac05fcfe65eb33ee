"""Games as data for pages and programs: the letter, its options, its pay tables, its layout."""

from functools import lru_cache

from houseway.games import game_named, game_names, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval, Option
from houseway.games.letter.offer import Offer, offers
from houseway.games.letter.paytable import PayTable
from houseway.house.sheets.table_rules import TableRules
from houseway.money import format_money


def games_json() -> list[dict[str, object]]:
    """All games in a few facts each."""
    return [_head(letter_of(name)) for name in game_names()]


def _head(letter: Approval) -> dict[str, object]:
    return {
        "game": letter.game,
        "title": letter.title,
        "status": letter.status,
        "supplier": letter.supplier or letter.origin,
        "submission": letter.submission or None,
        "letters": [{"date": str(one.date), "about": one.about} for one in letter.letters],
        "seats": letter.table.seats,
        "deck": letter.table.deck,
        "dealing": {
            "player_cards": letter.table.player_cards,
            "dealer_cards": letter.table.dealer_cards,
            "dealer_extra": letter.table.dealer_extra,
            "board": letter.table.board,
            "always_dealt": letter.table.always_dealt,
        },
        "layout": _layout(letter),
    }


def _layout(letter: Approval) -> dict[str, object]:
    """The layout; a game without one gets a spot for each wager."""
    spots = [{"wager": one.name, "label": one.label} for one in letter.wagers.values()]
    layout = letter.layout.to_json()
    return layout if layout["spots"] else {**layout, "spots": spots}


def game_json(name: str, rules: TableRules | None = None) -> dict[str, object]:
    """A whole letter, and what a table of it offers; without a table, what everything on would."""
    letter = letter_of(name)
    if rules is None:
        return {**_letter(name), **_offered(game_named(name, letter.demonstration.options))}
    return {**_letter(name), **_offered(rules.chosen), **_table(rules)}


@lru_cache(maxsize=16)
def _letter(name: str) -> dict[str, object]:
    letter = letter_of(name)
    return {
        **_head(letter),
        "wagers": [
            {
                "name": one.name,
                "label": one.label,
                "role": one.role,
                "required": one.required,
                "equals": one.equals or None,
                "about": one.about,
                "rule": one.rule,
                "of": one.of or None,
                "times": one.times or None,
                "option": one.option or None,
            }
            for one in letter.wagers.values()
        ],
        "options": [_option(one, letter) for one in letter.options.values()],
        "clauses": [{"clause": one.clause, "text": one.text} for one in letter.clauses],
        "readings": [{"text": one.text, "option": one.option or None} for one in letter.readings],
        "paytables": {
            wager: {table: _paytable(one) for table, one in tables.items()}
            for wager, tables in letter.paytables.items()
        },
        "stakes": dict(letter.demonstration.stakes),
    }


def _option(one: Option, letter: Approval) -> dict[str, object]:
    return {
        "name": one.name,
        "values": list(one.values),
        "default": one.default,
        "demonstration": letter.demonstration.options.get(one.name, one.default),
        "number": one.number or None,
        "about": one.about,
        "rule": one.rule or None,
        "concerns": list(one.concerns),
        "posted": dict(one.posted),
    }


def _paytable(table: PayTable) -> dict[str, object]:
    lines = [{"name": table.lines[one], "pays": pay.text} for one in table.printed if (pay := table.pay(one))]
    envy = {line: format_money(amount) for line, amount in table.envy.items()}
    return {"rule": table.rule, "lines": lines, **({"envy": envy} if envy else {})}


def _offered(game: Game) -> dict[str, object]:
    due = [one for one in game.approval.postings if one.due(frozenset(game.offered), game.options)]
    return {
        "chosen": dict(game.options),
        "offers": [_offer(one) for one in offers(game)],
        "notices": [
            {"name": one.name or None, "rule": one.rule, "where": list(one.where), "text": one.text} for one in due
        ],
    }


def _offer(one: Offer) -> dict[str, object]:
    return {
        "wager": one.wager.name,
        "label": one.wager.label,
        "paytable": one.wager.paytable or None,
        "table": one.table,
        "rule": one.rule,
        "lines": [
            {
                "name": line.name,
                "pays": line.pay.text,
                "envy": format_money(line.envy) if line.envy else None,
                "count": line.count,
            }
            for line in one.lines
        ],
        "combinations": one.combinations or None,
    }


def _table(rules: TableRules) -> dict[str, object]:
    """What a player must know to wager at a table."""
    limits = {
        name: {
            "minimum": format_money(limit.minimum),
            "maximum": format_money(limit.maximum),
            "step": format_money(limit.step),
        }
        for name, limit in rules.limits.items()
    }
    wager = rules.chosen.approval.jackpot
    fixed = format_money(rules.jackpot.wager) if rules.jackpot else None
    return {
        "table": rules.name,
        "limits": limits,
        "fixed": {wager.name: fixed} if wager and fixed else {},
        "offered": [name for name in rules.chosen.approval.placed if name in rules.chosen.offered],
        "chip": format_money(rules.chip),
        "seconds": rules.seconds or None,
        "dealer": rules.dealer,
        "defaults": list(rules.defaults),
    }
