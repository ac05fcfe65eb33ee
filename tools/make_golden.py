"""Make tests/games/GAME/golden/*.txt: whole rounds spelled out, as houseway.testing.playthroughs tells.

python tools/make_golden.py            # write the files
python tools/make_golden.py --check    # make them again and compare
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from houseway.testing.playthroughs import check_playthroughs, write_playthroughs
from houseway.testing.requirement import ContractBroken

TESTS = Path(__file__).parent.parent / "tests" / "games"


def game_folders() -> dict[str, Path]:
    """The folder of every game that has golden playthroughs."""
    return {path.parent.name.replace("_", "-"): path.parent for path in sorted(TESTS.glob("*/golden"))}


def main(arguments: Sequence[str], folders: Mapping[str, Path]) -> int:
    """Write the files, or compare them."""
    wrong = 0
    for game, folder in folders.items():
        if "--check" not in arguments:
            print(*write_playthroughs(game, folder / "golden"), sep="\n")
            continue
        try:
            check_playthroughs(game, folder / "golden")
        except ContractBroken as difference:
            print(difference)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], game_folders()))
