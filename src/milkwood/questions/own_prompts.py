"""Prompts of the user's own: a folder with a file for each prompt that it replaces, such as `speak.en.txt`.

Invariant: a folder that cannot be used is refused as a whole before anything is asked, with every fault and its file;
a prompt without a file is the built-in one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from milkwood.errors import SetupError
from milkwood.i18n import join, sentences, t
from milkwood.questions.case import cases
from milkwood.questions.kind import AnyKind
from milkwood.questions.offer import offer
from milkwood.questions.pieces import Writer
from milkwood.questions.prompt import LANGUAGES, SLOT, Template, built_in_text, sections_of, template, template_hash
from milkwood.questions.registry import KINDS
from milkwood.questions.tokens import tokens

SUFFIX: Final = ".txt"
_RULES, _NOW = "rules", "now"
SECTIONS: Final = (_RULES, "person", "around", _NOW)
"""Sections of a prompt, in order; the first and the last must be there."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "plan_day": ("now", "places"),
    "break_down": ("what", "minutes"),
    "weigh": ("numbered",),
    "react": ("noticed", "options"),
    "speak": ("lines",),
    "after_talk": ("lines",),
    "reflect": ("recent",),
    "new_self": ("now",),
    "interview": ("question",),
    "whisper": ("voice",),
}
"""Fields without which nobody could answer."""
_FIXED_SHARE: Final = 0.5
"""The largest part of a prompt's tokens that its fixed words may take; the rest is for the question."""
_ODD_FIELD: Final = re.compile(r"\{\s*[A-Za-z_][^{}\"\n]{0,40}\}?")
"""What was probably meant as a field."""
_MAX_FILE_BYTES: Final = 1 << 17
_MIN_SIMILARITY: Final = 0.6


@dataclass(frozen=True, slots=True)
class OwnPrompts:
    """Templates by name, such as `speak.en`."""

    templates: Mapping[str, Template] = field(default_factory=dict)

    def template(self, kind: str, language: str) -> Template | None:
        """The template of a kind and language; None for the built-in one."""
        return self.templates.get(prompt_name(kind, language))

    def hashes(self) -> dict[str, str]:
        """The hash of each template."""
        return {name: template_hash(sections) for name, sections in sorted(self.templates.items())}

    def spoken(self, language: str) -> "OwnPrompts":
        """Those that a run in a language uses."""
        names = {prompt_name(kind, language) for kind in KINDS}
        return OwnPrompts({name: each for name, each in self.templates.items() if name in names})


BUILT_IN: Final = OwnPrompts()
"""No prompts of one's own."""


def prompt_name(kind: str, language: str) -> str:
    """The name of a prompt; a language without prompts has the English ones."""
    return f"{kind}.{language if language in LANGUAGES else LANGUAGES[0]}"


def names() -> dict[str, tuple[str, str]]:
    """Kind and language of every prompt, by name."""
    return {prompt_name(kind, language): (kind, language) for kind in KINDS for language in LANGUAGES}


def read_folder(folder: Path, where: str = "") -> OwnPrompts:
    """The prompts in a folder that differ from the built-in ones; `where` is what named it."""
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except NotADirectoryError:
        raise SetupError(
            t("The prompts must be a folder, not a file."), where=where or str(folder), remedy=_how_to_begin()
        ) from None
    except FileNotFoundError:
        raise SetupError(
            t("There is no folder “{folder}” with prompts.", folder=folder), where=where, remedy=_how_to_begin()
        ) from None
    found: dict[str, Template] = {}
    faults: list[str] = []
    for path in files:
        wrong = list(_faults(path))
        faults += [t("{file}: {fault}", file=path.name, fault=each) for each in wrong]
        if not wrong:
            found[path.name.removesuffix(SUFFIX)] = sections_of(_text(path))
    if faults:
        what = t("These prompts cannot be used:{faults}", faults=join("\n  ", ["", *faults]))
        raise SetupError(what, where=str(folder))
    if not found:
        raise SetupError(t("The folder has no prompts."), where=str(folder), remedy=_how_to_begin())
    return OwnPrompts({name: each for name, each in found.items() if each != template(*names()[name])})


