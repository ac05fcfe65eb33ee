"""The result of analysing Down Under Hold'em."""

from collections.abc import Mapping
from typing import ClassVar

from houseway.games.pricing.result import Analysis, MainResult


class HoldemResult(Analysis, frozen=True, kw_only=True):
    """An analysis that also has the main game of a player who does not see the card reader."""

    TITLES: ClassVar[Mapping[str, str]] = {
        "main": "optimal play",
        "main_without_lights": "the same game without the card reader's lights",
    }

    main_without_lights: MainResult
