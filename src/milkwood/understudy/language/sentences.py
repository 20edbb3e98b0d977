"""Texts as sentences and as words, in English and in Chinese.

Invariant: every function depends on the text alone.
"""

import re
from functools import lru_cache

_END = re.compile(r"([.!?。！？…]+[”’\"')）」』]*)(\s+|$|(?<=[。！？])|(?<=[。！？]”))")
_NOT_ENDS = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|a\.m|p\.m|e\.g|i\.e|No))\.$")
_QUOTED = re.compile(r"“[^”]*”")
_CHINESE = re.compile(r"[㐀-鿿]")
_CHINESE_RUN = re.compile(r"[㐀-鿿]+")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’][A-Za-z]+)?|\d+")
_LEANING = re.compile(
    r"(?:He|She|They|It|This(?! (?:\w+day|morning|afternoon|evening|week\w*|month|year)\b)|That|His|Her|Their)\b"
    r"|[他她它]|这(?!儿|里|些天|阵|会|个?(?:星期|礼拜|周|月)|几天|两天)"
)
_STOP = frozenset(
    "a about after again all also am an and any are as at be because been before being but by can cannot could did do"
    " does doing don't down even ever every everybody everyone few for from get go going got had has have having he her"
    " here hers him his how i if in into is it its just know like made make many may me might mine more most much must"
    " my myself never no nobody nor not nothing now of off on once one only or other our out over own s said say says"
    " shall she should since so some somebody someone something still such t than that the their them then there these"
    " they thing think this those though through to told too two up upon us use used very was we were what when where"
    " whether which who whom whose why will with without would yet you your yours people day days time year"
    " years".split()
)
_STOP_CHINESE = frozenset(
    "的了在是我你他她它们这那有没不也就都还很和跟与把被给到从向吗呢吧啊呀么什怎谁哪个一来去说想要会能着过得地上下里外人"
)


def chinese(text: str) -> bool:
    """Whether a text is mostly Chinese."""
    return len(_CHINESE.findall(text)) * 3 > len(text)


def split(text: str) -> list[str]:
    """The sentences of a text, with punctuation; quotations stay whole."""
    hidden = _QUOTED.sub(lambda found: re.sub(r"[.!?。！？…](?!”$)", "\ue000", found[0]), text)
    parts: list[str] = []
    begin = 0
    for end in _END.finditer(hidden):
        if _NOT_ENDS.search(hidden[begin : end.end(1)]) or text[end.end() : end.end() + 1].islower():
            continue
        parts.append(text[begin : end.end(1)].strip())
        begin = end.end()
    parts.append(text[begin:].strip())
    return [part for part in parts if part]


def leans(sentence: str) -> bool:
    """Whether a sentence depends on the one before: it begins with a pronoun."""
    return bool(_LEANING.match(sentence)) and not asks(sentence)


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    bare = sentence.rstrip("”\"') ")
    return bare.endswith(("?", "？")) or bare.rstrip("。.").endswith("吗")


_ALIKE = {
    "election": "elect",
    "elector": "elect",
    "candidat": "run",
    "candidaci": "run",
    "mayoral": "mayor",
    "vot": "elect",
    "参选": "竞选",
    "候选": "竞选",
    "选举": "竞选",
    "celebration": "parti",
    "celebrat": "parti",
    "聚会": "派对",
    "舞会": "派对",
}
"""Synonyms."""


def _stem(word: str) -> str:
    bare = re.sub(r"['’]s?$", "", word)
    bare = re.sub(r"(?<=[^aeiou])(?:y|ies|ied)$", "i", bare) if len(bare) > 3 else bare
    for ending in ("ings", "ing", "ed", "ies", "es", "s"):
        if bare.endswith(ending) and len(bare) - len(ending) >= 3:
            root = bare[: -len(ending)].rstrip("e")
            doubled = (
                len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz" and ending in ("ing", "ings", "ed")
            )
            return root[:-1] if doubled else root
    return bare.rstrip("e") if len(bare) > 3 else bare


@lru_cache(maxsize=20_000)
def words(text: str) -> frozenset[str]:
    """The topics of a text: stems of its words, pairs of its Chinese characters; stop words left out."""
    latin = {_stem(word.lower().replace("’", "'")) for word in _WORD.findall(text) if word.lower() not in _STOP}
    pairs = {
        run[at : at + 2]
        for run in _CHINESE_RUN.findall(text)
        for at in range(len(run) - 1)
        if run[at] not in _STOP_CHINESE and run[at + 1] not in _STOP_CHINESE
    }
    return frozenset(_ALIKE.get(word, word) for word in latin | pairs)


