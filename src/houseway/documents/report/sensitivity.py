"""Part 7 of a report: what moves the edge when players know more than they should, or something is not as it should be.

Face-up hands, hidden cards that are seen, wrong lights of the card reader, other cut-offs of its groups, players who
act together, mistakes of dealers, and counting: each from the command that answers it, and all of them side by side.
"""

from collections.abc import Iterator
from typing import Final

from houseway.documents.content import Block, Cell, Heading, Paragraph, Part, Picture, Points, Table
from houseway.documents.numbers import Form, Source, count, decimals, derived, percent
from houseway.documents.report.evidence import SHOES, Evidence
from houseway.documents.report.further import facts, nested
from houseway.documents.report.main_game import title
from houseway.documents.svg import Axis, Line, bars, plane
from houseway.lab.vulnerability.answer import COLLUSION, COUNTING, HOLE_CARDS, MISTAKES

TITLE: Final = "7. Sensitivity"
MOST_BARS: Final = 20  # of the picture that puts all of them side by side
_HEADINGS: Final = {
    HOLE_CARDS: "Hidden cards that are seen, and wrong lights",
    COLLUSION: "Players who show each other their cards",
}
_ABOUT: Final = {
    HOLE_CARDS: "What a player gains who sees a card of the dealer that should be hidden, and what a light of the card "
    "reader costs or gains that is wrong, in first wagers a round.",
    COLLUSION: "What a player gains who is shown the cards of others and uses them, in first wagers a round.",
}

Effect = tuple[str, float]  # what moves the edge, and the gain of the player in first wagers a round


def sensitivity(evidence: Evidence) -> Part:
    """Part 7: everything that moves the edge, side by side, and then one by one."""
    detail = [
        *_face_up(evidence),
        *_exposures(evidence, HOLE_CARDS),
        *_exposures(evidence, COLLUSION),
        *_cut_offs(evidence),
        *_mistakes(evidence),
        *_counting(evidence),
        *_other_plays(evidence),
    ]
    left_out = tuple(_left_out(evidence))
    if left_out:
        detail += [Heading(text="Not computed in this report"), Points(items=left_out)]
    return Part(title=TITLE, blocks=(*_side_by_side(evidence), *detail))


# ---- all of them


def _side_by_side(evidence: Evidence) -> Iterator[Block]:
    effects = sorted(_effects(evidence), key=lambda effect: -abs(effect[1]))
    if not effects:
        return
    shown = sorted(effects[:MOST_BARS], key=lambda effect: -effect[1])
    yield Paragraph(
        text="The picture puts what follows side by side: what the player gains a round, in first wagers; a loss goes "
        f"to the left. {'The largest of all are shown.' if len(effects) > MOST_BARS else 'All of them are shown.'} "
        "Mistakes of dealers are counted at the rate that their table names."
    )
    yield Picture(
        title="What the player gains by each of them",
        svg=bars(shown, percent, "gain of the player a round, of the first wager"),
        alt="; ".join(f"{what}: {percent(gain)}" for what, gain in shown),
        command=_first_command(evidence),
    )


def _effects(evidence: Evidence) -> Iterator[Effect]:
    if evidence.face_up is not None:
        yield from ((f"{one.hands_seen} hands face up", one.gain) for one in evidence.face_up.face_up)
    for answer in evidence.vulnerability.values():
        yield from ((one.what, one.gain) for one in (*answer.hole_cards, *answer.collusion))
        yield from ((one.what, one.gain) for one in answer.mistakes)
    if evidence.cut_offs is not None:
        usual = evidence.analysis.main.house_edge
        for point in evidence.cut_offs.points:
            yield f"groups {_groups(point.value)}", usual - point.house_edge


def _first_command(evidence: Evidence) -> str:
    """The command of the first of them; each has its own beside its table."""
    for topic in evidence.vulnerability:
        return _source(evidence, topic).command
    return _face_up_source(evidence).command


# ---- hands face up


def _face_up_source(evidence: Evidence) -> Source:
    effort = evidence.effort
    command = evidence.command("face-up", f"--deals {effort.deals}", f"--seed {effort.seed}", "--json")
    return Source(command=command, answer=evidence.face_up.to_json() if evidence.face_up else {})


def _face_up(evidence: Evidence) -> Iterator[Block]:
    answer = evidence.face_up
    if answer is None:
        return
    source = _face_up_source(evidence)
    rows = tuple(
        (
            source.number(count, "face_up", place, "hands_seen"),
            source.number(percent, "face_up", place, "house_edge"),
            source.number(percent, "face_up", place, "gain"),
            source.number(percent, "face_up", place, "standard_error"),
        )
        for place in map(str, range(len(answer.face_up)))
    )
    yield Heading(text="Hands of other players that are seen")
    yield Paragraph(
        text="What a player gains who sees the hands of others and uses them. Deals are sampled, everything after a "
        "deal is counted: no decision is ever wrong, so the gain is also the upper bound."
    )
    columns = ("hands seen", "house edge", "gain", "standard error")
    yield Table(title="Cards dealt face up", columns=columns, rows=rows, command=source.command)
    points = [(float(one.hands_seen), one.house_edge) for one in answer.face_up]
    points.insert(0, (0.0, answer.face_up[0].house_edge_unseen))
    yield Picture(
        title="House edge by the number of hands seen",
        svg=plane(
            [Line(label="house edge", points=points)],
            Axis(title="hands of others that are seen", words=lambda value: f"{value:g}", ticks=[x for x, _ in points]),
            Axis(title="house edge", words=lambda value: f"{100 * value:.2f}%"),
        ),
        alt="; ".join(f"{seen:g} seen: {percent(edge)}" for seen, edge in points),
        command=source.command,
    )


