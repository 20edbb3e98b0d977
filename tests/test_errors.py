from milkwood.errors import MilkwoodError, OurBug, SetupError, TownAuthorError


def test_an_error_says_what_where_and_what_to_do() -> None:
    error = TownAuthorError("The bed is unknown.", where="people/adam.toml", remedy="Name a bed of the map.")
    assert str(error) == "people/adam.toml: The bed is unknown. Name a bed of the map."


def test_errors_are_distinguished_by_who_must_act() -> None:
    assert {SetupError("x").exit_code, TownAuthorError("x").exit_code, OurBug("x").exit_code} == {2, 1, 70}
    assert all(issubclass(kind, MilkwoodError) for kind in (SetupError, TownAuthorError, OurBug))
