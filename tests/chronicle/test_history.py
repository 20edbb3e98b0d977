from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from milkwood.chronicle import history
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.town.events import Happening, Whispered
from tests.chronicle import words
from tests.chronicle.story import Story

histories = st.lists(words.happenings, max_size=8, unique_by=lambda each: each.order)


def digest(happenings: list[Happening], memories: list[tuple[int, PersonId, Memory]]) -> bytes:
    chain = history.chained(history.BEGINNING, history.rows_of(happenings, memories))
    return chain[-1][1] if chain else history.BEGINNING


@given(histories, st.randoms(use_true_random=False))
def test_the_order_in_which_a_history_is_reported_changes_nothing(happenings: list[Happening], chance: Random) -> None:
    """Rule E4: rows and hash follow from the events alone."""
    shuffled = chance.sample(happenings, len(happenings))
    assert history.rows_of(shuffled, []) == history.rows_of(happenings, [])


@given(histories)
def test_rows_hold_what_happened(happenings: list[Happening]) -> None:
    rows = history.rows_of(happenings, []).events
    assert [history.happening_of(row) for row in rows] == sorted(happenings, key=lambda each: each.order)


def test_any_change_changes_the_hash(story: Story) -> None:
    happenings, memories = story.before(60)
    whole = digest(happenings, memories)
    place = next(n for n, each in enumerate(happenings) if each.tick > 3)
    changed = [*happenings]
    changed[place] = replace(changed[place], event=Whispered("psst"))
    moved = [*happenings]
    moved[place] = replace(moved[place], tick=moved[place].tick - 1, sequence=9)
    remembered = [*memories]
    remembered[-1] = (*remembered[-1][:2], Memory("thought", "No."))
    assert (
        len(
            {
                whole,
                digest(changed, memories),
                digest(moved, memories),
                digest(happenings[1:], memories),
                digest(happenings, remembered),
                digest(happenings, memories[:-1]),
                digest([], memories),
            }
        )
        == 7
    )


def test_the_order_of_memories_in_a_tick_is_in_the_hash() -> None:
    ada = PersonId("ada")
    one, other = (3, ada, Memory("event", "one")), (3, ada, Memory("event", "other"))
    assert digest([], [one, other]) != digest([], [other, one])


def test_one_memory_never_hashes_like_two() -> None:
    ada = PersonId("ada")
    sly = Memory("event", 'one","[]",1]\nmemory 3 ada 1 ["event","two')
    assert digest([], [(3, ada, sly)]) != digest(
        [], [(3, ada, Memory("event", "one")), (3, ada, Memory("event", "two"))]
    )


def test_a_chain_can_be_continued_from_any_tick(story: Story) -> None:
    whole = history.chained(history.BEGINNING, history.rows_of(*story.before(60)))
    first = history.chained(history.BEGINNING, history.rows_of(*story.before(30)))
    rest = history.chained(first[-1][1], history.rows_of(*story.between(30, 60)))
    assert first + rest == whole


def test_half_a_surrogate_pair_in_a_memory_becomes_a_replacement_character() -> None:
    row = history.rows_of([], [(1, PersonId("ada"), Memory("event", "好\ud83d"))]).memories[0]
    assert row[4] == "好\ufffd"
