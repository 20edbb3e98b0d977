"""What a text expresses: hostility, coldness, warmth, grief, gravity, joy, fun … by a general vocabulary.

Invariant: depends on the text alone; the vocabulary is that of the language, and of no town.
"""

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NotRequired, TypedDict

NEGATED = {"warm": "cold", "glad": "sad"}
"""What the negation of a feeling expresses; that of any other expresses nothing."""
_NEGATION_WORDS = 4
"""Maximum number of words between a negation and what it negates."""
_SOMEONE_WORDS = 3
_TOWARD_WORDS = 7
"""Number of words in which a feeling names its person."""
_TOKEN = re.compile(r"[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*(?:'[A-Za-z]+)?|[.,;:!?…“”\"()—–]")
_NOT = frozenset(
    "not no never nobody none neither nor without hardly cannot nothing can't don't doesn't didn't won't wouldn't isn't"
    " aren't wasn't weren't hasn't haven't hadn't couldn't shouldn't no-one barely scarcely".split()
)
_NEITHER = frozenset({"neither", "nor", "nothing"})
"""Negations that express no feeling: neither warm nor cold."""
_BREAKS = frozenset({"but", "although", "though", "because", "yet", "since", "when", "while", "if"})
_PEOPLE = frozenset(
    "he she him her his hers them they their theirs me my mine us our ours you your yours each one who whom whose"
    " people"
    " everyone everybody someone somebody anybody anyone nobody person man men woman women boy girl child children kid"
    " kids father mother dad mum mom brother sister son daughter wife husband uncle aunt cousin nephew niece"
    " grandmother grandfather neighbour neighbours neighbor neighbors friend family apprentice teacher doctor nurse"
    " master boss".split()
)
_DATES = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December Christmas Easter".split()
)
_CHINESE = re.compile(r"[㐀-鿿]")
_CLAUSE = re.compile(r"[^，。；！？、,.;!?\s“”]+")
_NOT_CHINESE = re.compile(
    r"(?:不|没|谈不上|说不上|没有|没有人|没人|谁也不|谁也没|别|未|无|不再|再也没|再也没有|再没|从不|从没|从来不|从来没|并不|并没有|不怎么|不太|不大|不很|不是很|不算|不会|不能|毫不)"
    r"(?:[把被给对跟和][^，。]{1,4})?(?:[很太再那么这么真]|什么|一点|半点|多大|多少)?$"
)
_PEOPLE_CHINESE = re.compile(
    r"[他她你您咱]|别人|大家|人家|(?<![别工])人|(?:老|小|阿|大)[㐀-鿿]|[爷奶伯叔婶姨姑舅嫂哥姐弟妹爸妈爹娘]|师傅|老师|先生|太太|医生|大夫"
    r"|和尚|住持|道士|孩子|徒弟|邻居|家伙|掌柜|老板|姑娘|小伙|女儿|儿子|妻|丈夫|媳妇"
    r"|[赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕施张孔曹严魏陶姜戚谢邹章苏潘葛范彭鲁韦昌袁柳鲍史唐薛贺倪汤罗邓陆孟顾][㐀-鿿]"
)


class _Row(TypedDict):
    """The words of one feeling, as in the table."""

    words: str
    phrases: NotRequired[list[str]]
    toward: NotRequired[str]
    toward_phrases: NotRequired[list[str]]
    patterns: NotRequired[list[str]]


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    feeling: str
    toward: bool


@dataclass(frozen=True, slots=True)
class _Found:
    feeling: str
    toward: bool
    end: int


@lru_cache(maxsize=8_192)
def tone(text: str, about_person: bool = False) -> frozenset[str]:
    """The feelings a text expresses; `about_person`: it is known to be about a person, such as a feeling for them."""
    found = _chinese(text, about_person) if _CHINESE.search(text) else _english(text, about_person)
    return frozenset(found - {"nothing"})


# --- English


@cache
def _phrases() -> tuple[dict[str, list[_Phrase]], dict[str, list[_Phrase]]]:
    """Phrases by their first word, and by its stem if it is one."""
    whole: dict[str, list[_Phrase]] = defaultdict(list)
    stems: dict[str, list[_Phrase]] = defaultdict(list)
    for feeling, row in _table("en").items():
        toward = {*row.get("toward", "").split(), *row.get("toward_phrases", ())}
        for entry in (*row["words"].split(), *row.get("phrases", ())):
            phrase = _Phrase(tuple(entry.split()), feeling, entry in toward)
            first = phrase.words[0]
            (stems[first[:-1]] if first.endswith("*") else whole[first]).append(phrase)
    return dict(whole), dict(stems)


