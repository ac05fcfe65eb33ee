"""The dealer's console in a real browser: rounds of every game with real cards, on keys that never move."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import expect

from house.support.people import add_person
from houseway.house.people.person_acts import AddPerson
from houseway.house.people.pin_acts import SetPin
from web.browser.conftest import NewPage
from web.browser.console_page import READY, TABLET, WAGERS, ConsolePage
from web.rooms import PASSWORD, Room, quick_room

SIZES = [TABLET, (1280, 800), (390, 844)]
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
KEY = 57  # css pixels: 9.6 mm on the tablet
PLAYERS = {1: "ann", 2: "pat", 4: "bob"}
KEYS = """() => [...document.querySelectorAll(".key, .primary")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    window.shifts.push(sources.map(({ node, previousRect, currentRect }) =>
      [node?.textContent, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ")).join("; "));
  }
}).observe({ type: "layout-shift", buffered: true }); }"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with quick_room() as room:
        people = room.running.services.floor.people
        for name in ("ann", "bob"):
            add_person(people, AddPerson(name=name, roles=("player",), password=PASSWORD), by="ada", second="sam")
            room.people[name] = room.running.person(name, PASSWORD)
            assert room["dan"].post("/cage/buy-in", {"player": name, "amount": "3000"}).status_code == 200
        yield room


def table(room: Room, game: str, **more: int) -> None:
    """Another table of a game at which three players have wagered."""
    room.open(game)
    for seat, player in PLAYERS.items():
        if player != "pat":
            assert room.act(player, "join", seat=seat).status_code == 200
    wager(room, game, **more)


def wager(room: Room, game: str, **more: int) -> None:
    for seat, player in PLAYERS.items():
        answer = room.act(player, "wager", seat=seat, wagers={**WAGERS[game], **more})
        assert answer.status_code == 200, answer.text


def cards(text: str) -> list[str]:
    return text.split()


def settled(room: Room) -> dict[str, Any]:
    found: dict[str, Any] = room.view()["settled"]
    return found


@pytest.mark.parametrize("game", WAGERS)
def test_an_ordinary_round_takes_three_taps_besides_cards_and_decisions(
    new_page: NewPage, room: Room, game: str
) -> None:
    table(room, game)
    console = ConsolePage.open(new_page, room)
    luck = random.Random(f"console {game}")
    for number in (1, 2):
        if number > 1:
            wager(room, game)
        console.taps.clear()
        console.primary("wagers")
        console.play(console.deal_at_random(luck))
        paid = settled(room)
        assert paid["round"] == number
        rows = console.page.locator(".payment")
        assert rows.count() == len(PLAYERS)
        for place, row in enumerate(paid["settlement"]["seats"]):
            text = rows.nth(place).inner_text()
            assert f"Seat {row['seat']}" in text
            net = float(row["net"])
            word = "pay" if net > 0 else "take" if net < 0 else ""
            assert word in text, (text, row)
        console.primary("settle")
        console.wait("wagers")
        assert console.taps["primary"] + console.taps["other"] <= 3
        entered = sum(len(seat["cards"]) for seat in paid["record"]["seats"])
        entered += sum(len(paid["record"].get(part, [])) for part in ("dealer", "board", "draws"))
        assert console.taps["card"] == entered
        assert console.taps["decision"] == sum(len(seat["decisions"]) for seat in paid["record"]["seats"])
    kinds = room.kinds()
    assert kinds.count("dealt") == kinds.count("settled") == 2


# ---- keys


def test_a_key_never_moves_and_is_large_enough(new_page: NewPage, room: Room) -> None:
    table(room, "flush-poker", jackpot=1)
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    console.wait("cards")
    before = page.evaluate(KEYS)
    page.evaluate(SHIFTS)
    assert all(width >= KEY and height >= KEY for _, _, width, height in before)
    expect(page.locator(".primary")).to_contain_text("3 jackpot spots are lit: take the chips")
    for card in ("Ah", "Jo", "Ts", "Ah"):
        console.card(card) if card != "Ah" or console.taps["card"] < 3 else page.locator("[data-rank=A]").click()
        assert page.evaluate(KEYS) == before
    expect(page.locator(".primary")).to_contain_text("Enter 25 more cards")
    page.locator("[data-suit=h]").click(force=True)
    expect(page.locator(".line")).to_contain_text("A♥ is out already")
    page.locator("[data-rank=Jo]").click(force=True)
    expect(page.locator(".line")).to_contain_text("Joker is out already")
    assert page.evaluate(KEYS) == before
    assert page.evaluate("() => window.shifts") == []


