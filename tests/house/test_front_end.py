"""The front end's own tests, so that one command runs everything."""

import subprocess

import pytest

from tools import front, packages
from tools.tree import ROOT


@pytest.mark.slow
def test_the_front_end_passes_its_own_tests() -> None:
    if not any((ROOT / "web" / "tests").rglob("*.test.ts*")):
        pytest.skip("the front end has no tests of its own")
    package = packages.node_package()
    node = front.node_on_path() or (front.node_of_wheel(package) if package else None)
    if node is None or not (ROOT / "web" / "node_modules").is_dir():
        pytest.skip("no Node or no packages of the front end here; `make test` fetches them")
    done = subprocess.run(
        [*node.npm, "test", "--silent"],
        cwd=ROOT / "web",
        env=node.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