_MANNERS = frozenset(
    "absolutely actually afternoon agree ah alright always amazing anyway awesome aye beautiful beg believe bit"
    " brilliant bye care certainly cheers clearly cool course cute dear definitely delighted delightful evening"
    " exactly excellent excuse fair fantastic farewell fine frankly friend funny gee glad good goodbye goodness gosh"
    " grand great guess ha haha happy hark hear heavens hello hey hi hm hmm ho hope huh imagine impressive indeed"
    " interesting kind last later least let lot love lovely luck lucky magnificent marvellous maybe mean mercy"
    " morning nice night nope obviously odd oh ok okay pardon perfect perhaps please pleased pleasure plenty"
    " precisely pretty probably quite rather really right same see seem seems sir soon sorry sound sounds splendid"
    " strange suppose sure surely sweet take talk tell terrific thank thanks today together tomorrow tonight true"
    " truly understand weather weird welcome well while wish wonder wonderful word wow yeah yep yes".split()
)
"""Words of politeness, reaction and agreement; alone they carry no information."""
_MANNERS_CHINESE = re.compile(
    "谢谢|多谢|感谢|不客气|没关系|没事儿?|对不起|抱歉|不好意思|你好|您好|早上好|下午好|晚上好|早安|晚安|再见|回头见|回见|拜拜|保重|慢走"
    "|高兴|太好|真好|挺好|好极|很好|好啊|好呀|好的|好吧|不错|有意思|有趣|厉害|真棒|太棒|漂亮|可爱|当然|没错|是啊|是呀|对啊|对呀|对的|的确|确实"
    "|真的|原来如此|这样|那样|怎么样|天气|今天|明天|晚上|早上|下午|加油|祝|希望|辛苦|知道|明白|同意|可以|行|嗯+|哦+|噢|哎呀?|唉|哈+|嘿+|呵+|哇|好|对|早|嗨|喂|请|聊|忙|您|咱|见|再"
)
_CONTRACTION = re.compile(r"n['’]t$|['’](?:s|m|re|ve|ll|d)$")


@lru_cache(maxsize=20_000)
def content(text: str) -> frozenset[str]:
    """The words, or Chinese characters, of a text beyond stop words, politeness and reactions."""
    latin = {_CONTRACTION.sub("", word.lower()) for word in _WORD.findall(text)}
    characters = "".join(_CHINESE_RUN.findall(_MANNERS_CHINESE.sub(" ", text)))
    return frozenset((latin - _STOP - _MANNERS) | (set(characters) - _STOP_CHINESE))


def shared(one: str, other: str) -> int:
    """The number of words two texts share."""
    return len(words(one) & words(other))


_FEW_PAIRS = 3
"""A Chinese text with fewer pairs of characters is compared by single ones."""


def alike(one: str, other: str) -> tuple[int, int]:
    """The number of words that two texts share, and that the first has; characters, if it is too short for words."""
    mine, theirs = words(one), words(other)
    if not mine or (chinese(one) and len(mine) < _FEW_PAIRS):
        mine, theirs = content(one), content(other)
    return len(mine & theirs), len(mine)


def same(one: str, other: str) -> bool:
    """Whether two texts say the same in nearly the same words."""
    first, second = words(one), words(other)
    if not first or not second:
        return one.strip() == other.strip()
    return len(first & second) * 4 >= 3 * min(len(first), len(second)) and len(first & second) >= 2


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """With a small first letter, unless it begins with a name or with I."""
    first = text.split(" ", 1)[0].rstrip(",.;:'")
    plain = {
        "The",
        "A",
        "An",
        "My",
        "Our",
        "It",
        "There",
        "Today",
        "Tomorrow",
        "This",
        "That",
        "In",
        "On",
        "At",
        "When",
        "No",
        "Every",
        "Most",
    }
    return text[:1].lower() + text[1:] if first in plain else text


def bare(text: str) -> str:
    """Without the final full stop."""
    return text.strip().rstrip("。.!！;；,，").strip()


def cut(text: str, most: int) -> str:
    """At most so many characters, cut at the end of a sentence or clause."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    for marks in ("。！？.!?", "；;", "，,", " "):
        at = max(head.rfind(mark) for mark in marks)
        if at > most // 3:
            return head[: at + 1].rstrip(" ，,；;") + ("" if marks == "。！？.!?" else "…")
    return head + "…"
