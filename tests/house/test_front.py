from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tools import front

NODE = front.Node(("npm",))
PAGE = Path("src/milkwood/server/static/index.html")


@dataclass
class House:
    """A project with a tiny front end and a fake npm: `ci` makes node_modules, `build` makes the page."""

    root: Path
    calls: list[str] = field(default_factory=list)

    def play(self, _sentence: str, command: list[str], **_options: object) -> None:
        fetches = "ci" in command
        made = self.root / ("web/node_modules/x" if fetches else PAGE)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text("made")
        self.calls.append("ci" if fetches else "build")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "web" / "main.ts").write_text("1")
    built = House(tmp_path)
    monkeypatch.setattr(front, "step", built.play)
    return built


def test_the_page_is_built_from_its_sources_once(house: House) -> None:
    assert not front.is_built(house.root)
    front.build(house.root, NODE)
    assert front.is_built(house.root)
    assert house.calls == ["ci", "build"]


def test_a_changed_source_wants_a_new_page_but_no_new_packages(house: House) -> None:
    front.build(house.root, NODE)
    (house.root / "web" / "main.ts").write_text("2")
    assert not front.is_built(house.root)
    front.build(house.root, NODE)
    assert house.calls == ["ci", "build", "build"]


def test_a_changed_lock_wants_the_packages_again(house: House) -> None:
    front.build(house.root, NODE)
    (house.root / "web" / "package-lock.json").write_text("{}")
    front.build(house.root, NODE)
    assert house.calls == ["ci", "build", "ci", "build"]


def test_a_page_that_was_removed_is_missed(house: House) -> None:
    front.build(house.root, NODE)
    (house.root / PAGE).unlink()
    assert not front.is_built(house.root)


def test_a_source_distribution_carries_its_page(house: House) -> None:
    front.build(house.root, NODE)
    assert not front.is_carried(house.root)
    (house.root / "PKG-INFO").touch()
    assert front.is_carried(house.root)


@pytest.mark.parametrize(
    ("version", "fits"), [("v20.20.2", True), ("v24.1.0", True), ("v20.18.9", False), ("v18.20.0", False), ("", False)]
)
def test_only_a_node_that_is_new_enough_is_used(version: str, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "answer", lambda _line: version)
    monkeypatch.setattr("shutil.which", lambda _name: "npm")
    assert (front.node_on_path() is not None) == fits


def test_the_node_of_the_wheel_comes_first_on_the_path_and_keeps_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NODE_EXTRA_CA_CERTS", "ours.pem")
    node = front.node_of_wheel(tmp_path)
    assert node.npm[0] == str(tmp_path / "bin" / "node")
    assert node.environment()["PATH"].startswith(str(tmp_path / "bin"))
    assert node.environment()["NODE_EXTRA_CA_CERTS"] == "ours.pem"


def test_the_node_of_the_wheel_is_found_on_windows_too(tmp_path: Path) -> None:
    (tmp_path / "node.exe").touch()
    assert front.node_of_wheel(tmp_path).npm[1] == str(tmp_path / "node_modules" / "npm" / "bin" / "npm-cli.js")
