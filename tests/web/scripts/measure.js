/**
 * What is wrong with a page as it is laid out now: texts, controls and cards that overlap, are cut off, cannot be
 * reached or are too small to read. The tests of the windows run it inside a page.
 * @module
 */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ kind: "text" | "control" | "card", element: Element, boxes: Box[], name: string }} Item */

const CONTROLS = "button, a[href], input, select, summary, textarea";
const CARDS = ".card, .place, .circle";
const UNITS = `${CONTROLS}, label, ${CARDS}`;
const UNSEEN = ".skip:not(:focus), script, option";
/** @type {Element[]} what is there for screen readers only, or not at all */
let unseen = [];
const SLACK = 1.5; // pixels: rounding, and the thin edge of an outline

/**
 * Every fault of the page, in words.
 * @param {number} least the smallest size of text in pixels
 */
export function layoutFaults(least) {
  unseen = [...document.querySelectorAll(UNSEEN), ...clipped()];
  const items = itemsOf(topLayer());
  const faults = items.flatMap((item) => [...sizeFaults(item, least), ...cutFaults(item)]);
  return [...new Set([...faults, ...overlaps(items)])];
}

/** A sheet that covers the page is all that there is. */
function topLayer() {
  const covers = [...document.querySelectorAll("body *")].filter((element) => {
    if (getComputedStyle(element).position !== "fixed") return false;
    const box = element.getBoundingClientRect();
    return box.width >= innerWidth && box.height >= innerHeight;
  });
  return covers.pop() ?? document.body;
}

/** @param {Element} element */
function isSeen(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  return !unseen.some((one) => one.contains(element));
}

/** What is clipped to nothing. */
function clipped() {
  return [...document.querySelectorAll("body *")].filter((one) =>
    getComputedStyle(one).clipPath === "inset(50%)"
  );
}

/**
 * @param {Element} root
 * @returns {Item[]}
 */
function itemsOf(root) {
  return [...texts(root), ...boxed(root, CONTROLS, "control"), ...boxed(root, CARDS, "card")];
}

/**
 * @param {Element} root
 * @returns {Item[]}
 */
function texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.nodeValue?.trim();
    if (!element || !words || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawn = element.localName === "text" ? [element.getBoundingClientRect()] : range.getClientRects();
    const boxes = [...drawn].filter((box) => box.width > 0.5).map(core);
    const name = `"${words.slice(0, 40)}" in ${nameOf(element)}`;
    if (boxes.length) found.push({ kind: /** @type {const} */ ("text"), element, boxes, name });
  }
  return found;
}

/**
 * The part of a line that letters fill: fonts keep room above and below it.
 * @param {DOMRect} box
 * @returns {Box}
 */
function core({ left, top, right, bottom, height }) {
  return { left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 };
}

/**
 * @param {Element} root
 * @param {string} selector
 * @param {Item["kind"]} kind
 * @returns {Item[]}
 */
function boxed(root, selector, kind) {
  return [...root.querySelectorAll(selector)].filter(isSeen).map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { kind, element, boxes: [{ left, top, right, bottom }], name: nameOf(element) };
  }).filter(({ boxes: [box] }) => box.right - box.left > 0.5);
}

/** @param {Element} element */
function nameOf(element) {
  const path = [];
  for (let one = /** @type {Element | null} */ (element); one && path.length < 3; one = one.parentElement) {
    const kind = one.getAttribute("class")?.split(" ")[0];
    path.unshift(kind ? `.${kind}` : one.localName);
  }
  return path.join(" ");
}

/**
 * @param {Item} item
 * @param {number} least
 */
function sizeFaults({ kind, element, name }, least) {
  if (kind !== "text") return [];
  const scale = element instanceof SVGGraphicsElement ? element.getScreenCTM()?.d ?? 1 : 1;
  const size = parseFloat(getComputedStyle(element).fontSize) * scale;
  const dots = getComputedStyle(element).textOverflow === "ellipsis" &&
    element.scrollWidth > element.clientWidth;
  return [
    ...(size < least - 0.05 ? [`${name} is ${size.toFixed(1)} px`] : []),
    ...(dots ? [`${name} ends in dots`] : []),
  ];
}

/** @param {Item} item */
function cutFaults(item) {
  const faults = item.boxes.map((box) => cutOf(item.element, box)).filter(Boolean);
  const outside = item.kind === "text" && leavesItsPlate(item);
  return [...faults, ...(outside ? [outside] : [])].map((fault) => `${item.name} ${fault}`);
}

/**
 * Whether something that scrolls or hides cuts a box off; what can be scrolled to counts as seen.
 * @param {Element} element
 * @param {Box} box
 */
