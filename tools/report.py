"""`python -m tools.report`: runs both towns with three seeds and in both languages, and writes docs/report.md.

Uses the measures of the story tests, and measures nothing itself. Invariant: every figure stands beside its bound, the
bad ones too; quotations come from these very runs. A folder of runs may be named, in which runs are stored and found
again; otherwise all are repeated.
"""

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

from milkwood.models.wording import WordOverlap
from milkwood.questions.answering import Answering
from milkwood.understudy.model import Understudy
from tests.questions.garbage import Garbage
from tests.story import measures_cost, measures_day, measures_news, measures_talk, measures_words
from tests.story.lived import Wish
from tests.story.lives import TOWNS
from tests.story.measures import Life, Measure
from tests.story.measures_interview import BATTERY, Answered, battery, ignorance
from tests.story.measures_interview import measures as interview_measures
from tests.story.second_battery import SECOND
from tests.story.third_battery import THIRD
from tools.proof import facts, figure
from tools.proof import table as proof_table
from tools.tree import ROOT

PAGE = ROOT / "docs" / "report.md"
SEEDS = (1, 2, 3)
MONTH = Wish("gull_quay", 1, days=30, embedding=False)
DIARISTS = ("isabella_rodriguez", "klaus_mueller", "maria_lopez", "sam_moore", "tom_moreno")
HOURS = ((7, 9), (12, 13), (17, 19))
"""The hours of the second day whose diaries are quoted."""
_BATTERIES = {"": BATTERY, ", second battery": SECOND, ", third battery": THIRD}
"""The interviews, by the suffix of the names of their measures."""
_OPENING = """# Does a day read true?

Written by `python -m tools.report` (part of `make proof`). Do not edit by hand. Both towns run on the understudy,
without a language model: three seeds in English and one in Chinese, two days each. `make test` asserts the same
measures on one seed, `make proof` on all.
"""


def wishes() -> list[Wish]:
    """All runs of the page."""
    english = [Wish(town, seed) for town in TOWNS for seed in SEEDS]
    return [*english, *(Wish(town, 1, "zh") for town in TOWNS)]


def main() -> int:
    """Write the page; 1 when a figure is out of bounds."""
    with tempfile.TemporaryDirectory() as own:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else own)
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_lived, [MONTH, *wishes()], repeat(folder)))
        text, ok = page(folder)
    PAGE.write_text(text, encoding="utf-8")
    print(f"Wrote {PAGE.relative_to(ROOT)}.")
    return 0 if ok else 1


def _lived(wish: Wish, folder: Path) -> Path:
    return wish.lived_in(folder)


def page(folder: Path) -> tuple[str, bool]:
    """The whole page, and whether everything on it holds."""
    parts = [_OPENING, "\n".join(f"- {name}: {fact}" for name, fact in facts().items())]
    ok = True
    for town in ("the_ville", "gull_quay"):
        mine = [wish for wish in wishes() if wish.town == town]
        lives = [wish.life(folder) for wish in mine]
        answers = [[battery(life, life.path, items=items) for items in _BATTERIES.values()] for life in lives]
        table, held = _table(mine, lives, answers)
        name = lives[0].pack.name.in_language(lives[0].language)
        parts += [f"\n## {name}\n", table]
        ok = ok and held
        if town == "the_ville":
            parts += [
                *_news(lives[0]),
                *_costs(lives[0]),
                *_said(lives, [first for first, *_ in answers]),
                *_diaries(lives[0]),
            ]
    month = list(measures_cost.growth(MONTH.life(folder)))
    parts += ["\n## Thirty days\n", proof_table([measure.row() for measure in month]), *_garbage(folder)]
    ok = ok and all(measure.ok for measure in month)
    return "\n".join(parts).rstrip() + "\n", ok


def _measured(life: Life, answers: Sequence[Sequence[Answered]]) -> list[Measure]:
    return [
        *measures_day.measures(life),
        *measures_talk.measures(life),
        *measures_news.measures(life),
        *measures_words.measures(life),
        *measures_cost.measures(life),
        *(
            replace(each, name=each.name + name)
            for name, said in zip(_BATTERIES, answers, strict=True)
            for each in interview_measures(said)
        ),
        *(ignorance(life, life.path, when) for when in ("day 1 11:00", "day 2 12:00")),
    ]


