"""Parts 1 and 2 of a report: which game, rules and software; the rules with every reading and assumption."""

from collections.abc import Iterator

from houseway.documents.content import Block, Heading, Paragraph, Part, Points, Table
from houseway.documents.report.evidence import Evidence
from houseway.games.letter.clause_words import clauses_in_force
from houseway.games.resolved_rules import main_digest, played_options
from houseway.kernel import source_digest

DEFINITIONS = (
    "House edge: the expected loss, divided by the wager that a table names; of the main game, by the first mandatory "
    "wager. Return: one less the house edge.",
    "Element of risk: the expected loss, divided by all money that is staked on average.",
    "Hit frequency: how often a wager is paid more than its stake.",
    "Standard deviation: of the net result of one wager, in units of it; of the main game, of all its wagers together, "
    "in units of the first.",
    "Volatility index (90%): 1.645 times the standard deviation. Over n rounds, 90% of returns lie within the return "
    "plus and minus this index divided by the square root of n, by the normal approximation.",
    "The player makes the decision with the highest expectation; of equal ones, the one that stakes less.",
    "Every round is dealt from a freshly shuffled deck or shoe, unless a table says otherwise.",
    "Winnings are not rounded: breakage, which the operator may choose, is left out of expectations.",
)


def identification(evidence: Evidence, version: str) -> Part:
    """Part 1: the game, its letters, the choices, and digests of rules and software."""
    game, letter = evidence.game, evidence.game.approval
    rows = [
        ("Game", letter.title),
        ("Supplier", letter.supplier),
        ("Submission", letter.submission or "no number is printed"),
        *((f"Letter of {one.date:%d %B %Y}", one.about) for one in letter.letters),
        *(("Status", mark) for name, mark in game.marks.items() if name == "status"),
        *(("Study", mark) for name, mark in game.marks.items() if name == "study"),
        ("Deck", _deck(evidence)),
        ("Seats", str(letter.table.seats)),
        ("Rules, SHA-256 (first 128 bits)", game.digest),
        ("Rules of the main game, SHA-256 (first 128 bits)", main_digest(game)),
        ("Software", f"houseway {version}"),
        ("Sources of the software, SHA-256 (first 128 bits)", source_digest()[:32]),
        ("Method", evidence.analysis.method),
    ]
    facts = Table(title="Identification", columns=("what", "value"), rows=tuple(rows), wide=(1,))
    return Part(title="1. Identification", blocks=(facts, _choices(evidence)))


def _deck(evidence: Evidence) -> str:
    game = evidence.game
    cards = len(game.deck) * game.copies
    return f"{cards} cards" + (f", {game.copies} decks" if game.copies > 1 else "")


def _choices(evidence: Evidence) -> Table:
    game, played = evidence.game, played_options(evidence.game)
    rows = tuple(
        (name, played[name], option.rule, option.about, "yes" if played[name] == option.default else "no")
        for name, option in game.approval.options.items()
    )
    return Table(
        title="The operator's choices",
        columns=("choice", "value", "clause", "what it decides", "default"),
        rows=rows,
        wide=(3,),
        note="Prices are listed for every pay table of the letter, whatever these choices are.",
    )


def rules(evidence: Evidence) -> Part:
    """Part 2: the rules in our words, the readings, what a study changes, and what the figures assume."""
    return Part(title="2. Rules, readings and assumptions", blocks=tuple(_rules(evidence)))


def _rules(evidence: Evidence) -> Iterator[Block]:
    game = evidence.game
    yield Paragraph(text="The rules in our own words, clause by clause, with what the operator chose under each.")
    clauses = tuple(clauses_in_force(game).items())
    yield Table(title="Rules in force", columns=("clause", "rule"), rows=clauses, wide=(1,))
    yield Heading(text="Readings")
    yield Paragraph(text="Where the letter is silent or says two things, this is how it is read.")
    yield Points(items=tuple(_reading(one.text, one.option) for one in game.approval.readings), numbered=True)
    changes = {name: value for name, value in game.kit.rule_values(game).items() if name in game.study}
    if game.differs_from_letter:
        yield Heading(text="What this study changes")
        yield Paragraph(text="No letter approves these rules.", strong=True)
        rows = tuple((name, str(value)) for name, value in changes.items()) or (("pay tables", "see part 3"),)
        yield Table(title="Rules that differ from the letter", columns=("rule", "value"), rows=rows, wide=(1,))
    yield Heading(text="Definitions and assumptions")
    yield Points(items=DEFINITIONS)


def _reading(text: str, option: str) -> str:
    return f"{text} (choice: {option})" if option else text
