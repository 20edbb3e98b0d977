"""`milkwood doctor`: checks the installation, the settings and the models.

Invariants: each line says that something works, or what is wrong and what to do; nothing is changed; no key is shown;
each configured model is asked one question at most.
"""

import asyncio
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Annotated, Literal

import typer

from milkwood import config
from milkwood.chronicle import Chronicle
from milkwood.chronicle.metrics import metrics_of
from milkwood.chronicle.runs import folder, listed
from milkwood.cli.takeover import take_over
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import both, columns, filled, label, padded, say
from milkwood.cli.waiting import waiting_for
from milkwood.config import ResolvedConfig
from milkwood.errors import MilkwoodError
from milkwood.i18n import sentences, t, tn
from milkwood.lab.exam import Examination
from milkwood.lab.paper import sample
from milkwood.models.completion import Failure
from milkwood.models.network import is_off
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.providers.nearby import models_at
from milkwood.providers.sentences import Sentences
from milkwood.questions.advice import advice
from milkwood.questions.why import in_words, remedy_of
from milkwood.run import model_config, model_specs
from milkwood.run.model_specs import WEIGHTS

_OLDEST = (3, 11)
_MIN_FREE_MEGABYTES = 500
_DEFAULT_PORT = 8000
_MAX_RUNS = 20
"""Runs among which the latest one with a language model is sought."""
_ABOUT_COLUMNS = 12
_COLOURS = {"ok": typer.colors.GREEN, "note": typer.colors.YELLOW, "wrong": typer.colors.RED}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    about: str
    state: Literal["ok", "note", "wrong"]
    """A note needs no action."""
    what: str
    remedy: str = ""


def doctor(
    ask: Annotated[bool, typer.Option("--ask/--no-ask", help="Ask each configured model one question.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="UTILS.PY", help="Import the settings of Generative Agents instead of checking."
        ),
    ] = None,
) -> None:
    """Check the installation and say how to fix what is missing."""
    if from_ is not None:
        take_over(from_, as_json=as_json)
        return
    findings = []
    for finding in _findings(ask):
        findings.append(finding)
        if not as_json:
            _show(finding)
    wrong = sum(finding.state == "wrong" for finding in findings)
    if as_json:
        told = {"well": not wrong, "findings": [asdict(finding) for finding in findings]}
        echo_json(told)
    else:
        say(
            t("Everything is in order.")
            if not wrong
            else tn("{count} problem to fix.", "{count} problems to fix.", count=wrong)
        )
    if wrong:
        raise typer.Exit(1)


def _show(finding: Finding) -> None:
    about = " ".join([label(finding.about.split(" ", 1)[0]), *finding.about.split(" ", 1)[1:]])
    echo(padded(finding.state, 6), nl=False, fg=_COLOURS[finding.state])
    gap = "" if columns(about) < _ABOUT_COLUMNS else "  "
    echo(f"{filled(about, _ABOUT_COLUMNS)}{gap}{both(finding.what, finding.remedy)}")


def _findings(ask: bool) -> Iterator[Finding]:
    yield _python()
    yield from _packages()
    yield from _guarded("disk", _disk)
    yield from _guarded("port", _port)
    yield from _guarded("embeddings", _embeddings)
    try:
        settings = config.settings()
    except MilkwoodError as error:
        yield _wrong("settings", error)
        return
    yield from _settings(settings)
    yield from _keys(settings)
    yield from _models(settings, ask)
    yield from _latest_answers()


def _guarded(about: str, look: Callable[[], Finding]) -> Iterator[Finding]:
    try:
        yield look()
    except MilkwoodError as error:
        yield _wrong(about, error)
    except OSError as error:
        yield Finding(about, "wrong", t("{error}.", error=error), t("Check that you may read and write there."))


def _wrong(about: str, error: MilkwoodError) -> Finding:
    what = t("{where}: {what}", where=error.where, what=error.what) if error.where else error.what
    return Finding(about, "wrong", what, error.remedy)


# --- installation


def _python() -> Finding:
    here = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < _OLDEST:
        return Finding("Python", "wrong", t("{version} is too old.", version=here), t("Install Python 3.11 or newer."))
    return Finding("Python", "ok", here)


def _packages() -> Iterator[Finding]:
    try:
        wanted = [line for line in requires("milkwood") or [] if "extra ==" not in line]
    except PackageNotFoundError:
        yield Finding("packages", "note", t("Milkwood is run from source and is not installed."))
        return
    names = [_name(line) for line in wanted]
    missing = [name for name in names if not _version(name)]
    if missing:
        yield Finding(
            "packages", "wrong", t("Missing: {names}.", names=", ".join(missing)), f"pip install {' '.join(missing)}"
        )
    else:
        yield Finding(
            "packages",
            "ok",
            t("all {count} packages that Milkwood {version} needs", count=len(names), version=_version("milkwood")),
        )


def _name(requirement: str) -> str:
    end = next((number for number, letter in enumerate(requirement) if letter in " ;<>=!~[("), len(requirement))
    return requirement[:end]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _disk() -> Finding:
    runs = folder()
    there = next(path for path in (runs, *runs.parents) if path.exists())
    with tempfile.TemporaryFile(dir=there):
        free = shutil.disk_usage(there).free // 1_000_000
    if free < _MIN_FREE_MEGABYTES:
        remedy = t("Free some space, or set MILKWOOD_HOME to another folder for runs.")
        return Finding(
            "disk", "wrong", t("Only {free:,} MB are free for runs at {folder}.", free=free, folder=runs), remedy
        )
    return Finding("disk", "ok", t("{free:,.0f} GB free for runs at {folder}", free=free / 1000, folder=runs))


