"""Meaning survives in towns that nobody tuned anything to: two invented ones here, twenty fresh ones in the proof."""

from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId
from milkwood.town.talk import Line
from tests.story import measures_meaning
from tests.story.lived import folder_of
from tests.story.measures import Life, Measure, failing
from tests.story.unseen import Unseen
from tests.story.unseen_measures import QUESTIONS_IN_SUITE, measured

pytestmark = pytest.mark.slow
TOWNS = (Unseen(1), Unseen(2, "zh"))


@pytest.fixture(scope="module", params=TOWNS, ids=lambda town: town.name)
def town(request: pytest.FixtureRequest) -> Unseen:
    found = request.param
    assert isinstance(found, Unseen)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory)


@pytest.fixture(scope="module")
def life(town: Unseen, folder: Path) -> Life:
    return town.life(folder)


def test_all_measures_hold_in_an_unseen_town(town: Unseen, folder: Path) -> None:
    assert not failing(measured(town, folder, QUESTIONS_IN_SUITE))


def _named(measures: list[Measure], name: str) -> Measure:
    return next(measure for measure in measures if measure.name == name)


def test_a_secret_told_to_whom_it_is_kept_from_is_a_leak(town: Unseen, life: Life) -> None:
    secret = next(each for each in town.secrets() if each.hidden_from)
    hearer = min(secret.hidden_from)
    talk = Transcript(life.talks[0].id, (secret.owner, hearer), 9, (Line(secret.owner, secret.text, 9),), 10, "")
    leaking = replace(life, talks=[*life.talks, talk])
    before = _named(measures_meaning.measures(life, town.secrets()), "secrets that leak")
    after = _named(measures_meaning.measures(leaking, town.secrets()), "secrets that leak")
    assert after.figure == int(before.figure) + 1


def test_a_rumour_remembered_as_certain_is_found(town: Unseen, life: Life) -> None:
    tick, _, memory = next(each for each in life.memories if each[2].kind == "news")
    rumour = town.facts.rumours[0]
    text = rumour.text.zh if town.language == "zh" else rumour.text.en
    strangers = [person for person in life.tracks if person not in (rumour.about, rumour.holder)]
    firm = replace(memory, text=text, certainty="told", source=strangers[0])
    believing = replace(life, memories=[*life.memories, (tick, PersonId(strangers[1]), firm)])
    name = "rumours turned into facts without cause"
    before = _named(measures_meaning.measures(life), name)
    assert _named(measures_meaning.measures(believing), name).figure == int(before.figure) + 1