function cutOf(element, box) {
  let seen = { ...box };
  for (const one of holders(element)) {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const place = one.getBoundingClientRect();
    const across = seen.left < place.left - SLACK || seen.right > place.right + SLACK;
    const down = seen.top < place.top - SLACK || seen.bottom > place.bottom + SLACK;
    if (isLeftOut(one, seen, place)) return "";
    if (across && (!scrolls(overflowX) || seen.left + one.scrollLeft < place.left - SLACK)) {
      return `is cut off across by ${nameOf(one)}`;
    }
    if (down && (!scrolls(overflowY) || seen.top + one.scrollTop < place.top - SLACK)) {
      return `is cut off by ${nameOf(one)}`;
    }
    if (across || down) seen = { ...place.toJSON() };
  }
  return pageCut(seen);
}

/**
 * The elements around one, up to the one that is fixed to the window.
 * @param {Element} element
 */
function holders(element) {
  const found = [];
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
    found.push(one);
    if (getComputedStyle(one).position === "fixed") break;
  }
  return found;
}

/** @param {string} overflow */
function scrolls(overflow) {
  return overflow === "auto" || overflow === "scroll";
}

/**
 * What is printed on the felt as far as there is room for it is there as a whole or not at all.
 * @param {Element} holder
 * @param {Box} box
 * @param {DOMRect} place
 */
function isLeftOut(holder, box, place) {
  return holder.matches("[data-as-room]") && (box.left >= place.right || box.top >= place.bottom);
}

/** @param {Box} box */
function pageCut({ left, top, right, bottom }) {
  const root = document.documentElement;
  if (left < -SLACK || right > innerWidth + SLACK) return "is beyond the side of the window";
  const fixed = getComputedStyle(root).overflowY === "hidden";
  const height = fixed ? innerHeight : root.scrollHeight - scrollY;
  return top < -SLACK - scrollY || bottom > height + SLACK ? "is beyond the end of the window" : "";
}

/**
 * Whether a text is wider or taller than the button, pill or panel that it stands on.
 * @param {Item} item
 */
function leavesItsPlate({ element, boxes }) {
  const around = [element, ...holders(element)];
  const plate = around.find((one) => isPlate(one) || isScroller(one));
  if (!plate || isScroller(plate)) return "";
  const place = plate.getBoundingClientRect();
  const leaves = boxes.some((box) =>
    box.left < place.left - SLACK || box.right > place.right + SLACK || box.top < place.top - SLACK ||
    box.bottom > place.bottom + SLACK
  );
  return leaves ? `does not fit on ${nameOf(plate)}` : "";
}

/** @param {Element} element */
function isScroller(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  return scrolls(overflowX) || scrolls(overflowY);
}

/** @param {Element} element */
function isPlate(element) {
  if (element instanceof SVGElement || getComputedStyle(element).display === "inline") return false;
  const { backgroundColor, backgroundImage, borderTopWidth, borderLeftWidth } = getComputedStyle(element);
  const painted = !/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== "none";
  return painted || (parseFloat(borderTopWidth) > 0 && parseFloat(borderLeftWidth) > 0);
}

/** @param {Item[]} items */
function overlaps(items) {
  const shown = items.map((item) => ({
    ...item,
    boxes: item.boxes.map((box) => visible(item.element, box)),
  }));
  return shown.flatMap((one, index) =>
    shown.slice(index + 1).filter((other) => meets(one, other)).map((other) =>
      `${one.name} over ${other.name}`
    )
  );
}

/**
 * What is left of a box where those around it hide the rest.
 * @param {Element} element
 * @param {Box} box
 * @returns {Box}
 */
function visible(element, box) {
  const left = { ...box };
  for (const one of holders(element)) {
    if (getComputedStyle(one).overflowX === "visible") continue;
    const place = one.getBoundingClientRect();
    left.left = Math.max(left.left, place.left);
    left.right = Math.min(left.right, place.right);
    left.top = Math.max(left.top, place.top);
    left.bottom = Math.min(left.bottom, place.bottom);
  }
  return left;
}

/**
 * @param {Item} one
 * @param {Item} other
 */
function meets(one, other) {
  if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
  const [unit, second] = [one.element.closest(UNITS), other.element.closest(UNITS)];
  if (unit?.contains(other.element) || second?.contains(one.element)) return false;
  if (isOneHand(unit, second) && !(one.kind === "text" && other.kind === "card" && isBelow(unit, second))) {
    return false;
  }
  return one.boxes.some((box) => other.boxes.some((second) => overlap(box, second)));
}

/**
 * Cards of one hand lie on each other, as long as their ranks can be read.
 * @param {Element | null} one
 * @param {Element | null} other
 */
function isOneHand(one, other) {
  return Boolean(
    one?.matches(".card") && other?.matches(".card") && one.parentElement === other.parentElement,
  );
}

/**
 * @param {Element | null} one
 * @param {Element | null} other
 */
function isBelow(one, other) {
  return Boolean(one && other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > SLACK && down > SLACK;
}
