"""The page of a comparison: one HTML file with its table and its plots, in each language, that needs no network.

Invariant: all texts of users and town authors are escaped; the same outcomes give the same page.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean

from milkwood.i18n import languages, looked_up
from milkwood.lab.comparing import plot
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.interval import Interval
from milkwood.lab.comparing.manifest import NAME, Manifest
from milkwood.lab.comparing.summary import CALLS_ON_DAY, TOKENS_ON_DAY, Cell, MeasureRow
from milkwood.lab.comparing.words import ComparisonPhrases
from milkwood.lab.measures import Figures
from milkwood.towns import Pack
from milkwood.words import Language, Words

_COLOURS = (
    ("#1f6f8b", "#6fc3df"),
    ("#c05621", "#f2a365"),
    ("#4b7f2f", "#9ccc7c"),
    ("#7b4fa3", "#c4a3e6"),
    ("#a8325e", "#f08fb0"),
    ("#8a6d1d", "#dcc06a"),
    ("#3d5a98", "#93aee8"),
    ("#5f6368", "#b5bac0"),
)
"""For light and for dark pages."""
_LIGHT = "".join(f"--c{n}:{light};" for n, (light, _) in enumerate(_COLOURS))
_DARK = "".join(f"--c{n}:{dark};" for n, (_, dark) in enumerate(_COLOURS))
_STYLE = f"""
:root{{--ink:#23211d;--soft:#6c675e;--line:#ddd7cb;--paper:#fbf9f4;--card:#fff;{_LIGHT}color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{--ink:#ece7dc;--soft:#a59f92;--line:#3d3a34;--paper:#1c1b18;--card:#252420;
{_DARK}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:1080px;padding:24px 16px 64px;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}}
h1{{font-size:1.6rem;margin:0 0 8px}}h2{{font-size:1.25rem;margin:40px 0 8px}}h3{{font-size:1rem;margin:0 0 8px}}
.soft{{color:var(--soft)}}
button{{float:right;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;
padding:6px 14px;min-height:44px;cursor:pointer}}
.wide{{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}}
table{{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}}
th,td{{padding:7px 12px;text-align:right;vertical-align:top;border-bottom:1px solid var(--line);white-space:nowrap}}
th:first-child,td:first-child{{text-align:left;white-space:normal;min-width:11em}}
tr:last-child td{{border-bottom:0}}td small{{display:block;color:var(--soft)}}td small b{{color:var(--ink)}}
.plots{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:16px;margin-top:16px}}
figure{{margin:0;padding:14px;border:1px solid var(--line);border-radius:8px;background:var(--card)}}
svg{{width:100%;height:auto;display:block}}svg text{{font-size:12px;fill:var(--ink)}}
.grid{{stroke:var(--line);fill:none}}.whisker{{stroke:var(--ink);fill:none;stroke-width:1.5}}.curve{{stroke-width:2}}
.key{{display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:8px 0 0;list-style:none}}
.dot{{display:inline-block;width:.75em;height:.75em;border-radius:50%;margin-right:.4em}}
summary{{padding:10px 0;cursor:pointer}}
code{{background:var(--card);border:1px solid var(--line);border-radius:4px;padding:1px 5px;overflow-wrap:anywhere}}
"""
_SCRIPT = """
const page=document.documentElement;
const own=navigator.language.toLowerCase().split("-")[0];
if(languages.includes(own))page.lang=own;
const next=()=>languages[(languages.indexOf(page.lang)+1)%languages.length];
document.querySelector("button").onclick=()=>{page.lang=next()};
"""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of the page."""

    manifest: Manifest
    conditions: Sequence[Condition]
    outcomes: Sequence[TrialOutcome]
    rows: Sequence[MeasureRow]
    packs: Mapping[str, Pack]
    """By the name of the town in the figures."""


def page(told: PageContent) -> str:
    """The whole page."""
    parts = [
        f"<button>{_said(_switch())}</button>",
        f"<h1>{_all('title')}</h1>",
        *_conditions(told.conditions),
        *(part for where in dict.fromkeys(row.where for row in told.rows) for part in _town(told, where)),
        f'<p class="soft">{_all("method")}</p>',
        *_failures(told.outcomes),
        *_again(told),
    ]
    body = "\n".join(parts)
    title = escape(ComparisonPhrases.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<style>{_STYLE}{_hidden()}</style>\n'
        "</head>\n"
        f"<body>\n{body}\n<script>\nconst languages={json.dumps(languages())};{_SCRIPT}</script>\n"
        "</body>\n</html>\n"
    )


