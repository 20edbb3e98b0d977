"""Whether a line is one that a person would say in a talk: the faults of a spoken line, by name.

Knows names, lines and a language, no question. Invariant: pure and exact (rule E5): words and runs of words are
compared, nothing is measured by a model; in doubt a line is good: a courtesy may be like an earlier one, and news
told to another person is no repetition.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from milkwood.models.wording import words_of

SELF, REPEAT, PARROT, ASKS_BACK, OWN_ANSWER, STAGE = "self", "repeat", "parrot", "asks_back", "own_answer", "stage"
LISTENER: Final = "listener"
THIRD: Final = "third"
ABSENT: Final = "absent"
_LETTERS = re.compile(r"[\W_]+")
_UNIT = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+(?:['’][^\W_]+)?")
_HAN = re.compile(r"[\u3400-\u9fff]")
_SENTENCE = re.compile(r"[^.!?。！？…]+[.!?。！？…]*")
_CLAUSE = re.compile(r"[^.!?;,。！？；，…]+[.!?;,。！？；，…]*")
_RUN_WORDS: Final = 3
_RUN_CHARACTERS: Final = 4
"""Words, or Chinese characters, in a run that two lines may share."""
_MIN_RUNS: Final = 4
"""Runs of a line from which on it can repeat another line by meaning."""
_MIN_OWN_RUNS: Final = 3
"""The same for the person's own lines of this talk."""
_MIN_CONTENT_WORDS: Final = 3
"""Content words of a line that is no mere courtesy."""
_MAX_SHARE: Final = 0.6
"""Share of a line's runs that earlier lines of the talk may have."""
_MAX_DAY_SHARE: Final = 0.8
"""The same for any one of the person's own lines in earlier talks with the same people that day."""
_MAX_WORDS_SHARE: Final = 0.85
"""Likeness of the content words of two lines, whatever their order."""
_MIN_ALIKE_WORDS: Final = 5
_MIN_ECHO_SHARE: Final = 0.5
"""Share of a question that the other's last statement must have, so that the question takes it up."""
_BEFORE_NAME: Final = (
    r"(?:hi|hey|hello|yo|thanks|thank you|morning|afternoon|evening|night|oh|ah|yes|no|yeah|well|sure|so|sorry|okay|ok|"
    r"dear|bye|goodbye|great|listen|look)"
)
_INTRODUCES: Final = re.compile(
    r"(?:\b(?:I['’]?m|am|name is|name['’]s|call(?:s|ed)? me|it['’]?s|this is|that['’]?s|says?|said|yours|love|me),?|—)"
    r"\s*$",
    re.IGNORECASE,
)
_INTRODUCES_HAN: Final = re.compile(r"(?:我是|我叫|叫我|叫做|名叫|喊我|我[，,、])\s*$")
_TO_NAME: Final = rf"(?:^|[.!?;…“\"]\s*|,\s*|\b{_BEFORE_NAME}\s+)(?P<name>{{name}})(?=\s*[,.!?;…]|\s*$)"
_TO_NAME_HAN: Final = (
    r"(?:^|[，。！？；“,.!?…]|早上?好|晚上好|下午好|你好|谢谢|再见|早啊?|嗨|哎|喂)(?P<name>{name})"
    r"(?:啊|呀|呢|哥|姐|先生|女士|老师)?(?=[，。！？；…,!?~～]|$)"
)
_AS_ABSENT: Final = (
    r"(?<![A-Z]\w\s)(?<![-\w]){name}(?:['’]s\s+[a-z]|\s+(?:is|was|has|had|does|did|feels|felt|wants|needs|looks|seems|says|"
    r"said|thinks|knows|likes|loves|told|asked|mentioned)\b)"
)
_AMONG: Final = r"(?:about|with|saw|see|meet|met|tell|told|ask|asked|invite|invited|promised|help|helped|let)"
"""Words before the name of someone who is spoken of."""
_AS_OBJECT: Final = rf"\b{_AMONG}\s+(?:\w+\s+and\s+)?{{name}}(?![-\w'’])(?!\s+[A-Z])(?!\s*[,“\"(])"
_AS_OBJECT_HAN: Final = r"(?:看见|看到|见到|遇见|听说|关于|说起|说到|提到){name}(?![，,！!？?、”])[\u3400-\u9fff]"
_OWNED: Final = r"(?<!\bat )(?<!\bto )(?<!\bin )(?<!\bby )(?<!\binto )(?<!\bfrom )(?<!\bnear ){name}['’]s\s+[a-z]"
_OWN_AS_ABSENT: Final = r"(?:^|[.!?…]\s+){name}\s+(?!(?:and|or|here|speaking|at|from|is my)\b)[a-z]"
_OWN_AS_ABSENT_HAN: Final = r"(?:^|[。！？…])\s*{name}(?!是我|就是我|我|和|跟)[\u3400-\u9fff]"
_TO_ABSENT: Final = (
    rf"(?:^|[.!?…]\s+)(?:(?i:{_BEFORE_NAME})\s+{{name}}(?=\s*[,!.])|{{name}},\s+(?:I(?:['’]m|['’]ll|['’]d|['’]ve)?\s(?!think,|know,)"
    r"|it['’]s\s|(?:can|could|would|will|do|did|are|have)\s+(?:you|we)\b|you(?:['’]re|['’]ll|\s+(?:are|can|should|must|will))"
    r"|how\s+(?:are|about|is)\b|what\s+(?:do|are|did)\s+you|let['’]s\b|please\b|thank|don['’]t\b|come\b))"
)
"""Someone who is not there is spoken to: “Hi Carmen, …”, “Carmen, can you …”."""
_TO_ABSENT_HAN: Final = (
    r"(?:^|[。！？])(?:(?:嗨|喂|你好|早上好|谢谢)[，,]?{name}[，,！!。]|{name}[，,！!]\s*(?:你|您|早|谢谢|要不|能不能))"
)
_QUOTES: Final = "“‘\"'"
_NAMES_COUNT: Final = 2
"""Names of one person: the full name and what they are called."""
_LISTED: Final = re.compile(r",\s+(?:[A-Z]\w+(?:,\s+|\s+))*and\s+(?:[A-Z]|I\b|me\b)")
"""How a name goes on as a list of people: “Klaus, Maria and I”."""
_ACTS: Final = (
    r"(?:(?:smil|laugh|nod|sigh|chuckl|grin|wink|shrug|paus|wav|gestur|giggl|frown|blush|bow|whisper|winc|lean|glanc|gaz|"
    r"star|beam|yawn|snort|sniff|hug|pat|clap|sob|blink|scratch|shak|rais|tilt|smirk|nodd|grinn|shrugg|hugg|patt|clapp|sobb)"
    r"(?:es|ing|s)|laugh|sigh|grin|wink|shrug|smile|nod)\b"
)
_ACTS_HAN: Final = (
    r"(?:微笑|大笑|笑|点头|点了点头|叹气|叹了口气|叹息|摇头|摇了摇头|挥手|挥了挥手|耸肩|眨眼|皱眉|鞠躬|沉默|停顿|脸红|"
    r"鼓掌|低头|抬头|转身|拍)"
)
_STARRED: Final = r"\*[^*]{1,80}\*"
_BRACKETED_ACT: Final = (
    rf"[(（\[［](?:[^()（）\[\]［］]{{0,20}}?\b{_ACTS}[^()（）\[\]［］]{{0,50}}"
    rf"|[^()（）\[\]［］]{{0,8}}{_ACTS_HAN}[^()（）\[\]［］]{{0,20}})[)）\]］]"
)
_STAGE = re.compile(rf"{_STARRED}|{_BRACKETED_ACT}|^[（(][^（()）]{{1,60}}[)）]", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」")
_ONESELF = re.compile(
    r"(?<![\w.])I(?:['’](?:m|ve|ll|d))?(?![\w.'’])|\b(?:you['’](?:re|ve|ll|d)|[Yy]ou (?:are|have|will))\b"
)
_PRONOUN = re.compile(
    r"(?<![\w.])I(?:['’](?:m|ve|ll|d))?(?![\w.'’])|\b(?:[Mm]e|[Mm]y|[Yy]ou|[Yy]our)\b|我(?!们)|[你您]"
)
_YES = re.compile(
    r"\s*(?:yes|yeah|yep|no|nope|sure|of course|absolutely|i(?:['’]m| am) (?:fine|good|well|doing))\b"
    r"|\s*(?:是的|不是的|当然|没错|对[，,]|好的|我很好|我挺好)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:do|does|did|are|is|was|were|can|could|will|would|have|has|how|what|where|when|who|why|which)\b.*\b(?:you|your)\b"
    r"|[你您].*(?:[吗呢么怎什哪谁几]|(?P<verb>[\u3400-\u9fff])[不没](?P=verb))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SpokenMoment:
    """The moment in which a line is said."""

    me: tuple[str, ...]
    """The speaker's names."""
    others: tuple[str, ...]
    """The listeners' names."""
    mine: tuple[str, ...] = ()
    """The speaker's lines of this talk."""
    theirs: tuple[str, ...] = ()
    """The other lines of this talk, in order."""
    today: tuple[str, ...] = ()
    """The speaker's lines in earlier talks with these people today."""
    absent: tuple[str, ...] = ()
    """Names of others whom the speaker knows of, who are not there."""
    newcomer: bool = False
    """Whether there is a listener who may have heard nothing yet: what was said may be told again."""
    silent: bool = False
    """Whether the speaker only makes gestures."""


def without_stage(line: str) -> str:
    """A line without stage directions."""
    left = re.sub(r"\s+", " ", _STAGE.sub(lambda found: _spoken_part(found, line), line)).strip()
    return re.sub(r"\s+(?=[,.!?;，。！？；])", "", left) if left != line else line


def _spoken_part(found: re.Match[str], line: str) -> str:
    """What stays of a stage direction: nothing, or one stressed word within a sentence."""
    text = found[0].strip("*")
    at_an_end = not line[: found.start()].strip() or not line[found.end() :].strip(" .!?。！？")
    stressed = found[0].startswith("*") and " " not in text and not at_an_end and not re.match(_ACTS, text)
    return text if stressed else " "


def fault_of(line: str, saying: SpokenMoment) -> tuple[str, str]:
    """The fault of a line, and the words it is about; empty if it is good."""
    if not saying.silent and (about := _stage(line, saying.me)):
        return STAGE, about
    if name := _to_oneself(line, saying):
        return SELF, name
    if name := _of_oneself(line, saying):
        return THIRD, name
    if name := _of_listener(line, saying):
        return LISTENER, name
    if name := _to_absent(line, saying):
        return ABSENT, name
    if repeated := _repeated(line, saying):
        return repeated
    answered = _own_answer(line)
    return (OWN_ANSWER, answered) if answered else ("", "")


# --- who is who


def _to_oneself(line: str, saying: SpokenMoment) -> str:
    """The speaker's own name where the listener's belongs; a namesake may be spoken to."""
    for name in saying.me:
        if not name or any(name in other for other in saying.others):
            continue
        frame = _TO_NAME_HAN if _HAN.search(name) else _TO_NAME
        for found in re.finditer(frame.format(name=re.escape(name)), line, re.IGNORECASE):
            before = line[: found.start("name")]
            introduced = _INTRODUCES.search(before) or _INTRODUCES_HAN.search(before)
            if not introduced and not _LISTED.match(line, found.end()):
                return name
    return ""


def _of_oneself(line: str, saying: SpokenMoment) -> str:
    """The speaker's own name where I or me belongs: “Ivo sat there”, “you were with Ivo”, “Ivo's boat”, said by Ivo."""
    told = _QUOTED.sub("", line)
    for name in saying.me:
        if len(name) > 1 and not any(name in other for other in saying.others):
            frames = (_OWN_AS_ABSENT_HAN,) if _HAN.search(name) else (_OWN_AS_ABSENT, _AS_OBJECT, _OWNED)
            if any(re.search(frame.format(name=re.escape(name)), told) for frame in frames):
                return name
    return ""


def _stage(line: str, me: Sequence[str]) -> str:
    """A stage direction, or the speaker told from outside."""
    for found in _STAGE.finditer(line):
        if _spoken_part(found, line) == " ":
            return found[0]
    names = "|".join(re.escape(name) for name in me if name) or "(?!)"
    english = rf"^(?:{names})\s+(?:\w+ly\s+)?{_ACTS}"
    chinese = rf"^(?:{names})(?:轻轻|微微|慢慢)?(?:地)?{_ACTS_HAN}"
    told = rf"{english}|{chinese}"
    outside = re.match(told, line)
    return outside[0] if outside else ""


def _of_listener(line: str, saying: SpokenMoment) -> str:
    """The only listener's name where “you” belongs: “I know that Maria is tired”, said to Maria."""
    if len(saying.others) != _NAMES_COUNT:
        return ""
    for name in filter(None, saying.others):
        frame = _AS_OBJECT_HAN if _HAN.search(name) else _AS_OBJECT
        if re.search(frame.format(name=re.escape(name)), _QUOTED.sub("", line)):
            return name
        for found in re.finditer(_AS_ABSENT.format(name=re.escape(name)), line):
            before = line[: found.start()].rstrip()
            if not _INTRODUCES.search(before + " ") and not (before and before[-1] in _QUOTES):
                return name
    return ""


def _to_absent(line: str, saying: SpokenMoment) -> str:
    """The name of someone who is not there, where a listener's belongs."""
    for name in saying.absent:
        if len(name) > 1 and not any(name in here or here in name for here in (*saying.me, *saying.others) if here):
            frame = _TO_ABSENT_HAN if _HAN.search(name) else _TO_ABSENT
            if re.search(frame.format(name=re.escape(name)), line):
                return name
    return ""


# --- what was said before


def _repeated(line: str, saying: SpokenMoment) -> tuple[str, str] | None:
    bare = bare_of(line)
    names = (*saying.me, *saying.others)
    for category, lines in ((REPEAT, saying.mine), (PARROT, saying.theirs)):
        if any(bare_of(each) == bare for each in lines):
            return category, line
    told = _without_echo(line, saying, names)
    content = len(_content(told, names))
    runs = runs_of(told, names)
    mine = () if saying.newcomer else saying.mine
    if len(runs) >= _MIN_OWN_RUNS and _covered(runs, mine, names) >= 0.99:
        return REPEAT, line
    if asked := _asked_back(line, saying, names):
        return ASKS_BACK, asked
    if content < _MIN_CONTENT_WORDS or len(runs) < _MIN_RUNS:
        return None
    shared_mine, shared = _covered(runs, mine, names), _covered(runs, (*mine, *saying.theirs), names)
    if shared > _MAX_SHARE:
        return (REPEAT if shared_mine > _MAX_SHARE else PARROT), line
    if _alike(told, mine, names):
        return REPEAT, line
    if _alike(told, saying.theirs, names):
        return PARROT, line
    again = any(_covered(runs, (each,), names) > _MAX_DAY_SHARE for each in saying.today)
    return (REPEAT, line) if again else None


def _asked_back(line: str, saying: SpokenMoment, names: Sequence[str]) -> str:
    """The other's last question, put again without an answer before it."""
    heard = [each for each in sentences_of(saying.theirs[-1]) if is_question(each)] if saying.theirs else []
    put = [each for each in sentences_of(line) if is_question(each)]
    if not heard or not put:
        return ""
    last, rest = put[-1], [each for each in sentences_of(line) if not is_question(each)]
    runs = runs_of(last, names)
    known = _content(saying.theirs[-1], names)
    answered = any(len(_content(each, names) - known) >= 2 for each in rest)
    same = len(runs) >= 2 and _content(last, names) and _covered(runs, heard, names) >= _MAX_DAY_SHARE
    return last if same and not answered else ""


def _without_echo(line: str, saying: SpokenMoment, names: Sequence[str]) -> str:
    """A line without questions that only take up what was just told: “So you kept the letters, then?”"""
    heard = _CLAUSE.findall(saying.theirs[-1]) if saying.theirs else []
    told = [each for each in heard if not is_question(each)]
    asked = [each for each in sentences_of(line) if is_question(each)]
    echoes = [each for each in asked if told and _covered(runs_of(each, names), told, names) >= _MIN_ECHO_SHARE]
    for each in echoes:
        line = line.replace(each, " ", 1)
    return line.strip()


def _own_answer(line: str) -> str:
    """A question to the listener that the line answers itself."""
    sentences = sentences_of(line)
    for asked, answer in pairwise(sentences):
        if is_question(asked) and _ASKED.search(asked) and _YES.match(answer):
            return asked
    return ""


def _alike(line: str, lines: Sequence[str], names: Sequence[str]) -> bool:
    mine = _content(line, names)
    for each in lines:
        theirs = _content(each, names)
        enough = len(mine) >= _MIN_ALIKE_WORDS and len(theirs) >= _MIN_ALIKE_WORDS
        if enough and len(mine & theirs) >= _MAX_WORDS_SHARE * (len(mine) * len(theirs)) ** 0.5:
            return True
    return False


def _covered(runs: Sequence[tuple[str, ...]], lines: Sequence[str], names: Sequence[str]) -> float:
    """The share of a line's runs that stand in other lines."""
    known = {run for each in lines for run in runs_of(each, names)}
    return sum(run in known for run in runs) / len(runs) if runs and known else 0.0


def shared_share(text: str, other: str) -> float:
    """The share of a text's runs that another text has; 0 for a text of few words."""
    runs = runs_of(text)
    return _covered(runs, (other,), ()) if len(runs) >= _MIN_RUNS else 0.0


def runs_of(text: str, names: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Runs of words, or of Chinese characters, without the names of those present."""
    return _runs(text, tuple(names))


@lru_cache(maxsize=20_000)
def _runs(text: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    units = _UNIT.findall(_nameless(text, names).casefold().replace("’", "'"))
    length = _RUN_CHARACTERS if 2 * sum(bool(_HAN.match(unit)) for unit in units) > len(units) else _RUN_WORDS
    return [tuple(units[at : at + length]) for at in range(len(units) - length + 1)]


def _content(text: str, names: Sequence[str]) -> frozenset[str]:
    return words_of(_nameless(text, tuple(names)))


def content_of(line: str, names: Sequence[str]) -> int:
    """The number of content words of a line, without the names of those present."""
    return len(_content(line, names))


def _nameless(text: str, names: Sequence[str]) -> str:
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return [each.strip() for each in _SENTENCE.findall(text) if each.strip()]


def is_question(sentence: str) -> bool:
    """Whether a sentence ends as a question."""
    return sentence.rstrip().endswith(("?", "？"))


def is_of_oneself(text: str) -> bool:
    """Whether the text of a deed is a sentence about “I”, or one that is said to someone; quotations aside."""
    return _ONESELF.search(_QUOTED.sub("", text)) is not None


def has_no_names(text: str) -> bool:
    """Whether a text says I, me or you, so that it means another person in every mouth; quotations aside."""
    return _PRONOUN.search(_QUOTED.sub("", text)) is not None


def bare_of(line: str) -> str:
    """The letters of a line."""
    return _LETTERS.sub("", line).casefold()
