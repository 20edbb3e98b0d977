from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from benchmarks import _real_answers, _real_news, _real_run, real_model
from benchmarks._real_run import RealRun
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId, TalkId
from milkwood.lab import measures_news as lab
from milkwood.mind.port import Memory
from milkwood.models.port import Answer, Content, Question, QuestionId, Usage
from milkwood.town.talk import Line
from tests.story.lives import begin, pack_of
from tests.story.measures import Life


def answered(by: str, why: str, person: str = "ada", tick: int = 1, content: Content | None = None) -> AnsweredQuestion:
    asked = Question(QuestionId(PersonId(person), tick, "speak"), {})
    return AnsweredQuestion(asked, Answer(content or {}, by, why, Usage(seconds=2.0)))


def test_answers_are_counted_by_what_became_of_them() -> None:
    questions = [
        answered("m", ""),
        answered("m", "filled: deeds"),
        answered("m", "repeat: say"),
        answered("m", "little: deeds, debris: deeds.0.what; filled: deeds"),
        answered("understudy", "little: deeds; cut_off: answer"),
        answered("understudy", "failed: timeout"),
        answered("understudy", "routed"),
        answered("understudy", ""),
    ]
    found = _real_answers.by_kind(questions)["speak"]
    assert (found.asked, found.at_first, found.repaired, found.usable) == (6, 2, 2, 4)
    assert (found.filled, found.instead, found.routed, found.seconds) == (2, 2, 2, 12.0)
    assert found.faults == {"repeat": 1, "little": 2, "debris": 1, "cut_off": 1, "failed: timeout": 1}
    assert _real_answers.left_by_profile(questions) == 1


@pytest.mark.parametrize(("made", "said"), [(False, "names no folder"), (True, "there are no runs")])
def test_without_runs_one_line_says_what_is_missing(
    made: bool, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(_real_run.FOLDER, raising=False)
    if made:
        monkeypatch.setenv(_real_run.FOLDER, str(tmp_path))
    assert real_model.main() == []
    assert said in capsys.readouterr().out


# --- news


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """The first minute of Gull Quay: what people knew before, and no talk."""
    path = tmp_path_factory.mktemp("real") / "quay.milkwood"
    begin("gull_quay", path, 10)
    return Life.read(path, pack_of("gull_quay"))


def talk(number: int, *said: tuple[PersonId, str], members: Sequence[PersonId]) -> Transcript:
    lines = tuple(Line(person, text, number * 100 + place) for place, (person, text) in enumerate(said))
    return Transcript(TalkId(f"t{number}"), tuple(members), number * 100, lines, number * 100 + 50, "")


def test_each_person_whom_the_news_did_not_reach_is_named_by_where_the_chain_broke(life: Life) -> None:
    story = next(each for each in life.pack.scenario.stories if each.id == "lantern_night")
    news = lab.news_of(story, life.language)[0]
    host, seed = next((person, memory) for _, person, memory in life.memories if memory.text == news)
    told, missed, forgot, invented, other = (person for person in life.header.cast if person != host)
    heard = Memory("news", news, source=host, talk="t1")
    rumour = Memory("news", news, source=told, talk="t9")
    talks = [
        talk(1, (host, news), (told, "I see."), members=(host, told)),
        talk(2, (host, news), (forgot, "I see."), members=(host, forgot)),
        talk(3, (told, "A fine morning."), (missed, "It is."), members=(told, missed)),
        talk(4, (host, "Bring a lamp to our evening."), (other, "Gladly."), members=(host, other)),
    ]
    said = answered("m", "", host, 400, {"say": "Bring a lamp to our evening.", "tells": [seed.number]})
    memories = [*life.memories, (150, told, heard), (150, invented, rumour)]
    (found,) = _real_news.spreads(replace(life, talks=talks, memories=memories, questions=[said]))
    assert found.story == "lantern_night"
    assert found.knowers == 2
    assert found.not_reached == {
        "heard it and kept nothing": 1,
        "heard it in other words": 1,
        "remembers it, from nobody who knew": 1,
        "talked with someone who knew and did not say it": 1,
    }
    assert found.passed_on == {"told it": 1, "talked and did not tell it": 1}
    assert found.came is None
    (alone,) = _real_news.spreads(life)
    assert alone.not_reached == {"talked with nobody who knew": 5}
    assert alone.passed_on == {"had no talk afterwards": 1}


def test_the_median_over_seeds_stands_alone(life: Life) -> None:
    runs = [RealRun(replace(life, header=replace(life.header, seed=seed)), ()) for seed in (1, 2, 3)]
    (found,) = _real_news.medians(runs)
    assert found.name == "understudy, lanterns, en: people who know of lantern_night, median at the end of 3"
    assert found.figure == median([1, 1, 1])
