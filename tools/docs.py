"""The documents rule: every path, link and command that our pages name exists.

Knows nothing of what the pages say. Invariant: a page is read as readers see it: `code spans`, links, and fenced
blocks marked sh or console; other fenced blocks are pictures or file contents and are left alone.
"""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from tools import tree

PAGES = (
    "README*.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    ".github/*.md",
    "docs/**/*.md",
)
SHELLS = {"sh", "bash", "shell", "console"}
NOT_IN_CLONE = (
    "src/milkwood/server/static",
    "web/node_modules",
    "dist",
    "tests/artefacts",
    "docs/measured.md",
    "docs/affordable.md",
)
"""Generated files: pages may name them before they exist."""

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*(\w*)")
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\]\(<?([^)>\s]+)>?[^)]*\)")
_PATH = re.compile(r"[\w.*@/-]+\Z")
_SETTING = re.compile(r"[A-Z_]+=.*\Z")
_OURS = {"milkwood", "milkwood_art", "milkwood_fake", "milkwood_rule", "tools", "benchmarks"}


@dataclass(frozen=True, slots=True)
class Mention:
    """Something a page names: a code span (which may be a path or a command), a shell line, or a link."""

    page: Path
    line: int
    kind: str
    text: str


def problems(root: Path, milkwood: Callable[[tuple[str, ...]], bool] | None = None) -> list[str]:
    """Every mention of something that does not exist; `milkwood` says whether its command line accepts the words."""
    mentions = [mention for page in pages(root) for mention in mentions_of(page)]
    found = [complaint for mention in mentions for complaint in _missing(mention, root)]
    found += _wrong_commands(mentions, root, milkwood or _takes)
    return found


def pages(root: Path) -> Iterator[Path]:
    """All pages for readers."""
    for pattern in PAGES:
        yield from sorted(root.glob(pattern))


def mentions_of(page: Path) -> Iterator[Mention]:
    """Everything that one page names, in order."""
    fence = language = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence, language = ("", "") if fence else (mark[1], mark[2])
        elif fence:
            if language in SHELLS and line.strip():
                yield Mention(page, number, "shell", line.strip().removeprefix("$ "))
        else:
            yield from (Mention(page, number, "span", span.strip()) for span in _SPAN.findall(line))
            yield from (Mention(page, number, "link", link) for link in _LINK.findall(_SPAN.sub("", line)))


def command(mention: Mention) -> tuple[str, ...]:
    """The words of one of our commands (make, milkwood, python -m), without settings, comments and pipes."""
    if mention.kind == "link":
        return ()
    try:
        words = shlex.split(re.split(r"\s(?:#|\||&&|>|;)", f"{mention.text} ")[0])
    except ValueError:
        return ()
    while words and _SETTING.match(words[0]):
        words.pop(0)
    return tuple(words) if len(words) > 1 and words[0] in {"make", "milkwood", "python"} else ()


def _missing(mention: Mention, root: Path) -> Iterator[str]:
    where = f"{tree.name(mention.page, root)}:{mention.line}"
    if mention.kind == "link" and not re.match(r"[a-z]+:|#", mention.text):
        target = (mention.page.parent / mention.text.split("#")[0]).resolve()
        if not target.exists() and tree.name(target, root) not in NOT_IN_CLONE:
            yield f"{where}: the link leads to {mention.text}, which is not there."
    if mention.kind == "span" and _is_path_here(mention.text, root) and not _exists(mention.text, root):
        yield f"{where}: names {mention.text}, which is not there."


def _is_path_here(text: str, root: Path) -> bool:
    """Whether a span is meant as a path from the root: it begins with a folder there, or is a file's name of ours.

    What begins with a slash is an address of the server.
    """
    if not _PATH.match(text) or "//" in text or text.startswith("/"):
        return False
    first, slash, _rest = text.partition("/")
    return (root / first).is_dir() if slash else bool(re.match(r"(?:[A-Z]{4,}\.md|Makefile|pyproject\.toml)\Z", text))


def _exists(text: str, root: Path) -> bool:
    plain = text.rstrip("/")
    made = any(plain == path or plain.startswith(f"{path}/") for path in NOT_IN_CLONE)
    return made or any(root.glob(plain) if "*" in plain else [root / plain] if (root / plain).exists() else [])


def _wrong_commands(mentions: list[Mention], root: Path, milkwood: Callable[[tuple[str, ...]], bool]) -> Iterator[str]:
    said = [(mention, words) for mention in mentions if (words := command(mention))]
    ours = sorted({words[1:] for _mention, words in said if words[0] == "milkwood"})
    taken = {words: milkwood(words) for words in ours}
    for mention, words in said:
        known = taken[words[1:]] if words[0] == "milkwood" else _is_known(words, root)
        if not known:
            yield f"{tree.name(mention.page, root)}:{mention.line}: there is no command “{' '.join(words)}”."


def _is_known(words: tuple[str, ...], root: Path) -> bool:
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        return all(word in targets for word in words[1:] if not _SETTING.match(word) and word != "…")
    module = words[2] if words[1] == "-m" and len(words) > 2 else ""
    if module.split(".")[0] not in _OURS:
        return True
    places = [top / module.replace(".", "/") for top in (root / "src", root)]
    return any(place.with_suffix(".py").is_file() or place.is_dir() for place in places)


def _takes(words: tuple[str, ...]) -> bool:
    """Whether milkwood accepts these words: `--help` with them succeeds only when all are known."""
    from milkwood.cli import main  # imported here, since everything else in this module works without the package

    plain = [word.strip("[]") for word in words if word not in {"…", "..."}]
    with (
        patch.object(sys, "argv", ["milkwood", *plain, "--help"]),
        redirect_stdout(StringIO()),
        redirect_stderr(StringIO()),
    ):
        try:
            main()
        except SystemExit as end:
            return end.code in (0, None)
    return True
