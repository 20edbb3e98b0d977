import subprocess
import sys

from tools import proof
from tools.tree import ROOT


def _row(figure: float | int | str, ok: bool = True) -> proof.Row:
    return proof.Row(name="a walk", figure=figure, unit="ms", bound="under 5 ms", ok=ok)


def test_the_page_says_what_where_and_when_and_shows_failures() -> None:
    page = proof.page({"walking": [_row(0.1234), _row(1234567, ok=False)]}, {"Commit": "abc", "Machine": "a box"})
    assert "- Commit: abc\n- Machine: a box" in page
    assert "## walking" in page
    assert "| a walk | 0.123 ms | under 5 ms | yes |" in page
    assert "| a walk | 1,234,567 ms | under 5 ms | **no** |" in page


def test_a_benchmark_without_a_result_is_reported() -> None:
    assert "Not measured" in proof.page({"walking": []}, {})


def test_every_benchmark_keeps_the_contract() -> None:
    for path in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        source = path.read_text(encoding="utf-8")
        assert "def main() -> list[" in source, f"benchmarks/{path.name} needs main() that returns rows"


def test_a_section_that_is_measured_again_says_so_and_the_others_stay() -> None:
    page = proof.page({"walking": [_row(1)], "day": [_row(2)]}, {"Commit": "abc"})
    again = proof.replaced(page, "walking", [_row(3)], {"Date": "today", "Commit": "def"})
    first, second = again.split("## day")
    assert "Measured again: today, commit def." in first
    assert "| a walk | 3 ms |" in first
    assert "| a walk | 1 ms |" not in first
    assert page.endswith(f"## day{second}")
    assert "## day\n\nMeasured again" in proof.replaced(again, "day", [_row(4)], {"Date": "today", "Commit": "def"})


def test_the_long_tests_take_those_marked_full() -> None:
    chosen = [
        word for word in proof.LONG_TESTS if not word.startswith("tests/") or word == "tests/house/test_mutants.py"
    ]
    line = [sys.executable, "-m", "pytest", *chosen, "-n", "0", "--collect-only", "-v"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert "test_a_fault_made_by_hand_is_caught" in done.stdout
