"""Which request meets which fault, and what is wrong with a plan."""

from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood_fake.plan import FaultPlan, FaultSchedule, Strike, read


def struck(*strikes: Strike, count: int = 12, question: str = "", seed: int = 1) -> list[str]:
    course = FaultSchedule(FaultPlan(strike=strikes, seed=seed))
    found = [course.next(question, "text") for _ in range(count)]
    return [strike.fault if strike else "" for strike in found]


def numbers(*strikes: Strike, count: int = 12, seed: int = 1) -> list[int]:
    return [place for place, fault in enumerate(struck(*strikes, count=count, seed=seed), 1) if fault]


def test_a_strike_falls_where_it_says() -> None:
    assert numbers(Strike(fault="rate")) == list(range(1, 13))
    assert numbers(Strike(fault="rate", every=5)) == [5, 10]
    assert numbers(Strike(fault="rate", first=2)) == [1, 2]
    assert numbers(Strike(fault="rate", at=(3, 7))) == [3, 7]
    assert numbers(Strike(fault="rate", after=10)) == [11, 12]
    assert numbers(Strike(fault="rate", first=2, after=4)) == [5, 6]


def test_a_steady_share_is_drawn_by_the_prompt() -> None:
    schedule = FaultSchedule(FaultPlan(strike=(Strike(fault="prose", share=0.5, steady=True),)))
    met = {prompt: schedule.next("speak", "text", prompt) is not None for prompt in map(str, range(100))}
    assert 30 < sum(met.values()) < 70
    assert all((schedule.next("speak", "text", prompt) is not None) is struck for prompt, struck in met.items())
    with pytest.raises(ValueError, match="steady needs a share"):
        Strike(fault="prose", every=2, steady=True)


def test_a_share_is_drawn_by_the_seed() -> None:
    drawn = numbers(Strike(fault="rate", share=0.3), count=1000)
    assert 240 < len(drawn) < 360
    assert drawn == numbers(Strike(fault="rate", share=0.3), count=1000)
    assert drawn != numbers(Strike(fault="rate", share=0.3), count=1000, seed=2)


def test_the_first_matching_strike_applies() -> None:
    faults = struck(Strike(fault="rate", every=2), Strike(fault="hang", every=3), count=6)
    assert faults == ["", "rate", "hang", "rate", "", "rate"]


def test_a_strike_for_one_question_counts_that_question_alone() -> None:
    course = FaultSchedule(FaultPlan(strike=(Strike(fault="rate", at=(2,), question="speak"),)))
    asked = ["speak", "weigh", "weigh", "speak", "speak"]
    assert [bool(course.next(question, "text")) for question in asked] == [False, False, False, True, False]


def test_a_plan_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('seed = 7\nmodels = ["a", "b"]\n[[strike]]\nfault = "hang"\nseconds = 0.5\n')
    plan = read(path)
    assert (plan.seed, plan.models) == (7, ("a", "b"))
    assert plan.strikes == (Strike(fault="hang", seconds=0.5),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seed = ", "not TOML"),
        ('[[strike]]\nfault = "hangs"', "did you mean “hang”"),
        ('[[strike]]\nfault = "hang"\nquestion = "speek"', "did you mean “speak”"),
        ('[[strike]]\nfault = "hang"\nevery = 2\nfirst = 3', "one of every, first, at and share"),
        ('[[strike]]\nfault = "hang"\nevery = 0', "strike.0.every"),
        ('[[fault]]\nname = "hang"', "“fault” is not valid"),
        ("models = []", "models"),
    ],
)
def test_errors_in_a_plan_are_reported_with_their_place(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SetupError) as error:
        read(path)
    assert said in error.value.sentence()
    assert str(path) in error.value.sentence()


def test_a_missing_plan_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read"):
        read(tmp_path / "none.toml")
