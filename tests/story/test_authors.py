"""What an author may write, lived: arriving and leaving, silence, work past midnight, weather, missing texts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.ids import PersonId
from milkwood.run import MindConfig, new_run
from milkwood.town.events import Departed, Entered
from milkwood.town.town import Town
from milkwood.towns import Pack
from milkwood.towns.copy import copy_folder
from milkwood.towns.new import STARTER
from milkwood.words import Language
from tests.story.lives import live
from tests.story.measures import Life

pytestmark = pytest.mark.slow
IDA, MARA, TOBY = PersonId("ida_thorne"), PersonId("mara_quill"), PersonId("toby_finch")
RUMOUR = "They say that the mill pond is haunted."
NIGHT = """[habits]
wake = "14:00"
sleep = "07:00"

[[habits.day]]
from = "14:10"
to = "14:40"
what = { en = "having breakfast in the afternoon", zh = "下午吃早饭" }
where = "Fern Cottage:main room:cooking area"

[[habits.day]]
from = "21:00"
to = "05:00"
what = { en = "translating by lamplight", zh = "挑灯翻译" }
where = "Fern Cottage:main room:desk"

"""


def swap(file: Path, pattern: str, new: str) -> None:
    """Replace the one place that matches."""
    text, count = re.subn(pattern, lambda _: new, file.read_text("utf-8"), count=1, flags=re.DOTALL)
    assert count == 1, pattern
    file.write_text(text, encoding="utf-8")


def written(folder: Path) -> Path:
    """The starter, with the fields of an author: Toby comes and goes, Ida is silent, Mara works at night."""
    copy_folder(STARTER, folder)
    people = folder / "people"
    passage = (
        'arrives = { day = 1, hour = "12:00", road = "Tea House" }\nleaves = { day = 2, hour = "11:00" }\n\n[habits]'
    )
    swap(people / "toby_finch.toml", r"\[habits\]", passage)
    swap(people / "ida_thorne.toml", r"\[work\]", 'manners = ["silent"]\n\n[work]')
    swap(people / "mara_quill.toml", r"\[habits\].*?(?=\[\[knows\]\])", NIGHT)
    rumour = f'[[memories]]\ntext = {{ en = "{RUMOUR}" }}\nimportance = 8\ncertainty = "rumour"\n\n[looks]'
    swap(people / "toby_finch.toml", r"\[looks\]", rumour)
    weather = (
        'latitude = -46.5\nclimate = "polar"\n\n[[weather]]\nday = 1\nfrom = "10:00"\nto = "14:00"\nwhat = "fog"\n'
    )
    swap(folder / "town.toml", r"\[defaults\]", f"{weather}\n[defaults]")
    return folder


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return towns.load(written(tmp_path_factory.mktemp("author") / "town"))


@pytest.fixture(scope="module", params=["en", "zh"])
def days(request: pytest.FixtureRequest, pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Life:
    path = tmp_path_factory.mktemp(request.param) / "days.milkwood"
    language = Language(request.param)
    run = new_run(pack, path, "days", seed=1, language=language, minds=MindConfig(embedding=False))
    live(run, pack.clock.parse("day 2 20:00"))
    return Life.read(path, pack)


def test_the_checker_names_what_is_missing_in_one_language_and_nothing_else(pack: Pack) -> None:
    (found,) = towns.check(pack.folder)
    assert "texts is missing in zh: people/toby_finch.toml > memories #9 > text." in found.sentence()


def test_a_person_comes_and_goes_at_the_hours_that_the_pack_says(days: Life) -> None:
    entered = [done.tick for done in days.happenings if done.person == TOBY and isinstance(done.event, Entered)]
    left = [done.tick for done in days.happenings if isinstance(done.event, Departed) and done.event.whom == TOBY]
    assert [days.at(tick) for tick in entered] == ["day 1 12:00"]
    assert len(left) == 1
    assert "day 2 11:00" <= days.at(left[0]) <= "day 2 13:00"
    met = [talk for talk in days.talks if TOBY in talk.members]
    assert all(entered[0] <= line.tick <= left[0] for talk in met for line in talk.lines)


def test_a_silent_person_makes_gestures_and_begins_no_talk(days: Life) -> None:
    lines = [line for talk in days.talks for line in talk.lines if line.speaker == IDA]
    assert lines
    assert all(line.text[0] in "(（" for line in lines)
    assert not [talk.id for talk in days.talks if talk.lines[0].speaker == IDA and len(talk.lines) > 1]


def test_work_goes_on_past_midnight_and_sleep_comes_by_day(days: Life) -> None:
    town = Town(days.pack.town_map).fold(days.happenings)
    desk = days.pack.town_map.find("Fern Cottage:main room")
    at_two, at_ten = (town.body(MARA, days.pack.clock.parse(moment)) for moment in ("day 2 02:00", "day 2 10:00"))
    room = town.map.room_at(at_two.tile(days.pack.clock.parse("day 2 02:00")))
    assert not at_two.asleep
    assert room is not None
    assert room.id == desk.id
    assert at_ten.asleep


def test_season_and_weather_are_part_of_every_moment(days: Life) -> None:
    seen = dict(_weather(days))
    assert {season for season, _ in seen.values()} == {"autumn"}, "May, south of the equator"
    fog = {weather for tick, (_, weather) in seen.items() if "day 1 10:00" <= days.at(tick) < "day 1 14:00"}
    assert fog == {"fog" if days.language == "en" else "有雾"}


def _weather(days: Life) -> Iterator[tuple[int, tuple[str, str]]]:
    for each in days.questions:
        now = each.question.content.get("now")
        if isinstance(now, dict) and "season" in now:
            yield each.question.id.tick, (str(now["season"]), str(now.get("weather", "")))


def test_a_text_without_chinese_is_remembered_in_english(days: Life) -> None:
    seeds = [memory.text for _, person, memory in days.memories if person == TOBY and memory.kind == "seed"]
    assert RUMOUR in seeds


def test_a_rumour_is_one_from_the_beginning_and_stays_one(days: Life) -> None:
    known = [memory for _, _, memory in days.memories if memory.kind in ("seed", "news") and "haunted" in memory.text]
    assert known
    assert all(memory.certainty == "rumour" for memory in known)
