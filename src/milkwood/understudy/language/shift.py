"""Statements as others remember and repeat them: first person to third, in the language of the run.

Invariant: the result is grammatical, or a quotation; a text about others is returned unchanged, so that a fact keeps
its wording along a chain of tellers.
"""

import re
from collections.abc import Collection

from milkwood.understudy.language import english, verbs
from milkwood.understudy.language.sentences import bare, cut

_QUOTED = re.compile(r"“[^”]*”")
_KIN = re.compile(r"^(?:老)?(?:爸|妈|爹|娘|外婆|奶奶|爷爷)")
_DROPPED = re.compile(
    r"^(?:真|想|盼|怕|最|就怕|就盼|希望|担心|得|要是|有时|总|每天|喜欢|晚上|刚|趁|写|空下来|关了|听见|一听)"
)
_SETTING = re.compile(
    r"^(?:把|趁|怕|就着|关掉|窗外|屋里|躲|合上|装上|脱|靠垫|摸黑|轻手|用)|了$|的话$|晚饭$(?<=[^做吃]晚饭)"
)
"""Beginnings or ends of clauses that only set the scene for the next one."""
_HOUR = re.compile(r"^(?:一?清早|早上|上午|中午|午后|下午|傍晚|晚上|夜里|饭后)(?=[^，。；]{3})")
"""An hour before a deed."""
_ASIDE = re.compile(r"^(?:本来|不|没|还|又|越|只|就|可|因为|为了|先|再)")
"""Beginnings of clauses that comment on a deed."""
_WISHING = re.compile(r"^真?(?:想让|盼着|希望|真盼|真想)")
_TOGETHER = re.compile(
    r"我[和跟与同](?P<a>[^，。；]{1,8}?)(?:[都也一]|(?=[，。；是共聊争住在下每爱就喝])|$)|[和跟与、]我(?!们)"
)
_FIRST_CHINESE = re.compile(r"我们|我俩|我")
_RELATED = ("老师", "朋友", "爸", "妈", "丈夫", "妻子", "同学", "女儿", "儿子", "爷爷", "奶奶")


def told_on(text: str, name: str, pronoun: str, language: str, names: Collection[str] = ()) -> str:
    """The text as a listener keeps it: about its speaker by name, or quoted."""
    made = (third_chinese if language == "zh" else english.third)(text, name, pronoun, names)
    return made if made is not None else quoted(text, name, language)


def quoted(text: str, name: str, language: str) -> str:
    """A statement in quotation marks."""
    inner = text.strip().replace("“", "‘").replace("”", "’")
    return f"{name}说：“{inner}”" if language == "zh" else f"{name} says: “{inner}”"


def third_chinese(text: str, name: str, pronoun: str, names: Collection[str] = ()) -> str | None:
    """As `english.third`, for Chinese, where a subject may be missing.

    Such a sentence is certain only if it names its subject.
    """
    plain = _QUOTED.sub("", text)
    if re.search(r"[你您俺]", plain) or "咱" in plain or _KIN.match(plain):
        return None
    if "我" not in plain:
        begins = any(re.match(rf"(?:{re.escape(other)})", plain) for other in names if other)
        aware = any(other in plain for other in names if other) and not _DROPPED.match(plain)
        return text if begins or aware else None
    if _WISHING.match(plain):
        return None
    own = {"she": "她", "he": "他"}.get(pronoun, "")
    confusable = not own or own in plain
    several = bool(_TOGETHER.search(plain))
    if re.search(r"我们|我俩", plain) and not several:
        return None
    named = False

    def turn(found: re.Match[str]) -> str:
        nonlocal named
        word = found[0]
        if word in ("我们", "我俩"):
            return "他们" if word == "我们" else "他们俩"
        belongs = "的" if found.string.startswith(_RELATED, found.end()) else ""
        if named and not confusable:
            return own + belongs
        named = True
        return name + belongs

    parts = re.split(r"(“[^”]*”)", text)
    return "".join(part if part.startswith("“") else _FIRST_CHINESE.sub(turn, part) for part in parts)


def is_own(text: str, language: str) -> bool:
    """Whether a text is in the first person."""
    plain = _QUOTED.sub("", text)
    return (
        "我" in plain or "咱" in plain
        if language == "zh"
        else bool(re.search(r"\bI\b|\b(?:[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s)\b", plain))
    )


def mine(voice: str, language: str) -> str:
    """An inner voice's text, in the first person."""
    if language == "zh":
        return re.sub(r"[你您]们?", lambda found: "我们" if found[0].endswith("们") else "我", voice)
    return english.first(voice)


def deed_of(what: str, pronoun: str, language: str, me: bool) -> str:
    """A deed from a plan, said to its doer (`me` false) or by them.

    Empty if it does not fit.
    """
    what = bare(cut(what, 90)).rstrip("…")
    if language == "zh":
        clauses = re.split(r"[，。；]", what)
        chosen = clauses[-1] if _SETTING.search(clauses[0]) else clauses[0]
        if _ASIDE.match(clauses[0]) or _ASIDE.match(chosen):
            return ""
        chosen = _HOUR.sub("", chosen.removeprefix("去")).removeprefix("去")
        return "" if re.search(r"[他她]", chosen) else chosen.replace("自己", "自己" if me else "你自己")
    if not what.split(" ")[0].endswith("ing"):
        return ""
    return english.addressed(what, pronoun, me)


_OWN = {"she": ("she", "her"), "he": ("he", "his"), "they": ("they", "their")}
_IRREGULAR = {"is": "am", "was": "was", "had": "had"}


def of_oneself(concern: str, pronoun: str, language: str) -> str:
    """A third-person concern in the first person: `what he feels`, `what I feel`."""
    concern = bare(concern)
    if language == "zh":
        return re.sub(r"(?<![吉其])[他她](?!们)", "我", concern)
    subject, possessive = _OWN.get(pronoun, _OWN["they"])
    concern = re.sub(r"\b(?:himself|herself|themself)\b", "myself", concern)
    if _BETWEEN.search(concern):
        concern = _BETWEEN.sub("between me", re.sub(r"\bof them\b", "of us", concern))
    # After a name or in a clause about others, a pronoun is not the speaker's: `helping Tamara: she knows nobody`.
    own, rest = concern, ""
    if other := _OTHERS.search(concern):
        own, rest = concern[: other.start()], concern[other.start() :]
    own = re.sub(r"\bhim\b", "me", own) if pronoun == "he" else own
    own = re.sub(_HER, "me", own) if pronoun == "she" else own
    own = re.sub(rf"\b{subject} (\w+)", lambda found: f"I {_first(found[1])}", own)
    own = re.sub(rf"\b{possessive}\b", "my", own)
    return re.sub(r"\bI and ([A-Z]\w+)", r"\1 and I", own) + rest


_BETWEEN = re.compile(r"\bbetween (?:her|him|them)(?= and\b)")
_OTHERS = re.compile(r"\ba (?:man|woman|person) who\b|(?<=[A-Z][a-z])\w* .*\bsince (?:she|he)\b")
_HER = re.compile(r"\bher(?= (?:about|and|or|to|in|on|at|by|for|with|from|of|when|that|out|up|as|into)\b|[,;]|$)")
"""`Her` that is not possessive: no noun follows."""


def _first(verb: str) -> str:
    """A third-person verb as it follows `I`."""
    return _IRREGULAR.get(verb) or verbs.base(verb)
