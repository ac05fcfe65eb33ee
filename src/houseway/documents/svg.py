"""Small vector figures: bars, lines and bands; the same SVG stands in the PDF and in the HTML file.

Text and axes have the colour of the text around them, so that a figure can be read on light and on dark paper.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

WIDTH, HEIGHT = 640, 250
LEFT, RIGHT, TOP, BOTTOM = 74, 36, 14, 46  # of the plane that the marks are drawn on
BLUE: Final = "#2f74ad"
RED: Final = "#c8453b"
BAR_HEIGHT: Final = 17
LABELS: Final = 220  # the room for the labels of bars
LETTER: Final = 6  # how wide one of them is, at most on average
MOST_BARS: Final = 24

Words = Callable[[float], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line through some points; `band` is drawn behind it, from a low to a high line."""

    label: str
    points: Sequence[tuple[float, float]]
    color: str = BLUE
    dashed: bool = False
    band: Sequence[tuple[float, float, float]] = ()  # x, low, high


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What an axis shows, and how its ticks are written."""

    title: str
    words: Words
    logarithmic: bool = False
    ticks: Sequence[float] = field(default=())


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a value to a place on the paper."""

    low: float
    high: float
    start: float
    stop: float
    logarithmic: bool

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = math.log10(low), math.log10(high), math.log10(max(value, self.low))
        return round(self.start + (at - low) / (high - low) * (self.stop - self.start), 2)


def bars(values: Sequence[tuple[str, float]], words: Words, title: str) -> str:
    """Horizontal bars, each with its label and its value; a value below nothing goes to the left."""
    shown = values[:MOST_BARS]
    height = BAR_HEIGHT * len(shown) + 34
    low, high = min(0.0, *(value for _, value in shown)), max(0.0, *(value for _, value in shown))
    scale = _Scale(low, high if high > low else low + 1, LABELS, WIDTH - 90, logarithmic=False)
    return _svg(height, "".join(_bars(shown, scale, words)) + _text(WIDTH / 2, height - 6, title, "middle"))


def _bars(values: Sequence[tuple[str, float]], scale: _Scale, words: Words) -> Iterator[str]:
    for place, (label, value) in enumerate(values):
        y = 6 + place * BAR_HEIGHT
        left, right = sorted((scale(0), scale(value)))
        fill = BLUE if value >= 0 else RED
        yield f'<rect x="{left}" y="{y}" width="{max(right - left, 0.5):.2f}" height="{BAR_HEIGHT - 5}" fill="{fill}"/>'
        yield _text(LABELS - 8 if scale.low >= 0 else left - 6, y + 10, _fitted(label), "end")
        yield _text(right + 6, y + 10, words(value), "start")


def _fitted(label: str) -> str:
    most = int((LABELS - 10) / LETTER)
    return label if len(label) <= most else label[: most - 1] + "…"


def plane(lines: Sequence[Line], across: Axis, up: Axis) -> str:
    """Lines over two axes, with a legend above them."""
    points = [point for line in lines for point in line.points]
    points += [(x, y) for line in lines for x, low, high in line.band for y in (low, high)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    plot_x = _Scale(*_range(xs), LEFT, WIDTH - RIGHT, across.logarithmic)
    plot_y = _Scale(*_range(ys), HEIGHT - BOTTOM, TOP + 18, up.logarithmic)
    drawn = [*_axes(plot_x, plot_y, across, up)]
    for place, line in enumerate(lines):
        drawn += _line(line, plot_x, plot_y)
        drawn += _legend(line, place, lines)
    return _svg(HEIGHT, "".join(drawn))


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low, low + 1)


def columns(values: Sequence[tuple[float, float]], across: Axis, up: Axis) -> str:
    """Thin columns that stand at their values, over a logarithmic axis: a distribution."""
    shares = [share for _, share in values]
    plot_x = _Scale(*_range([x for x, _ in values]), LEFT + 6, WIDTH - RIGHT - 6, across.logarithmic)
    plot_y = _Scale(10 ** math.floor(math.log10(min(shares))), 1, HEIGHT - BOTTOM, TOP, logarithmic=True)
    foot = HEIGHT - BOTTOM
    drawn = [*_axes(plot_x, plot_y, across, up)]
    for x, share in values:
        top = plot_y(share)
        drawn.append(f'<rect x="{plot_x(x) - 1.5:.2f}" y="{top}" width="3" height="{foot - top:.2f}" fill="{BLUE}"/>')
    return _svg(HEIGHT, "".join(drawn))


def _axes(plot_x: _Scale, plot_y: _Scale, across: Axis, up: Axis) -> Iterator[str]:
    foot, end = HEIGHT - BOTTOM, WIDTH - RIGHT
    yield f'<path d="M{LEFT} {TOP}V{foot}H{end}" fill="none" stroke="currentColor" stroke-width="0.8"/>'
    for tick in across.ticks or _ticks(plot_x):
        x = plot_x(tick)
        yield f'<path d="M{x} {foot}v4" stroke="currentColor" stroke-width="0.8"/>'
        yield _text(x, foot + 16, across.words(tick), "middle")
    for tick in up.ticks or _ticks(plot_y):
        y = plot_y(tick)
        yield f'<path d="M{LEFT} {y}H{end}" stroke="currentColor" stroke-width="0.3" opacity="0.4"/>'
        yield _text(LEFT - 6, y + 4, up.words(tick), "end")
    yield _text((LEFT + end) / 2, HEIGHT - 8, f"{across.title}; upwards: {up.title}", "middle")


def _ticks(scale: _Scale) -> list[float]:
    """Round values on an axis: powers of ten, or steps of 1, 2 or 5."""
    if scale.logarithmic:
        first, last = math.ceil(math.log10(scale.low) - 1e-9), math.floor(math.log10(scale.high) + 1e-9)
        step = max(1, (last - first) // 5)
        return [10.0**power for power in range(first, last + 1, step)]
    rough = (scale.high - scale.low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    first = math.ceil(scale.low / step - 1e-9)
    return [number * step for number in range(first, math.floor(scale.high / step + 1e-9) + 1)]


def _line(line: Line, plot_x: _Scale, plot_y: _Scale) -> Iterator[str]:
    if line.band:
        lows = [f"{plot_x(x)},{plot_y(low)}" for x, low, _ in line.band]
        highs = [f"{plot_x(x)},{plot_y(high)}" for x, _, high in reversed(line.band)]
        yield f'<polygon points="{" ".join([*lows, *highs])}" fill="{line.color}" opacity="0.2"/>'
    points = " ".join(f"{plot_x(x)},{plot_y(y)}" for x, y in line.points)
    dash = ' stroke-dasharray="6 4"' if line.dashed else ""
    yield f'<polyline points="{points}" fill="none" stroke="{line.color}" stroke-width="1.4"{dash}/>'


def _legend(line: Line, place: int, lines: Sequence[Line]) -> Iterator[str]:
    start = LEFT + 8 + sum(34 + LETTER * len(one.label) for one in lines[:place])
    dash = ' stroke-dasharray="6 4"' if line.dashed else ""
    yield f'<path d="M{start:.1f} {TOP + 4}h18" stroke="{line.color}" stroke-width="2"{dash}/>'
    yield _text(start + 22, TOP + 8, line.label, "start")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, content: str) -> str:
    style = 'font-family="Libertinus Serif, Georgia, serif" font-size="12" fill="currentColor"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}"'
    return f"{head} {style}>{content}</svg>"
