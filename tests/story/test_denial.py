"""A rumour that is denied in an invented town: the denial spreads, and nobody believes the rumour after it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from milkwood.chronicle.rumour import Fact
from milkwood.ids import PersonId
from milkwood.mind.stream import Record
from milkwood.mind.townsperson import Townsperson
from milkwood.run import MindConfig, new_run, open_run
from milkwood.town.acts import Tell
from milkwood.understudy.language.certainty import without_hearsay
from milkwood.words import Language
from tests.story.lives import live
from tests.story.unseen import Unseen

pytestmark = pytest.mark.slow
DENIAL = {"en": "It is not true that {}", "zh": "没这回事：{}"}
TOWNS = (Unseen(3), Unseen(4, "zh"), Unseen(6))


@dataclass(frozen=True)
class Denied:
    """What people remember of a rumour two days after it was denied to those who told it."""

    told: frozenset[PersonId]
    held: dict[PersonId, list[Record]]


@pytest.fixture(scope="module")
def denied(tmp_path_factory: pytest.TempPathFactory) -> list[Denied]:
    """The towns, lived once."""
    return [_lived(town, tmp_path_factory.mktemp(town.name)) for town in TOWNS]


def _lived(town: Unseen, folder: Path) -> Denied:
    pack, path = town.pack(folder), folder / "run.milkwood"
    first = town.facts.rumours[0]
    said = without_hearsay(first.text.zh if town.language == "zh" else first.text.en)
    told = frozenset(PersonId(each.holder) for each in town.facts.rumours if each.text == first.text)
    minds = MindConfig(embedding=False)
    live(
        new_run(pack, path, "x", seed=town.seed, language=Language(town.language), minds=minds),
        pack.clock.parse("day 1 09:00"),
    )
    run = open_run(pack, path)
    for person in told:
        run.give(Tell(person, "Sam", DENIAL[town.language].format(said)))
    live(run, pack.clock.parse("day 3 03:00"))
    held = {
        person: [each for each in mind.head.memories.all() if each.kind in ("seed", "news") and _is(said, each.text)]
        for person, mind in run.life.minds.items()
        if isinstance(mind, Townsperson)
    }
    return Denied(told, held)


def _is(said: str, text: str) -> bool:
    """Whether a memory is the rumour itself, and not the words that deny it."""
    return Fact((said,)).is_in(text) and not text.startswith(("It is not true", "没这回事"))


def test_those_who_told_it_hold_it_for_false(denied: list[Denied]) -> None:
    for town in denied:
        for person in town.told:
            assert {each.certainty for each in town.held[person]} == {"denied"}


def test_the_denial_spreads_in_most_towns(denied: list[Denied]) -> None:
    spread = [town for town in denied if any(found for person, found in town.held.items() if person not in town.told)]
    assert len(spread) > len(TOWNS) / 2
    for town in spread:
        others = [found for person, found in town.held.items() if person not in town.told and found]
        assert any({each.certainty for each in found} == {"denied"} for found in others)


def test_nobody_takes_the_rumour_for_certain(denied: list[Denied]) -> None:
    for town in denied:
        assert not [each.text for found in town.held.values() for each in found if each.certainty in ("known", "told")]
