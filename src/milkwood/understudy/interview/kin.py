"""Kin of the person by what the ties say: `your wife`, `any children`, `你的两个女儿`.

Invariant: only the person's own ties count; `Tom's wife` is nobody's kin here.
"""

import re
from collections.abc import Sequence

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Other
from milkwood.understudy.language.sentences import chinese

_OWN = r"^(?:an? |the )?(?:(?:my|our|his|her|their) )?(?:(?:\w+er|old|young|only|late|dear|twin|little|big) )?"
_ENGLISH_ROWS = (
    (r"wife|missus", r"wife|spouse", ""),
    (r"husband|hubby", r"husband|spouse", ""),
    (r"spouse|partner|married|sweetheart|boyfriend|girlfriend|fiancée?", r"wife|husband|spouse|partner|fiancée?", ""),
    (r"daughters?|girls?", r"daughter|child", "she"),
    (r"sons?|boys?", r"son|child", "he"),
    (r"child(?:ren)?|kids?", r"son|daughter|child", ""),
    (r"mother|mom|mum", r"mother|parent", "she"),
    (r"father|dad", r"father|parent", "he"),
    (r"parents?", r"mother|father|parent", ""),
    (r"sisters?", r"sister|sibling|twin", "she"),
    (r"brothers?", r"brother|sibling|twin", "he"),
    (r"siblings?", r"sister|brother|sibling|twin", ""),
)
_MA = r"(?<![姨舅姑婶奶干])妈妈?"
_NOT_OF_ONES_PARENTS = r"(?<![小表堂师学徒子])"
"""Before `妈`, an aunt or a nurse is meant; before `姐`, a cousin, an apprentice or a miss."""
_CHINESE_ROWS = (
    (r"妻子|老婆|媳妇|太太|老伴", r"妻子|老婆|媳妇|太太|爱人", ""),
    (r"丈夫|老公|男人(?!们)|先生(?!们)|老伴", r"丈夫|老公|爱人", ""),
    (r"爱人|配偶|对象|另一半|那口子|结婚|成家", r"妻子|老婆|媳妇|太太|丈夫|老公|爱人", ""),
    (r"女儿|闺女", r"[大小]?女儿|闺女|孩子", "she"),
    (r"儿子", r"[大小]?儿子|孩子", "he"),
    (r"孩子|儿女|子女", r"[大小]?女儿|闺女|[大小]?儿子|孩子", ""),
    (rf"母亲|{_MA}|娘(?![家子])", rf"母亲|{_MA}|娘", ""),
    (r"父亲|爸爸|爸|爹", r"父亲|爸爸|爸|爹", ""),
    (r"父母|爸妈", rf"母亲|{_MA}|父亲|爸爸|爸", ""),
    (r"兄弟姐妹|手足", r"姐妹|姐姐|妹妹|兄弟|哥哥|弟弟", ""),
    (rf"姐妹|姐姐|妹妹|{_NOT_OF_ONES_PARENTS}[姐妹](?![夫子])", r"姐妹|姐姐|妹妹", "she"),
    (rf"兄弟|哥哥|弟弟|{_NOT_OF_ONES_PARENTS}[哥弟](?![们子])", r"兄弟|哥哥|弟弟", "he"),
)
"""Words of kin in a question, in a tie, and the pronoun of such kin."""
_ENGLISH = tuple(
    (re.compile(rf"(?:{asked})", re.IGNORECASE), re.compile(rf"{_OWN}(?:{tie})\b", re.IGNORECASE), pronoun)
    for asked, tie, pronoun in _ENGLISH_ROWS
)
_CHINESE = tuple(
    (re.compile(asked), re.compile(rf"^(?:我|自己|他|她)?的?(?:{tie})$"), pronoun)
    for asked, tie, pronoun in _CHINESE_ROWS
)


def kin_words(word: str) -> re.Pattern[str]:
    """All words for the kin that a word names: `mum` and `mother`, `kids` and `son`."""
    of_it = [
        (asked, tie) for asked, tie, _ in (*_ENGLISH_ROWS, *_CHINESE_ROWS) if re.fullmatch(asked, word, re.IGNORECASE)
    ]
    ways = "|".join(way for row in of_it for way in row if "先生" not in way) or re.escape(word)
    return re.compile(ways if chinese(word) else rf"\b(?:{ways})s?\b(?!['’]s)", re.IGNORECASE)


_YOURS = re.compile(
    r"\byour (?:(?:two|three|\w+er|own|dear) )?"
    rf"(?P<en>{'|'.join(asked.pattern for asked, _, _ in _ENGLISH).replace('|married', '')})\b(?!-)"
    rf"|(?:[你您]的?(?:两个|三个|几个)?|两个|三个)(?P<zh>{'|'.join(asked.pattern for asked, _, _ in _CHINESE[:2])}"
    rf"|爱人|对象|另一半|那口子|{'|'.join(asked.pattern for asked, _, _ in _CHINESE[3:])})",
    re.IGNORECASE,
)


def kin_asked(question: str, ask: Ask) -> list[Other]:
    """Who is such kin of the person, the closest first."""
    in_chinese = ask["self"]["language"] == "zh"
    rows = [
        (tie, pronoun)
        for asked, tie, pronoun in (_CHINESE if in_chinese else _ENGLISH)
        if (asked.search(question) if in_chinese else re.search(rf"\b{asked.pattern}\b", question, re.IGNORECASE))
    ]
    return [
        one
        for one in ask["others"]
        if any(tie.search(one["tie"].strip("。.")) and who in ("", one["pronoun"]) for tie, who in rows)
        and not _of_another(one, ask)
    ]


