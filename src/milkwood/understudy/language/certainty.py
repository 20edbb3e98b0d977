"""How sure a statement is by its own words: hearsay, a denial, a confirmation, a question whether it is true; and who
is said to have been there.

Invariant: a statement without such words is neither; what is left of hearsay is a statement that can be repeated.
"""

import re
from functools import lru_cache

from milkwood.understudy.language.names import MARK, marked
from milkwood.understudy.language.sentences import capital, chinese, content

_FINITE = r"(?:is|are|was|were|has|have|had|will|would|may|might|wants?|means|plans|intends|cannot|can)"
_LEAD = re.compile(
    r"^(?:(?:well|so|and|but|oh),? )?(?:(?:(?:I|we)(?: have|['’]ve)? (?:only |just )?heard(?: it said| a rumou?r| say)?"
    rf"(?: that\b|(?= [^,.;]{{2,40}}? {_FINITE}\b))|(?:they|people|some|folk|everybody) says?(?: that\b)?"
    r"|(?:some(?:body|one)|people|they)(?: [\w ]{1,24}?)? claim(?:s|ed)? (?:that\b)|rumou?r has it(?: that\b)?"
    r"|there(?: is|['’]s) (?:a rumou?r|talk)(?: that\b)?"
    r"|(?:the )?(?:word|talk|story) (?:is|goes(?: round| about)?|gets about|has it)(?: that\b)?|apparently|supposedly"
    r"|allegedly"
    r"|it is said(?: that\b)?)[,:]? +)"
    r"|^我?也?(?:只是|就是)?(?:听说|听人[说讲]|据说|有人说|人家说|大家都?说|外[头面]都?(?:在)?[说传]"
    r"|[^，。：]{0,4}(?:都在?[说传]|有人[说传讲])|传说|传言说?|风闻|听到传言)[，：,:]?",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"[,;]?\s*(?:but |and |though )?\b(?:(?:I|we) (?:do not|don['’]t|cannot|can['’]t) (?:know|say|tell) (?:if|whether)"
    r" (?:it|that|this|there)[\w ]{0,12}(?:true|truth|so|anything)[\w ]{0,10}|not sure (?:if|whether) (?:it|that"
    r"|this) is true"
    r"|(?:I|we) (?:cannot|can['’]t|would not|wouldn['’]t) swear to it|(?:it is |that is )?(?:only|just) (?:a rumou?r"
    r"|hearsay|talk)"
    r"|(?:or )?so (?:they|people) say|or so I (?:heard|hear)|if it is true|it may not be true|is rumou?red|(?:is"
    r"|are) said to)\b"
    r"|[，；]?(?:可|也|但)?(?:不知(?:道)?(?:是)?真(?:的)?(?:是)?假|不知道?(?:是不是|有没有)真的?|真假(?:我)?(?:也)?(?:不知|说不准|难说|不清楚)"
    r"|是不是真的(?:我)?(?:也)?(?:不知道|说不准|难说)|谣传|道听途说|做不得准|当不得真)[，。]?",
    re.IGNORECASE,
)
_NOT_SO = r"(?:(?:simply |just )?(?:not true|not so|untrue|false|a lie|nonsense|only a rumou?r))"
_DENIAL = re.compile(
    rf"^(?:no,? |but |and )?(?:it|that)(?: is|['’]s| was) {_NOT_SO},? (?:that )(?P<what>.+)$"
    r"|^there is no truth in (?:it|the rumou?r) that (?P<truth>.+)$"
    rf"|^(?P<before>.{{8,}}?),? (?:but |and )?(?:that|this|it)(?: is|['’]s| was) {_NOT_SO}[.!]?$"
    r"|^(?:才?没有?这回事|不是真的|[那这]都?是谣言|[那这]?是假的)[，：:](?P<zh>.+)$"
    r"|^(?P<zhbefore>.{4,}?)[，：](?:可|但)?(?:这话|这事|那|这|都)?(?:不是真的|没有?这回事|是假的|是谣言|是瞎[传说]的?)[。！]?$",
    re.IGNORECASE,
)
_DENIES = re.compile(
    rf"^(?:(?:oh|no|but|well)[,.!]? )*(?:that|this|it)(?: is|['’]s| was) {_NOT_SO}\b|^there is no truth in (?:it"
    rf"|that)\b"
    r"|^(?:不|哪儿?有|才|可)?[，,]?(?:没有?这回事|不是真的|[这那]?(?:话|事)?都?(?:不是真的|是假的|是谣言|是瞎[传说]))",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"^(?:(?:oh|yes|but|well)[,.!]? )*(?:that|this|it)(?: is|['’]s) (?:quite |all |really )?true\b"
    r"|\bI (?:saw|heard|know) (?:it|that) (?:myself|first hand|with my own)|\bI was there\b|\bwith my own eyes\b"
    r"|^(?:是啊?，?)?(?:这|那)?(?:话|事)?(?:是|可是)?真的|确有其事|我亲眼|我亲耳|我(?:当时)?(?:就)?在场",
    re.IGNORECASE,
)
_TRUE = (
    r"(?:is (?:that|it|this)(?: really)? (?:true|so|right)"
    r"|is there (?:any(?:thing| truth)|something) (?:in|to) (?:it|that))"
)
_ASKED = re.compile(
    rf"\bis it (?:really )?true\b(?:,? what (?:they|people) (?:say|tell))?(?:,? that|:|,)? +(?P<what>[^?]{{8,}})\?"
    rf"|(?:^|\b(?:that|heard|say|says)\b[,:]?|[,:;.!] )\s*(?P<told>[^,;:.!?]{{8,}}?)[,;:.–-]+ (?:so )?{_TRUE}\?"
    r"|(?:听(?:说|人说|人讲)|据说|(?:外[头面]|人家|有人|大家)都?(?:在|这么)?[说传讲]|都?说)[，：,:]?(?P<heard>[^？?]{3,}?)"
    r"[，,。](?:这|那)?(?:话|事)?(?:是真的|真的|有这回事|真有这回?事|是不是真的|有没有这回?事)(?:吗|么|呢)?[？?]"
    r"|(?:^|[，。；：！—])(?P<before>[^？?，。；：！—]{3,}?)[，,](?:这|那)?(?:话|事)?(?:是真的|有这回事|真有这回?事|是不是真的)(?:吗|么)?[？?]",
    re.IGNORECASE,
)
_PRESENT = tuple(
    re.compile(pattern.replace("@", rf"(?P<who>{MARK}(?:(?:,? and |, |[、和跟与]){MARK})*)"), re.IGNORECASE)
    for pattern in (
        r"@ (?:was|were) (?:there|present|with (?:me|us)|standing (?:by|there|beside)|a witness)",
        r"@ (?:saw|heard|watched|witnessed) (?:it|this|that|us|me|everything|the whole)\b",
        r"\b(?:in front of|before the eyes of|in the presence of|together with|along with|(?:came|went|was"
        r"|were) with) @",
        r"@[^，。；！？]{0,4}(?:在场|亲眼看见|亲眼看到|看得一清二楚|亲耳听)",
        r"当着@的?面",
        r"(?:和|跟|与)@一[起同道块]",
    )
)
_ENOUGH = {False: 2, True: 4}


