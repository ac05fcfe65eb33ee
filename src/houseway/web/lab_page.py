"""What a page of the lab shows first: a game's price under the operator's choices, from what is counted already."""

import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from houseway.documents.pdf import has_typst
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.result import Analysis
from houseway.lab.api import kept_analysis
from houseway.lab.distribution import NetResult, kept_nets, net_results
from houseway.lab.shipped import bearing_options
from houseway.lab.verify import FigureResult, printed_figures
from houseway.tabular import Json

_NOT_SHOWN = ("charts", "splits", "depending", "effect_of_removal", "best_seven")  # long; the API has them


class LabOption(Struct, frozen=True, kw_only=True):
    """A choice of the operator as a switch."""

    name: str
    about: str
    values: list[str]
    value: str
    default: str
    bears_on_price: bool


class LabWager(Struct, frozen=True, kw_only=True):
    """A bonus: what it is called, the pay table that the choices offer, and the tables for other choices."""

    name: str
    label: str
    offered: str | None
    more: int  # tables of other choices, which are not on the page


class LabJackpot(Struct, frozen=True, kw_only=True):
    """The terms of a jackpot as the game is demonstrated: where the life of a meter starts from."""

    wager: str
    start: str
    reset: str
    increment: str


class LabFacts(Struct, frozen=True, kw_only=True):
    """A game in the lab."""

    game: str
    title: str
    per: str
    labels: dict[str, str]
    marks: dict[str, str]
    chosen: dict[str, str]
    options: list[LabOption]
    wagers: list[LabWager]
    analysis: Json | None
    figures: list[FigureResult]  # that the letter prints, with our verdicts
    results: list[NetResult] | None  # how likely each net result of a round is; none where it is not counted yet
    has_face_up: bool  # whether the lab can say what players gain who see each other's cards
    jackpot: LabJackpot | None
    forms: list[str]  # in which a report can be made here


class StudyRule(Struct, frozen=True, kw_only=True):
    """A rule that a study may change, with the letter's value as TOML writes it."""

    name: str
    about: str
    value: str


def study_rules(game: Game) -> list[StudyRule]:
    """The rules of the main game that a designer may change."""
    values = game.kit.rule_values(game)
    about = game.kit.study_rules
    return [StudyRule(name=name, about=about.get(name, ""), value=json.dumps(value)) for name, value in values.items()]


def lab_facts(game: Game) -> LabFacts:
    """A game under its choices; without an analysis where none is there yet."""
    analysis = kept_analysis(game)
    fitting = _fitting(analysis) if analysis else None
    letter, bearing = game.approval, bearing_options(game.kit)
    return LabFacts(
        game=game.name,
        title=letter.title,
        per=letter.wagers[letter.required[0]].label,
        labels={name: one.label for name, one in letter.wagers.items()},
        marks=dict(game.marks),
        chosen={name: value for name, value in game.options.items() if value != letter.options[name].default},
        options=[
            LabOption(
                name=one.name,
                about=one.about,
                values=list(one.values),
                value=game.options[one.name],
                default=one.default,
                bears_on_price=one.name in bearing,
            )
            for one in letter.options.values()
            if len(one.values) > 1
        ],
        wagers=_wagers(game, analysis, fitting),
        analysis=_shown(fitting) if fitting else None,
        figures=printed_figures(game, analysis) if analysis and not game.differs_from_letter else [],
        results=net_results(nets) if (nets := kept_nets(game)) else None,
        has_face_up=game.kit.face_up is not None,
        jackpot=_jackpot(game),
        forms=["pdf", "html", "json"] if has_typst() else ["html", "json"],
    )


def _jackpot(game: Game) -> LabJackpot | None:
    terms = game.approval.demonstration.jackpot
    if game.approval.jackpot is None or "increment" not in terms:
        return None
    reset = str(terms.get("reset", "0"))
    return LabJackpot(
        wager=str(terms["wager"]), start=str(terms["meter"]), reset=reset, increment=str(terms["increment"])
    )


def _fitting(analysis: Analysis) -> Analysis:
    """An analysis with the pay tables that the choices leave; what is for other choices has a note."""
    tables_left = {
        wager: {name: one for name, one in tables.items() if not one.note} or dict(tables)
        for wager, tables in analysis.wagers.items()
    }
    return replace(analysis, wagers=tables_left)


def _wagers(game: Game, analysis: Analysis | None, fitting: Analysis | None) -> list[LabWager]:
    if analysis is None or fitting is None:
        return []
    return [
        LabWager(
            name=name,
            label=_label(game, name),
            offered=_offered(game, name, fitting.wagers[name]),
            more=len(tables) - len(fitting.wagers[name]),
        )
        for name, tables in analysis.wagers.items()
    ]


def _label(game: Game, wager: str) -> str:
    spec = game.approval.wagers.get(wager)
    return spec.label if spec else wager.replace("-", " ").capitalize()


def _offered(game: Game, wager: str, tables: Mapping[str, object]) -> str | None:
    """The pay table that the choices put on the felt; none where the wager is off."""
    spec = game.approval.wagers.get(wager)
    if spec is None or wager not in game.offered:
        return None
    name = game.paytable(wager, spec.paytable_option).name
    return name if name in tables else None


def _shown(analysis: Analysis) -> Json:
    """An analysis as JSON without its longest parts; each line also says what it returns of every wager."""
    shown = {name: value for name, value in analysis.to_json().items() if name not in _NOT_SHOWN}
    for wager, tables in analysis.wagers.items():
        for name, table in tables.items():
            for line, one in table.lines.items():
                returns = one.probability * float(Pay.parse(one.pays).returned)
                shown["wagers"][wager][name]["lines"][line]["returns"] = returns
    return shown
