"""What a person does for a living, as their own texts tell it: `counting the takings` of one who counts them.

Invariant: a doing has a verb and what it acts on; follows from the card alone.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from milkwood.questions.terms import Card
from milkwood.understudy.break_down.objects import object_of
from milkwood.understudy.language import verbs

MAX_DOING_WORDS, MAX_DOING_CHARACTERS = 7, 12
_STATES = frozenset(
    "is was has uses rises does goes comes lives owns knows likes loves hates wants needs believes thinks hopes fears"
    " misses dreams"
    " remembers forgets sleeps eats drinks hears sees feels seems looks gets says speaks swears trusts suspects doubts"
    " wears dreads wishes means leaves dies belongs finds loses walks swims dances calls considers regrets"
    " pretends refuses prefers enjoys spends saves owes earns laughs weeps cries smokes gives takes holds"
    " wins talks tells asks answers misunderstands admires envies".split()
)
"""Verbs of what a person is, has or feels; no work."""
_SENTENCE = re.compile(r"[.!?;:]\s+|[.!?;:]$")
_JOINT = re.compile(r",? and (?=\w+s\b)|, (?=\w+s\b)")
_CUT = re.compile(
    r",|\s(?:but|since|because|when|while|until|if|who|which|that|though|although|so|as"
    r"|and (?:the|an?|she|he|they|his|her|is|has))\b"
)
_ADVERB = re.compile(r"^(?:always|still|also|often|now|then|both|mostly|usually|never|only|once)\s+(?P<also>)")
_ZH_CLAUSE = re.compile(r"[，。；、！？]")
_ZH_LEAD = re.compile(
    r"^(?:他|她|他们|平时|平日|每天|天天|一天[一二两三四五六几]趟|白天|夜里|晚上|早上|清早|下午|冬天|夏天|春天|秋天|一年到头|也|还|又|"
    r"常|常常|总|总是|给[^，。给]{1,4}|替[^，。]{1,4}|在[^，。在]{1,6}[里上边中])"
)
_ZH_STATES = re.compile(r"[了过着完掉]|^(?:是|有|爱|喜欢|想|怕|恨|会|能|要|不|没|跟|来自|住)|一个月|从不")


def doings_of(card: Card) -> tuple[str, ...]:
    """What the person does for a living, each as a text of a block."""
    names = (card["name"], card["called"], *card["name"].split(" ")[:1])
    return _doings(card["biography"], names, card["language"])


@lru_cache(maxsize=512)
def _doings(biography: str, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    found = _chinese(biography, names) if language == "zh" else _english(biography, names)
    return tuple(dict.fromkeys(each for each in found if object_of(each, language)))


def _english(biography: str, names: tuple[str, ...]) -> Iterator[str]:
    subject = re.compile(rf"^(?:{'|'.join(map(re.escape, names))}|she|he|they)\s+", re.IGNORECASE)
    for sentence in _SENTENCE.split(biography):
        told = subject.sub("", sentence.strip(), count=1)
        if told == sentence.strip():
            continue
        for clause in _JOINT.split(told):
            said = _CUT.split(_ADVERB.sub("", clause.strip()))[0].strip().rstrip(".")
            third, _, rest = said.partition(" ")
            if third.endswith("s") and third not in _STATES and rest and len(said.split()) <= MAX_DOING_WORDS:
                yield f"{verbs.gerund(verbs.base(third))} {rest}"


def _chinese(biography: str, names: tuple[str, ...]) -> Iterator[str]:
    subject = re.compile(rf"^(?:{'|'.join(map(re.escape, names))})")
    for clause in _ZH_CLAUSE.split(biography):
        said, before = subject.sub("", clause.strip()), ""
        while said != before:
            before, said = said, _ZH_LEAD.sub("", said)
        if 1 < len(said) <= MAX_DOING_CHARACTERS and not _ZH_STATES.search(said):
            yield said