@lru_cache(maxsize=20_000)
def is_hearsay(text: str) -> bool:
    """Whether a text says that it is hearsay."""
    return bool(_LEAD.search(text) or _HEDGE.search(text))


@lru_cache(maxsize=20_000)
def without_hearsay(text: str) -> str:
    """What is said of something by hearsay; empty if the text only says that it is hearsay."""
    told = _LEAD.sub("", text)
    rest = _HEDGE.sub("", told).strip(" ,，;；")
    if len(content(rest)) < (1 if told != text else _ENOUGH[chinese(text)]):
        return ""
    return capital(rest) if rest[-1] in ".!?。！？”" else capital(rest) + ("。" if chinese(text) else ".")


@lru_cache(maxsize=20_000)
def what_is_denied(text: str) -> str:
    """The statement that a text denies; empty for none."""
    found = _DENIAL.match(text)
    what = next((each for each in found.groups() if each), "") if found else ""
    what = without_hearsay(what) if is_hearsay(what) else what
    return capital(what) if not what or what[-1] in ".!?。！？" else capital(what) + ("。" if chinese(what) else ".")


def denies(text: str) -> bool:
    """Whether a text says no more than that something said before is not true."""
    return bool(_DENIES.match(text)) and not what_is_denied(text)


def confirms(text: str) -> bool:
    """Whether a text says that something said before is true."""
    return bool(_CONFIRMS.search(text))


@lru_cache(maxsize=20_000)
def what_is_asked(text: str) -> str:
    """The statement of which a question asks whether it is true; empty for none."""
    found = _ASKED.search(text)
    what = next((each for each in found.groups() if each), "") if found else ""
    return (without_hearsay(what) or what).strip(' “”"‘’.。') if what else ""


@lru_cache(maxsize=20_000)
def said_to_be_there(text: str, people: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Ids of people who were there, by a text's own words."""
    low, ids = marked(text, people)
    found = [each for pattern in _PRESENT for match in pattern.finditer(low) for each in match["who"] if each in ids]
    return tuple(dict.fromkeys(ids[each] for each in found))


_NEGATION = re.compile(r"\b(?:not|never|no|nobody|nothing|neither|nor|cannot)\b|n['’]t\b|不|没|未|别|无", re.IGNORECASE)
_CHOICE = re.compile(r"([㐀-鿿])[没不]\1")


def contradicts(text: str, other: str) -> bool:
    """Whether one of two texts that say the same otherwise is negated: `It will be closed`, `it will not be closed`."""
    clauses = (_CHOICE.sub("", re.split(r"[:;：；,，]| and | or ", each)[0]) for each in (text, other))
    first, second = (len(_NEGATION.findall(clause)) for clause in clauses)
    return first % 2 != second % 2
