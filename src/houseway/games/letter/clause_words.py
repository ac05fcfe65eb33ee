"""The clauses of a letter in words, each with the operator's choices under it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.games.game import Game


def option_words(game: "Game", name: str) -> str:
    """What a player must know about the operator's choice; empty where nothing is posted."""
    option, value = game.approval.options[name], game.options[name]
    return option.posted.get(value, option.posted.get("other", "")).replace("{value}", value)


def clauses_in_force(game: "Game") -> dict[str, str]:
    """Every clause in our words, followed by the choices under it that matter at this table."""
    words = {one.clause: [one.text] for one in game.approval.clauses}
    for name, option in game.approval.options.items():
        matters = not option.concerns or not game.offered.isdisjoint(option.concerns)
        if matters and option.rule in words and (chosen := option_words(game, name)):
            words[option.rule].append(chosen)
    return {clause: " ".join(sentences) for clause, sentences in words.items()}
