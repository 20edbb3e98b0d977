import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.errors import OurBug
from milkwood.mind.port import Memory
from milkwood.mind.stream import Forgetting, MemoryStream

HOUR = 360
DAY = 24 * HOUR


def stream(*memories: Memory, tick: int = 0, most_passing: int = 400) -> MemoryStream:
    made = MemoryStream(HOUR, Forgetting(most_passing=most_passing))
    for memory in memories:
        made.add(tick, memory)
    return made


def numbers(made: MemoryStream) -> list[int]:
    return [record.number for record in made.all()]


def test_numbers_count_from_one_and_are_never_given_twice() -> None:
    made = stream(Memory("saw", "a cat"), Memory("saw", "a dog"))
    assert numbers(made) == [1, 2]
    made.forget(3 * DAY)
    assert numbers(made) == []
    assert made.add(3 * DAY, Memory("saw", "a bird")) == 3


def test_the_record_of_a_memory_has_its_number() -> None:
    memory = Memory("news", "Sam runs", ("sam",), 7, 99, "park:park", "tom", "12-tom", (1, 2), True)
    made = stream(Memory("did", "woke up"), memory)
    assert made.written(2) == Memory("news", "Sam runs", ("sam",), 7, 2, "park:park", "tom", "12-tom", (1, 2), True)


def test_the_speaker_knows_the_news() -> None:
    made = stream(Memory("news", "Sam runs", source="tom"))
    made.told(1, "ann")
    record = made.find(1)
    assert record is not None
    assert record.known_to == {"tom", "ann"}


def test_who_must_not_hear_a_memory_and_how_sure_it_is_change_and_are_kept() -> None:
    made = stream(Memory("news", "Sam runs", secret_from=("ann",), witnesses=("ben",)), Memory("saw", "a cat"))
    made.hide(1, ["tom"])
    made.judge(1, "denied")
    made.tell(1, ["eve"])
    again = MemoryStream(HOUR)
    again.restore(json.loads(json.dumps(made.keep())), [(0, made.written(1)), (0, made.written(2))])
    first, second = again.all()
    assert (set(first.secret_from), first.witnesses, first.certainty) == ({"ann", "tom"}, ("ben",), "denied")
    assert (first.told_today, first.known_to) == (1, {"eve"})
    assert (second.secret_from, second.certainty, second.told_today) == (frozenset(), "known", 0)


def test_hiding_judging_or_telling_a_forgotten_memory_does_nothing() -> None:
    made = stream(Memory("saw", "a cat"))
    made.forget(2 * DAY)
    made.hide(1, ["ann"])
    made.judge(1, "denied")
    made.tell(1, ["ann"])


def test_tellings_are_counted_until_the_night() -> None:
    made = stream(Memory("news", "Sam runs"))
    made.tell(1, ["ann", "ben"])
    made.tell(1, ["ann"])
    assert [record.told_today for record in made.all()] == [2]
    made.forget(DAY)
    assert [record.told_today for record in made.all()] == [0]


def test_a_mind_of_an_earlier_release_has_no_secrets_and_knows_its_memories() -> None:
    made = stream(Memory("news", "Sam runs"))
    kept = {
        name: value for name, value in made.keep().items() if name not in ("secret_from", "certainty", "told_today")
    }
    again = MemoryStream(HOUR)
    again.restore(kept, [(0, made.written(1))])
    assert [(each.secret_from, each.certainty, each.told_today) for each in again.all()] == [(frozenset(), "known", 0)]


def test_weights_stay_within_one_and_ten() -> None:
    made = stream(Memory("talk", "hello"), Memory("talk", "farewell"))
    made.weigh(1, 12)
    made.weigh(2, -3)
    assert [record.importance for record in made.all()] == [10, 1]
    assert made.importances().tolist() == [10, 1]


def test_weighing_or_telling_a_forgotten_memory_does_nothing() -> None:
    made = stream(Memory("saw", "a cat"))
    made.forget(2 * DAY)
    made.weigh(1, 5)
    made.told(1, "ann")
    assert made.find(1) is None


def test_recent_gives_the_newest_of_some_kinds_oldest_first() -> None:
    made = stream(Memory("talk", "1"), Memory("saw", "2"), Memory("talk", "3"), Memory("talk", "4"))
    assert [record.text for record in made.recent(2, ("talk",))] == ["3", "4"]
    assert [record.text for record in made.recent(3)] == ["2", "3", "4"]
    assert made.recent(0) == []


def test_memories_about_or_from_a_person_are_found() -> None:
    made = stream(Memory("news", "1", ("sam",), source="tom"), Memory("saw", "2", ("tom", "ann")), Memory("saw", "3"))
    assert [record.text for record in made.about("tom")] == ["1", "2"]
    assert [record.text for record in made.about("nobody")] == []
    assert [record.text for record in made.news()] == ["1"]


# --- forgetting


def test_trivial_old_and_never_recalled_memories_fade() -> None:
    made = stream(Memory("saw", "a cat", importance=2), Memory("did", "swept the floor", importance=1))
    assert made.forget(DAY) == []
    assert made.forget(DAY + 1) == [1, 2]