def _switch() -> dict[str, str]:
    """What the button says in each language: the own name of the next one."""
    spoken = languages()
    following = (*spoken[1:], spoken[0])
    return {one: looked_up("English", other, "own name") for one, other in zip(spoken, following, strict=True)}


def _hidden() -> str:
    """The style that shows one language only."""
    pairs = [(one, other) for one in languages() for other in languages() if one != other]
    return ",".join(f'html[lang="{one}"] [lang="{other}"]' for one, other in pairs) + "{display:none}"


def _all(key: str, *values: object) -> str:
    return _said({words.language: getattr(words, key).format(*values) for words in _spoken()})


def _spoken() -> list[ComparisonPhrases]:
    return [ComparisonPhrases.of(language) for language in languages()]


def _said(texts: Mapping[str, str]) -> str:
    return "".join(f'<span lang="{language}">{escape(text)}</span>' for language, text in texts.items())


def _measure(name: str, titles: Mapping[str, Words]) -> str:
    return _said({words.language: words.named(name, titles) for words in _spoken()})


# --- what was varied


def _conditions(conditions: Sequence[Condition]) -> Iterator[str]:
    yield f"<h2>{_all('conditions')}</h2>\n<ul class='key'>"
    for number, each in enumerate(conditions):
        yield f"<li>{_dot(number)}{escape(each.name)} <span class='soft'>({_how(each)})</span></li>"
    yield "</ul>"


def _dot(number: int) -> str:
    return f'<span class="dot" style="background:var(--c{number % plot.COLOUR_COUNT})"></span>'


def _how(condition: Condition) -> str:
    said = {}
    for words in _spoken():
        off = ", ".join(words.parts.get(name, name) for name in condition.off)
        clauses = [words.off.format(off)] if off else []
        if condition.routines:
            clauses.append(words.carried.format(condition.routines))
        said[words.language] = "; ".join(clauses) or words.nothing_off
    return _said(said)


# --- one town


def _town(told: PageContent, where: str) -> Iterator[str]:
    pack = told.packs[where]
    titles = {story.id: story.title for story in pack.scenario.stories}
    found = [row for row in told.rows if row.where == where]
    lived = [each for each in told.outcomes if each.trial.where == where and each.figures is not None]
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(each.trial.seed for each in lived))
    days = told.manifest.experiment.days
    heading = {
        words.language: words.town.format(
            pack.name.in_language(Language(words.language)),
            pack.scenario.name.in_language(Language(words.language)),
            len(pack.people),
            days,
            seeds,
        )
        for words in _spoken()
    }
    yield f"<h2>{_said(heading)}</h2>"
    main = told_rows(found, where, days)
    names = list(dict.fromkeys(cell.condition for row in main for cell in row.cells))
    yield '<div class="wide"><table>'
    yield f"<tr><th>{_all('measure')}</th>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr>"
    yield from (_line(row, names, titles) for row in main)
    yield '</table></div>\n<div class="plots">'
    places = {each.name: number for number, each in enumerate(told.conditions)}
    for row in main:
        if row.kind != TOKENS_ON_DAY:
            yield _figure(_measure(row.measure, titles), plot.bars(_bars(row, places)))
    yield from _over_time(lived, names, places, days, titles)
    yield "</div>"
    yield from _kinds(lived, names)


def told_rows(rows: Sequence[MeasureRow], where: str, days: int) -> list[MeasureRow]:
    """The rows of a town's table; of days only the first two and the last, if there are several."""
    told = {"1", "2", str(days)} if days > 1 else set()
    mine = [row for row in rows if row.where == where and row.kind != CALLS_ON_DAY]
    return [row for row in mine if row.kind != TOKENS_ON_DAY or row.of in told]


def _line(row: MeasureRow, names: Sequence[str], titles: Mapping[str, Words]) -> str:
    cells = {cell.condition: cell for cell in row.cells}
    told = "".join(f"<td>{_cell(cells[name]) if name in cells else ''}</td>" for name in names)
    return f"<tr><td>{_measure(row.measure, titles)}</td>{told}</tr>"


