"""Reading: rule C2, and the town at any tick."""

from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.town.events import Said
from milkwood.towns import Pack
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story, asked, make_header, make_story
from tests.yardstick import units

ADA = PersonId("ada")


def test_events_are_found_by_stretch_person_and_kind(told: Path, story: Story) -> None:
    with Chronicle.read(told) as reader:
        everything = reader.happenings()
        assert reader.happenings(100, 200) == [each for each in everything if 100 <= each.tick < 200]
        assert reader.happenings(person=ADA) == [each for each in everything if each.person == ADA]
        said = reader.happenings(50, kinds=["said"])
        assert said == [each for each in everything if each.tick >= 50 and isinstance(each.event, Said)]
        assert reader.happenings(kinds=[]) == []


def test_memories_are_found_by_stretch_person_and_kind(told: Path) -> None:
    with Chronicle.read(told) as reader:
        everything = reader.memories()
        found = reader.memories(0, 300, person=ADA, kinds=("thought",))
        assert found
        assert found == [
            each for each in everything if 0 <= each[0] < 300 and each[1] == ADA and each[2].kind == "thought"
        ]


def test_questions_are_found_by_stretch_person_and_kind(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        for person in ("ben", "ada"):
            for tick in (4, 2):
                for kind in ("speak", "react"):
                    chronicle.keep_answer(*asked(person, tick, kind))
        ids = [each.question.id.say() for each in chronicle.questions()]
        assert ids[:3] == ["ada@2/react/0", "ada@2/speak/0", "ben@2/react/0"]
        assert [each.question.id.say() for each in chronicle.questions(3, person=ADA, kinds=["speak"])] == [
            "ada@4/speak/0"
        ]


@pytest.mark.parametrize("tick", [0, 1, 99, 100, 101, 250, 399, 400])
def test_the_town_at_a_tick_is_what_it_was_then(tick: int, told: Path, story: Story, pack: Pack) -> None:
    with Chronicle.read(told) as reader:
        assert reader.scene(tick, pack.town_map) == story.scene(tick)


def test_the_town_at_a_tick_needs_no_snapshot(path: Path, story: Story, pack: Pack) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.record(150, *story.before(150))
        assert chronicle.scene(149, pack.town_map) == story.scene(149)


def test_a_tick_beyond_the_end_is_reported_with_the_last_tick(told: Path, pack: Pack) -> None:
    with Chronicle.read(told) as reader:
        with pytest.raises(SetupError, match=r"has not reached tick 401.*last tick is 400 \(day 1 08:06\)"):
            reader.scene(401, pack.town_map)
        with pytest.raises(SetupError, match="before the start of the run"):
            reader.scene(-1, pack.town_map)


def test_talks_are_put_together_from_what_was_said(told: Path, story: Story) -> None:
    with Chronicle.read(told) as reader:
        talks = reader.talks()
        told_lines = sorted((line.tick, line.speaker, line.text) for talk in talks for line in talk.lines)
        said = [each for each in story.happenings if isinstance(each.event, Said)]
        assert told_lines == sorted(
            (each.tick, each.person, each.event.text) for each in said if isinstance(each.event, Said)
        )
        for talk in talks:
            assert talk.id == f"{talk.began}-{talk.members[0]}"
            assert len(set(talk.members)) == len(talk.members) >= 2
            assert (talk.ended is None) == (talk.why == "")
        ended = next(talk for talk in talks if talk.ended is not None)
        assert ended.ended is not None
        assert ended in reader.talks(ended.ended, ended.ended + 1)
        assert ended not in reader.talks(ended.ended + 1)
        assert ended not in reader.talks(until=ended.began)
        assert all(ADA in talk.members for talk in reader.talks(person=ADA))


def test_talks_are_found_by_their_own_index(told: Path) -> None:
    with Chronicle.read(told) as reader:
        kinds = "'talk_began', 'joined', 'said', 'left', 'talk_ended'"
        plan = reader._rows(f"EXPLAIN QUERY PLAN SELECT tick FROM events WHERE kind IN ({kinds})")
        assert "events_of_talks" in plan[0][3]


def test_the_bill_adds_up_by_person_by_kind_and_by_who_answered(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        assert chronicle.bill().total.answers == 0
        for n, person in enumerate(("ada", "ada", "ben")):
            chronicle.keep_answer(*asked(person, n, "speak" if n else "react"))
        bill = chronicle.bill()
        assert (bill.total.answers, bill.total.prompt_tokens, bill.total.answer_tokens) == (3, 300, 60)
        assert (bill.total.price, bill.total.seconds) == (1.5, 0.75)
        assert {person: entry.answers for person, entry in bill.by_person.items()} == {"ada": 2, "ben": 1}
        assert {kind: entry.price for kind, entry in bill.by_kind.items()} == {"react": 0.5, "speak": 1.0}
        assert {model: (entry.answers, entry.price) for model, entry in bill.by_answerer.items()} == {
            "": (0, 1.5),  # a charge whose call is not recorded
            "understudy": (3, 0.0),
        }


def test_a_run_is_read_while_it_continues(path: Path, story: Story) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        reader = Chronicle.read(path)
        for up_to, happenings, memories in story.pieces(100):
            chronicle.record(up_to, happenings, memories)
            assert reader.settled == up_to
            assert reader.history_hash() == chronicle.history_hash()
    reader.close()


def test_a_held_reader_sees_one_moment_however_the_run_continues(path: Path, story: Story) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.record(100, *story.before(100))
        with Chronicle.read(path) as reader:
            with reader.held():
                before = reader.history_hash()
                chronicle.record(200, *story.between(100, 200))
                assert (reader.settled, reader.history_hash()) == (100, before)
            assert reader.settled == 200


def test_reading_changes_nothing(told: Path, pack: Pack) -> None:
    before = told.read_bytes()
    with Chronicle.read(told) as reader:
        reader.scene(300, pack.town_map)
        reader.talks()
        reader.bill()
    assert told.read_bytes() == before


@pytest.mark.slow
def test_seeking_in_a_day_of_25_people_costs_little(path: Path) -> None:
    ville = towns.load(Path(towns.__file__).parent / "bundled" / "the_ville")
    beds = {person.id: person.bed for person in ville.people.values()}
    hour = make_story(ville.town_map, beds, 360, zeal=0.02)
    tell(path, hour, every=360)
    with Chronicle.read(path) as reader:
        assert reader.scene(359, ville.town_map) == hour.scene(359)
        spent = units(lambda: reader.scene(359, ville.town_map))  # a whole hour after the last snapshot
    assert spent < 0.2