# Both run in the page, so a busy machine cannot stretch a tap into a hold, or a hold over a second card.
TAP = """key => {
  for (const name of ["pointerdown", "pointerup", "click"]) key.dispatchEvent(new PointerEvent(name, { detail: 1 }));
}"""
HOLD = """key => new Promise(undone => {
  const words = key.textContent;
  const watch = new MutationObserver(() => {
    if (key.textContent === words) return;
    key.dispatchEvent(new PointerEvent("pointerup"));
    watch.disconnect();
    undone();
  });
  watch.observe(key, { characterData: true, childList: true, subtree: true });
  key.dispatchEvent(new PointerEvent("pointerdown"));
})"""


def test_cards_are_undone_by_holding_and_scanned_as_text_and_enter(new_page: NewPage, room: Room) -> None:
    table(room, "down-under-holdem")
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    console.wait("cards")
    console.card("Ah")
    console.card("Kh")
    page.locator(".undo").evaluate(TAP)
    expect(page.locator(".undo")).to_have_text("Hold to undo K♥")
    page.locator(".undo").evaluate(HOLD)
    expect(page.locator(".undo")).to_have_text("Hold to undo A♥")
    for text, said in (("Kd", "seat 4, first card"), ("10d", "dealer, first card"), ("Ah", "A♥ is out already")):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(page.locator(".line")).to_contain_text(said)
    for text in ("zz", "1h"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(page.locator(".line")).to_contain_text("is no card")
    page.keyboard.type("9h 2c3s 4s 5s 6s 7s 8s 9s Ts")
    page.keyboard.press("Enter")
    expect(page.locator(".primary")).to_contain_text("Enter these 13 cards")
    page.keyboard.type("Qs")
    page.keyboard.press("Enter")
    expect(page.locator(".line")).to_contain_text("All cards are entered")
    assert room.kinds()[-1] == "dealt", "nothing is sent before it is committed"
    console.primary("cards")
    console.wait("decide")
    assert page.locator(".seats .card[aria-label='ace of hearts']").count() == 0, "what is hidden is hidden here too"


@EVERY_SIZE
def test_the_console_is_legible_in_both_themes_at_every_step(
    new_page: NewPage, room: Room, size: tuple[int, int]
) -> None:
    table(room, "down-under-blackjack", progressive=1)
    console = ConsolePage.open(new_page, room, size=size)
    page = console.page

    def look(step: str) -> None:
        console.wait(step)
        assert not page.evaluate(TOO_WIDE)
        keys = page.evaluate(KEYS)
        assert all(width >= KEY and height >= KEY for _, _, width, height in keys)
        assert all(y + height <= size[1] + 1 for _, y, _, height in keys if page.locator(".sheet").count() == 0)
        for theme in ("dark", "light"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            found = Axe().run(page).response["violations"]
            assert found == [], [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]

    look("wagers")
    console.primary("wagers")
    look("cards")
    hands = {"seat 1": ["Ts", "9s"], "seat 2": ["8h", "8d"], "seat 4": ["Ah", "Kd"], "dealer": ["6c", "Tc"]}
    console.deal(hands)
    look("decide")
    page.locator("[data-sheet=more]").click()
    look("decide")
    page.locator("[data-item=close]").click()
    console.decide("stand")
    console.decide("stand")
    look("draw")
    console.card("5d")
    look("settle")


# ---- decisions


def test_an_amount_is_keyed_in_on_our_own_pad(new_page: NewPage, room: Room) -> None:
    table(room, "down-under-blackjack")
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    hands = {"seat 1": ["6s", "5s"], "seat 2": ["Th", "8d"], "seat 4": ["Ah", "Kd"], "dealer": ["6c", "Tc"]}
    console.deal(hands)
    console.wait("decide")
    page.locator(f"{READY} [data-amount]").click()
    assert page.locator("input").count() == 0
    for digit in "11":
        page.locator(f"[data-digit='{digit}']").click()
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Rub out").click()
    page.locator("[data-digit='.']").click()
    page.locator("[data-digit='5']").click()
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")  # not in steps of a dollar
    for _ in range(3):
        page.get_by_role("button", name="Rub out").click()
    page.locator("[data-digit='7']").click()
    expect(page.locator(".primary")).to_contain_text("Double for less $7")
    console.primary("decide")
    console.wait("draw")
    console.card("9h")
    console.wait("decide")
    assert room.view()["seats"][0]["staked"]["wager"] == "17.00"


def test_a_pai_gow_hand_is_set_as_the_player_set_it_foul_or_not(new_page: NewPage, room: Room) -> None:
    table(room, "wild-monkey-pai-gow")
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    deck = cards("As Ah Kd Qd 9c 7h 3s Ks Kh Jd Td 8c 6h 2s Qs Qh Ac Jc 9d 5h 4s")
    dealer = cards("2h 3h 5d 7c 8d Tc Jh 4c")
    console.deal({"seat 1": deck[:7], "seat 2": deck[7:14], "seat 4": deck[14:], "dealer": dealer})
    for seat, front in ((1, ["As", "Ah"]), (2, ["Ts", "8c"])):
        console.wait("decide")
        page.locator(f"{READY} [data-decision=set]").click()
        expect(page.locator(".primary")).to_contain_text(f"Seat {seat}: the two low cards")
        for card in front:
            if card == "Ts":  # not one of the seat's cards: the key takes no suit but the one that it has
                page.locator("[data-rank=T]").click()
                expect(page.locator("[data-suit=s]")).to_have_attribute("aria-disabled", "true")
                page.locator("[data-suit=d]").click()
            else:
                console.card(card)
        console.primary("decide")
        console.wait("decide")
        page.locator(f"{READY} [data-decision=stand]").click()
    console.wait("decide")
    console.decide("set house-way")
    console.decide("stand")
    console.wait("settle")
    first, second, _ = settled(room)["settlement"]["seats"]
    assert first["foul"], "a pair of aces low beats the high hand"
    assert second["front"] == ["Td", "8c"]


# ---- shares


def test_shares_are_keyed_in_and_a_difference_calls_the_floor(new_page: NewPage, room: Room) -> None:
    table(room, "flush-poker", jackpot=1)
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    dealer = cards("Kc Kd 9s 4d Js 2c 6d")
    low, other = cards("2h 3h 4h 5h 6h 7h 8h"), cards("2s 4c 6c 8c Td Qd As")
    console.deal({"seat 1": other, "seat 2": low, "seat 4": cards("3s 5c 7d 9c Jc Qh Kh"), "dealer": dealer})
    for said in ("fold", "raise 1x", "fold"):
        console.wait("decide")
        console.decide(said)
    console.wait("shares")
    assert page.locator(".payment").count() == 0
    assert [one.get_attribute("data-seat") for one in page.locator(".share-seats .key").all()] == ["1", "2", "4"]

    def key_in(seat: int, share: str) -> None:
        page.locator(f".share-seats [data-seat='{seat}']").click()
        for digit in share:
            page.locator(f"[data-digit='{digit}']").click()
        page.locator("[data-share]").click()

    key_in(2, "10")
    console.primary("shares")
    expect(page.locator(".primary")).to_contain_text("The floor is called: shares differ")
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")
    assert room.kinds()[-2:] == ["shares differ", "floor called"]
    assert room.act("sue", "answer-call", reply="read again").status_code == 200
    key_in(2, "100")
    expect(page.locator(".primary")).to_contain_text("Seat 2 100%")
    console.primary("shares")
    console.wait("settle")
    expect(page.locator(".payment[data-seat='2']")).to_contain_text("is PENDING")
    console.primary("settle")
    expect(page.locator(".primary")).to_contain_text("PENDING $")
    assert "shares entered" in room.kinds()


# ---- what is two taps away


def at_paired_console(new_page: NewPage, room: Room) -> ConsolePage:
    """The console of a new table in the browser that a supervisor paired with it; dan has taken over with the PIN."""
    people = room.running.services.floor.people
    people.do(SetPin(name="dan", pin="4071", old=PASSWORD), by="dan")
    address = f"http://{room.running.address}"
    page = new_page(base_url=address, viewport={"width": TABLET[0], "height": TABLET[1]})
    headers = {"Origin": address}
    sign_in = {"person": "sue", "password": PASSWORD}
    assert page.request.post(f"{address}/api/v1/session", data=sign_in, headers=headers).status == 201
    pairing = {"table": room.table, "console": "console-1"}
    assert page.request.post(f"{address}/api/v1/consoles", data=pairing, headers=headers).status == 200
    page.goto("/room/console")
    page.get_by_role("button", name="dan").click()
    for digit in "4071":
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Take over").click()
    page.wait_for_selector(READY)
    return ConsolePage(page, room)


def sign(console: ConsolePage, which: str, person: str) -> None:
    console.page.locator(f"#{which}-person").fill(person)
    console.page.locator(f"#{which}-password").fill(PASSWORD)


def test_a_misdeal_is_signed_by_two_on_the_spot_at_a_console_with_a_pin(new_page: NewPage, room: Room) -> None:
    table(room, "down-under-holdem")
    console = at_paired_console(new_page, room)
    page = console.page
    expect(page.locator(".head")).to_contain_text("dealer dan")
    console.primary("wagers")
    console.wait("cards")
    console.card("Ah")
    console.other("void", "misdeal")
    expect(page.get_by_role("dialog")).to_contain_text(f"Round 1 of table {room.table} is called off: misdeal.")
    sign(console, "first", "dan")
    sign(console, "second", "dan")
    page.get_by_role("button", name="Sign together").click()
    console.notice("two different persons")
    sign(console, "first", "sue")
    page.get_by_role("button", name="Sign together").click()
    console.wait("settle")
    expect(page.locator(".primary")).to_contain_text("Every stake goes back")
    console.primary("settle")
    console.wait("wagers")
    (void,) = [one for one in room.running.services.floor.log.read(f"table/{room.table}") if one.kind == "voided"]
    assert (void.by, void.second) == ("sue", "dan")
    assert page.request.get("/api/v1/session").json()["person"] == "dan", "the dealer's own session stays"
    assert room.kinds().count("voided") == 1


def test_a_dealer_corrects_what_was_mistyped(new_page: NewPage, room: Room) -> None:
    table(room, "down-under-holdem")
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.primary("wagers")
    hands = {"seat 1": cards("Ah Kh"), "seat 2": cards("Qs Qd"), "seat 4": cards("7c 2d"), "dealer": cards("9h 2c")}
    board = cards("Kd 7s 7h 3d Jh")
    console.deal({**hands, "board": board})
    console.wait("decide")
    console.other("more", "correct")
    expect(page.locator(".undo")).to_contain_text("J♥")
    page.locator(".undo").evaluate(HOLD)
    console.card("Js")
    console.primary("correct")
    console.wait("decide")
    console.decide("check")
    console.other("more", "correct play 3x")
    expect(page.locator(".seat[data-seat='1'] .said")).to_contain_text("play 3x")
    for said in ("check", "check", "fold", "fold"):
        console.wait("decide")
        console.decide(said)
    console.wait("settle")
    assert settled(room)["record"]["board"][-1] == "Js"
    assert room.kinds().count("entry corrected") == 2


def test_the_floor_is_called_and_the_controller_reported_with_two_taps(new_page: NewPage, room: Room) -> None:
    table(room, "flush-poker", jackpot=1)
    console = ConsolePage.open(new_page, room)
    page = console.page
    console.other("call", "a dispute")
    console.notice("a dispute")
    expect(page.locator("[data-sheet=call]")).to_have_text("Floor called (1)")
    assert room.act("sue", "answer-call", reply="done").status_code == 200
    expect(page.locator("[data-sheet=call]")).to_have_text("Call the floor")
    console.other("more", "lost")
    console.notice("controller is lost")
    console.other("more", "back")
    console.other("more", "relieve")
    expect(page.locator(".head")).to_contain_text("dealer dan")
    assert room.kinds()[-3:] == ["controller lost", "controller back", "relieved"]


def test_a_device_that_fails_is_replaced_by_two_people(new_page: NewPage, room: Room) -> None:
    table(room, "flush-poker", jackpot=1)
    for seat, player in PLAYERS.items():
        assert room.act(player, "withdraw", seat=seat).status_code == 200
    token = room.pair("spots")
    wager(room, "flush-poker", jackpot=1)
    console = ConsolePage.open(new_page, room)
    page = console.page
    assert room.report(token, "fault", {"fault": "a spot is dark"}).status_code == 200
    console.notice("cannot be relied on (a spot is dark)")
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")
    console.other("more", "sensing")
    page.locator("[data-item='a spot does not light']").click()
    sign(console, "second", "sue")
    page.get_by_role("button", name="Sign together").click()
    console.primary("wagers")
    console.wait("cards")
    assert "done by hand" in room.kinds()


# ---- the link, taps and requests


def test_a_lost_link_stops_the_console_within_three_seconds_and_nothing_waits(new_page: NewPage, room: Room) -> None:
    table(room, "down-under-holdem")
    console = ConsolePage.open(new_page, room)
    page = console.page
    page.evaluate("""() => {
      window.stopped = new Promise((resolve) => {
        const began = performance.now();
        new MutationObserver(() => {
          if (document.querySelector("hw-console").dataset.link === "lost") resolve(performance.now() - began);
        }).observe(document.querySelector("hw-console"), { attributes: true });
      });
      document.querySelector("hw-console").link.socket.onmessage = () => {}; // a link that is silent, not closed
    }""")
    assert page.evaluate("() => window.stopped") < 3000
    console.notice("The link to the house is lost")
    page.context.set_offline(True)
    page.evaluate("() => document.querySelector('hw-console').link.drop()")
    number = room.view()["number"]
    for control in (".primary", "[data-sheet=call]", "[data-rank=A]"):
        page.locator(control).click(force=True)
    assert page.evaluate("() => document.querySelector('hw-console').link.waiting.size") == 0
    expect(page.locator(".pill.lost")).to_have_text("● NO LINK")
    page.context.set_offline(False)
    page.wait_for_selector(READY)
    assert room.view()["number"] == number, "nothing was kept and sent later"
    console.primary("wagers")
    console.wait("cards")
    assert room.kinds().count("dealt") == 1


@pytest.mark.parametrize("wanted", [24, pytest.param(200, marks=pytest.mark.slow)])
def test_double_taps_are_one_event_each(new_page: NewPage, room: Room, wanted: int) -> None:
    table(room, "down-under-holdem")
    console = ConsolePage.open(new_page, room)
    page = console.page
    luck, double_taps = random.Random(200), 0
    while double_taps < wanted:
        page.locator(f"{READY}[data-step=wagers] .primary:not([aria-disabled])").dblclick()
        console.wait("cards")
        deck = list(console.view()["deck"]["cards"])
        luck.shuffle(deck)
        page.keyboard.type("".join(deck[:13]))
        page.keyboard.press("Enter")
        page.locator(f"{READY}[data-step=cards] .primary:not([aria-disabled])").dblclick()
        for decision in ("check", "check", "check", "fold", "fold", "fold"):
            page.locator(f"{READY}[data-step=decide] [data-decision='{decision}']").dblclick()
        page.locator(f"{READY}[data-step=settle] .primary").dblclick()
        double_taps += 8
        console.wait("wagers")
        wager(room, "down-under-holdem")
        expect(page.locator(".primary")).to_contain_text("No more wagers")
    kinds = room.kinds()
    rounds = double_taps // 8
    assert [kinds.count(kind) for kind in ("dealt", "entered", "settled")] == [rounds] * 3
    assert kinds.count("decided") == 6 * rounds


def test_two_hundred_retried_requests_are_one_event_each(room: Room) -> None:
    table(room, "down-under-holdem")
    for number in range(200):
        state = ("lost", "back")[number % 2] if room.view()["jackpot"] else ""
        act, body = ("controller", {"state": state}) if state else ("call-floor", {"reason": f"call {number}"})
        before = room.view()["number"]
        answers = [room["dan"].post(f"/tables/{room.table}/{act}", body, key=f"retry-{number}") for _ in range(2)]
        assert answers[0].json() == answers[1].json()
        assert room.view()["number"] == before + 1
        if act == "call-floor":
            room.act("sue", "answer-call", reply="seen")
