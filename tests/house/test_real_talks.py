from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId, TalkId
from milkwood.town.talk import Line
from tests.story.lives import begin, pack_of
from tests.story.measures import Life
from tools.real_talks import ScoredTalk, page, scored

NELL, BRAM = PersonId("nell_avery"), PersonId("bram_okoye")


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    path: Path = tmp_path_factory.mktemp("talks") / "quay.milkwood"
    begin("gull_quay", path, 900)
    return Life.read(path, pack_of("gull_quay"))


def only(life: Life, *said: tuple[PersonId, str]) -> ScoredTalk:
    lines = tuple(Line(person, text, tick) for tick, (person, text) in enumerate(said))
    (found,) = scored(replace(life, talks=[Transcript(TalkId("t"), (NELL, BRAM), 0, lines, 9, "")]))
    return found


def test_repeated_lines_and_ones_own_name_cost_and_answers_and_new_words_count(life: Life) -> None:
    good = only(
        life,
        (NELL, "Does the ferry bring lanterns today?"),
        (BRAM, "The ferry comes at noon with forty of them."),
        (NELL, "Then I will fetch a cart from the harbour."),
    )
    bad = only(
        life,
        (NELL, "Does the ferry bring lanterns today?"),
        (BRAM, "Bram, does the ferry bring lanterns today?"),
        (NELL, "I see, the ferry brings lanterns today."),
    )
    assert (good.questions, good.answered, good.repeated, good.own_name) == (1, 1, 0, 0)
    assert (bad.repeated, bad.own_name) == (2, 1)
    assert good.fresh > 0.7 > bad.fresh
    assert good.score > 3 > 0 > bad.score


def test_the_score_does_not_depend_on_the_language(life: Life) -> None:
    found = only(
        life, (NELL, "渡船今天会带灯笼来吗？"), (BRAM, "渡船中午到，带来四十盏灯笼。"), (NELL, "渡船今天会带灯笼来吗？")
    )
    assert (found.questions, found.answered, found.repeated) == (1, 1, 1)


def test_a_page_has_every_talk_and_a_whole_day(life: Life) -> None:
    talks = [talk for talk in life.talks if len(talk.lines) > 1]
    text = page([life], NELL, 1, count=1)
    assert len(talks) > 1
    assert all(f"| {talk.id} |" in text for talk in talks)
    deeds = [span.deed.what for span in life.tracks[NELL].deeds]
    assert all(what in text for what in deeds)
