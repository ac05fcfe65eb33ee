"""Houseway: the rules of approved casino table games, written once: played, settled, priced and run.

For users: `game`, `study`, `settle`, `advise`, `analyze`, `strategy`, `simulate`, `session`, `meter`, `face_up`,
`vulnerability`, `verify`, `design`, `sweep`, `earnings`, `risk`, `template`, `report`, `figure`.
`help(houseway.design)` shows an example of each.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.documents.figure import figure
    from houseway.documents.report.report import report
    from houseway.lab.api import (
        advise,
        analyze,
        design,
        game,
        settle,
        strategy,
        study,
        sweep,
        template,
        verify,
    )
    from houseway.lab.mix import risk
    from houseway.lab.operators import earnings
    from houseway.lab.simulations import face_up, meter, session, simulate
    from houseway.lab.vulnerability.ask import vulnerability

__version__ = "0.1.0"
__all__ = [
    "__version__",
    "advise",
    "analyze",
    "design",
    "earnings",
    "face_up",
    "figure",
    "game",
    "meter",
    "report",
    "risk",
    "session",
    "settle",
    "simulate",
    "strategy",
    "study",
    "sweep",
    "template",
    "verify",
    "vulnerability",
]
_MODULES = {
    "earnings": "lab.operators",
    "face_up": "lab.simulations",
    "figure": "documents.figure",
    "meter": "lab.simulations",
    "report": "documents.report.report",
    "risk": "lab.mix",
    "session": "lab.simulations",
    "simulate": "lab.simulations",
    "vulnerability": "lab.vulnerability.ask",
}


def __getattr__(name: str) -> Any:
    """What users call is loaded when it is called for: importing houseway stays light."""
    if name in __all__:
        return getattr(import_module(f"houseway.{_MODULES.get(name, 'lab.api')}"), name)
    raise AttributeError(f"module 'houseway' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is meant for users."""
    return sorted(__all__)
