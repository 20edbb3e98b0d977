"""`python -m tools.real_talks RUN [OTHER]`: all talks of a run with a score that anyone can check, and a diary.

For a person who picks the best and the worst talks by hand: the score only sorts. It counts what is recorded (who
answered, what was told and kept) and compares words with words; it knows no list of words and asks no model. With the
run of the understudy in the same town and seed as OTHER, both stand in one page.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks._real_lines import broken_lines
from milkwood.chronicle import Chronicle
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId
from milkwood.models.wording import words_of
from milkwood.run.pack import pack_of
from milkwood.town.talk import Line
from milkwood.understudy.model import NAME as UNDERSTUDY
from tests.story.measures import Life

COUNT: Final = 10
"""Number of best and of worst talks that are quoted."""
LIKE: Final = 0.6
"""Share of common words from which a line repeats another one."""
_COUNTED_HERE: Final = frozenset({"self", "parrot"})
"""Sorts of broken lines that the score counts itself."""
_MOST_KEPT, _MOST_ANSWERED = 3, 2
_EXPLAINED: Final = f"""Score: news kept (at most {_MOST_KEPT}) + questions answered (at most {_MOST_ANSWERED})
+ 3 × share of words that are new in the talk − 3 × repeated lines − 2 × lines with the speaker's own name − 3 × lines
that are broken for another reason − lines of the understudy in place of the model.

“Kept” are the news that people remember from the talk, “told” the memories that speakers said they pass on. A question
is answered if the next line of another person shares a word with it. A line is repeated if it has {100 * LIKE:.0f} % of
its words in common with an earlier line of the talk."""


@dataclass(frozen=True, slots=True)
class ScoredTalk:
    """A talk with what its score is made of."""

    talk: Transcript
    told: int
    kept: int
    questions: int
    answered: int
    fresh: float
    """Share of words that are new in the talk, mean over its lines after the first."""
    repeated: int
    own_name: int
    broken: tuple[str, ...]
    """Sorts of the lines that the lab's measure calls broken, for other reasons than repetition and own names."""
    instead: int
    """Lines of the understudy in place of the model."""

    @property
    def score(self) -> float:
        """Higher is better."""
        good = min(self.kept, _MOST_KEPT) + min(self.answered, _MOST_ANSWERED) + 3 * self.fresh
        return good - 3 * (self.repeated + len(self.broken)) - 2 * self.own_name - self.instead

    def say(self) -> str:
        """What its score is made of."""
        return (
            f"score {self.score:.1f}: told {self.told}, kept {self.kept}, questions {self.questions}, answered"
            f" {self.answered}, new words {100 * self.fresh:.0f} %, repeated {self.repeated}, own name {self.own_name},"
            f" broken {', '.join(self.broken) or 0}, understudy {self.instead}"
        )


def scored(life: Life) -> list[ScoredTalk]:
    """All talks with two lines at least, the best first."""
    kept = Counter(memory.talk for _, _, memory in life.memories if memory.kind == "news" and memory.talk)
    speaks = {
        (each.question.id.person, str(each.answer.content["say"]).strip()): each.answer
        for each in life.questions
        if each.question.id.kind == "speak"
    }
    wrong: dict[str, list[str]] = {}
    for line in broken_lines(life) or ():
        if line.sort not in _COUNTED_HERE:
            wrong.setdefault(line.talk, []).append(line.sort)
    found = []
    for talk in (talk for talk in life.talks if len(talk.lines) > 1):
        answers = [speaks[line.speaker, line.text] for line in talk.lines if (line.speaker, line.text) in speaks]
        asked = [place for place, line in enumerate(talk.lines[:-1]) if line.text.rstrip("”\"' ").endswith(("?", "？"))]
        found.append(
            ScoredTalk(
                talk,
                told=sum(len(answer.content.get("tells", ())) for answer in answers),
                kept=kept[talk.id],
                questions=len(asked),
                answered=sum(_is_answered(talk.lines, place) for place in asked),
                fresh=_fresh(talk.lines),
                repeated=sum(_repeats(talk.lines, place) for place in range(1, len(talk.lines))),
                own_name=sum(_names_self(life, line) for line in talk.lines),
                broken=tuple(wrong.get(talk.id, ())),
                instead=sum(answer.by == UNDERSTUDY and bool(answer.why) for answer in answers),
            )
        )
    return sorted(found, key=lambda each: (-each.score, each.talk.id))


def _is_answered(lines: Sequence[Line], place: int) -> bool:
    """Whether the next line of another person shares a word with a question."""
    asked = lines[place]
    reply = next((line for line in lines[place + 1 :] if line.speaker != asked.speaker), None)
    return reply is not None and bool(words_of(asked.text) & words_of(reply.text))


