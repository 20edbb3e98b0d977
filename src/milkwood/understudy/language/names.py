"""The people and places that a text names.

Invariant: an id is found only by a name of a minimum length; first names count if they are unique.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from milkwood.questions.terms import Named
from milkwood.understudy.language.sentences import chinese


def called(name: str) -> str:
    """The first part of a person's name, in either language."""
    return name.split("·")[0] if "·" in name else name.split(" ")[0]


@lru_cache(maxsize=512)
def _index(people: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The owner of each name; shared first names are left out."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for person, name in people:
        found[name] = person
        short = called(name)
        if short != name and found.get(short, person) != person:
            twice.add(short)
        found.setdefault(short, person)
    return {name: person for name, person in found.items() if name and name not in twice}


@lru_cache(maxsize=512)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of names, longest first."""
    return re.compile("|".join(_form(name) for name in sorted(names, key=lambda name: (-len(name), name))))


def _form(name: str) -> str:
    if not chinese(name):
        return rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])"
    if len(name) > 1:
        return rf"{re.escape(name)}(?![逊森])"
    # A name of one character counts only where a name can stand: 简 in 简和汤姆, not in 简单.
    before, after = "，。；：“和跟是让给请找问对见、教授画", "·和跟是在说要也就都的把给：、，。教送来想问借"
    return rf"(?:(?<![㐀-鿿])|(?<=[{before}])){name}(?=[{after}])"


def listed(people: Iterable[Named]) -> tuple[tuple[str, str], ...]:
    """People of a question as (id, name); a person with a second name comes twice."""
    found: list[tuple[str, str]] = []
    for one in people:
        found.append((one["id"], one["name"]))
        if call(one) != called(one["name"]):
            found.append((one["id"], call(one)))
    return tuple(found)


def call(one: Named) -> str:
    """The name of a person in a question."""
    return one.get("called") or called(one["name"])


_KIN = re.compile(
    r"^(?:my |our |his |her |their )?(?:(?:elder|younger|twin|only|eldest|youngest|little|big) )?"
    r"(?:wife|husband|daughter|son|father|mother|sister|brother|mum|mom|dad|mama|papa|grand\w+)\b(?!['’]|-in-law)"
    r"|^(?:我的?|我们的|他的?|她的?|结婚.{1,4}的)?(?:妻子|丈夫|老婆|媳妇|女儿|儿子|爸|妈|父亲|母亲|姐|妹|哥|弟|爷爷|奶奶)"
)


def is_kin(one: Named) -> bool:
    """Whether a person is family, by their tie."""
    return _KIN.search(one.get("tie", "")) is not None


_PARTNER = re.compile(
    r"(?<!ex-)(?<!ex )(?<!former )(?<!late )(?<!estranged )(?<!['’]s )(?<!s['’] )"
    r"\b(?:wife|husband|spouse|fianc[ée]e?|girlfriend|boyfriend"
    r"|married to (?:me|him|her|them)|(?:life|my|our) partner)\b"
    r"(?!['’]s|-in-law| in\b| of\b(?! (?:mine|\w+ years)))"
    r"|(?<!前)(?<!亡)(?:妻子|丈夫|老婆|老公|爱人|太太|媳妇|未婚妻|未婚夫|女朋友|男朋友|两口子|夫妻)(?!的|家|他|她|那边|娘家)",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"(?<!我)(?<!我们)(?<!自己)的(?:妻子|丈夫|老婆|老公|爱人|太太|媳妇|未婚妻|未婚夫|女朋友|男朋友)"
)


def is_partner(tie: str) -> bool:
    """Whether a tie is that of a married or other couple: `my husband`, not `Ann's husband` or `my ex-wife`."""
    found = _PARTNER.search(tie)
    other = _OF_ANOTHER.search(tie)
    return found is not None and not (other and not re.match(r"(?:结婚|成亲|在一起|过了|认识)", tie))


def mentioned(text: str, people: tuple[tuple[str, str], ...]) -> list[str]:
    """The ids of people a text names, in order."""
    return list(_mentioned(text, people))


@lru_cache(maxsize=20_000)
def _mentioned(text: str, people: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    names = _index(people)
    written = tuple(name for name in names if name in text)
    if not written:
        return ()
    return tuple(dict.fromkeys(names[found[0]] for found in _pattern(written).finditer(text)))


MARK = "[\ue100-\ue4ff]"
"""A pattern of the marks that stand for names."""
_FIRST_MARK_CODE = 0xE100


@lru_cache(maxsize=20_000)
def marked(text: str, people: tuple[tuple[str, str], ...]) -> tuple[str, dict[str, str]]:
    """A text with a mark of one character for each name, and the ids by mark."""
    names = _index(people)
    written = tuple(name for name in names if name in text)
    if not written:
        return text, {}
    marks = {
        person: chr(_FIRST_MARK_CODE + at) for at, person in enumerate(dict.fromkeys(names[name] for name in written))
    }
    low = _pattern(written).sub(lambda found: marks[names[found[0]]], text)
    return low, {mark: person for person, mark in marks.items()}


def nameless(text: str, people: tuple[tuple[str, str], ...]) -> str:
    """A text without the names of people, in any form."""
    return re.sub(MARK, " ", marked(text, people)[0])


def place_named(text: str, places: Iterable[Named]) -> str:
    """The id of the place a text names; empty for none. The longest name wins, then the first given."""
    best, size = "", 0
    low = text.lower()
    for place in places:
        for name in _forms(place["name"]):
            if len(name) > size and len(name) >= 2 and name in low:
                best, size = place["id"], len(name)
    return best


@lru_cache(maxsize=500)
def _forms(name: str) -> tuple[str, ...]:
    low = name.lower()
    return (low, low[4:]) if low.startswith("the ") else (low,)
