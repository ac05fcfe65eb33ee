"""The report of a game: its ten parts, built from one set of answers, and written as PDF, HTML or JSON."""

import datetime
from collections.abc import Mapping
from pathlib import Path

from msgspec import to_builtins

from houseway import __version__
from houseway.documents.content import Document, Part
from houseway.documents.files import write_document
from houseway.documents.html import as_html
from houseway.documents.pdf import as_pdf
from houseway.documents.report.changes import EarlierReport, changes, read_report
from houseway.documents.report.evidence import CUT_OFFS, DEALS, ROUNDS, SEED, Effort, Evidence, gather
from houseway.documents.report.identification import identification, rules
from houseway.documents.report.jackpots import envy, progressive
from houseway.documents.report.liability import liability
from houseway.documents.report.main_game import main_game
from houseway.documents.report.method import method
from houseway.documents.report.sensitivity import sensitivity
from houseway.documents.report.wagers import wagers
from houseway.errors import InvalidInput
from houseway.games.pricing.result import Analysis
from houseway.games.resolved_rules import chosen_options, resolved_rules
from houseway.house.sheets.policy import Policy, known_rules, policy_on
from houseway.kernel import source_digest
from houseway.lab.arguments import GameOrStudy, chosen_game, whole
from houseway.lab.notebook import working
from houseway.lab.shards import Progress
from houseway.tabular import Json, Row, TypedAnswer

SUBTITLE = "mathematical report"


class Report(TypedAnswer, frozen=True, kw_only=True):
    """A game's rules as resolved, its analysis, the letter's printed figures, the software, and the whole document."""

    game: str
    marks: Mapping[str, str]
    options: Mapping[str, str]
    rules: Mapping[str, object]
    digest: str
    analysis: Analysis
    figures: list[Row]
    document: Document
    made_by: Mapping[str, str]

    def to_json(self) -> Json:
        """The whole report; the same question has the same answer, byte for byte."""
        return {
            "game": self.game,
            **self.marks,
            "options": dict(self.options),
            "rules": self.rules,
            "digest": self.digest,
            "analysis": self.analysis.to_json(),
            "figures": list(self.figures),
            "document": to_builtins(self.document),
            "made_by": self.made_by,
        }

    def to_html(self) -> str:
        """The report as one self-contained page."""
        return as_html(self.document)

    def to_pdf(self) -> bytes:
        """The report as PDF; this needs typst: `pip install 'houseway[report]'`."""
        return as_pdf(self.document)

    def save(self, path: str | Path) -> Path:
        """Write the report to a file that ends in .pdf, .html or .json."""
        return write_document(Path(path), self.document, self.to_json)

    def own_rows(self) -> list[Row]:
        """The rows of its analysis."""
        return self.analysis.own_rows()

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.analysis.in_short()}, {len(self.document.parts)} parts"


def _first_parts(evidence: Evidence, policy: Policy) -> tuple[Part, ...]:
    """Everything up to the worst-case liability, in the order that a laboratory expects."""
    return (
        *(identification(evidence, __version__), rules(evidence), wagers(evidence), main_game(evidence)),
        *(progressive(evidence), envy(evidence), sensitivity(evidence), liability(evidence, policy)),
    )


def report(
    name: GameOrStudy,
    *,
    since: str | Path | None = None,
    rounds: float | str = ROUNDS,
    deals: float | str = DEALS,
    cut_offs: float = CUT_OFFS,
    seed: int = SEED,
    date: str = "",
    study_file: str = "",
    progress: Progress | None = None,
    **options: object,
) -> Report:
    """The report that a test laboratory expects of a game or a study, in ten parts; `save` writes it.

    `rounds` are those of the second method, `deals` are sampled where cards are seen, and `cut_offs` says how many
    other borders of the card reader's groups are priced, each of which is a main game to be counted.

    Example: houseway.report("premium-holdem").save("premium.pdf")
    """
    game = chosen_game(name, options)
    effort = Effort(
        rounds=whole(rounds, "rounds"), deals=whole(deals, "deals"), cut_offs=whole(cut_offs, "cut_offs"), seed=seed
    )
    old = None if since is None else read_report(Path(since))
    day = _day(date)
    with working(progress, f"report of {game.name}") as steps:
        evidence = gather(game, effort, study_file=study_file, progress=steps)
    new = EarlierReport(
        game=game.name,
        status=game.marks.get("status", ""),
        digest=game.digest,
        rules=to_builtins(resolved_rules(game)),
        analysis=evidence.analysis.to_json(),
        made_by={"version": __version__, "sources": source_digest()[:32]},
    )
    first = _first_parts(evidence, policy_on(day))
    document = Document(
        title=game.approval.title,
        subtitle=SUBTITLE,
        status=game.marks.get("status", ""),
        digest=f"rules {game.digest}",
        made_by=f"houseway {__version__}",
        date=date,
        parts=(*first, method(evidence, first), changes(old, new)),
    )
    return Report(
        game=game.name,
        marks=game.marks,
        options=chosen_options(game),
        rules=new.rules,
        digest=game.digest,
        analysis=evidence.analysis,
        figures=[figure.to_json() for figure in evidence.figures],
        document=document,
        made_by=new.made_by,
    )


def _day(date: str) -> datetime.date:
    """The day whose law is cited: the one that the report names, or that of the newest rule that is known."""
    if not date:
        return known_rules()[-1].since
    try:
        return datetime.date.fromisoformat(date)
    except ValueError:
        raise InvalidInput(f"{date[:40]!r} is not a day such as 2024-05-31", field="date") from None
