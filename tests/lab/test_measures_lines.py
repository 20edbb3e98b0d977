"""Broken lines of talks made by hand, of a recorded morning with the understudy, and of a real small model."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.transcript import Transcript
from milkwood.clock import TownClock
from milkwood.ids import PersonId, TalkId
from milkwood.lab.measures_lines import SORTS, Speaker, speakers, spoken_lines
from milkwood.town.talk import Line
from milkwood.words import Language
from tests.bridge.upstream import DATA
from tests.story.lives import pack_of

KLAUS, MARIA, RUTH = PersonId("klaus"), PersonId("maria"), PersonId("ruth")
PEOPLE = {
    KLAUS: Speaker(("Klaus Mueller", "Klaus")),
    MARIA: Speaker(("Maria Lopez", "Maria")),
    RUTH: Speaker(("Ruth Hill", "Ruth"), silent=True),
}
NEWS = "I am giving a talk about the old harbour at the library on Friday at three."
MORNING = DATA / "real" / "ville_morning_qwen1.5b.milkwood.gz"


def talk(*lines: tuple[PersonId, str], began: int = 0) -> Transcript:
    members = tuple(dict.fromkeys(person for person, _ in lines))
    said = tuple(Line(person, text, began + n) for n, (person, text) in enumerate(lines))
    return Transcript(TalkId(f"{began}-{lines[0][0]}"), members, began, said, None, "")


def sorts(*talks: Transcript, clock: TownClock, language: str = "en") -> list[str]:
    return [each.sort for each in spoken_lines(talks, PEOPLE, language, clock).broken]


@pytest.fixture(scope="module")
def clock() -> TownClock:
    return TownClock(pack_of("gull_quay").scenario.start)


@pytest.mark.parametrize(
    ("line", "sort"),
    [
        ("Klaus (you): I will come.", "prefix"),
        ("It is a secret. (never say this)", "recites"),
        ("As an AI language model, I do not eat rolls.", "refusal"),
        ("Ich komme sehr gern, und ich bringe auch ein paar Leute mit.", "language"),
        ("(laughs) I will come.", "stage"),
        ("I understand, Klaus.", "self"),
        ("I hear that Maria is tired.", "listener"),
        ("It was good to meet you and Klaus.", "listener"),
        ("Ruth, can you bring the lamp on Sunday?", "listener"),
        ("Then come to the talk about the old harbour at the library on Friday at three.", "parrot"),
    ],
)
def test_each_sort_is_found(line: str, sort: str, clock: TownClock) -> None:
    assert sort in SORTS
    found = spoken_lines([talk((MARIA, NEWS), (KLAUS, line), (MARIA, "Thank you, Klaus!"))], PEOPLE, "en", clock)
    assert [(each.by, each.sort) for each in found.broken] == [(KLAUS, sort)]
    assert found.lines == 3
    assert found.share == pytest.approx(100 / 3) == found.by_sort[sort]


def test_the_same_news_may_be_told_to_another_person_and_not_again_to_the_same(clock: TownClock) -> None:
    first = talk((KLAUS, NEWS), (MARIA, "How nice."))
    other = talk((KLAUS, NEWS), (RUTH, "(A nod.)"), began=100)
    again = talk((KLAUS, f"You know, {NEWS}"), (MARIA, "So you said."), began=200)
    tomorrow = talk((KLAUS, f"You know, {NEWS}"), (MARIA, "So you said."), began=clock.ticks_in_minutes(60 * 30))
    assert sorts(first, other, tomorrow, clock=clock) == []
    assert sorts(first, other, again, clock=clock) == ["parrot"]


def test_no_talks_have_no_broken_lines(clock: TownClock) -> None:
    found = spoken_lines([], PEOPLE, "en", clock)
    assert (found.lines, found.share, set(found.by_sort.values())) == (0, 0.0, {0.0})


@pytest.mark.skipif(not MORNING.exists(), reason="the recorded morning of a real model is not here")
def test_the_recorded_morning_has_about_as_many_broken_lines_as_were_counted_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "morning.milkwood"
    path.write_bytes(gzip.decompress(MORNING.read_bytes()))
    pack = pack_of("the_ville", "valentine")
    with Chronicle.read(path) as reader:
        found = spoken_lines(reader.talks(), speakers(pack, Language("en")), "en", reader.header.clock)
    assert found.lines == 176
    counted = Counter(each.sort for each in found.broken)
    assert 58 <= counted.total() - counted["listener"] <= 70, counted
