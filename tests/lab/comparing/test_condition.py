import pytest

from milkwood.errors import SetupError
from milkwood.lab.comparing.condition import PRESETS, Condition, condition, parsed, preset


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("full", Condition("full")),
        ("bare=off:routines,wandering", Condition("bare", ("routines", "wandering"))),
        ("bare = off: wandering , routines ", Condition("bare", ("routines", "wandering"))),
        ("走神=off:wandering", Condition("走神", ("wandering",))),
        ("warm=routines:monday", Condition("warm", (), "monday")),
        ("warm=off:wandering;routines:a/b.milkwood", Condition("warm", ("wandering",), "a/b.milkwood")),
    ],
)
def test_a_condition_is_parsed(text: str, meant: Condition) -> None:
    assert parsed(text) == meant


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("bare=off:rutines", "Did you mean “routines”?"),
        ("bare=off:love", "There are: observation"),
        ("bare=", "is not valid"),
        ("bare=off:", "is not valid"),
        ("bare=on:routines", "is not valid"),
        ("bare=off:routines;off:wandering", "is not valid"),
        ("=off:routines", "cannot be the name of a condition: it is empty"),
        ("a/b", "cannot be the name of a condition: it contains “/”"),
        ("x" * 61, "too long"),
    ],
)
def test_an_invalid_condition_is_reported(text: str, complaint: str) -> None:
    with pytest.raises(SetupError) as caught:
        parsed(text)
    assert complaint in caught.value.sentence()


def test_only_the_components_switched_off_are_removed_from_minds() -> None:
    minds = condition("bare", ["wandering", "routines"]).minds(embedding=False)
    assert minds.to_header() == {"mind": "town", "embedding": "", "off": ["routines", "wandering"]}


def test_presets_begin_with_everything_on_and_can_be_lived() -> None:
    for name, conditions in PRESETS.items():
        assert preset(name)[0].off == ()
        for each in conditions:
            minds = condition(each.name, each.off).minds(embedding=True)
            assert set(minds.to_header()["off"]) == set(each.off)
    with pytest.raises(SetupError, match="There are: affordable, paper"):
        preset("cheap")
