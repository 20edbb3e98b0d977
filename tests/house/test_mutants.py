"""Mutants of the mind: how they are made, that those made by hand match the source, and that each is caught."""

import pytest

from tools import mutants, proof
from tools.operators import changes


def made(source: str) -> list[str]:
    return [change.made_in(source) for change in changes(source)]


@pytest.mark.parametrize(
    ("source", "mutated"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a >= b", ["x = a > b"]),
        ("x = (a) == (b)", ["x = (a) != (b)"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = a not in b", ["x = a in b"]),
        ("x = a < b <= c", ["x = a <= b <= c", "x = a < b < c"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a - 1", ["x = a + 1", "x = a - 2"]),
        ("x = [a] + b", []),
        ("x = a and b and c", ["x = a or b and c", "x = a and b or c"]),
        ("x = not a", ["x = a"]),
        ("X = 100", ["X = 0", "X = 101"]),
        ("x = 1", ["x = 2"]),
        ("x = True", ["x = False"]),
        ("a.b(c)", ["pass"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("def f():\n    return None", []),
        ("async def f():\n    await g()", ["async def f():\n    pass"]),
        ('"""Text."""\nx: Literal[3] = y', []),
        ("def f(x: A[1] = 2) -> B[3]: ...", ["def f(x: A[1] = 0) -> B[3]: ...", "def f(x: A[1] = 3) -> B[3]: ..."]),
        ("@d(frozen=True)\nclass C: ...", []),
        ('x = f"{a + 1}"', []),
        ('x = "é" if a < b else c', ['x = "é" if a <= b else c']),
    ],
)
def test_a_change_is_of_one_place_and_no_text_or_annotation(source: str, mutated: list[str]) -> None:
    assert made(source) == mutated


def test_the_same_seed_draws_the_same_mutants_and_another_seed_others() -> None:
    drawn = mutants.sample("meeting")
    assert len(drawn) == mutants.EACH
    assert mutants.sample("meeting") == drawn
    assert mutants.sample("meeting", seed=2) != drawn
    source = mutants.path_of("meeting").read_text(encoding="utf-8")
    assert all(mutant.sources["meeting"] != source for mutant in drawn)


def test_every_module_of_the_mind_has_mutants_and_its_own_test_comes_first() -> None:
    assert {"day", "state.versions"} <= set(mutants.modules())
    own, rest = mutants.tests_of("state.versions")
    assert own == [mutants.TESTS / "state" / "test_versions.py"]
    assert mutants.TESTS / "test_day.py" in rest
    assert not {mutants.TESTS / "test_townsperson.py", *own} & set(rest)
    both = [mutants.TESTS / "test_townsperson_thought.py", mutants.TESTS / "test_townsperson.py"]
    assert mutants.tests_of("townsperson")[0] == both


def test_faults_made_by_hand_fit_the_source_once() -> None:
    made_by_hand = mutants.by_hand()
    assert len(made_by_hand) == len(mutants.BY_HAND) == 10


def test_a_fault_that_does_not_fit_any_more_is_named() -> None:
    with pytest.raises(ValueError, match=r"“a fault”: meeting\.py has “no such line” 0 times, not once"):
        mutants._planted("a fault", [("meeting", "no such line", "pass")])


def test_the_page_has_the_score_the_modules_and_the_survivors() -> None:
    scores = [
        mutants.Score(mutants.HAND, 9, ()),
        mutants.Score("day", 12, ("7: a | b → None", "9: < → <=")),
        mutants.Score("head", 8, ()),
    ]
    whole, hand, day, head = proof.mutant_rows(scores)
    assert (whole["figure"], whole["bound"], whole["ok"]) == (90.0, "at least 80 %", True)
    assert (hand["figure"], hand["bound"], hand["ok"]) == ("9 of 9", "all", True)
    assert (day["name"], day["figure"]) == ("day: not caught: 7: a \\| b → None; 9: < → <=", "10 of 12")
    assert (head["name"], head["figure"], head["ok"]) == ("head", "8 of 8", True)
    assert not proof.mutant_rows([mutants.Score(mutants.HAND, 9, ("a fault",))])[1]["ok"]


def test_there_is_no_score_when_tests_fail_without_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "lives", lambda mutant: mutant.module != "notices")
    (row,) = proof._mutants()
    assert (row["figure"], row["ok"]) == ("failing", False)


@pytest.mark.full
@pytest.mark.parametrize("mutant", mutants.by_hand(), ids=lambda mutant: mutant.what)
def test_a_fault_made_by_hand_is_caught(mutant: mutants.Mutant) -> None:
    assert not mutants.lives(mutant)


@pytest.mark.full
def test_without_a_fault_the_tests_of_the_mind_pass() -> None:
    assert mutants.sound()
