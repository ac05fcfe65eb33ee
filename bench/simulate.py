"""How many rounds a second are simulated, with every wager on, beside public simulators in the same run.

`make bench` installs the peers; without them their lines are left out. A round of ours is dealt, decided by looking the
best strategy up, and settled with all bonuses. The peers do less: a heads-up hold'em hand called down (pokerkit), nine
cards dealt and two hands of seven compared (eval7), a round of blackjack with one seat that draws to 17 (blackjack21).
"""

import os
import platform
import time
from collections.abc import Callable
from importlib.util import find_spec

from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.simulation.simulation import Simulation
from houseway.lab.shards import Threads
from houseway.lab.simulate import play_rounds, prepare

SECONDS = 2.0
STRATEGIES = {"wild-monkey-pai-gow": "house-way"}


def main() -> None:
    """Print a table."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores\n")
    best_peer = max([0.0, *(print_peer(name, play) for name, play in PEERS.items() if find_spec(name))])
    print(
        f"\n{'houseway, rounds a second':28} {'one thread':>12} {'two threads':>12} {'ratio':>6} {'to best peer':>14}"
    )
    for name in game_names():
        simulation = prepare(demonstration(name, {}), STRATEGIES.get(name, ""), 1, Threads)
        one, two = rate(simulation, 1), rate(simulation, 2)
        peer = f"{one / best_peer:13,.0f}x" if best_peer else ""
        print(f"{name:28} {one:12,.0f} {two:12,.0f} {two / one:6.2f} {peer:>14}", flush=True)


def rate(simulation: Simulation, threads: int) -> float:
    """Rounds a second, warm."""
    rounds = 2_000_000 * threads
    play_rounds(simulation, Threads(threads), rounds=2 * threads, seed=1)
    while True:
        start = time.perf_counter()
        play_rounds(simulation, Threads(threads), rounds=rounds, seed=1)
        taken = time.perf_counter() - start
        if taken > SECONDS:
            return rounds / taken
        rounds *= 2 + int(SECONDS / taken)


def print_peer(name: str, prepare_peer: "Callable[[], Callable[[], object]]") -> float:
    """A line for a peer; its rounds a second."""
    play = prepare_peer()
    start = time.perf_counter()
    done = 0
    while time.perf_counter() - start < SECONDS:
        play()
        done += 1
    found = done / (time.perf_counter() - start)
    print(f"{name:28} {found:12,.0f}", flush=True)
    return found


def pokerkit() -> Callable[[], object]:
    """A heads-up hand of hold'em, called down."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)

    def play() -> object:
        terms = {"ante_trimming_status": True, "raw_antes": 0, "raw_blinds_or_straddles": (1, 2), "min_bet": 2}
        state = NoLimitTexasHoldem.create_state(automations, **terms, raw_starting_stacks=200, player_count=2)
        while state.status:
            state.check_or_call()
        return state.stacks

    return play


def eval7() -> Callable[[], object]:
    """Nine cards, two hands of seven."""
    import eval7 as peer

    def play() -> object:
        deck = peer.Deck()
        deck.shuffle()
        one, two, board = deck.deal(2), deck.deal(2), deck.deal(5)
        return peer.evaluate(one + board) > peer.evaluate(two + board)

    return play


def blackjack21() -> Callable[[], object]:
    """A round at a table with one seat that draws to 17."""
    from blackjack21 import Deck, Table
    from blackjack21.table import DEFAULT_SUITS, shoe_reset_hook

    deck = Deck(DEFAULT_SUITS, count=6)
    table = Table([("player", 10)], deck, hit_soft_17=True, on_round_reset=shoe_reset_hook(deck))

    def play() -> object:
        table.start_game()
        while (hand := table.current_hand) is not None:
            if hand.total < 17:
                table.hit()
            else:
                table.stand()
        return table.state

    return play


PEERS = {"pokerkit": pokerkit, "eval7": eval7, "blackjack21": blackjack21}

if __name__ == "__main__":
    main()
