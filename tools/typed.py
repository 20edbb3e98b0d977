"""Types the shell blocks of a page, from top to bottom, where there is nothing but Milkwood, and compares the output.

`python -m tools.typed [PAGE ...]` types pages; with `--write` it also writes the real output into them. Each page has
its own home and its own folder. Python blocks of a page are one program. Comments, which readers do not see, stand
before a block and say what a reader would do by hand:

    <!-- output -->                 the block shows the output of the commands before it; `…` stands for any text
    <!-- output: 6 -->              the same, of its first 6 lines
    <!-- typed: exit 1 -->          the commands of the block end with this code
    <!-- typed: file a.csv -->      the block is the content of this file
    <!-- typed: WORD = TEXT -->     type TEXT where the block has WORD
    <!-- typed: answers A, B -->    the commands ask on a terminal, and get these answers
    <!-- typed: fake NAME MODEL --> from here on, the vendor's address is that of a fake with this model
    <!-- typed: data FOLDER ... --> from here on, these folders of the original's published data are here
    <!-- typed: skip, REASON -->    the block is not typed

Invariants: no connection leaves this machine; servers get one request and are ended by Ctrl-C; `make` gets -n.
"""

import contextlib
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path

from tools.docs import SHELLS
from tools.tree import ROOT, name

PAGES = ("README*.md", "docs/tutorial/*.md", "docs/how-to/*.md", "docs/reference/python.md")
DATA = Path(os.environ.get("MILKWOOD_UPSTREAM") or ROOT.parent / "shared" / "data")
"""The original's published data, if it is on this machine."""
MINUTES = {"docs/how-to/compare.md"}
"""Pages that take minutes."""
ANY = "…"
LIMIT_SECONDS = 1200
"""The most that one line may take."""
_SERVERS = {"up", "serve", "fake"}
_NOTE = re.compile(r"<!-- (typed|output)(?:: (.*?))? -->\Z")
_KINDS = re.compile(r"exit \d+|file \S+|answers .*|fake \S+ \S+|data .+|skip, .{10,}|\S+ = .+")
_PLACEHOLDER = re.compile(r"[A-Z]{2,}(?:\.\w+)?|.*(?:…|\.\.\.).*")
_LAUNCHER = """import json, os, sys
from dataclasses import replace
from milkwood.cli import main
from milkwood.providers.presets import presets
for name, address in json.loads(os.environ["FAKES"]).items():
    presets()[name] = replace(presets()[name], address=address)
sys.exit(main())
"""
_SPLIT = "\x1e"


class NoData(Exception):
    """The page needs the original's published data, which is not on this machine."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the line of its fence, its language, its lines, and the comments before it."""

    line: int
    language: str
    text: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def note(self, kind: str) -> str | None:
        """The rest of the comment of this kind, if there is one."""
        return next((note.removeprefix(kind).lstrip(", ") for note in self.notes if note.startswith(kind)), None)

    @property
    def commands(self) -> tuple[str, ...]:
        """What a reader types; none if it is no shell block."""
        lines = (line.strip().removeprefix("$ ") for line in self.text)
        return tuple(line for line in lines if line) if self.language in SHELLS else ()

    def typed(self, line: str) -> str:
        """A line with the texts of the comments in the place of its placeholders."""
        for note in self.notes:
            word, equals, text = note.partition(" = ")
            line = line.replace(word, text) if equals else line
        return line


@dataclass(slots=True)
class Outcome:
    """What happened when a page was typed."""

    text: str
    """The page with the real output."""
    commands: int = 0
    compared: int = 0
    """Lines of output that were compared."""
    skipped: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def pages(root: Path = ROOT) -> list[Path]:
    """The pages that are typed."""
    return [page for pattern in PAGES for page in sorted(root.glob(pattern))]


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page with the comments before each."""
    notes: list[str] = []
    inside: list[str] | None = None
    start, language = 0, ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fence = re.match(r"\s*```(\w*)", line)
        if inside is not None and fence:
            yield Block(start, language, tuple(inside), tuple(notes))
            inside, notes = None, []
        elif inside is not None:
            inside.append(line)
        elif fence:
            start, language, inside = number, fence[1], []
        elif note := _NOTE.match(line):
            notes.append("output " + (note[2] or "") if note[1] == "output" else note[2] or "")
        elif line.strip():
            notes = []


def problems(page: Path) -> list[str]:
    """Comments without a meaning, and lines that cannot be typed."""
    found = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        note = _NOTE.match(line)
        if line.startswith("<!-- typed") and not (note and _KINDS.fullmatch(note[2] or "")):
            found.append(f"{page.name}:{number}: “{line}” is not understood; tools/typed.py lists what is.")
    for block in blocks(page):
        if block.note("skip") is None:
            for line in block.commands:
                words = shlex.split(block.typed(line), comments=True)
                found += [
                    f"{page.name}:{block.line}: “{word}” cannot be typed; map it or skip the block with a reason."
                    for word in words
                    if _PLACEHOLDER.fullmatch(word)
                ]
    return found


def type_page(page: Path, language: str = "en") -> Outcome:
    """Type one page in a folder of its own. Output is compared in English."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as fakes:
        return _Reader(page, Path(folder).resolve(), language, fakes).read()


