"""How warm or cold a text is: a feeling, a memory, a piece of news.

Invariant: depends on the text alone.
"""

import re
from collections.abc import Sequence

from milkwood.questions.terms import Recalled

_COLD = re.compile(
    r"dislike|cannot stand|can't stand|annoying|coward|avoid|uneasy|pushy|ill at ease|do not much like"
    r"|impatient|wary|indifferent|feud|enemy"
    r"|cannot bear|hate|quarrel"
    r"|讨厌|受不了|不顺眼|不太?自在|别扭|嫌|不太喜欢|提防|缠人|胆小鬼|处不来|死对头",
    re.IGNORECASE,
)
_WARM = re.compile(
    r"fond|love|like|glad|trust|thankful|grateful|admire|proud|friend|delighted|respect|cheered|easy with|at"
    r" home|devoted|warm|kind"
    r"|喜欢|爱|感激|佩服|信|敬|高兴|亲|朋友|疼|稀罕|热乎|舒服|踏实",
    re.IGNORECASE,
)
_SAD = re.compile(
    r"\b(?:died|death|worr(?:y|ies|ied)|afraid|alone|lonely|ill\b|sick|lost|row\b|quarrel|brawl|fought|quiet"
    r" lately|unhappy|tired"
    r"|miss(?:es)? home|thin since|close us"
    r"|exhaust|crack|hurt|broke|wear (?:him|her|me|them) out|against)"
    r"|走了，|去世|怕|担心|孤单|生病|吵|不快活|累|想家|裂|愁|打过一回架|打架|发紧|话少|难过|砸了|关了",
    re.IGNORECASE,
)
_RIFT = re.compile(
    r"\bagainst (?:my|his|her|their|our|[A-Z]\w+'s)\b|\b(?:do|does|did) not want [\w ]{1,20} to\b"
    r"|不赞成|反对|不想让|不愿让"
)
_WISH = re.compile(
    r"\b(?:wish(?:es)?|want to|wants to|hope|hopes|dream|would like)\b|盼|想(?:要|有|在|看|带|坐|写|做|去|用"
    r"|再)|希望|但愿|我愿意",
    re.IGNORECASE,
)
_FUNNY = re.compile(
    r"\b(?:once|duck|gull|goose|cat\b|martini|label|metronome|whistling|dropped|mistook|melons|sugar bowl"
    r"|glasses on my head|ladder|pear\b)"
    r"|有一回|有回|鸭|海鸥|标签|节拍器|逗|笑话|好笑|大笑|直笑|笑(?=[死坏出了])|梯子|梨",
    re.IGNORECASE,
)
_GOOD = re.compile(
    r"\b(?:party|welcome|won|married|decided to|opened|finished|success|festival|lantern|new)\b|派对|欢迎|灯笼"
    r"|结婚|成功|开张|决定|拿定主意",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"\b(?:writing|building|making|preparing|studying|study|research|paint|compos|planning|teaching|design|book|paper|series|app)\b|在写|在做|在造|论文|作曲|画|研究|筹备|应用|自学",
    re.IGNORECASE,
)
_WEIGHTY = re.compile(
    r"\b(?:(?:to|is|am|are|will) run(?:ning)? for|(?:his|her|their|'s) running for|(?:to|will|is) stand(?:ing)?"
    r" for|in love|(?:getting|got) married|wedding|divorc|died|death|dying|fire\b"
    r"|ill\b|sick|hospital|pregnan|moving away|leaving town|accident|stolen|arrest)"
    r"|要参选|竞选|参加.{0,8}选举|爱上|要结婚|订婚|离婚|去世|着火|生病|住院|搬走|出事|被偷",
    re.IGNORECASE,
)
_WONDERING = re.compile(r"\b(?:who|whether|nobody|not one soul)\b|谁|没人|有哪些", re.IGNORECASE)
_PUBLIC = re.compile(
    r"\b(?:every(?:one|body)\b.{0,40}\bwelcome|all (?:are )?welcome|party|festival)\b|欢迎|派对|聚会", re.IGNORECASE
)


_LONG_SINCE = re.compile(
    r"\b(?:years?|months) ago\b|\bfor (?:more than |over |nearly |about )?[\w-]+(?: [\w-]+)? years\b"
    r"|\bevery (?:winter|summer|october|year)\b|年前|多年|[十几]年(?:了|来)|每年"
)
OLD_NEWS_IMPORTANCE = 3


def of_feeling(feeling: str, closeness: int) -> int:
    """-1 for a dislike, 1 for a liking, 0 for neither."""
    if _COLD.search(feeling) and closeness <= 4:
        return -1
    if closeness >= 5 or (_WARM.search(feeling) and closeness >= 2):
        return 1
    return 0


def is_cold(text: str) -> bool:
    """Whether a text expresses dislike."""
    return bool(_COLD.search(text))


def is_warm(text: str) -> bool:
    """Whether a text expresses liking, thanks or joy."""
    return bool(_WARM.search(text) or _GOOD.search(text))


def of_memories(person: str, recalled: Sequence[Recalled]) -> int | None:
    """What the memories say of a person; None if there are none."""
    about = [
        one
        for one in recalled
        if person in one["about"] and one["source"] in ("me", "") and one["kind"] in ("seed", "insight", "thought")
    ]
    if not about:
        return None
    score = sum((1 if _WARM.search(one["text"]) else 0) - (2 if _COLD.search(one["text"]) else 0) for one in about)
    return (score > 0) - (score < 0)


_MOODS = (("rift", _RIFT), ("sad", _SAD), ("hope", _WISH), ("glad", _GOOD), ("interest", _WORKS), ("amused", _FUNNY))


def mood(text: str) -> str:
    """The reaction to a piece of news: `rift`, `sad`, `hope`, `amused`, `glad`, `interest` or `surprise`."""
    for name, pattern in _MOODS:
        if pattern.search(text) and not (name == "glad" and _LONG_SINCE.search(text)):
            return name
    return "surprise"


def heavy(text: str) -> bool:
    """Whether it is told to close people only: a loss, a fear, a love."""
    return bool(_SAD.search(text) or re.search(r"\blove|in love|secret|爱上|喜欢他|喜欢她|心事", text))


def weight(text: str) -> int:
    """The weight of a piece of news, 2 to 9; low for long-standing facts."""
    if _LONG_SINCE.search(text):
        return OLD_NEWS_IMPORTANCE
    if _PUBLIC.search(text) and re.search(r"welcome|欢迎", text):
        return 8
    if _WEIGHTY.search(text) and not _WONDERING.search(text):
        return 6 if re.search(r"against|not want|不赞成|不想让", text) else 8
    if _PUBLIC.search(text):
        return 6
    feeling = mood(text)
    return 5 if feeling in ("sad", "rift") else 4 if feeling in ("hope", "interest") else 3
