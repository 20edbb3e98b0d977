"""A day is plausible: all people wake, eat, work, rest and talk as people do, in their own language. By default one
seed of each town; `MILKWOOD_PROOF=1` takes three, and compares memories by meaning.
"""

from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from tests.story import measures_day, measures_talk, measures_words
from tests.story.lived import PROOF, SEEDS, Wish
from tests.story.lives import TOWNS
from tests.story.measures import Life, failing

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=[(town, seed) for town in TOWNS for seed in SEEDS], ids=str)
def life(request: pytest.FixtureRequest, lives: Path) -> Life:
    town, seed = request.param
    return Wish(town, seed, embedding=PROOF).life(lives)


def test_days_are_plausible(life: Life) -> None:
    assert not failing(measures_day.measures(life))


def test_people_talk_end_their_talks_and_do_not_repeat_themselves(life: Life) -> None:
    assert not failing(measures_talk.measures(life))


def test_an_english_run_is_in_english_without_template_artefacts(life: Life) -> None:
    assert not failing(measures_words.measures(life))


def test_every_act_has_its_reason(life: Life) -> None:
    """Every deed was decided at its first tick, for a recorded reason."""
    with Chronicle.read(life.path) as reader:
        for person, track in life.tracks.items():
            for span in track.awake_deeds()[:: len(track.deeds) // 8 or 1]:
                found = reader.reason_of(person, span.start - 1)  # a decision at a tick shows from the next tick on
                assert found is not None, f"{person} {span.deed.what}"
                tick, reason = found
                assert reason.get("deed") == span.deed.what, f"{person} {life.at(tick)} {reason}"
