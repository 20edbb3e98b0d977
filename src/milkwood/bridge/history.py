"""History files of generative agents: a table of people and their memories from before the run.

Invariant: every statement of a readable file is returned, trimmed and in order; commas, quotes, encodings and line ends
lose nothing.

A row is a name and a list of statements separated by semicolons (`；` in Chinese). An unquoted comma splits a statement
over columns, so all columns after the name are joined again. Statements address the person (“You love your work”);
memories are in the first person, so statements are converted where that is certain.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from milkwood.clean import clean
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.mind.phrases import Phrases
from milkwood.understudy.language import verbs
from milkwood.understudy.language.shift import mine

MAX_HISTORY_BYTES = 20_000_000
_BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_HEADINGS = {"name", "person", "persona", "agent", "姓名", "名字", "人物"}
_BETWEEN = re.compile(r"[;；]")
_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*(?![\w'’-])"
_BEGIN = (
    r"(?P<begin>^|[,;:.—–]\s+|--\s+|\b(?:that|because|since|when|whenever|if|where|while|after|before|but|so|although|"
    r"though|how|what|why|which|whom)\s+)"
)
"""The text before the subject of a clause."""
_BOTH = re.compile(rf"{_BEGIN}[Yy]ou and (?P<other>{_NAME}|your \w+)(?P<who>,? (?:who|whose|whom|which)\b)?")
_BOTH_LAST = re.compile(rf"{_BEGIN}(?!Between\b)(?P<other>{_NAME}) and you\b")
_SUBJECT = re.compile(rf"{_BEGIN}[Yy]ou(?=\s+[a-z])")
_SEVERAL = "two|three|four|both|all"
_WE = re.compile(rf"\b[Yy]ou (?P<count>{_SEVERAL})\b(?: (?P<next>[\w']+))?")
"""Several people who are addressed, and the word after them."""
_OF_YOU = re.compile(rf"\b(?P<of>(?:{_SEVERAL}|each|one|neither|either|none|some) of) you\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[;.!?]|,(?= (?:and|but|so)\b)|\b(?:but|because|since|although|though)\b")
_OURS = {"your": "our", "yours": "ours", "yourselves": "ourselves"}
_STRESSED = re.compile(r"\*([^*]+)\*")
_ME = "\0"
"""Placeholder for an “I” in a plural subject, until the verbs of a single “I” are converted."""
_VERBS = {"are": "am", "were": "was", "aren't": "am not", "weren't": "wasn't"}
_NEGATED = frozenset("don't do haven't have didn't can't won't couldn't wouldn't shouldn't".split())
_SINGLE = re.compile(r"\bI (are|were|aren't|weren't)\b")


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row: a person and their statements."""

    line: int
    name: str
    statements: tuple[str, ...]


def read(path: Path) -> list[HistoryRow]:
    """The rows of a file, without empty ones."""
    rows = csv.reader(io.StringIO(_text(path), newline=""), strict=True)
    entries: list[HistoryRow] = []
    line = 1
    try:
        for row in rows:
            first, line = line, rows.line_num + 1
            entry = _entry(first, row)
            if entry is not None and not (not entries and entry.name.casefold() in _HEADINGS):
                entries.append(entry)
    except csv.Error as error:
        raise SetupError(
            t("The row that begins in line {line} cannot be read ({error}).", line=line, error=error),
            where=str(path),
            remedy=t("Close the quotation marks, or write each mark within a text twice."),
        ) from error
    if not entries:
        raise SetupError(
            t("It has no people."),
            where=str(path),
            remedy=t("Write rows of a name, a comma, and what to remember."),
        )
    return entries