@pytest.mark.parametrize("kind", ["seed", "promise", "insight", "news", "talk", "thought", "plan", "voice"])
def test_other_kinds_do_not_fade_for_being_trivial(kind: str) -> None:
    assert stream(Memory(kind, "something", importance=1)).forget(9 * DAY) == []


def test_important_or_recalled_memories_do_not_fade() -> None:
    made = stream(Memory("saw", "a fire", importance=3), Memory("saw", "a cat", importance=1))
    made.came_to_mind(2, 5)
    assert made.forget(9 * DAY) == []


def test_the_number_of_passing_memories_is_bounded_and_the_least_go_first() -> None:
    weights = [5, 3, 9, 3, 7]
    made = stream(*(Memory("talk", str(weight), importance=weight) for weight in weights), most_passing=3)
    for _ in range(5):
        made.add(0, Memory("seed", "who I am", importance=1))
    made.came_to_mind(2, 7)
    assert made.forget(DAY) == [2, 4]
    assert len(made) == 3 + 5


def test_thirty_days_leave_no_more_to_carry_than_a_few() -> None:
    made, sizes = MemoryStream(HOUR), []
    for day in range(30):
        for n in range(150):
            made.add(day * DAY + n, Memory("talk" if n % 3 == 0 else "saw", f"{day} {n}", importance=1 + n % 5))
        made.forget((day + 1) * DAY)
        sizes.append(len(made))
    assert max(sizes) <= 400
    assert len(json.dumps(made.keep())) < 8_000


def test_after_forgetting_words_and_people_are_found_in_the_rows_they_are_in_now() -> None:
    made = stream(Memory("saw", "a cat", ("ann",)), Memory("talk", "the cat again", ("ann",)), Memory("talk", "a dog"))
    before = made.thinned
    made.forget(2 * DAY)
    assert made.thinned == before + 1
    matches = made.matches({"cat"}, {"ann"})
    assert matches[0] > 0
    assert matches[1] == 0
    assert [record.number for record in made.about("ann")] == [2]


def test_a_rare_word_counts_more_than_a_common_one_and_a_person_more_than_a_word() -> None:
    made = stream(*(Memory("talk", f"bread {n}") for n in range(8)), Memory("talk", "mayor", ("sam",)))
    common, rare = made.matches({"bread"}, ())[0], made.matches({"mayor"}, ())[8]
    assert 0 < common < rare < made.matches((), {"sam"})[8]
    assert made.matches({"nothing"}, {"nobody"}).tolist() == [0.0] * 9


# --- storing

KINDS = st.sampled_from(["saw", "did", "talk", "news", "seed"])
STEPS = st.one_of(
    st.tuples(st.just("add"), KINDS, st.text("abc 猫狗", max_size=8), st.integers(1, 10)),
    st.tuples(st.just("weigh"), st.integers(1, 20), st.integers(1, 10)),
    st.tuples(st.just("told"), st.integers(1, 20), st.sampled_from(["ann", "ben"])),
    st.tuples(st.just("recall"), st.integers(1, 20)),
    st.tuples(st.just("forget")),
)


def lived(steps: list[tuple[object, ...]]) -> tuple[MemoryStream, list[tuple[int, Memory]]]:
    made, rows = MemoryStream(HOUR, Forgetting(most_passing=5)), []
    for day, (what, *rest) in enumerate(steps):
        tick = day * DAY // 2
        if what == "add":
            kind, text, importance = rest
            number = made.add(tick, Memory(str(kind), str(text), ("ann",), importance))  # type: ignore[arg-type]
            rows.append((tick, made.written(number)))
        elif what == "forget":
            made.forget(tick)
        elif made.find(rest[0]) is not None:  # type: ignore[arg-type]
            if what == "recall":
                rest.append(tick)
            {"weigh": made.weigh, "told": made.told, "recall": made.came_to_mind}[str(what)](*rest)  # type: ignore[operator]
    return made, rows


@given(st.lists(STEPS, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_restored_stream_is_the_same_in_everything_recall_uses(
    steps: list[tuple[object, ...]],
) -> None:
    made, rows = lived(steps)
    again = MemoryStream(HOUR, Forgetting(most_passing=5))
    again.restore(json.loads(json.dumps(made.keep())), rows)
    assert again.all() == made.all()
    assert again.keep() == made.keep()
    assert again.ages(10_000).tolist() == made.ages(10_000).tolist()
    assert again.importances().tolist() == made.importances().tolist()
    words = {"a", "b", "ab", "abc", "猫狗", "猫"}
    assert again.matches(words, {"ann"}).tolist() == made.matches(words, {"ann"}).tolist()
    assert again.add(99_999, Memory("saw", "next")) == made.add(99_999, Memory("saw", "next"))


def test_texts_are_not_kept_twice() -> None:
    made = stream(Memory("seed", "a riddle that is written down already"))
    assert "riddle" not in json.dumps(made.keep())


def test_a_memory_that_was_never_written_down_is_our_bug() -> None:
    made = stream(Memory("seed", "a"), Memory("seed", "b"))
    with pytest.raises(OurBug, match="Memory 2"):
        MemoryStream(HOUR).restore(made.keep(), [(0, made.written(1))])


def test_asking_for_the_words_of_a_forgotten_memory_is_our_bug() -> None:
    with pytest.raises(OurBug, match="Memory 7"):
        stream().written(7)
