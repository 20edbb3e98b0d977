"""No control, escape or bidi character crosses a border: every way in and every way out, each with any text.

`BORDERS` lists the ways. A file that was written before there were borders, or by another program, holds such
characters everywhere; it is shown, served and exported as well.
"""

import asyncio
import base64
import gzip
import io
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from rich.table import Table as RichTable
from rich.text import Text
from typer.testing import CliRunner

from milkwood.bridge import history
from milkwood.bridge.reading import members, table_of
from milkwood.chronicle import Chronicle
from milkwood.chronicle.export import FORMATS
from milkwood.chronicle.export.place import Place
from milkwood.chronicle.export.table import Table
from milkwood.chronicle.runs import checked as checked_name
from milkwood.cli import app
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.export import ExportFormat
from milkwood.cli.terminal import clean_streams, echo, echo_json
from milkwood.engine.inputs import checked, input_of
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.models.budget import SentPrompt
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, Usage
from milkwood.questions.case import cases
from milkwood.questions.reading import read
from milkwood.questions.registry import KINDS
from milkwood.run import MindConfig, RunOptions, new_run, open_run
from milkwood.run.interview import _checked as checked_question
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.permissions import LOOKING, routes_of
from milkwood.server.run_files import RunFiles
from milkwood.server.wire.acts import TellIn
from milkwood.server.wire.model import RefusalOut, page_json
from milkwood.town import acts
from milkwood.towns.problem import Problem
from milkwood.towns.schema.plain import check_text
from tests.borders import KEPT, NASTY, SPOILED, foul
from tests.lived import quay
from tests.models.obliging import Obliging
from tests.once import once, shared
from tests.server.served import PATIENCE, serving
from tools.tree import ROOT

Crossed = Iterable[str]
"""The texts on the other side of a border."""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value


# --- ways in


def _answer_of_a_model(text: str, _folder: Path) -> Crossed:
    case = next(case for case in cases("speak") if case.language == "en")
    for ascii_only in (True, False):
        said = json.dumps({"say": f"Good morning, {text} to you.", "over": False}, ensure_ascii=ascii_only)
        yield from _texts(read(KINDS["speak"], case.ask, said).content)


def _text_of_a_pack(text: str, _folder: Path) -> Crossed:
    try:
        yield check_text(f"a{text}", "en")
    except Exception as refused:
        yield str(refused)


def _problem_of_a_pack(text: str, _folder: Path) -> Crossed:
    yield Problem(text, text, text).sentence()


def _json_of_another_program(text: str, folder: Path) -> Crossed:
    path = folder / "saved.json"
    path.write_text(json.dumps({text: [text, 1.5, {"in": text}]}))
    yield from _texts(table_of(path))
    yield from _texts(list(members(path)))


def _history_file(text: str, folder: Path) -> Crossed:
    path = folder / "history.csv"
    written = text.replace("\0", "").encode("utf-8", "replace").decode().replace('"', "")
    path.write_text(f'Ada,"a{written};b"\n', "utf-8")
    for row in history.read(path):
        yield from (row.name, *row.statements)


def _act_of_a_user(text: str, _folder: Path) -> Crossed:
    person, pack = PersonId(sorted(quay().people)[0]), quay()
    thing, room = sorted(pack.town_map.things)[0], sorted(pack.town_map.rooms)[0]
    tile = next(iter(sorted(pack.town_map.floor(room))))
    words = f"a{text}"
    for act in (
        *(acts.Whisper(person, words), acts.Remind(person, (words, words)), acts.Tell(person, words, words)),
        *(acts.Announce(words, room, 9), acts.Change(thing, words), acts.Speak(person, words)),
        *(acts.Enter(PersonId("bo"), tile, words), acts.Arrive(PersonId("bo"), tile, {"name": {"en": words}})),
    ):
        taken = checked(act, pack.town_map, {person}, {person})
        yield from _texts(asdict(taken))
        yield from _texts(input_of(0, taken).content)


