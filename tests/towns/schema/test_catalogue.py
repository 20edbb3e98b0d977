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


def test_states_have_words_in_both_languages() -> None:
    assert kinds()["cooking_area"].kind.states["burning"][CHINESE] == "着火了"