def _of_another(one: Other, ask: Ask) -> bool:
    return any(other["called"] in one["tie"] for other in ask["others"] if other is not one)


def naming_kin(question: str, ask: Ask) -> str:
    """A question with the names of the kin that it means; as it is if it names people itself, or has no such kin."""
    if _names_somebody(question, ask):
        return question
    found = _YOURS.search(question)
    people = kin_asked(found["en"] or found["zh"], ask) if found is not None else []
    if not people:
        found, people = _by_role(question, ask)
    if found is None or not people:
        return question
    return question[: found.start()] + _row(people, ask["self"]["language"] == "zh") + question[found.end() :]


_ANY_KIN = re.compile(
    rf"\bhave (?:an? |any )(?P<en>{'|'.join(asked.pattern for asked, _, _ in _ENGLISH)})\b"
    rf"|有(?:没有)?(?P<zh>{'|'.join(asked.pattern for asked, _, _ in _CHINESE)})",
    re.IGNORECASE,
)
_ONE_PERSON = re.compile(r"\b(?P<whose>his|her(?= [a-z]{3,}))\b|\b(?:she|he|him|her)\b|[她他](?!们)", re.IGNORECASE)


def meaning_kin(question: str, ask: Ask) -> str:
    """A question with `your sister` for the `she` that means one who is nobody of the town; else as it is."""
    pronoun = _ONE_PERSON.search(question)
    if pronoun is None or _names_somebody(question, ask):
        return question
    for line in reversed([line["text"] for line in ask["before"] if line["by"] == "you"]):
        found = _YOURS.search(line) or _ANY_KIN.search(line)
        if found is not None and not kin_asked(found["en"] or found["zh"], ask):
            word = found["en"] or found["zh"]
            who = f"你{word}" if found["zh"] else f"your {word}" + ("'s" if pronoun["whose"] else "")
            return question[: pronoun.start()] + who + question[pronoun.end() :]
        if found is not None or _names_somebody(line, ask) or not _ONE_PERSON.search(line):
            return question
    return question


def _names_somebody(text: str, ask: Ask) -> bool:
    return any(name in text for other in ask["others"] for name in (other["name"], other["called"]))


_OF_ONES_OWN = re.compile(
    r"wife|husband|spouse|partner|daughters?|sons?|child(?:ren)?|kids?|girls?|boys?"
    r"|missus|hubby|妻子|老婆|媳妇|太太|丈夫|老公|男人|爱人|对象|另一半|那口子|女儿|闺女|儿子|孩子|儿女|子女",
    re.IGNORECASE,
)
"""Kin that a person without a tie to them does not have; parents may be elsewhere."""


def kin_without_tie(question: str) -> tuple[str, bool]:
    """The kin of the person that a question names, and whether without a tie there is none; empty for no kin."""
    found = _YOURS.search(question)
    word = (found["en"] or found["zh"]) if found is not None else ""
    return word, bool(word) and _OF_ONES_OWN.fullmatch(word) is not None


_ROLE = re.compile(r"\b(?:your|the) (?P<en>[a-z]{4,})\b(?!['-])|[你您](?:们)?的?(?P<zh>(?!觉得)[㐀-鿿]{2,4})")


def _by_role(question: str, ask: Ask) -> tuple[re.Match[str] | None, list[Other]]:
    """The one person whose tie names the role: `your director`, `你们导演`."""
    for one in ask["others"] if chinese(question) else ():
        title = one.get("work", "")
        same = [each for each in ask["others"] if each.get("work", "") == title]
        if len(title) > 1 and title != ask["self"]["work"].split("，")[0] and len(same) == 1 and title in question:
            return re.search(re.escape(title), question), [one]
    for found in _ROLE.finditer(question):
        at, people = _in_role(found, ask)
        if people:
            return at, people
    return None, []


def _in_role(found: re.Match[str], ask: Ask) -> tuple[re.Match[str] | None, list[Other]]:
    if found["en"]:
        role = re.compile(rf"{_OWN}(?:\w+ )?{found['en']}\b(?!['’]| of\b)", re.IGNORECASE)
        people = [
            one
            for one in ask["others"]
            if (role.search(one["tie"]) and not _of_another(one, ask)) or _works_as(one, found["en"])
        ]
        return found, people if len(people) == 1 else []
    for length in range(len(found["zh"]), 1, -1):
        word = found["zh"][:length]
        people = [
            one
            for one in ask["others"]
            if (one["tie"].strip("。").endswith(word) and not _of_another(one, ask)) or _works_as(one, word)
        ]
        if len(people) == 1:
            return re.compile(rf"[你您](?:们)?的?{word}").match(found.string, found.start()), people
    return None, []


def _works_as(one: Other, role: str) -> bool:
    """Whether a word is the last of a person's trade: `doctor` of `ship's doctor`."""
    title = re.split(r" (?:at|of|in|for|on|to)\b|[,，]", one.get("work", ""))[0]
    return title.endswith(role) if chinese(role) else bool(re.search(rf"\b{re.escape(role)}$", title, re.IGNORECASE))


def _row(people: Sequence[Other], in_chinese: bool) -> str:
    return ("和" if in_chinese else " and ").join(one["called"] for one in people)
