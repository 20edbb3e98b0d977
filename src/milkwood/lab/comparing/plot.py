"""Plots as SVG, so that the page needs no other files.

Invariant: the same numbers give the same text; all text is escaped; colours are the page's (`--c0`, `--c1`, …), so that
light and dark both work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

from milkwood.lab.comparing.interval import Interval

COLOUR_COUNT: Final = 8
PLOT_WIDTH_PIXELS: Final = 460
_LEFT_PIXELS, _RIGHT_PIXELS, _TOP_PIXELS = 150, 64, 8
_ROW_PIXELS = 30
_DOT_PIXELS = 3.2
_LINES_HEIGHT_PIXELS, _LINES_LEFT_PIXELS, _LINES_BOTTOM_PIXELS = 220, 56, 30
_MAX_NAME_CHARACTERS = 22


@dataclass(frozen=True, slots=True)
class Bar:
    """A condition in a plot of one measure."""

    name: str
    values: Sequence[float]
    found: Interval


@dataclass(frozen=True, slots=True)
class Curve:
    """A condition in a plot over time."""

    name: str
    points: Sequence[float]


def short(value: float) -> str:
    """A number as an axis label."""
    if abs(value) >= 10_000:
        return f"{value / 1000:,.0f}k"
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"


def bars(told: Sequence[Bar]) -> str:
    """Means with intervals, one line per condition, each run as a dot."""
    ends = [value for bar in told for value in (*bar.values, bar.found.high or bar.found.mean)]
    marks = ticks(0.0, max([*ends, 0.0]))
    high = marks[-1] or 1.0
    height = _TOP_PIXELS + _ROW_PIXELS * len(told) + 26

    def x(value: float) -> float:
        return _LEFT_PIXELS + max(0.0, value) / high * (PLOT_WIDTH_PIXELS - _LEFT_PIXELS - _RIGHT_PIXELS)

    parts = [_grid(x(mark), _TOP_PIXELS, height - 22, short(mark)) for mark in marks]
    for place, bar in enumerate(told):
        y = _TOP_PIXELS + _ROW_PIXELS * place + _ROW_PIXELS / 2
        colour = f"var(--c{place % COLOUR_COUNT})"
        parts.append(_text(_LEFT_PIXELS - 8, y + 4, _cut(bar.name), "end", bar.name))
        wide = max(0.5, x(bar.found.mean) - _LEFT_PIXELS)
        parts.append(
            f'<rect x="{_LEFT_PIXELS}" y="{y - 8:g}" width="{wide:.1f}" height="16" rx="2" fill="{colour}"'
            ' opacity=".35"/>'
        )
        if bar.found.low is not None and bar.found.high is not None:
            low, top = x(bar.found.low), x(bar.found.high)
            parts.append(
                f'<path d="M{low:.1f} {y:g}H{top:.1f}M{low:.1f} {y - 5:g}v10M{top:.1f} {y - 5:g}v10" class="whisker"/>'
            )
        parts += [f'<circle cx="{x(each):.1f}" cy="{y:g}" r="{_DOT_PIXELS}" fill="{colour}"/>' for each in bar.values]
        parts.append(_text(PLOT_WIDTH_PIXELS - _RIGHT_PIXELS + 8, y + 4, short(bar.found.mean), "start"))
    return _svg(height, parts)


def curves(told: Sequence[Curve], marks: Sequence[str]) -> str:
    """Lines over time; the marks (one per point, empty for none) are below."""
    values = [point for curve in told for point in curve.points]
    levels = ticks(0.0, max([*values, 0.0]))
    high = levels[-1] or 1.0
    most = max((len(curve.points) for curve in told), default=0)
    bottom = _LINES_HEIGHT_PIXELS - _LINES_BOTTOM_PIXELS

    def x(place: int) -> float:
        return _LINES_LEFT_PIXELS + place / max(1, most - 1) * (PLOT_WIDTH_PIXELS - _LINES_LEFT_PIXELS - 16)

    def y(value: float) -> float:
        return bottom - value / high * (bottom - _TOP_PIXELS)

    parts = [
        f'<path d="M{_LINES_LEFT_PIXELS} {y(level):.1f}H{PLOT_WIDTH_PIXELS - 16}" class="grid"/>'
        + _text(_LINES_LEFT_PIXELS - 6, y(level) + 4, short(level), "end")
        for level in levels
    ]
    parts += [_text(x(place), bottom + 18, mark, "middle") for place, mark in enumerate(marks) if mark]
    for number, curve in enumerate(told):
        colour = f"var(--c{number % COLOUR_COUNT})"
        spots = [f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(curve.points)]
        title = f"<title>{escape(curve.name)}</title>"
        parts.append(
            f'<polyline points="{" ".join(spots)}" fill="none" stroke="{colour}" class="curve">{title}</polyline>'
        )
        if len(spots) <= 12:
            parts += [
                f'<circle cx="{spot.split(",")[0]}" cy="{spot.split(",")[1]}" r="{_DOT_PIXELS}" fill="{colour}"/>'
                for spot in spots
            ]
    return _svg(_LINES_HEIGHT_PIXELS, parts)


def ticks(low: float, high: float) -> list[float]:
    """Four to seven round numbers that cover a range."""
    if high <= low:
        return [low, low + 1.0]
    step = 10.0 ** floor(log10((high - low) / 4))
    for factor in (1, 2, 2.5, 5, 10):
        if (high - low) / (step * factor) <= 5:
            step *= factor
            break
    return [low + step * number for number in range(ceil((high - low) / step - 1e-9) + 1)]


def _grid(x: float, top: float, bottom: float, label: str) -> str:
    return f'<path d="M{x:.1f} {top}V{bottom:g}" class="grid"/>' + _text(x, bottom + 14, label, "middle")


def _text(x: float, y: float, text: str, anchor: str, title: str = "") -> str:
    full = f"<title>{escape(title)}</title>" if title and title != text else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{full}{escape(text)}</text>'


def _cut(name: str) -> str:
    return name if len(name) <= _MAX_NAME_CHARACTERS else name[: _MAX_NAME_CHARACTERS - 1] + "…"


def _svg(height: float, parts: Sequence[str]) -> str:
    inner = "\n".join(parts)
    return f'<svg viewBox="0 0 {PLOT_WIDTH_PIXELS} {height:g}" role="img" xmlns="http://www.w3.org/2000/svg">\n{inner}\n</svg>'
