"""A player who sees the hole card itself, and wrong lights. Both are counted; nothing is sampled."""

from dataclasses import replace

import numpy as np

from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.analysis import Analysis, analyze
from houseway.games.down_under_blackjack.exact.play_out import Bytes
from houseway.games.down_under_blackjack.exact.simple import blind_to_light
from houseway.games.down_under_blackjack.study import blackjack_pays, variant_of
from houseway.games.down_under_blackjack.variant import State, Variant, group_name, states_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.counting import EXACT
from houseway.games.pricing.exposure import Exposure, ExposureQuestion


def hole_card(game: Game, decisions: Bytes, asked: ExposureQuestion, run: Runner) -> list[Exposure]:
    """What seeing the hole card gains over seeing its light, what the light is worth, and what wrong lights cost."""
    variant, pays = variant_of(game), blackjack_pays(game)
    usual = analyze(variant, run, decisions)
    blind = blind_to_light(variant, run, exposes=True)
    edge, blind_edge = usual.figures(pays).house_edge, blind.figures(pays).house_edge
    seen = analyze(by_value(variant), run).figures(pays).house_edge
    exposures = [
        _exposure("sees the hole card", edge - seen, seen),
        _exposure("looks at no light", edge - blind_edge, blind_edge, "what the card reader is worth, as a loss"),
    ]
    groups = sorted({*variant.groups})
    if len(groups) > 1:
        wrong = [misread_edge(usual, blind, groups, shift, run, pays) for shift in range(1, len(groups))]
        cost = edge - sum(wrong) / len(wrong)
        share = float(asked.misread)
        note = "the player heeds the light; each wrong light is as likely; where it cannot be, the player heeds none"
        exposures.append(_exposure("is shown a wrong light every time", cost, edge - cost, note))
        exposures.append(
            _exposure(f"is shown a wrong light {100 * share:g}% of the time", share * cost, edge - share * cost)
        )
    return exposures


def _exposure(what: str, gain: float, edge: float, note: str = "") -> Exposure:
    return Exposure(what=what, gain=gain, method=EXACT, house_edge=edge, note=note)


def by_value(variant: Variant) -> Variant:
    """The same game for a player who sees the hole card: a group for each value."""
    return replace(variant, groups=tuple(range(VALUES)))


def misread_edge(usual: Analysis, blind: Analysis, groups: list[int], shift: int, run: Runner, pays: str) -> float:
    """The house edge of a strategy if every light shows a group that is `shift` further on."""
    variant = usual.variant
    other = {group: groups[(place + shift) % len(groups)] for place, group in enumerate(groups)}
    states = states_of(by_value(variant))
    heeded = np.array([_heeded(usual, blind, state, other[variant.groups[state.hole[0]]]) for state in states])
    return analyze(by_value(variant), run, heeded).figures(pays).house_edge


def _heeded(usual: Analysis, blind: Analysis, state: State, shown: int) -> Bytes:
    """The decisions of a player who sees the up card and a light, or the exposed hole card itself."""
    knows = state.knows if usual.variant.exposes(state.up, state.hole[0]) else group_name(shown)
    known = decisions_at(usual, state.up, knows)
    return known if len(known) else decisions_at(blind, state.up, group_name(0))


def decisions_at(analysis: Analysis, up: int, knows: str) -> Bytes:
    """The decisions of a strategy in a state, by context and hand; empty if the state cannot occur."""
    for place, state in enumerate(analysis.states):
        if (state.up, state.knows) == (up, knows):
            decisions: Bytes = analysis.strategy.decisions[place]
            return decisions
    return np.zeros((0, 0), np.uint8)