def write_folder(folder: Path) -> list[Path]:
    """Write all built-in prompts to a folder; an error if one of the files is there already."""
    paths = {folder / f"{name}{SUFFIX}": built_in_text(*of) for name, of in names().items()}
    there = next((path for path in paths if path.exists()), None)
    if there is not None:
        raise SetupError(
            t("{file} is there already.", file=there), remedy=t("Name another folder; nothing is overwritten.")
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8")
    return list(paths)


@cache
def fields(kind: str) -> frozenset[str]:
    """The fields that a prompt of a kind may show."""
    known: set[str] = set()
    for language in LANGUAGES:
        known |= _shown(template(kind, language))
    example = next(cases(kind)).ask
    return frozenset(known | set(Writer(example, offer(example)).slots()))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")


def _faults(path: Path) -> Iterator[str]:
    """Everything that is wrong with a file, as sentences."""
    name, known = path.name.removesuffix(SUFFIX), names()
    if name not in known or not path.name.endswith(SUFFIX):
        near = get_close_matches(name, known, 1, _MIN_SIMILARITY)
        hint = t("Did you mean {name}?", name=f"{near[0]}{SUFFIX}") if near else ""
        yield sentences(t("there is no such prompt.", context="own prompt"), hint, _known_names())
        return
    try:
        if not path.is_file():
            yield t("this is not a file.", context="own prompt")
            return
        if path.stat().st_size > _MAX_FILE_BYTES:
            yield t("it is too long.", context="own prompt")
            return
        text = _text(path)
    except UnicodeDecodeError as error:
        yield t("it is not UTF-8 (byte {place}); save it as UTF-8.", place=error.start + 1)
        return
    except OSError as error:
        yield t("it cannot be read ({error}).", context="own prompt", error=error)
        return
    yield from _faults_of(KINDS[known[name][0]], text)


def _faults_of(kind: AnyKind, text: str) -> Iterator[str]:
    if not text.strip():
        yield t("it is empty.", context="own prompt")
        return
    head, titles = _outline(text)
    if head:
        yield t("it must begin with the line “=== rules”.")
    if unknown := [each for each in titles if each not in SECTIONS]:
        every = join(", ", list(SECTIONS))
        yield t("there is no section “{name}”; there are: {names}.", name=unknown[0], names=every)
    if twice := [each for place, each in enumerate(titles) if each in titles[:place]]:
        yield t("the section “{name}” is there twice.", name=twice[0])
    sections = sections_of(text)
    for needed in (_RULES, _NOW):
        if not any(line.strip() for line in sections.get(needed, ())):
            yield t("the section “{name}” is missing or empty.", name=needed)
    yield from _faults_of_fields(kind, sections)
    fixed = tokens(SLOT.sub("", "\n".join("\n".join(lines) for lines in sections.values())))
    if fixed > (most := int(_FIXED_SHARE * kind.most_prompt_tokens)):
        yield t("its own words are {count} tokens; at most {most} leave room for the question.", count=fixed, most=most)


def _faults_of_fields(kind: AnyKind, sections: Template) -> Iterator[str]:
    for name in sorted(_shown({_RULES: sections.get(_RULES, ())})):
        yield t("“{field}” in the rules is not filled in; move it to another section.", field=f"{{{name}}}")
    rest = {name: lines for name, lines in sections.items() if name != _RULES}
    for odd in _ODD_FIELD.findall(SLOT.sub("", "\n".join("\n".join(lines) for lines in rest.values()))):
        yield t("“{text}” is no field; write {name} or {list}.", text=odd, name="{name}", list="{name*}")
    known = fields(kind.name)
    for name in sorted(_shown(rest) - known):
        near = get_close_matches(name, known, 1, _MIN_SIMILARITY)
        hint = t("Did you mean {name}?", name=f"{{{near[0]}}}") if near else ""
        yield sentences(
            t("there is no field “{field}”.", field=f"{{{name}}}"),
            hint,
            t("Fields: {names}.", names=" ".join(f"{{{each}}}" for each in sorted(known))),
        )
    for name in _NEEDED.get(kind.name, ()):
        if name not in _shown(rest):
            yield t("the field “{field}” is missing: without it the question cannot be answered.", field=f"{{{name}}}")


def _shown(sections: Template) -> set[str]:
    return {name for lines in sections.values() for name, _ in SLOT.findall("\n".join(lines))}


def _outline(text: str) -> tuple[str, list[str]]:
    """What stands before the first section, and the titles of all sections."""
    pieces = re.split(r"^===[ \t]*(.*)\n", text.strip() + "\n", flags=re.MULTILINE)
    return pieces[0].strip(), [title.strip() for title in pieces[1::2]]


def _known_names() -> str:
    every = [f"{kind}.{'|'.join(LANGUAGES)}{SUFFIX}" for kind in KINDS]
    return t("There are: {names}.", names=join(", ", every))


def _how_to_begin() -> str:
    return t("`milkwood config prompts FOLDER` writes the built-in ones there, to change them.")
