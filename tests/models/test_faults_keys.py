"""A key is nowhere after a run: in no file, no output, no page, no list of processes; even if a vendor quotes it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from milkwood.cli import app
from milkwood.server import create_app
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import KEY
from tests.story.lives import pack_of

pytestmark = pytest.mark.slow

SETTINGS = """
model = "paid"

[minds]
embedding = false

[models.paid]
provider = "custom"
model = "fake-1"
address = "{address}"
{key}
timeout_seconds = 20.0
prompt_price = 1.0
answer_price = 2.0
"""
IN_THE_ENVIRONMENT = 'key_variable = "PAID_KEY"'
IN_THE_SETTINGS = f'key = "{KEY}"'
PARTS = (KEY, KEY[3:], KEY[:18])
"""The key, and any part of it long enough to be useful."""
AFTERWARDS = (
    ("show", "three"),
    ("runs",),
    ("verify", "three"),
    ("why", "three", "isabella_rodriguez"),
    ("calls", "three", "--full", "--last", "1000"),
    ("calls", "three", "--full", "--json"),
    ("ask", "three", "isabella_rodriguez", "Do you know any key?"),
    ("export", "three", "--format", "jsonl"),
    ("export", "three", "--format", "csv"),
    ("export", "three", "--format", "md"),
    ("config", "show"),
    ("config", "show", "--json"),
    ("doctor",),
    ("models",),
)


class House:
    """A user's folders and environment."""

    def __init__(self, root: Path, fake: Fake, where: str) -> None:
        self.root = root
        names = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "MILKWOOD_HOME", "HOME")
        folders = {name: str(root / name.lower()) for name in names}
        keys = {"PAID_KEY": KEY} if where == IN_THE_ENVIRONMENT else {}
        self.environment = {**os.environ, **folders, **keys, "MILKWOOD_NETWORK": "off", "COLUMNS": "200"}
        self.settings = root / "xdg_config_home" / "milkwood" / "milkwood.toml"
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text(SETTINGS.format(address=fake.address, key=where))

    def begin(self, *words: str) -> "subprocess.Popen[str]":
        line = [sys.executable, "-m", "milkwood", *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            line, cwd=self.root, env=self.environment, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8"
        )

    def says(self, *words: str) -> str:
        """The output of a command, in this process, where commands are faster."""
        result = CliRunner().invoke(app, words, env=self.environment)
        assert result.exit_code == 0 or words == ("doctor",), result.output
        return result.output

    def files(self) -> Iterator[Path]:
        return (path for path in self.root.rglob("*") if path.is_file() and path != self.settings)


def shown(text: str) -> list[str]:
    return [part for part in PARTS if part in text]


def processes() -> str:
    """What a list of all processes shows."""
    commands = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            commands.append(path.read_bytes())
    if not commands:  # not every system has such files
        commands = [subprocess.run(["ps", "-Aww", "-o", "command"], capture_output=True, check=True).stdout]
    return b"\n".join(commands).decode("utf-8", "replace").replace("\0", " ")


@pytest.mark.parametrize(
    ("where", "taken"),
    [(IN_THE_ENVIRONMENT, True), pytest.param(IN_THE_SETTINGS, False, marks=pytest.mark.long)],
    ids=["of the environment, taken", "of the settings, refused and quoted"],
)
def test_a_key_is_nowhere_after_a_run(where: str, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    strike = Strike(fault="error", every=5) if taken else Strike(fault="wrong_key", after=1)
    plan = FaultPlan(key=KEY if taken else "", strike=(strike,))
    listed: list[str] = []
    with Fake(plan) as fake:
        understood = fake.server._understood

        def listing(body: bytes) -> Any:
            if not listed:
                listed.append(processes())  # the caller still waits for this answer
            return understood(body)

        monkeypatch.setattr(fake.server, "_understood", listing)
        house = House(tmp_path, fake, where)
        with house.begin("run", "the_ville", "--scenario", "three", "--name", "three", "--until", "12:00") as process:
            said = process.communicate(timeout=300)[0]
        assert process.returncode == 0, said
        assert "--scenario three" in listed[0]
        outputs = {"the run": said, **{" ".join(words): house.says(*words) for words in AFTERWARDS}}
    assert fake.done["answered" if taken else "wrong_key"] > 0
    assert where == IN_THE_ENVIRONMENT or shown(house.settings.read_text()), "it would be found where it is"
    assert not shown(listed[0])
    assert {name: shown(text) for name, text in outputs.items() if shown(text)} == {}
    for path in house.files():
        assert not shown(path.read_bytes().decode("utf-8", "replace")), path
    assert any(path.suffix == ".milkwood" for path in house.files())
    assert taken or len([line for line in said.splitlines() if "does not accept the key" in line]) == 1, said


def test_no_page_shows_a_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with Fake() as fake:
        house = House(tmp_path, fake, IN_THE_ENVIRONMENT)
    for name, value in house.environment.items():
        monkeypatch.setenv(name, value)
    with TestClient(create_app([pack_of("the_ville", "three")]), base_url="http://localhost") as client:
        paths = [path for path in client.get("/api/openapi.json").json()["paths"] if "{" not in path]
        for path in ("/", "/api/docs", "/api/openapi.json", *paths):
            assert not shown(client.get(path).text), path