def _entry(line: int, row: list[str]) -> HistoryRow | None:
    if not any(cell.strip() for cell in row):
        return None
    name, *rest = row
    # Keep the space after an unquoted comma.
    statements = (" ".join(each.split()) for each in _BETWEEN.split(",".join(rest).rstrip(",")))
    return HistoryRow(line, " ".join(name.split()), tuple(each for each in statements if each))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_HISTORY_BYTES:
            what = t("The file has more than {size} MB.", size=MAX_HISTORY_BYTES // 1000000)
            raise SetupError(what, where=str(path), remedy=t("Split it into several."))
        content = path.read_bytes()
    except OSError as error:
        remedy = t("Give the path of a CSV file that you may read.")
        raise SetupError(t("It cannot be read ({error}).", error=error), where=str(path), remedy=remedy) from error
    except ValueError as error:
        raise SetupError(t("That is not a path."), remedy=t("Give the path of a CSV file.")) from error
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SetupError(t("This is not a text file."), where=str(path), remedy=t("Save the table as CSV in UTF-8."))
    return clean(next(_decoded(path, content)), lines=True)


def _decoded(path: Path, content: bytes) -> Iterator[str]:
    """The text, in the first encoding that fits: its BOM, UTF-8, or an encoding of older spreadsheets."""
    marked = next((encoding for bom, encoding in _BOMS.items() if content.startswith(bom)), None)
    for encoding in (marked,) if marked else ("utf-8", "gb18030" if _looks_chinese(content) else "cp1252", "latin-1"):
        try:
            yield content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise SetupError(t("The text is damaged."), where=str(path), remedy=t("Save the table as CSV in UTF-8."))


def _looks_chinese(content: bytes) -> bool:
    """Whether bytes that are not UTF-8 are Chinese: those come in pairs, accented letters mostly alone."""
    high = [byte >= 0x81 for byte in content]
    paired = sum(one and other for one, other in pairwise(high))
    return paired * 2 > sum(high)


def own_words(statement: str, language: str) -> str:
    """A statement in the first person, with a full stop: `You love …` becomes `I love …`."""
    stop = Phrases.of(language).full_stop
    ended = statement if statement.endswith((".", "!", "?", "。", "！", "？", "”", '"')) else statement + stop
    if language != "en":
        return mine(ended, language)
    turned = _BOTH.sub(_with_another, _together(_STRESSED.sub(r"\1", ended)))
    turned = _BOTH_LAST.sub(rf"\g<begin>\g<other> and {_ME}", turned)
    turned = _SUBJECT.sub(r"\g<begin>I", turned)
    turned = _SINGLE.sub(lambda found: f"I {_VERBS[found[1]]}", turned)
    return mine(turned, language).replace(_ME, "I")


def _together(text: str) -> str:
    """A statement in which several addressed people are “we”, “us” and “our”: `you two talk` is `we two talk`."""
    text = re.sub(r"\byourselves\b", "ourselves", _OF_YOU.sub(r"\g<of> us", text))
    made, at = "", 0
    while found := _WE.search(text, at):
        made += text[at : found.start()]
        count, acts = found["count"], _acts(found["next"] or "") or not text[: found.start()].strip()
        we = f"we {count}" if acts else f"us {count}" if count in ("both", "all") else f"the {count} of us"
        made += we if found[0][0].islower() else we[0].upper() + we[1:]
        at = found.end("count")
        end = _CLAUSE_END.search(text, at)
        until = end.start() if end else len(text)
        made += re.sub(r"\byours?\b", lambda each: _OURS[each[0]], text[at:until])
        at = until
    return made + text[at:]


def _acts(word: str) -> bool:
    """Whether a word after “you two” makes them the subject: a verb, or an adverb before one."""
    low = word.lower()
    return low in _VERBS or low in verbs.BASE | verbs.MODALS | verbs.ADVERBS or verbs.is_past(low) or low in _NEGATED


def _with_another(found: re.Match[str]) -> str:
    """`You and Tom` in the first person."""
    begin, other, who = found["begin"], found["other"].replace("your ", "my "), found["who"] or ""
    return f"{begin}{_ME} and {other}{who}" if who else f"{begin}{other} and {_ME}"