def _fresh(lines: Sequence[Line]) -> float:
    shares, said = [], set(words_of(lines[0].text))
    for line in lines[1:]:
        words = words_of(line.text)
        shares.append(len(words - said) / len(words) if words else 0.0)
        said |= words
    return sum(shares) / len(shares)


def _repeats(lines: Sequence[Line], place: int) -> bool:
    words = words_of(lines[place].text)
    earlier = (words_of(line.text) for line in lines[:place])
    return any(len(words & other) >= LIKE * len(words | other) for other in earlier if words | other)


def _names_self(life: Life, line: Line) -> bool:
    if line.speaker not in life.pack.people:
        return False
    name = life.pack.people[line.speaker].called.in_language(life.language)
    edge = r"\b" if name.isascii() else ""  # nothing stands between words in Chinese
    return re.search(f"{edge}{re.escape(name)}{edge}", line.text) is not None


# --- as a page


def page(lives: Sequence[Life], person: PersonId, day: int, count: int = COUNT) -> str:
    """All of it as Markdown."""
    parts = [f"# Talks and a diary\n\n{_EXPLAINED}\n"]
    ranked = [scored(life) for life in lives]
    for title, best in ((f"{count} best talks", True), (f"{count} worst talks", False)):
        for life, talks in zip(lives, ranked, strict=True):
            chosen = talks[:count] if best else talks[::-1][:count]
            parts.append(f"## {life.header.run}: {title}\n")
            parts += [_quoted(life, each) for each in chosen]
    for life in lives:
        parts.append(f"## {life.header.run}: day {day} of {life.name(person)}\n\n```")
        parts += [*_diary(life, person, day), "```\n"]
    for life, talks in zip(lives, ranked, strict=True):
        parts.append(f"## {life.header.run}: all {len(talks)} talks\n")
        parts += [*_listed(life, talks), ""]
    return "\n".join(parts)


def most_talkative(life: Life) -> PersonId:
    """The person of the cast with most talks."""
    counted = Counter(member for talk in life.talks for member in talk.members)
    return max(life.header.cast, key=lambda person: (counted[person], person))


def _quoted(life: Life, each: ScoredTalk) -> str:
    lines = [f"> **{_name(life, line.speaker)}:** {' '.join(line.text.split())}  " for line in each.talk.lines]
    return "\n".join([f"### {each.talk.id}, {life.at(each.talk.began)}\n", f"{each.say()}\n", *lines, ""])


def _listed(life: Life, talks: Sequence[ScoredTalk]) -> Iterator[str]:
    heads = (
        "talk, when, lines, score, told, kept, questions, answered, new, repeated, own name, broken, understudy".split(
            ", "
        )
    )
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for each in talks:
        yield (
            f"| {each.talk.id} | {life.at(each.talk.began)} | {len(each.talk.lines)} | {each.score:.1f} | {each.told}"
            f" | {each.kept} | {each.questions} | {each.answered} | {100 * each.fresh:.0f} % | {each.repeated}"
            f" | {each.own_name} | {len(each.broken)} | {each.instead} |"
        )


def _diary(life: Life, person: PersonId, day: int) -> Iterator[str]:
    """Everything a person did and said on a day."""
    entries = [(span.start, f"{span.deed.emoji} {span.deed.what}") for span in life.tracks[person].deeds]
    for talk in life.talks:
        if person in talk.members:
            lines = [f"      {_name(life, line.speaker)}: “{line.text}”" for line in talk.lines]
            entries.append((talk.began, "\n".join(["💬", *lines])))
    for tick, text in sorted(entries):
        if life.header.clock.day(tick) == day:
            yield f"{life.at(tick)[-5:]} {text}"


def _name(life: Life, person: PersonId) -> str:
    return life.name(person) if person in life.pack.people else person


def main() -> int:
    """Write the page; 1 if the runs are of different towns."""
    parser = argparse.ArgumentParser(prog="python -m tools.real_talks", description="Talks and a diary of a run.")
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="the file of a run; then others beside it")
    parser.add_argument("--person", help="whose diary; the one who talked most by default")
    parser.add_argument("--day", type=int, default=1, help="of which day")
    parser.add_argument("--count", type=int, default=COUNT, help="how many best and worst talks")
    parser.add_argument("--to", type=Path, help="the file; printed by default")
    given = parser.parse_args()
    lives = [_read(path) for path in given.runs]
    if len({life.header.pack_hash for life in lives}) > 1:
        print("The runs are of different towns.", file=sys.stderr)
        return 1
    person = PersonId(given.person) if given.person else most_talkative(lives[0])
    text = page(lives, person, given.day, given.count)
    if given.to is None:
        print(text)
    else:
        given.to.write_text(text + "\n", encoding="utf-8")
    return 0


def _read(path: Path) -> Life:
    with Chronicle.read(path) as reader:
        pack = pack_of(reader)
    return Life.read(path, pack)


if __name__ == "__main__":
    sys.exit(main())
