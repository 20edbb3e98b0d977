from pathlib import Path

import pytest

from tools import check, sizes


def test_a_module_over_500_lines_is_named(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("x = 1\n" * 501)
    (tmp_path / "short.py").write_text("x = 1\n" * 500)
    assert sizes.warnings(tmp_path) == ["long.py: 501 lines (usual: up to 500)."]


def test_a_function_over_60_lines_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("\nasync def rambles():\n" + "    x = 1\n" * 61)
    assert sizes.warnings(tmp_path) == ["a.py:2: rambles has 61 lines (usual: up to 60)."]


def test_front_end_modules_are_measured_and_fetched_ones_are_not(tmp_path: Path) -> None:
    for folder in ("web/src", "web/node_modules/x"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "big.ts").write_text("//\n" * 600)
    assert [problem.split(":")[0] for problem in sizes.warnings(tmp_path)] == ["web/src/big.ts"]


def test_warnings_are_printed_and_never_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert check._warns(lambda _root: ["long.py: 501 lines."])
    assert capsys.readouterr().out == "   warning: long.py: 501 lines.\n"
