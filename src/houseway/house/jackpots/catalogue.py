"""Every act on a jackpot, and every event that may stand on its stream."""

from typing import Final

from houseway.house.jackpots import money_acts, outside_wins, terms_acts
from houseway.house.jackpots.desk import JackpotDesk
from houseway.house.jackpots.payloads import JACKPOT_PAYLOADS
from houseway.house.jackpots.state import JackpotState
from houseway.house.people.act import Catalogue

JACKPOT_ACTS: Final = Catalogue[JackpotState, JackpotDesk](
    "jackpot",
    (
        terms_acts.CREATE_JACKPOT,
        terms_acts.CHANGE_JACKPOT,
        terms_acts.DECLARE_GAME,
        terms_acts.STOP_JACKPOT,
        terms_acts.START_JACKPOT,
        money_acts.ADJUST_METER,
        money_acts.PASS_ON,
        money_acts.DEPOSIT_ACT,
        money_acts.DRAW_ACT,
        money_acts.ENTER_OUTSIDE_WAGERS,
        outside_wins.AWARD_OUTSIDE_WIN,
        outside_wins.VERIFY_OUTSIDE_WIN,
        outside_wins.REJECT_OUTSIDE_WIN,
    ),
    *JACKPOT_PAYLOADS.values(),
)
