"""Statements turned to the listener: `Toby mended my latch` said to Toby, and `I am tired` said back to its speaker.

Invariant: an uncertain statement gives an empty text; the result has no final mark.
"""

import re
from collections.abc import Collection

from milkwood.understudy.language.english import TOKEN
from milkwood.understudy.language.sentences import bare, chinese, small
from milkwood.understudy.language.verbs import ADVERBS, base, is_past

_TO_YOU = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are", "was": "were"}
_THIRD = {
    "she": ({"she"}, {"her"}, {"her"}, {"herself"}),
    "he": ({"he"}, {"him"}, {"his"}, {"himself"}),
    "they": ({"they"}, {"them"}, {"their"}, {"themself", "themselves"}),
}
_KIN = re.compile(
    r"\b(?:mother|father|sister|brother|wife|husband|son|daughter|aunt|uncle|cousin|niece|nephew|mum|mom|dad|man|woman|boy"
    r"|girl|grand\w+)\b"
)
_KIN_CHINESE = re.compile(r"[爸妈爹娘哥姐弟妹爷奶叔婶姑姨舅儿女侄]|丈夫|妻子|老婆|老公|孩子|人家|别人")
_HALF = re.compile(r"等我|要是|如果|只要|除非|因为|虽然|趁|每[次回]|一[^一]{1,4}就?$|的那[晚天年]$|以来$")
"""Chinese clauses that only begin a statement."""
_STARTS = frozenset("and but or that because when if since while whether then so though before after".split())
_CLAUSE = re.compile(r"^(.{12,70}?)(?:[,;:]| and | but | because | so that )", re.DOTALL)
_CLAUSE_CHINESE = re.compile(r"^(.{4,18}?)[，；：。！？]")
_UNFIT = re.compile(r"[“”\"]|\b(?:we|us|our|you|your|let's)\b", re.IGNORECASE)
_OBJECT_ENDS = frozenset(
    "about and or to in on at by for with from of when that out up as into a an the every so while if before"
    " after".split()
)

_CAUSES = frozenset(
    "made make makes making let lets saw see sees heard hear hears watched watch helped help helps felt bade".split()
)
"""Verbs after which `her` is a person and a verb follows: `I made her repeat it`."""
_CHOICE_CHINESE = re.compile(r"([㐀-鿿])[没不]\1|还是")
"""An open question inside a clause: `撒没撒谎`, which does not stand alone."""


def clause(text: str) -> str:
    """The first clause of a statement, without its mark."""
    found = (_CLAUSE_CHINESE if chinese(text) else _CLAUSE).match(text)
    return found[1] if found else bare(text)


def said_back(text: str, language: str) -> str:
    """What another said of themselves, said back to them: `I have sold the boat` as `you have sold the boat`."""
    text = clause(text)
    if language == "zh":
        if re.search(r"[你您咱“”]|我们|俺|[等时候前后]$", text) or not text.startswith("我") or len(text) > 18:
            return ""
        if _HALF.search(text) or _CHOICE_CHINESE.search(text):
            return ""
        return text.replace("我", "你")
    text = re.sub(r"\bI'm\b", "I am", text.replace("’", "'"))
    if _UNFIT.search(text) or not re.match(r"I\b|My\b", text) or len(text) > 70 or re.search(r"\bI'", text):
        return ""
    tokens = TOKEN.findall(text)
    for at, token in enumerate(tokens):
        low = token.lower()
        near = "".join(tokens[max(0, at - 2) : at]).split()[-1:] == ["you"] or (at > 1 and tokens[at - 2] == "you")
        if low in ("am", "was") and not near:
            continue
        tokens[at] = _TO_YOU.get(low, token)
    return "".join(tokens)


def to_listener(text: str, name: str, pronoun: str, language: str, names: Collection[str] = ()) -> str:
    """A statement about a person, said to them: `Toby mended my latch` as `you mended my latch`."""
    text = bare(text)
    if name not in text or any(other in text for other in names if other and other not in name and name not in other):
        return ""
    if language == "zh":
        return _to_listener_chinese(text, name, pronoun)
    if _UNFIT.search(text) or len(text) > 110:
        return ""
    subjects, objects, possessives, reflexives = _THIRD.get(pronoun, _THIRD["they"])
    own = subjects | objects
    if _KIN.search(text) and any(token.lower() in own for token in TOKEN.findall(text)):
        return ""
    text = re.sub(rf"\bthe ((?:\w+ )?\w+) of {re.escape(name)}(?![A-Za-z'’])", r"your \1", text)
    text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}['’]s(?= [a-z])", "your", text)
    tokens = TOKEN.findall(re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z'’])", "you", text))
    if any(token.endswith(("'s", "’s")) and token[:1].isupper() for token in tokens):
        return ""
    spots = [at for at, token in enumerate(tokens) if token[0].isalpha()]
    subject = False
    for order, at in enumerate(spots):
        low = tokens[at].lower()
        after = tokens[spots[order + 1]].lower() if order + 1 < len(spots) else ""
        before = tokens[spots[order - 1]].lower() if order else ""
        begins = (
            not order or not tokens[at - 1].isspace() or before in _STARTS or (low == "you" and _is_singular(after))
        )
        if low in subjects or (low == "you" and begins):
            tokens[at], subject = "you", True
            if not _conjugate(tokens, spots, order + 1):
                return ""
        elif low in possessives and after and after not in _OBJECT_ENDS and before not in _CAUSES:
            tokens[at] = "your"
        elif low in objects:
            tokens[at] = "you"
        elif low in reflexives:
            tokens[at] = "yourself"
        elif subject and low in ("and", "but", "or") and re.search(r"[a-z](?<!s)s$", after) and base(after) != after:
            return ""  # a second verb or a plural: `keeps bees and sells honey`
    made = "".join(tokens)
    return made[:1].lower() + made[1:] if made.startswith("You") else small(made)


def _is_singular(word: str) -> bool:
    """Whether a word can only follow a subject of the third person: `Ann leaves`."""
    return word in ("is", "was", "has", "does") or (
        word.endswith("s") and not word.endswith("ss") and base(word) != word
    )


def _conjugate(tokens: list[str], spots: list[int], order: int) -> bool:
    """Turn the verb after `you`; False if there is none."""
    while order < len(spots) and tokens[spots[order]].lower() in ADVERBS:
        order += 1
    if order >= len(spots):
        return False
    at = spots[order]
    low = tokens[at].lower()
    if low in ("is", "was", "has", "does"):
        tokens[at] = {"is": "are", "was": "were", "has": "have", "does": "do"}[low]
    elif low.endswith("s") and not is_past(low):
        tokens[at] = base(low)
    return True


def _to_listener_chinese(text: str, name: str, pronoun: str) -> str:
    if {"he": "她", "she": "他"}.get(pronoun, "＿") in text.replace("他们", ""):
        return ""
    if re.search(r"[你您咱“”]", text) or _KIN_CHINESE.search(text.replace(name, "")) or len(text) > 45:
        return ""
    if not text.startswith(name) and re.search(r"[他她]", text):
        return ""
    return re.sub(r"[他她](?!们)", "你", text.replace(name, "你"))


def is_past_tense(text: str, language: str) -> bool:
    """Whether a statement to the listener is about what is over."""
    if language == "zh":
        return bool(re.search(r"了|过(?!来|去)|那年|当年|年前|上[回次个]", text))
    words = re.findall(r"[a-z']+", text.lower())
    return any(is_past(word) or word in ("were", "had") for word in words[:6])
