from milkwood.towns.problem import MAX_QUOTE_CHARACTERS, Problem, Problems, Severity, meant, one_of, quoted


def test_a_problem_says_where_what_and_what_to_do() -> None:
    assert Problem("town.toml", "It is empty.", "Fill it.").sentence() == "town.toml: It is empty. Fill it."


def test_a_problem_without_a_remedy_ends_with_what_is_wrong() -> None:
    assert Problem("town.toml", "It is empty.").sentence() == "town.toml: It is empty."


def test_control_characters_are_removed() -> None:
    problem = Problem("a\x1b[31m", "b\ud800", "c\u202e\n")
    assert (problem.where, problem.what, problem.remedy) == ("a", "b\ufffd", "c ")


def test_long_values_are_cut_when_quoted() -> None:
    assert len(quoted("x" * 1000)) == MAX_QUOTE_CHARACTERS + 2


def test_values_of_every_kind_can_be_quoted() -> None:
    assert quoted(True) == "“true”"
    assert quoted(10**40) == "“a huge number”"
    assert quoted({"a": 1}) == "“a table”"
    assert quoted([1]) == "“a list”"
    assert quoted(None) == "“None”"
    assert quoted(1.5) == "“1.5”"


def test_the_same_problem_is_listed_once_and_in_order() -> None:
    problems = Problems()
    problems.warn("b", "odd")
    problems.error("a", "wrong")
    problems.error("a", "wrong")
    assert [(found.where, found.severity) for found in problems.listed()] == [
        ("b", Severity.WARNING),
        ("a", Severity.ERROR),
    ]


def test_only_errors_make_a_pack_unusable() -> None:
    problems = Problems()
    problems.warn("a", "odd")
    assert not problems.any_error
    problems.add([Problem("a", "wrong")])
    assert problems.any_error


def test_advice_names_similar_values() -> None:
    assert meant("kitchn", ["kitchen", "garden"]) == "Did you mean “kitchen”?"
    assert meant("zzz", ["kitchen"]) == ""
    assert meant("room 1", ["room 2", "room 3"]) in (
        "Did you mean “room 2” or “room 3”?",
        "Did you mean “room 3” or “room 2”?",
    )


def test_long_lists_are_cut() -> None:
    assert one_of("abc", most=2) == "a, b, and 1 more"