def _question_to_a_person(text: str, _folder: Path) -> Crossed:
    yield checked_question(f"a{text}")


def _name_of_a_run(text: str, _folder: Path) -> Crossed:
    try:
        yield checked_name(f"a{text}")
    except SetupError as refused:
        yield refused.sentence()


def _request_of_a_page(text: str, _folder: Path) -> Crossed:
    act = TellIn(tick=None, kind="tell", person="ada", name=f"a{text}"[:60], text=f"a{text}")
    yield from (act.name, act.text)


# --- ways out


def _terminal(text: str, _folder: Path) -> Crossed:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), clean_streams():
        print(text)
        echo(text, bold=True)
        echo(text, err=True)
        echo_json({text: [text]})
        sys.stderr.write(text)
        table = RichTable(box=None)
        table.add_row(Text(text), text.replace("[", ""))
        CleanConsole(width=200).print(table)
    yield from (out.getvalue(), err.getvalue())


def _page(text: str, _folder: Path) -> Crossed:
    yield page_json({text: [text, {"what": text}]})
    yield from _texts(json.loads(page_json([text])))
    refused = RefusalOut(what=text, remedy=text)
    yield from (refused.what, refused.remedy)


def _export(text: str, folder: Path) -> Crossed:
    table = Table("t", {"a": str}, lambda *_about: iter([{"a": text, "b": {"c": [text]}}]))
    about: Any = None  # these rows come from nowhere
    yield from _texts(list(table.rows(about, about)))
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    Place(out).json("x.json", {text: text})
    written = (out / "x.json").read_text("utf-8")
    yield written
    yield from _texts(json.loads(written))


BORDERS: dict[str, Callable[[str, Path], Crossed]] = {
    "in: answer of a model": _answer_of_a_model,
    "in: text of a pack": _text_of_a_pack,
    "in: problem of a pack": _problem_of_a_pack,
    "in: JSON of another program": _json_of_another_program,
    "in: history file": _history_file,
    "in: act of a user": _act_of_a_user,
    "in: question to a person": _question_to_a_person,
    "in: name of a run": _name_of_a_run,
    "in: request of a page": _request_of_a_page,
    "out: terminal": _terminal,
    "out: page": _page,
    "out: export": _export,
}


@pytest.mark.parametrize("border", BORDERS)
def test_whatever_text_comes_to_a_border_only_clean_text_crosses_it(border: str, tmp_path: Path) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(NASTY)
    def crosses(text: str) -> None:
        for crossed in BORDERS[border](text, tmp_path):
            assert not foul(crossed, lines=True), ascii(crossed)

    crosses()
    for kept in KEPT:
        if border != "in: answer of a model" or kept == KEPT[0]:  # an answer is in one language
            assert kept in "".join(BORDERS[border](f" {kept}", tmp_path)), "letters and emoji stay"


@pytest.mark.parametrize(
    "name", ["a\u202eb", "a\x1b[31mb", "a\u200bb", "\ufeffa", "a\u2066b", "a\u200fb", "a\U000e0041"]
)
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be shown"):
        checked_name(name)


# --- a file that holds such characters everywhere


class Spoiling(Obliging):
    """Answers as older versions let models answer: nothing was taken out."""

    async def answer(self, question: Question) -> Answer:
        answer = await super().answer(question)
        return replace(answer, content=_spoiled(answer.content), by=f"{answer.by}{SPOILED}", why=f"failed: {SPOILED}")


