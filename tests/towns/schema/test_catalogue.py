from milkwood.town.places import Use
from milkwood.towns.schema.catalogue import kinds
from milkwood.words import ENGLISH, Language

CHINESE = Language("zh")


def test_the_catalogue_reads_and_every_kind_has_names_in_both_languages() -> None:
    assert len(kinds()) > 40
    for kind_id, entry in kinds().items():
        assert entry.kind.id == kind_id
        assert set(entry.kind.name) == {ENGLISH, CHINESE}


def test_a_bed_is_used_from_on_top_by_two() -> None:
    bed = kinds()["bed"]
    assert (bed.kind.use, bed.kind.seats, bed.kind.solid, bed.depth) == (Use.ON, 2, False, 2)


def test_flat_things_are_used_from_on_top_and_the_rest_from_beside() -> None:
    for entry in kinds().values():
        assert (entry.kind.use is Use.BESIDE) == entry.kind.solid, entry.kind.id


def test_every_kind_has_states_with_words_in_both_languages() -> None:
    for entry in kinds().values():
        assert entry.kind.states, entry.kind.id
        for state in entry.kind.states:
            assert set(state.words) == {ENGLISH, CHINESE}
            assert state.mend is None or set(state.mend) == {ENGLISH, CHINESE}
            assert state.mend is not None or not state.presses


def test_a_state_is_recognised_by_its_key_or_its_words_in_any_language() -> None:
    stove = kinds()["cooking_area"].kind
    for text in ("burning", " Burning", "着火了"):
        state = stove.recognised(text)
        assert state is not None
        assert (state.key, state.presses, stove.presses(text)) == ("burning", True, True)
    for text, key in (("idle", "idle"), ("空闲", "idle"), ("in use", "in_use"), ("有人在用", "in_use")):
        state = stove.recognised(text)
        assert state is not None
        assert (state.key, state.presses) == (key, False)
    assert stove.recognised("full of pages") is None
    assert not stove.presses("full of pages")


def test_a_deed_brings_about_only_states_that_need_nothing() -> None:
    assert [state.key for state in kinds()["cooking_area"].kind.deed_states] == ["on"]
    for entry in kinds().values():
        assert all(not state.presses and state.mend is None for state in entry.kind.deed_states)


def test_no_two_states_of_a_kind_can_be_confused() -> None:
    for entry in kinds().values():
        for state in entry.kind.states:
            for text in (state.key, *state.words.values()):
                assert entry.kind.recognised(text) == state, (entry.kind.id, text)


def test_what_presses_can_be_seen() -> None:
    seen = {state.look for entry in kinds().values() for state in entry.kind.states}
    assert {"flame", "smoke", "steam", "water", "sparks", "broken", "light", "notes"} <= seen
    for entry in kinds().values():
        for state in entry.kind.states:
            assert state.look or not state.presses, (entry.kind.id, state.key)