def _table(
    wished: Sequence[Wish], lives: Sequence[Life], answers: Sequence[Sequence[Sequence[Answered]]]
) -> tuple[str, bool]:
    """A row for each measure, a column for each run."""
    columns = [_measured(life, said) for life, said in zip(lives, answers, strict=True)]
    heads = [f"{'Chinese' if wish.language == 'zh' else 'English'}, seed {wish.seed}" for wish in wished]
    lines = [f"| what | {' | '.join(heads)} | bound | holds |", "|---" * (len(heads) + 3) + "|"]
    for row in zip(*columns, strict=True):
        figures = " | ".join(f"{figure(each.figure)} {each.unit}".strip() for each in row)
        verdict = "yes" if all(each.ok for each in row) else "**no**"
        lines.append(f"| {row[0].name} | {figures} | {row[0].bound} | {verdict if row[0].bound else ''} |")
    return "\n".join(lines) + "\n", all(measure.ok for column in columns for measure in column)


# --- the description of one run


def _news(life: Life) -> Iterator[str]:
    yield f"### Who told whom ({life.header.run})\n"
    for wanted in measures_news.WANTED[life.pack.scenario.id]:
        rumour = measures_news.rumour_of_story(life, wanted)
        yield f"Of {wanted.title} {len(rumour.knowers())} people know:\n"
        yield "\n".join(f"- {measures_news.told_chain(life, rumour.chain(person))}" for person in rumour.told()) + "\n"
    event = measures_news.event_of(life, "party")
    there = measures_news.presence(life, event)
    came = ", ".join(f"{life.name(person)} ({life.at(first)[-5:]})" for person, (first, _) in there.items())
    yield f"At the party were: {came}.\n"
    for person in life.tracks:
        for promise in measures_news.promises(life, person, event):
            if promise["status"] == "declined" and person not in there:
                yield f"- {life.name(person)} stayed away: “{promise['reason']}”"
    yield ""


def _costs(life: Life) -> Iterator[str]:
    yield f"### What it would cost with a language model, by question ({life.header.run}, the second day, a person)\n"
    yield "| question | calls | prompt tokens | answer tokens |\n|---|---|---|---|"
    found = measures_cost.costs(life, 2)
    for cost in found:
        yield f"| {cost.kind} | {cost.calls:.1f} | {cost.prompt_tokens:,.0f} | {cost.answer_tokens:,.0f} |"
    calls, prompt = sum(cost.calls for cost in found), sum(cost.prompt_tokens for cost in found)
    yield f"| all | {calls:.1f} | {prompt:,.0f} | {sum(cost.answer_tokens for cost in found):,.0f} |\n"


def _said(lives: Sequence[Life], answers: Sequence[Sequence[Answered]]) -> Iterator[str]:
    yield "### Interviews, at noon of the second day\n"
    for life, said in ((lives[0], answers[0]), (lives[-1], answers[-1])):
        whom = said[50].person
        yield f"{life.name(whom)}:\n"
        for each in said:
            if each.person == whom:
                mark = f" *({each.complaint})*" if each.complaint else ""
                yield f"- *{_plain(each.question)}* {_plain(each.reply.say)}{mark}"
        yield ""


def _diaries(life: Life) -> Iterator[str]:
    yield f"### Five diaries, some hours of the second day ({life.header.run})\n"
    for name in DIARISTS:
        person = next(each for each in life.tracks if each == name)
        entries = [(span.start, f"{span.deed.emoji} {span.deed.what}") for span in life.tracks[person].awake_deeds()]
        for talk in life.talks:
            if person in talk.members:
                lines = [f"    {life.name(line.speaker)}: “{line.text}”" for line in talk.lines]
                entries.append((talk.began, "💬\n" + "\n".join(lines)))
        yield f"**{life.name(person)}**\n\n```"
        for opens, closes in HOURS:
            start, end = life.tick_of(2, opens * 60), life.tick_of(2, closes * 60)
            yield from (f"{life.at(tick)[-5:]} {text}" for tick, text in sorted(entries) if start <= tick < end)
            yield "…"
        yield "```\n"


def _garbage(folder: Path) -> Iterator[str]:
    wish = Wish("gull_quay", 1, days=1, embedding=False)
    path = wish.lived_in(folder / "garbage", Answering(Garbage(), Understudy(wish.seed, WordOverlap())))
    life = Life.read(path, wish.life(folder).pack)
    tries = chain.from_iterable(each.answer.why.split("; ") for each in life.questions)
    counted = Counter(each.partition(":")[0] for each in tries)
    yield "\n## A model that returns garbage\n"
    yield (
        f"A day of Gull Quay in which a language model answers all {len(life.questions):,} questions, twice each, with"
        " garbage of every kind: the understudy answers instead, the chronicle says why, and the day is the same, tick"
        " by tick, as without the model.\n"
    )
    yield "| garbage | times |\n|---|---|"
    yield from (f"| {category} | {times:,} |" for category, times in counted.most_common())


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")


if __name__ == "__main__":
    sys.exit(main())
