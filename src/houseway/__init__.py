"""Houseway: the rules of approved casino table games, written once: played, settled, priced and run.

For users: `game`, `study`, `settle`, `advise`, `analyze`, `strategy`, `simulate`, `session`, `meter`, `face_up`,
`verify`, `design`, `sweep`, `earnings`, `risk`, `template`, `report`. `help(houseway.design)` shows an example of each.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.lab.api import (
        advise,
        analyze,
        design,
        game,
        report,
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

__version__ = "0.1.0"
__all__ = [
    "__version__",
    "advise",
    "analyze",
    "design",
    "earnings",
    "face_up",
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
]
_MODULES = {
    "earnings": "operators",
    "face_up": "simulations",
    "meter": "simulations",
    "risk": "mix",
    "session": "simulations",
    "simulate": "simulations",
}


def __getattr__(name: str) -> Any:
    """What users call is loaded when it is called for: importing houseway stays light."""
    if name in __all__:
        return getattr(import_module(f"houseway.lab.{_MODULES.get(name, 'api')}"), name)
    raise AttributeError(f"module 'houseway' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is meant for users."""
    return sorted(__all__)