def _port() -> Finding:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("127.0.0.1", _DEFAULT_PORT))
        except OSError:
            return Finding(
                "port", "note", t("{port} is taken: `milkwood up` will use the next free one.", port=_DEFAULT_PORT)
            )
    return Finding("port", "ok", t("{port} is free for `milkwood up`", port=_DEFAULT_PORT))


def _embeddings() -> Finding:
    sentences = Sentences()
    vector = sentences.vector("good morning")
    return Finding("embeddings", "ok", t("{name}, {count} dimensions", name=sentences.name, count=len(vector)))


# --- settings and keys


def _settings(settings: ResolvedConfig) -> Iterator[Finding]:
    paths = [path for _, path in config.files()]
    yield Finding("settings", "ok", ", ".join(str(path) for path in paths) or t("none: defaults apply"))
    holds_key = any(table.key for table in settings.config.models.values())
    for path in paths:
        if holds_key and os.name == "posix" and path.stat().st_mode & 0o077:
            yield Finding(
                "settings", "note", t("{file} holds a key and others may read it.", file=path), f"chmod 600 {path}"
            )


def _keys(settings: ResolvedConfig) -> Iterator[Finding]:
    for one, variable in model_specs.keys_found():
        key = Secret(os.environ[variable].strip())
        allowed = variable in settings.config.keys.allowed
        remedy = (
            ""
            if allowed
            else t("It is used where you name a {title} model; `milkwood config init` asks.", title=one.title)
        )
        yield Finding("keys", "ok", f"{variable}: {key.masked()} ({one.title}).", remedy)
    if hint := model_config.hint(settings):
        yield Finding("model", "note", hint)


# --- models


def _models(settings: ResolvedConfig, ask: bool) -> Iterator[Finding]:
    if is_off():
        yield Finding("network", "note", t("switched off: only this machine is asked."), t("Unset MILKWOOD_NETWORK."))
    try:
        usual = model_specs.usual(settings)
        if usual not in ("understudy", "fast", "strong"):
            model_specs.spec_for(usual, settings)
        specs = model_specs.specs(settings)
    except MilkwoodError as error:
        yield _wrong("model", error)
        return
    for _, spec in sorted(specs.items()):
        try:
            with waiting_for(t("an answer of {name}", name=spec.name)):
                found = asyncio.run(_model(spec, ask))
            yield from found
        except MilkwoodError as error:
            yield _wrong(f"model {spec.name}", error)


async def _model(spec: Spec, ask: bool) -> list[Finding]:
    about = f"model {spec.name}"
    if spec.provider == WEIGHTS:
        there = spec.model == "local" or Path(spec.model).is_file()
        if not there:
            return [
                Finding(
                    about, "wrong", t("There is no file {file}.", file=spec.model), t("Give the path of a .gguf file.")
                )
            ]
        return [await _asked(about, spec)] if ask else [Finding(about, "ok", spec.model)]
    return [*(await _reached(about, spec)), *([await _asked(about, spec)] if ask else [])]


async def _reached(about: str, spec: Spec) -> list[Finding]:
    """Whether the endpoint can be reached and lists the model; many list none, which proves nothing."""
    try:
        listed = await models_at(spec)
    except Failure as failure:
        if failure.category in ("missing", "content_type", "other"):
            return [Finding(about, "note", t("its endpoint lists no models."))]
        raise
    if listed and spec.model not in listed:
        few = ", ".join(sorted(listed)[:5])
        return [
            Finding(
                about,
                "note",
                t(
                    "“{model}” is not among the {count} models listed ({names} …).",
                    model=spec.model,
                    count=len(listed),
                    names=few,
                ),
            )
        ]
    return [Finding(about, "ok", t("its endpoint can be reached"))]


def _latest_answers() -> Iterator[Finding]:
    """Why answers failed most in the latest run with a language model, and what to try."""
    newest = sorted(listed(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[:_MAX_RUNS]:
        with suppress(MilkwoodError, OSError), Chronicle.read(path) as reader, reader.held():
            if not reader.outcomes():
                continue
            total = metrics_of(reader).total
            told = advice(total.answers, total.failures)
            if told:
                yield Finding(
                    "answers", "note", t("In the latest run with a model, “{run}”:", run=reader.header.run), told
                )
            return


async def _asked(about: str, spec: Spec) -> Finding:
    sheet = await Examination(spec, [sample("en")]).sit()
    if not sheet.marks:
        return Finding(about, "wrong", t("gave no answer in two minutes."), t("Try a smaller or a nearer model."))
    mark = sheet.marks[0]
    if mark.outcome == "fallback":
        remedy = sentences(remedy_of(mark.why), t("`milkwood exam {name}` shows details.", name=spec.name))
        what = t("gave no usable answer to a question of the town ({why}).", why=in_words(mark.why))
        return Finding(about, "wrong", what, remedy)
    return Finding(about, "ok", t("answered a question of the town in {seconds:.1f} s", seconds=mark.seconds))
