"""The message ids of the source, and the catalogues that translate them.

    python -m tools.messages         update every catalogue: new ids get an empty translation, unused ids are removed
    python -m tools.messages CODE    start a catalogue for another language

Finds `t(…)` and `tn(…)`, labels of the command line, phrasebooks, the help of commands, and the sentences of libraries.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from milkwood.i18n.catalogue import read

SOURCE = Path("src")
CATALOGUES = SOURCE / "milkwood" / "i18n" / "catalogues"
LIBRARIES = SOURCE / "milkwood" / "i18n" / "library.txt"
_HEADER = "Language: {}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"


class Message(NamedTuple):
    """A message id, and where it is used."""

    context: str
    template: str
    plural: str = ""
    place: str = ""


def messages() -> dict[tuple[str, str], Message]:
    """Every message of the source, by context and template."""
    found: dict[tuple[str, str], Message] = {}
    for each in (*_sources(), *_help(), *_libraries()):
        found.setdefault((each.context, each.template), each)
    return found


def _sources() -> Iterator[Message]:
    for file in sorted(SOURCE.rglob("*.py")):
        place = file.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield from _called(node, place)
            elif isinstance(node, ast.ClassDef) and any(_name(base) == "Phrasebook" for base in node.bases):
                yield from _phrasebook(node, place)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _called(node: ast.Call, place: str) -> Iterator[Message]:
    name = _name(node.func)
    if name not in ("t", "tn", "label", "padded", "looked_up") or not node.args:
        return
    if not isinstance(node.args[0], ast.Constant):
        if name in ("t", "tn"):
            raise ValueError(f"{place}:{node.lineno}: the template of a message must be written out")
        return
    context = next((ast.literal_eval(each.value) for each in node.keywords if each.arg == "context"), "")
    if name == "looked_up":
        context = ast.literal_eval(node.args[2]) if len(node.args) > 2 else ""
    elif name in ("label", "padded"):
        context = "label"
    plural = ast.literal_eval(node.args[1]) if name == "tn" else ""
    yield Message(context, ast.literal_eval(node.args[0]), plural, place)


def _phrasebook(node: ast.ClassDef, place: str) -> Iterator[Message]:
    context = next(ast.literal_eval(each.value) for each in node.keywords if each.arg == "context")
    for line in node.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            target = line.targets[0] if isinstance(line, ast.Assign) else line.target
            inner = context if isinstance(line.value, ast.Constant) else f"{context} {_name(target)}"
            yield from (Message(inner, text, place=place) for text in _texts(line.value) if text)


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _texts(part)


def _help() -> Iterator[Message]:
    from typer.main import get_command

    from milkwood.cli import app
    from milkwood.cli.voice import LABELS

    yield from (Message("label", word, place="cli") for word in LABELS)
    yield Message("help", "Show this message and exit.", place="cli")
    yield from _command(get_command(app))


def _command(command: Any) -> Iterator[Message]:
    real = getattr(command, "loaded", command)
    for each in {command.help, real.help} - {None, ""}:
        yield Message("help", " ".join(each.split()), place="cli")
    for each in real.params:
        if getattr(each, "help", None):
            yield Message("help", each.help, place="cli")
        if isinstance(shown := getattr(each, "show_default", None), str) and not shown.isdigit():
            yield Message("label", shown, place="cli")
    for inner in getattr(real, "commands", {}).values():
        yield from _command(inner)


def _libraries() -> Iterator[Message]:
    lines = LIBRARIES.read_text("utf-8").splitlines()
    return (Message("library", line, place="library.txt") for line in lines if line and not line.startswith("#"))


def written(language: str, kept: dict[tuple[str, str], list[str]]) -> str:
    """A catalogue with every message, and the known translations."""
    header = kept.get(("", ""), [_HEADER.format(language)])[0]
    parts = ["\n".join(('msgid ""', 'msgstr ""', *(_quoted(line) for line in header.splitlines(keepends=True))))]
    place = ""
    for message in sorted(messages().values(), key=lambda each: (each.place, each.context, each.template)):
        lines = [f"# {message.place}"] if message.place != place else []
        place = message.place
        lines += [f"msgctxt {_quoted(message.context)}"] if message.context else []
        lines += [f"msgid {_quoted(message.template)}"]
        forms = kept.get((message.context, message.template), [""])
        if message.plural:
            lines += [f"msgid_plural {_quoted(message.plural)}"]
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
        else:
            lines += [f"msgstr {_quoted(forms[0])}"]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Write the catalogues."""
    for language in sys.argv[1:] or [file.stem for file in CATALOGUES.glob("*.po")]:
        if not language.isalpha():
            sys.exit(f"“{language}” is no language code. Write: python -m tools.messages [CODE ...]")
        file = CATALOGUES / f"{language}.po"
        file.write_text(written(language, read(file.read_text("utf-8")) if file.exists() else {}), "utf-8")


if __name__ == "__main__":
    main()