def _english(text: str, about_person: bool) -> set[str]:
    text = text.replace("’", "'")
    feelings: set[str] = set()
    for feeling, pattern in _patterns("en"):
        if pattern.search(text):
            feelings.add(feeling)
            text = pattern.sub(" … ", text)
    raw = _TOKEN.findall(text)
    tokens = [token.lower() for token in raw]
    at = 0
    while at < len(tokens):
        found = _longest(tokens, at)
        if not found:
            at += 1
            continue
        negated = _negation(tokens, at)
        for each in found:
            if each.toward and not about_person and not _names_somebody(raw, tokens, each.end):
                continue
            feeling = each.feeling if not negated else "" if negated in _NEITHER else NEGATED.get(each.feeling, "")
            feelings |= {feeling} if feeling else set()
        at = found[0].end
    return feelings


def _longest(tokens: list[str], at: int) -> list[_Found]:
    """The longest phrases that begin at a token."""
    whole, stems = _phrases()
    token = tokens[at]
    bare = token.removesuffix("'s")
    near = [*whole.get(token, ()), *(whole.get(bare, ()) if bare != token else ())]
    for size in range(3, len(token) + 1):
        near += stems.get(token[:size], ())
    best: list[_Found] = []
    for phrase in near:
        end = _end(phrase.words, tokens, at)
        if end and (not best or end >= best[0].end):
            found = _Found(phrase.feeling, phrase.toward, end)
            best = [*best, found] if best and end == best[0].end else [found]
    return best


def _end(words: tuple[str, ...], tokens: list[str], at: int) -> int:
    """The end of a phrase that begins at a token; 0 if it does not."""
    for place, word in enumerate(words):
        if word == "someone":
            ends = (_end(words[place + 1 :], tokens, at + skip) for skip in range(1, _SOMEONE_WORDS + 1))
            return next((end for end in ends if end), 0)
        if at >= len(tokens) or not _is(tokens[at], word):
            return 0
        at += 1
    return at


def _is(token: str, word: str) -> bool:
    return token.startswith(word[:-1]) if word.endswith("*") else word in (token, token.removesuffix("'s"))


def _negation(tokens: list[str], at: int) -> str:
    """The word that negates the phrase at a token; empty for none."""
    for token in reversed(tokens[max(0, at - _NEGATION_WORDS) : at]):
        if token in _NOT:
            return token
        if not token[0].isalpha() or token in _BREAKS:
            return ""
    return ""


def _names_somebody(raw: list[str], tokens: list[str], begin: int) -> bool:
    for token, word in zip(raw[begin : begin + _TOWARD_WORDS], tokens[begin : begin + _TOWARD_WORDS], strict=True):
        if not token[0].isalpha() or word in _BREAKS or word == "and":
            return False
        plain = word.removesuffix("'s")
        if plain in _PEOPLE or (token[0].isupper() and token != "I" and token not in _DATES):
            return True
    return False


# --- Chinese


@cache
def _words() -> dict[str, list[tuple[str, str, bool]]]:
    """Words by their first character, the longest first."""
    words: dict[str, list[tuple[str, str, bool]]] = defaultdict(list)
    for feeling, row in _table("zh").items():
        toward = set(row.get("toward", "").split())
        for word in row["words"].split():
            words[word[0]].append((word, feeling, word in toward))
    return {first: sorted(of, key=lambda each: -len(each[0])) for first, of in words.items()}


def _chinese(text: str, about_person: bool) -> set[str]:
    words = _words()
    feelings: set[str] = set()
    for feeling, pattern in _patterns("zh"):
        if pattern.search(text):
            feelings.add(feeling)
            text = pattern.sub("＿", text)
    for clause in _CLAUSE.findall(text):
        at = 0
        while at < len(clause):
            found = [each for each in words.get(clause[at], ()) if clause.startswith(each[0], at)]
            length = len(found[0][0]) if found else 1
            negated = _NOT_CHINESE.search(clause[:at]) if found else None
            for word, feeling, toward in found:
                if len(word) == length and (about_person or not toward or _is_of_somebody(clause, at, length)):
                    felt = feeling if not negated else "" if "不上" in negated[0] else NEGATED.get(feeling, "")
                    feelings |= {felt} if felt else set()
            at += length
    return feelings


def _is_of_somebody(clause: str, at: int, length: int) -> bool:
    around = f"{clause[:at].lstrip('我')}＿{clause[at + length :]}"
    return _PEOPLE_CHINESE.search(around) is not None or "我" in clause[at + length :]


@cache
def _patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (feeling, re.compile(pattern, re.IGNORECASE))
        for feeling, row in _table(language).items()
        for pattern in row.get("patterns", ())
    ]


@cache
def _table(language: str) -> dict[str, _Row]:
    text = files(__package__).joinpath(f"tone.{language}.toml").read_text(encoding="utf-8")
    table: dict[str, _Row] = tomllib.loads(text)
    return table
