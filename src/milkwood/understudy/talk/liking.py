"""How people feel about others, and how a text touches them: a feeling, a memory, a piece of news.

Invariant: depends on what is said alone, whatever its words; the vocabulary is that of the language
(`understudy/language/tone.py`).
"""

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from milkwood.questions.terms import MAX_CLOSENESS, MIN_CLOSENESS, Other, Recalled
from milkwood.understudy.language.tone import tone

Stance: TypeAlias = Literal["enemy", "cold", "neutral", "friend"]
"""How a person stands to another: `enemy` avoids, refuses and argues; `cold` keeps a distance."""
ENEMY_CLOSENESS, COLD_CLOSENESS, FRIEND_CLOSENESS = -3, -1, 5
_WEIGHTS = {"hostile": -6, "cold": -3}
"""What a feeling or tie in words adds to closeness as a number."""
_OWN_WEIGHTS = {"hostile": -5, "cold": -2, "warm": 1}
"""The same for a person's own memories of another."""
_MAX_MEMORIES = 2
OLD_NEWS_IMPORTANCE = 3
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b|我|咱")
_PEACE = re.compile(
    r"\b(?:made (?:our |my )?peace|made (?:it )?up|make up with|reconcil\w+|forgave|forgiven|apologi[sz]\w*"
    r"|buried the hatchet|shook hands)\b|和好|和解|言归于好|冰释前嫌|原谅了|赔[了个]?不是|道个?歉|认个?错|我也有错"
)
_LONG_SINCE = re.compile(
    r"\b(?:years?|months) ago\b|\bfor (?:more than |over |nearly |about )?[\w-]+(?: [\w-]+)? years\b"
    r"|\bevery (?:winter|summer|october|year)\b|年前|多年|[十几]年(?:了|来)|每年"
)
_WONDERING = re.compile(r"\b(?:who|whether|nobody|not one soul)\b|谁|没人|有哪些", re.IGNORECASE)
_WELCOME = re.compile(r"welcome|invited|欢迎|邀请|谁来都", re.IGNORECASE)
_MOODS = (
    ("rift", frozenset({"rift", "hostile"})),
    ("sad", frozenset({"grave", "sad"})),
    ("glad", frozenset({"glad"})),
    ("hope", frozenset({"wish"})),
    ("amused", frozenset({"funny"})),
    ("interest", frozenset({"work"})),
)
"""Reactions to news, by the feelings it expresses; the first that fits."""


def of_feeling(feeling: str, closeness: int) -> int:
    """-1 for a dislike, 1 for a liking, 0 for neither."""
    felt = tone(feeling, about_person=True)
    bad, warm = felt & {"hostile", "cold"}, "warm" in felt
    if closeness < 0 or (bad and not warm and closeness <= (6 if "hostile" in felt else 4)):
        return -1
    if closeness >= FRIEND_CLOSENESS or (warm and not bad and closeness >= 2):
        return 1
    return 0


def standing(other: Other, recalled: Sequence[Recalled] = ()) -> int:
    """Closeness to another as the feeling, the tie and the person's own memories correct it, from -10 to 10."""
    found = other["closeness"]
    words = tone(f"{other['feeling']}. {other['tie']}", about_person=True)
    if "warm" not in words:
        found += min((_WEIGHTS[one] for one in words if one in _WEIGHTS), default=0)
    own = sorted(_weight_of(one["text"]) for one in recalled if is_of(one, other["id"]))
    peace = any(makes_peace(one["text"]) for one in recalled if is_of(one, other["id"]))
    if peace or makes_peace(other["feeling"]):
        return max(COLD_CLOSENESS, other["closeness"])
    found += sum(own[:_MAX_MEMORIES])
    return max(MIN_CLOSENESS, min(MAX_CLOSENESS, found))


def stance_of(other: Other, recalled: Sequence[Recalled] = ()) -> Stance:
    """How a person stands to another: by closeness, what is felt, and what they remember of each other."""
    found = standing(other, recalled)
    if found <= ENEMY_CLOSENESS:
        return "enemy"
    return "cold" if found <= COLD_CLOSENESS else "friend" if found >= FRIEND_CLOSENESS else "neutral"


def is_of(memory: Recalled, person: str) -> bool:
    """Whether it is an own memory of what is between the person and another."""
    own = memory["source"] in ("me", "") and memory["kind"] in ("seed", "insight", "thought")
    return own and person in memory["about"] and bool(_FIRST_PERSON.search(memory["text"]))


def is_hostile_memory(memory: Recalled, person: str) -> bool:
    """Whether it is an own memory of enmity with another."""
    return is_of(memory, person) and "hostile" in tone(memory["text"])


def _weight_of(text: str) -> int:
    found = tone(text)
    return next((weight for feeling, weight in _OWN_WEIGHTS.items() if feeling in found), 0)


def makes_peace(text: str) -> bool:
    """Whether a text tells of an apology or a reconciliation."""
    return bool(_PEACE.search(text))


def is_cold(text: str) -> bool:
    """Whether a text expresses dislike or enmity."""
    return bool(tone(text) & {"cold", "hostile"})


def is_warm(text: str) -> bool:
    """Whether a text expresses liking, thanks or joy."""
    return bool(tone(text) & {"warm", "glad", "public"})


def of_memories(person: str, recalled: Sequence[Recalled]) -> int | None:
    """What the memories say of a person; None if there are none."""
    about = [_weight_of(one["text"]) for one in recalled if is_of(one, person)]
    score = sum(about)
    return (score > 0) - (score < 0) if about else None


def mood(text: str) -> str:
    """The reaction to a piece of news: `rift`, `sad`, `hope`, `amused`, `glad`, `interest` or `surprise`."""
    found = tone(text)
    if "public" in found and "hostile" not in found:
        return "glad" if "glad" in found else "interest"
    long_since = bool(_LONG_SINCE.search(text))
    for name, feelings in _MOODS:
        if found & feelings and not (name == "glad" and long_since):
            return name
    return "surprise"


def heavy(text: str) -> bool:
    """Whether it is told to close people only: a loss, a fear, a love, a secret."""
    found = tone(text)
    return bool(found & {"sad", "grave", "hostile", "secret"}) or bool(re.search(r"\bin love\b|爱上", text))


def weight(text: str) -> int:
    """The weight of a piece of news, 2 to 9; low for long-standing facts."""
    found = tone(text)
    if _LONG_SINCE.search(text):
        return OLD_NEWS_IMPORTANCE
    if "public" in found:
        return 8 if _WELCOME.search(text) else 6
    if found & {"grave", "turn"} and not _WONDERING.search(text):
        return 6 if "rift" in found else 8
    if found & {"hostile", "secret"}:
        return 6
    if found & {"rift", "sad", "glad"}:
        return 5
    return 4 if found & {"wish", "work"} else 3
