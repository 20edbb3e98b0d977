import json
from pathlib import Path
from typing import Any

from tools import locks
from tools.tree import ROOT

GOOD = "one==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\n    # via two\n"


def _requirements(root: Path, text: str) -> list[str]:
    (root / "requirements").mkdir(exist_ok=True)
    (root / "requirements" / "run.txt").write_text(text)
    return locks.problems(root)


def _npm(root: Path, **entry: Any) -> list[str]:
    (root / "web").mkdir(exist_ok=True)
    lock = {"packages": {"": {"name": "web"}, "node_modules/x": {"version": "1", **entry}}}
    (root / "web" / "package-lock.json").write_text(json.dumps(lock))
    return locks.problems(root)


def test_our_own_locks_are_in_order() -> None:
    assert locks.problems(ROOT) == []


def test_a_good_lock_passes(tmp_path: Path) -> None:
    assert _requirements(tmp_path, GOOD + GOOD.replace("one", "two")) == []


def test_a_package_without_a_hash_is_named(tmp_path: Path) -> None:
    assert _requirements(tmp_path, GOOD + "two==2.0\n") == [
        "requirements/run.txt: two==2.0 has no exact version or no hash."
    ]


def test_a_host_in_a_lock_is_found(tmp_path: Path) -> None:
    assert "names a host" in _requirements(tmp_path, "--index" + "-url https://example.org\n" + GOOD)[0]


def test_an_npm_lock_that_names_a_host_is_found(tmp_path: Path) -> None:
    assert "names a host" in _npm(tmp_path, integrity="sha512-0", resolved="https://example.org/x.tgz")[0]
    assert "no integrity" in _npm(tmp_path)[0]
    assert _npm(tmp_path, integrity="sha512-0") == []


def test_the_test_lock_includes_the_run_lock_in_the_same_versions() -> None:
    def held(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        return {line.split(" ")[0] for line in text.splitlines() if line[:1].isalnum()}

    assert held("run") <= held("dev")


def test_a_dependency_that_was_not_locked_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["one>=1", "three[x]>=3"]')
    problems = _requirements(tmp_path, GOOD)
    assert "requirements/run.txt: three is not in it; run `make lock`." in problems
    assert not any("run.txt: one " in problem for problem in problems)