class _Reader:
    """A reader of a page, who types it."""

    def __init__(self, page: Path, folder: Path, language: str, fakes: contextlib.ExitStack) -> None:
        self._page, self._folder, self._language, self._fakes = page, folder, language, fakes
        self._here = folder / "here"
        self._here.mkdir()
        (folder / "bin").mkdir()
        self._outcome = Outcome(page.read_text(encoding="utf-8"), faults=problems(page))
        self._said: list[str] = []
        self._typed_before: list[str] = []
        self._addresses: dict[str, str] = {}
        self._python: Iterator[str] = iter(())
        self._shift = 0

    def read(self) -> Outcome:
        found = list(blocks(self._page))
        if code := [block for block in found if block.language == "python" and not block.notes]:
            self._python = self._run_python(code)
        for block in found:
            self._prepare(block)
            if (reason := block.note("skip")) is not None:
                lines = block.commands or block.text[:1]
                self._outcome.skipped += [f"{self._where(block)}: {line} ({reason})" for line in lines]
            elif file := block.note("file"):
                (self._here / file).write_text("\n".join(block.text) + "\n", encoding="utf-8")
            elif block.language == "python":
                self._said = next(self._python, "").splitlines()
            elif block.note("output") is not None:
                self._compare(block)
            elif block.commands:
                self._said = []
                for line in block.commands:
                    self._type(block, block.typed(line))
        return self._outcome

    def _prepare(self, block: Block) -> None:
        if fake := block.note("fake"):
            from milkwood_fake import Fake, FaultPlan

            provider, model = fake.split()
            server = self._fakes.enter_context(Fake(FaultPlan(models=(model,))))
            self._addresses[provider] = server.address
            (self._folder / "launcher.py").write_text(_LAUNCHER, encoding="utf-8")
            launcher = self._folder / "bin" / "milkwood"
            launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{self._folder}/launcher.py" "$@"\n', "utf-8")
            launcher.chmod(0o755)
        for folder in (block.note("data") or "").split():
            if not (DATA / folder).exists():
                raise NoData(
                    f"{self._page.name} needs the original's published data: name its folder by MILKWOOD_UPSTREAM."
                )
            (self._here / folder).symlink_to(DATA / folder)

    def _type(self, block: Block, line: str) -> None:
        self._outcome.commands += 1
        words = shlex.split(line, comments=True)
        wanted = int(block.note("exit") or 0)
        if words[0] == "make":
            code, said = self._run(shlex.join(["make", "-n", *words[1:]]), folder=ROOT)
        elif words[0] == "milkwood" and words[1] in _SERVERS:
            code, said = self._serve(line)
        else:
            answers = block.note("answers")
            code, said = self._run(line, answers=None if answers is None else answers.split(", "))
        if words[0] in {"export", "cd"}:
            self._typed_before.append(line)
        self._said += said.splitlines()
        if code != wanted or "Traceback" in said:
            self._outcome.faults.append(f"{self._where(block)}: {line}\nended with {code}, not {wanted}\n{said}")

    def _run(self, line: str, folder: Path | None = None, answers: list[str] | None = None) -> tuple[int, str]:
        """Run a line to its end; the output is that of programs, with the messages beside it if it is all or failed."""
        keys, terminal = pty.openpty() if answers is not None else (-1, subprocess.DEVNULL)
        try:
            if answers is not None:
                os.write(keys, "".join(f"{answer}\n" for answer in answers).encode() + b"\x04")
            with self._start(line, folder or self._here, terminal, subprocess.PIPE) as process, _limited(process):
                said, beside = process.communicate()
        finally:
            if answers is not None:
                os.close(keys)
                os.close(terminal)
        return process.returncode, said if said and not process.returncode else said + beside

    def _serve(self, line: str) -> tuple[int, str]:
        """Start a server, send one request to the address it prints, and end it by Ctrl-C."""
        said = status = ""
        with self._start(line, self._here, subprocess.DEVNULL, subprocess.STDOUT) as server, _limited(server):
            assert server.stdout is not None
            for text in server.stdout:
                said += text
                if address := re.search(r"http://\S+", text):
                    status = _visit(address[0])
                    os.killpg(server.pid, signal.SIGINT)
                    break
            said += server.stdout.read()
        stopped = status == "200" and server.returncode in {0, 128 + signal.SIGINT}
        return (0 if stopped else server.returncode or -1), f"{said}HTTP {status or 'was not reached'}\n"

    def _start(self, line: str, folder: Path, keys: int, messages: int) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            ["bash", "-c", "\n".join([*self._typed_before, line])],
            cwd=folder,
            env=self._environment(),
            stdin=keys,
            stdout=subprocess.PIPE,
            stderr=messages,
            encoding="utf-8",
            start_new_session=True,
        )

    def _run_python(self, code: list[Block]) -> Iterator[str]:
        """The output of each Python block; all are one program."""
        program = f"\nprint({_SPLIT!r})\n".join("\n".join(block.text) for block in code)
        (self._folder / "program.py").write_text(f"import milkwood\n{program}\n", encoding="utf-8")
        self._outcome.commands += len(code)
        status, said = self._run(shlex.join([sys.executable, "-u", str(self._folder / "program.py")]))
        if status:
            self._outcome.faults.append(f"{self._page.name}: its Python code\nended with {status}\n{said}")
        return iter(part.removeprefix("\n") for part in said.split(_SPLIT))

    def _compare(self, block: Block) -> None:
        real = [self._masked(line) for line in self._said]
        if self._language != "en":
            return
        compared = sum(line.strip() != ANY for line in block.text)
        self._outcome.compared += compared
        if compared and agrees(block.text, real):
            return
        shown = block.note("output")
        new = [*real[: int(shown)], ANY] if shown and len(real) > int(shown) else real
        first = block.line + self._shift
        lines = self._outcome.text.splitlines()
        lines[first : first + len(block.text)] = new
        self._shift += len(new) - len(block.text)
        self._outcome.text = "\n".join(lines) + "\n"
        self._outcome.faults.append(f"{self._where(block)}: the output is now\n" + "\n".join(new))

    def _masked(self, line: str) -> str:
        """A line of output without names of folders that only exist here."""
        for folder in (self._folder / "home", self._here, self._folder):
            line = line.replace(str(folder), ANY)
        return line.rstrip()

    def _where(self, block: Block) -> str:
        return f"{name(self._page, ROOT) if self._page.is_relative_to(ROOT) else self._page.name}:{block.line}"

    def _environment(self) -> Mapping[str, str]:
        home = self._folder / "home"
        home.mkdir(exist_ok=True)
        return {
            "PATH": os.pathsep.join(
                [str(self._folder / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
            ),
            "HOME": str(home),
            "MILKWOOD_HOME": str(home),
            "MILKWOOD_LANGUAGE": self._language,
            "MILKWOOD_NETWORK": "off",
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
            "FAKES": json.dumps(self._addresses),
        }


def agrees(shown: tuple[str, ...], real: list[str]) -> bool:
    """Whether output is what a page shows; `…` stands for any text, and for any lines if it is alone."""
    parts = [
        r"(?:.*\n)*" if line.strip() == ANY else ".*".join(map(re.escape, line.rstrip().split(ANY))) + r"\n"
        for line in shown
    ]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in real)) is not None


@contextlib.contextmanager
def _limited(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Kill a process and its children after the limit."""
    alarm = threading.Timer(LIMIT_SECONDS, os.killpg, (process.pid, signal.SIGKILL))
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def _visit(address: str) -> str:
    """The status of one request, with the cookie that an address with a token sets."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    try:
        with opener.open(address, timeout=LIMIT_SECONDS) as answer:
            return str(answer.status)
    except OSError as error:
        return str(error)


def main() -> int:
    """Type pages; 1 if one is wrong."""
    wanted = [Path(word).resolve() for word in sys.argv[1:] if word != "--write"] or pages()
    wrong = False
    for page in wanted:
        try:
            outcome = type_page(page)
        except NoData as missing:
            print(missing)
            continue
        print(
            f"{name(page, ROOT)}: {outcome.commands} commands, {outcome.compared} lines of output, "
            f"{len(outcome.skipped)} skipped, {len(outcome.faults)} wrong",
            *outcome.skipped,
            *outcome.faults,
            sep="\n  ",
            flush=True,
        )
        if "--write" in sys.argv[1:]:
            page.write_text(outcome.text, encoding="utf-8")
        wrong = wrong or bool(outcome.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
