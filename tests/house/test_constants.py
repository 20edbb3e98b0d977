"""Names of numeric constants: a unit or a noun at the end, one value per public name."""

from pathlib import Path

import pytest

from tools import constants


def _problems(root: Path, **sources: str) -> list[str]:
    for name, source in sources.items():
        path = root / "src" / "milkwood" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return constants.problems(root)


@pytest.mark.parametrize(
    "line",
    [
        "LONGEST = 65535",
        "_LISTED = 8",
        "BYTES = 98_362_432",
        "WIDTH: int = 16",
        "A_DAY = 12 * 60",
        "MOST_BYTES = 1 << 20",
        "MAX_DONE = -1",
        "SHORTEST, _WORDS = 5, {}",
    ],
)
def test_a_name_without_a_unit_or_a_noun_is_refused(tmp_path: Path, line: str) -> None:
    name = line.split("=")[0].split(":")[0].split(",")[0].strip()
    assert _problems(tmp_path, bell=f"import re\n\n{line}\n") == [
        f"src/milkwood/bell.py:3: {name} does not end in a unit or a noun (see tools/constants.py)."
    ]


@pytest.mark.parametrize(
    "line",
    [
        "STOP_SECONDS: float = 5.0",
        "_MAX_LISTED_RUNS = 8",
        "SECONDS_A_DAY = 24 * 60 * 60",
        "CALLS_PER_TURN = 8",
        "NO_ZONE = -1",
        "NEVER = 1 << 40",
        "MORNING_HOUR = 7",
        "MIN_MINUTES, MAX_MINUTES = 5, 15",
        "READY = True",
        "NAME = 'Milkwood'",
        "sizes = 3",
    ],
)
def test_a_unit_a_noun_or_a_plural_tells_enough(tmp_path: Path, line: str) -> None:
    assert _problems(tmp_path, bell=line) == []


def test_a_public_name_has_one_value(tmp_path: Path) -> None:
    one, two = "MAX_TRIES = 2\n_OWN_TRIES = 1\n", "MAX_TRIES = 3\n_OWN_TRIES = 2\n"
    assert _problems(tmp_path, one=one, two=two, three=two) == [
        "MAX_TRIES has several values (src/milkwood/one.py:1, src/milkwood/three.py:1); rename one."
    ]