# ---- what `houseway vulnerability` answers


def _source(evidence: Evidence, topic: str) -> Source:
    """The command that answers a topic, and its answer."""
    effort = evidence.effort
    words = [f"--topic {topic}"]
    if topic == COUNTING:
        words.append(f"--shoes {SHOES}")
    elif topic != MISTAKES:
        words.append(f"--deals {effort.seen_deals}")
    command = evidence.command("vulnerability", *words, f"--seed {effort.seed}", "--json")
    return Source(command=command, answer=evidence.vulnerability[topic].to_json())


def _exposures(evidence: Evidence, topic: str) -> Iterator[Block]:
    if topic not in evidence.vulnerability:
        return
    source, key = _source(evidence, topic), topic.replace("-", "_")
    rows = tuple(_exposure(source, key, str(place)) for place in range(len(source.answer[key])))
    yield Heading(text=_HEADINGS[topic])
    yield Paragraph(text=_ABOUT[topic])
    columns = ("what", "gain", "standard error", "at most", "house edge", "deals", "method")
    yield Table(title=_HEADINGS[topic], columns=columns, rows=rows, command=source.command, wide=(0,))
    notes = dict.fromkeys(str(one["note"]) for one in source.answer[key] if one.get("note"))
    if notes:
        yield Points(items=tuple(notes))


def _cell(source: Source, key: str, place: str, name: str, form: Form) -> Cell:
    """A figure of a row; empty where the row has none."""
    return source.number(form, key, place, name) if source.has(key, place, name) else ""


def _exposure(source: Source, key: str, place: str) -> tuple[Cell, ...]:
    def cell(name: str, form: Form) -> Cell:
        return _cell(source, key, place, name, form)

    one = source.answer[key][int(place)]
    return (
        str(one["what"]),
        cell("gain", percent),
        cell("standard_error", percent),
        cell("most", percent),
        cell("house_edge", percent),
        cell("deals", count),
        str(one["method"]),
    )


def _mistakes(evidence: Evidence) -> Iterator[Block]:
    if MISTAKES not in evidence.vulnerability:
        return
    source = _source(evidence, MISTAKES)
    rows = tuple(
        (
            str(source.value("mistakes", place, "what")),
            source.number(percent, "mistakes", place, "frequency"),
            source.number(decimals, "mistakes", place, "value"),
            source.number(percent, "mistakes", place, "rate"),
            source.number(percent, "mistakes", place, "gain"),
            _cell(source, "mistakes", place, "standard_error", percent),
            _cell(source, "mistakes", place, "deals", count),
        )
        for place in map(str, range(len(source.answer["mistakes"])))
    )
    yield Heading(text="Mistakes of dealers")
    columns = (
        "the dealer",
        "can happen in",
        "value each time",
        "happens",
        "gain of the player",
        "standard error",
        "deals",
    )
    yield Table(title="Mistakes of dealers", columns=columns, rows=rows, command=source.command, wide=(0,))


def _counting(evidence: Evidence) -> Iterator[Block]:
    """What counters win."""
    if COUNTING not in evidence.vulnerability:
        return
    source = _source(evidence, COUNTING)
    counted = source.answer[COUNTING]
    yield Heading(text="Counting")
    yield facts(source, "Counting: what is asked", (COUNTING,), counted)
    yield from nested(source, "Counting", (COUNTING,), counted)


# ---- cut-offs of the card reader


def _cut_offs(evidence: Evidence) -> Iterator[Block]:
    swept = evidence.cut_offs
    if swept is None:
        return
    values = ",".join(f"[{','.join(map(_quoted, _list(point.value)))}]" for point in swept.points)
    command = evidence.command("design", f"--sweep '{swept.rule}={values}'", "--json")
    source = Source(command=command, answer=swept.to_json())
    usual = evidence.analysis.main.house_edge
    rows = tuple(
        (
            _groups(point.value),
            source.number(percent, "sweep", str(place), "house_edge"),
            derived(point.house_edge - usual, percent),
            source.number(percent, "sweep", str(place), "element_of_risk"),
        )
        for place, point in enumerate(swept.points)
    )
    yield Heading(text="Other cut-offs of the card reader")
    yield Paragraph(
        text="The main game played best where a border between two groups of ranks lies one rank lower or higher than "
        "the letter puts it. None of these is approved."
    )
    yield Table(
        title="The main game with other groups",
        columns=("groups", "house edge", "more than the letter's", "element of risk"),
        rows=rows,
        command=command,
        note="The third column is the difference to the house edge of part 4.",
    )


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _groups(value: object) -> str:
    return " / ".join(map(str, _list(value)))


def _quoted(value: object) -> str:
    return f'"{value}"'


# ---- other plays, and what is not here


def _other_plays(evidence: Evidence) -> Iterator[Block]:
    games = evidence.analysis.main_games
    if len(games) < 2:
        return
    source, best = evidence.prices, games[evidence.analysis.best_play].house_edge
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (title(evidence, name), source.number(percent, name, "house_edge"), derived(one.house_edge - best, percent))
        for name, one in games.items()
    )
    columns = ("play", "house edge", "more than the best")
    yield Heading(text="Other plays of the main game")
    yield Table(title="Other plays of the main game", columns=columns, rows=rows, command=source.command)


def _left_out(evidence: Evidence) -> Iterator[str]:
    """What this report does not hold."""
    if not evidence.face_up:
        yield "Hands of other players that are seen, by their number: the lab has no answer for this game."
    if COUNTING not in evidence.vulnerability:
        yield "Counting cards: every round is priced from a fresh deck or shoe."
    yield from dict.fromkeys(text for answer in evidence.vulnerability.values() for text in answer.not_covered)
