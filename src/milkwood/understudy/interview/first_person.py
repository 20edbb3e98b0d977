"""What the card says of a person, as the person says it: the biography, ties and feelings.

Invariant: a text of no known form is not changed.
"""

import re

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Other
from milkwood.understudy.language.sentences import bare
from milkwood.understudy.language.shift import of_oneself

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|(?<=[。！？])")
_COORDINATED = re.compile(
    r"\b(?P<joint>and|but)(?P<how> (?:still|never|always|then|now|often|also))? (?P<verb>[a-z]+s)\b"
    r"(?=[.,;]|$| (?:the|an?|its?|his|her|their|my|them|him|me|that|so|to|for|at|on|in|with|as|from|of|nothing|nobody"
    r"|not|no|every\w*|badly|well|\w+ly)\b)|\b(?P<also>and|but) (?P<plain>says|is|has|does|knows|keeps|thinks)\b"
)
_ADVERB = (
    r"(?:still|never|also|always|often|rarely|secretly|really|quietly|deeply|hardly|only|not|a little|very|quite) "
)
_START = re.compile(rf"(?P<how>(?:{_ADVERB})*)(?P<verb>[a-z]+)\b")
_MODAL = frozenset("can cannot could would will might must should may did was had".split())
_ADJECTIVE = re.compile(
    r"(?:\w+(?:ful|ous|ed|less|able|ent|ant)|fond|proud|wary|afraid|angry|sure|glad|happy|sorry|close|tired|sad|cold"
    r"|shy|cross|at ease|in love|on (?:good|bad) terms|loyal|curious|uneasy|easy|bitter|sick|full)\b"
)
_IRREGULAR = {"is": "am", "has": "have", "does": "do", "goes": "go"}
_NOMINAL = re.compile(r"(?:an?|the|my|our|one|two|nearly an?|only|just)\b", re.IGNORECASE)
_BARE = re.compile(r"(?:old|best|good|close|dear)\b", re.IGNORECASE)
"""The beginning of a nominal tie without an article."""
_VERBAL = re.compile(
    r"(?:nearly|once|still|never|often|was|is|has|had|lives?|[a-z]{3,}(?:(?<![su])s|ed|t)) (?!of\b)", re.IGNORECASE
)
_SELF_FELT = re.compile(r"[爱想疼怕恨信敬喜佩感觉对替为总很被以讨烦嫌看把跟欠羡]")


def sentences_of_life(ask: Ask) -> list[str]:
    """The biography, one sentence each, in the first person."""
    own = ask["self"]
    return [_of_me(part, ask) for part in _SENTENCE.split(own["biography"]) if part.strip()]


def _of_me(sentence: str, ask: Ask) -> str:
    own = ask["self"]
    if own["language"] == "zh":
        return of_oneself(_named_me(sentence, ask, "我"), own["pronoun"], "zh")
    subject, possessive = {"she": ("she", "her"), "he": ("he", "his")}.get(own["pronoun"], ("they", "their"))
    for name in (own["name"], own["called"]):
        sentence = re.sub(rf"\b{re.escape(name)}['’]s\b", possessive, sentence)
        sentence = re.sub(rf"\b{re.escape(name)}\b", subject, sentence)
    sentence = re.sub(r"^[A-Z](?=\w* )", lambda found: found[0].lower(), sentence)
    said = of_oneself(sentence, own["pronoun"], "en")
    said = re.sub(rf"\bI ((?:{_ADVERB})+)([a-z]+s)\b(?<![su]s)", lambda found: f"I {found[1]}{_base(found[2])}", said)
    return _joined_verbs(said) if re.search(r"\bI\b", said) else said


def _joined_verbs(text: str) -> str:
    """`I keep a snail and changes its name`: the later verbs of the same subject."""

    def first(found: re.Match[str]) -> str:
        if found["also"]:
            return f"{found['also']} {_base(found['plain'])}"
        return f"{found['joint']}{found['how'] or ''} {_base(found['verb'])}"

    return _COORDINATED.sub(first, text)


def _base(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(?:ss|x|zz|ch|sh)es$", verb) else verb[:-1]


def of_me(text: str, ask: Ask) -> str:
    """A text with `me` for the person's name."""
    return _named_me(text, ask, "我" if ask["self"]["language"] == "zh" else "me")


def _named_me(text: str, ask: Ask, me: str) -> str:
    for name in (ask["self"]["name"], ask["self"]["called"]):
        text = text.replace(name, me) if me == "我" else re.sub(rf"\b{re.escape(name)}\b", me, text)
    return text


_POSSESSIVES = frozenset({"hers", "his", "theirs", "yours", "ours"})


def feeling_said(feeling: str, ask: Ask) -> str:
    """A feeling as a clause: `wants her to be proud`, `I want her to be proud`; empty if it is of no known form."""
    text = bare(feeling)
    if ask["self"]["language"] == "zh":
        return f"我{text}" if _SELF_FELT.match(text) and "我" not in text[:2] else ""
    text = _named_me(text, ask, "me")
    found = _START.match(text)
    if found is None:
        return ""
    how, verb, rest = found["how"], found["verb"], text[found.end() :]
    if verb in _MODAL:
        return _joined_verbs(f"I {text}")
    if verb in _POSSESSIVES or _ADJECTIVE.match(text[len(how) :]):
        return _joined_verbs(f"I am {text}")
    if re.search(r"(?<![su])s$", verb):
        return _joined_verbs(f"I am {how}{rest.strip()}" if verb == "is" else f"I {how}{_base(verb)}{rest}")
    return ""


def tie_said(other: Other, tie: str, ask: Ask) -> str:
    """A tie as a clause: `Nkechi is my mother`, `Babatunde accuses me`; empty if it is of no known form."""
    if ask["self"]["language"] == "zh":
        text = _named_me(bare(tie), ask, "我")
        return f"{other['called']}是我{text}" if re.fullmatch(r"[㐀-鿿]{2,3}", text) and "我" not in text else ""
    possessive = {"she": "her", "he": "his"}.get(ask["self"]["pronoun"], "their")
    text = re.sub(rf"^{possessive}\b", "my", _named_me(bare(tie), ask, "me")).replace("me's", "my")
    if _NOMINAL.match(text) or _BARE.match(text):
        return f"{other['called']} is {'my ' if _BARE.match(text) else ''}{text}"
    return f"{other['called']} {text}" if _VERBAL.match(text) else ""