def _cell(cell: Cell) -> str:
    shown = f"{number(cell.found.mean)}{_give(cell.found)}"
    if cell.against is None:
        return shown
    difference = f"{_signed(cell.against.mean)}{_give(cell.against)}"
    return f"{shown}<small>{f'<b>{difference}</b>' if cell.against.is_sure else difference}</small>"


def _give(found: Interval) -> str:
    return "" if found.half is None else f" ± {number(found.half)}"


def number(value: float) -> str:
    """A figure, formatted."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{number(abs(value))}"


def _bars(row: MeasureRow, places: Mapping[str, int]) -> list[plot.Bar]:
    cells = sorted(row.cells, key=lambda cell: places[cell.condition])
    return [plot.Bar(cell.condition, list(cell.values.values()), cell.found) for cell in cells]


def _figure(title: str, drawing: str) -> str:
    return f"<figure><h3>{title}</h3>\n{drawing}</figure>"


def _over_time(
    lived: Sequence[TrialOutcome],
    names: Sequence[str],
    places: Mapping[str, int],
    days: int,
    titles: Mapping[str, Words],
) -> Iterator[str]:
    by_name = {name: [each.figures for each in lived if each.trial.condition.name == name] for name in names}
    figures = {name: [each for each in found if each is not None] for name, found in by_name.items()}
    ordered = sorted(figures, key=lambda name: places[name])
    if days > 1:
        told = [plot.Curve(name, _mean([each.tokens_by_day for each in figures[name]])) for name in ordered]
        yield _figure(_all("tokens_over_days"), plot.curves(told, [str(day) for day in range(1, days + 1)]))
    for story in dict.fromkeys(story for each in lived if each.figures for story in each.figures.knowers_by_hour):
        told = [plot.Curve(name, _mean([each.knowers_by_hour[story] for each in figures[name]])) for name in ordered]
        hours = max(len(curve.points) for curve in told)
        marks = [f"{hour} h" if hour % max(12, -(-hours // 6 // 12) * 12) == 0 else "" for hour in range(hours)]
        title = titles[story] if story in titles else Words.plain(story)
        heading = {
            words.language: words.knowers_over_hours.format(title.in_language(Language(words.language)))
            for words in _spoken()
        }
        yield _figure(_said(heading), plot.curves(told, marks))


def _mean(series: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(points) for points in zip(*series, strict=False)]


def _kinds(lived: Sequence[TrialOutcome], names: Sequence[str]) -> Iterator[str]:
    found: dict[str, list[Figures]] = {name: [] for name in names}
    for each in lived:
        if each.figures is not None:
            found[each.trial.condition.name].append(each.figures)
    kinds = dict.fromkeys(kind for figures in found.values() for one in figures for kind in one.tokens_by_kind)
    yield f"<h3 style='margin-top:24px'>{_all('tokens_by_kind')}</h3>\n<div class='wide'><table>"
    yield f"<tr><th>{_all('question')}</th>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr>"
    for kind in kinds:
        means = [fmean(one.tokens_by_kind.get(kind, 0.0) for one in found[name]) for name in names]
        yield f"<tr><td>{escape(kind)}</td>{''.join(f'<td>{number(mean)}</td>' for mean in means)}</tr>"
    yield "</table></div>"


# --- failures and how to repeat


def _failures(outcomes: Sequence[TrialOutcome]) -> Iterator[str]:
    failed = [each for each in outcomes if each.figures is None]
    if failed:
        yield f"<h2>{_all('failed')}</h2>\n<ul>"
        for each in failed:
            yield f"<li>{escape(each.trial.name)}: {escape(each.error) if each.error else _all('stopped')}</li>"
        yield "</ul>"


def _again(told: PageContent) -> Iterator[str]:
    yield f"<h2>{_all('repeat')}</h2>\n<p>{_all('repeat_how')}</p>"
    yield f"<p><code>milkwood compare --repeat {NAME}</code></p>"
    yield f"<details><summary>{NAME}</summary>"
    yield f"<pre class='wide' style='padding:12px'>{escape(_plain(told.manifest))}</pre></details>"
    yield f"<p>{_all('numbers')}: <a href='figures.csv'>figures.csv</a>, <a href='summary.csv'>summary.csv</a></p>"


def _plain(manifest: Manifest) -> str:
    return json.dumps(manifest.plain(), ensure_ascii=False, indent=2)