def _spoiled(value: Any) -> Any:
    """Every sentence with a bad end; ids and addresses stay."""
    if isinstance(value, dict):
        return {key: _spoiled(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_spoiled(inner) for inner in value]
    return f"{value}{SPOILED}" if isinstance(value, str) and " " in value and ":" not in value else value


def _live(path: Path) -> Path:
    pack, options = quay(), RunOptions(model=Spoiling())
    new_run(pack, path, path.stem, minds=MindConfig(embedding=False), options=options).close()
    person, thing = PersonId("petra_marsh"), sorted(pack.town_map.things)[0]
    room = next(room for room in pack.town_map.rooms.values() if room.outdoors)
    with Chronicle.open(path) as chronicle:
        for act in (
            *(acts.Whisper(person, SPOILED), acts.Remind(person, (SPOILED,)), acts.Tell(person, SPOILED, SPOILED)),
            *(acts.Change(thing, SPOILED), acts.Announce(SPOILED, room.id, 900)),
            acts.Enter(PersonId("bo"), min(room.tiles & set(pack.town_map.floor(room.id))), SPOILED, 200),
        ):
            given_act = input_of(100, act)
            chronicle.keep_input(given_act.tick, given_act.kind, given_act.person, given_act.content)
    with open_run(pack, path, options=options) as run:
        asyncio.run(run.live(900))
    with Chronicle.open(path) as chronicle:
        for each in chronicle.questions(until=1):  # as if a model had been called for them
            sent = SentPrompt(b"hash", f"127.0.0.1:80{SPOILED}")
            number = chronicle.reserve(Call(each.question.id), f"fast{SPOILED}", Usage(), sent)
            chronicle.settle(number, "answered", Usage(), 0)
            chronicle.kept_replies.keep(number, f"{{{SPOILED}}}", used=False, cut_off=True)
    return path


@pytest.fixture
def spoiled(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "home" / "runs" / "old.milkwood"
    path.parent.mkdir(parents=True)
    shutil.copyfile(once(shared(tmp_path_factory) / "spoiled" / "old.milkwood", _live), path)
    return path


def _refused_escapes(text: str) -> list[str]:
    """Escapes in JSON that a reader would turn into what must not be there."""
    return re.findall(r"\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|9[0-9a-f])|\\u20(?:2[a-e]|6[6-9]|0[bef])|\\[bf]", text)


def test_the_terminal_shows_such_a_file_clean(spoiled: Path) -> None:
    lines = [
        *(["show", "old"], ["show", "old", "--person", "petra_marsh"], ["show", "old", "--json"]),
        *(["show", "old", "--person", "petra_marsh", "--json"], ["why", "old", "petra_marsh"], ["bill", "old"]),
        *(["why", "old", "petra_marsh", "--json"], ["bill", "old", "--json"], ["runs"], ["runs", "--json"]),
        *(["ask", "old", "petra_marsh", "What did you hear?"], ["diff", "old", "old"], ["verify", "old"]),
        ["ask", "old", "petra_marsh", "What did you hear?", "--json"],
        *(["calls", "old"], ["calls", "old", "--full"], ["calls", "old", "--full", "--json"]),
    ]
    heard = ""
    for line in lines:
        told = CliRunner().invoke(app, line)
        assert told.exit_code == 0, (line, told.output)
        assert not foul(told.output, lines=True), line
        assert not _refused_escapes(told.output), line
        heard += told.output
    assert all(kept in heard for kept in KEPT)
    assert heard.count("red bell nul bidi zero tag non� c1 two lines") > 10


def test_the_page_is_told_of_such_a_file_clean(spoiled: Path) -> None:
    state = AppState(RunFiles([spoiled]), packs=Packs([quay()]))
    site = create_app([quay()], app_state=state, names=None)
    client = TestClient(site, raise_server_exceptions=False)
    about = {"run": "old", "town": "gull_quay", "person": "petra_marsh", "format": "md", "name": "x", "rest": "x"}
    heard = ""
    for method, template in routes_of(site):
        if (method, template) not in LOOKING or method != "GET" or "{file" in template or "export" in template:
            continue
        path = template.replace(":path}", "}").format(
            **about, thing=sorted(quay().town_map.things)[0], event="1-x", step=1, speed=1, call=1, look=1, act=1
        )
        query = "?from=0&until=900&q=red&a=old&b=old"
        answer = client.get(path + query, follow_redirects=False)
        assert answer.status_code < 500, path
        if "json" in answer.headers.get("content-type", "") and "map.tmj" not in path:
            assert not foul(answer.text), path
            assert not _refused_escapes(answer.text), path
            heard += answer.text
    assert all(kept in heard for kept in KEPT)
    assert heard.count("red bell nul bidi zero tag") > 20
    asked = {"person": "petra_marsh", "question": SPOILED}
    assert not foul(client.post("/api/runs/old/ask", json=asked, headers={"X-Milkwood": "1"}).text)
    state.close()


def test_a_viewer_of_such_a_run_is_told_clean(spoiled: Path, tmp_path: Path) -> None:
    state = AppState(RunFiles([spoiled]), packs=Packs([quay()]))
    heard = ""
    with serving(tmp_path, app_state=state) as served, served.viewer("old", since=0) as viewer:
        while "red bell nul bidi zero tag" not in heard or "你好" not in heard:
            message = viewer.socket.recv(PATIENCE)
            if isinstance(message, str):
                assert not foul(message)
                assert not _refused_escapes(message)
                heard += message


@pytest.mark.parametrize("kind", list(ExportFormat))
def test_every_export_of_such_a_file_is_clean(spoiled: Path, tmp_path: Path, kind: ExportFormat) -> None:
    if kind == ExportFormat.PARQUET:
        pytest.importorskip("pyarrow")
    assert {*FORMATS} <= {*ExportFormat}
    out = tmp_path / ("page.html" if kind == ExportFormat.HTML else "out")
    told = CliRunner().invoke(app, ["export", "old", str(out), "--format", str(kind)])
    if kind == ExportFormat.HTML and "has not been built" in told.output:
        pytest.skip("the page is not built: run `make web`")
    assert told.exit_code == 0, told.output
    heard = ""
    for path in [out] if out.is_file() else sorted(path for path in out.rglob("*") if path.is_file()):
        assert not foul(path.name)
        for text in _read(path):
            assert not foul(text, lines=True), path
            assert not _refused_escapes(text), path
            heard += text
    assert "red bell nul bidi zero tag" in heard


def _read(path: Path) -> Iterator[str]:
    """The texts in a file."""
    if path.suffix == ".parquet":
        yield from _texts(import_module("pyarrow.parquet").read_table(path).to_pylist())
    elif path.suffix == ".html":
        carried = json.loads(re.findall(r'id="milkwood-replay">(.*?)</script>', path.read_text("utf-8"))[0])
        packed = json.loads(gzip.decompress(base64.b64decode(carried["packed"])))
        yield from (each["text"] for name, each in packed.items() if "text" in each and "tiles" not in name)
    elif path.suffix == ".json":
        yield from _texts(json.loads(path.read_text("utf-8")))
    else:
        yield path.read_text("utf-8-sig").replace("\r\n", "\n")


# --- a new border is not forgotten


WRITERS = {
    "server": {"wire/model.py"},
    "chronicle/export": {"place.py", "parquet.py", "sheet.py"},
    "bridge/export": {"folder.py"},
    "cli": {"terminal.py", "config.py", "diff.py", "takeover.py", "toml.py"},
}
"""Modules that write JSON for others: each cleans it, or its text goes through one that does."""


@pytest.mark.parametrize("room", WRITERS)
def test_no_other_module_writes_json_for_others(room: str) -> None:
    folder = ROOT / "src" / "milkwood" / room
    writing = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if re.search(r"json\.dumps?\(", path.read_text("utf-8"))
    }
    assert writing == WRITERS[room], "write it with page_json, Place.json or echo_json, or list it here with its test"


def test_no_module_of_the_command_line_draws_or_styles_around_the_terminal() -> None:
    folder = ROOT / "src" / "milkwood" / "cli"
    around = re.compile(r"typer\.(?:secho|style)\(|\bConsole\(|sys\.stdout\.(?:write|buffer)|click\.echo")
    own = {"terminal.py", "canvas.py"}
    assert [
        path.name for path in folder.rglob("*.py") if path.name not in own and around.search(path.read_text())
    ] == []
