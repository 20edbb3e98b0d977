"""Who must not hear something, as a text says it: `Marek must never learn of it`, `between us`, `别告诉马雷克`.

Invariant: a person is found by any form of their name; a pronoun is the person named last before it; wording that keeps
something from a person who cannot be told makes it private.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from milkwood.understudy.language.names import MARK, marked
from milkwood.understudy.language.sentences import chinese, content

People = tuple[tuple[str, str], ...]
_WHO = rf"(?P<who>{MARK}(?:'s|’s)?(?:(?:,? (?:and|or|nor) |, ){MARK})*|\b(?:he|she|they|him|her|them)\b)"
_LEARN = (
    r"(?:learn|know|hear|find out|be told|suspect|guess|discover|get wind|realise|realize|notice|be aware|see (?:it|this)"
    r"|catch (?:on|wind))"
)
_HIDE = r"(?:keep|keeps|keeping|kept|hide|hides|hiding|hid|hidden|conceal(?:s|ed|ing)?|withh?[oe]ld|secret)"
_NO = r"(?:n['’]t|\b(?:not|never|without|nor|neither|nobody|no one))"
_FROM = tuple(
    re.compile(pattern.replace("@", _WHO), re.IGNORECASE)
    for pattern in (
        rf"@ (?:must|may|can|could|should|shall|will|would|is|are|do|does|did|ought|has|have|had)(?:not|n['’]t| not| never"
        rf"| no longer)+ (?:to )?(?:ever |yet |even |have to |be allowed to )*{_LEARN}\b(?! how\b)",
        rf"@ (?:never|nowhere|not yet) {_LEARN.replace('(?:learn', '(?:learns|knows|learnt|learned|learn')}\b",
        rf"{_NO}\W+(?:\w+ ){{0,3}}?(?:tell|telling|told|warn|inform) (?:neither )?@",
        rf"{_NO}\W+(?:\w+ ){{0,3}}?(?:say|saying|said|mention|mentioned|mentioning|breathe|breathed|speak|spoke|talk"
        rf"|utter|show|whisper|admit|confess)[\w ]{{0,30}}? (?:to|with|before|in front of) @",
        rf"{_NO} (?:ever )?let @ (?:ever )?(?:know|hear|learn|find|see|get|catch|suspect|notice|guess)",
        rf"\b{_HIDE}(?: (?:it|this|that|them|everything|all|secret|quiet|(?:the|my|our|his|her|their) \w+(?: \w+)?))*"
        r"(?: secret| quiet| hidden)? from @",
        r"\bwithout @(?:'s|’s)? (?:knowing|knowledge|hearing|learning|finding|noticing|being told)",
        r"\bbehind @(?:'s|’s)? back\b",
        r"\b(?:unknown|unbeknown|unbeknownst) to @",
        r"@ (?:(?:has|have|had) no idea|(?:suspects?|knows?) nothing)\b",
        r"\b(?:if|before|in case|lest|should) @ (?:ever |should |were to )*"
        r"(?:finds? out|found out|knew|knows|learns?|learnt|learned|hears?|heard|discovers?)\b",
        r"\b(?:not a word|no word|never a word|nothing) (?:of (?:it|this|that) )?to @",
        r"\b(?:least of all|above all not|especially not|not even|but not) @",
        r"\b(?:tell|told|know|knows|hear|heard)\b(?![^.;!?]{0,30}\b(?:nobody|no one|not|none|neither|never)\b)[^.;!?]{0,40} (?:except|but) @",
    )
)
_WHO_CHINESE = rf"(?P<who>{MARK}(?:[、和跟与或]{MARK})*|[他她]们?)"
_LEARN_CHINESE = r"(?:知道|听见|听到|听说|晓得|发现|看见|察觉|得知|知情|觉察|听了去)"
_NOT_CHINESE = r"(?:别|不要|不许|不能|不可|不准|不得|切莫|莫|勿|不敢|不想|不愿|不肯|没敢|没有|没|从没|还没|绝不|决不)"
_FROM_CHINESE = tuple(
    re.compile(pattern.replace("@", _WHO_CHINESE))
    for pattern in (
        rf"{_NOT_CHINESE}[^，。；！？]{{0,4}}(?:告诉|通知)(?:了|过|给)?@",
        rf"{_NOT_CHINESE}[^，。；！？]{{0,4}}(?:跟|对|和|向|同|给|当着|在)@[^，。；！？]{{0,6}}?(?:说|讲|提|透露|漏|吐露|坦白|声张)",
        rf"(?:{_NOT_CHINESE}|怕|免得|省得|千万)[^，。；！？]{{0,4}}(?:让|叫|给|被|教)@[^，。；！？]{{0,4}}{_LEARN_CHINESE}",
        r"(?:瞒|背|避|躲)(?:着|过|住|开)?了?@",
        r"对@(?:保密|隐瞒|守口如瓶)",
        rf"@[^，。；！？]{{0,5}}(?:不能|不该|不可|不许|不准|不得|还不|不|还没|没)[^，。；！？]{{0,3}}{_LEARN_CHINESE}(?!怎么|如何)",
        r"@[^，。；！？]{0,4}(?:蒙在鼓里|毫不知情|不知情)",
        rf"(?:要是|如果|万一|一旦|若)(?:被|让|叫)?@[^，。；！？]{{0,3}}{_LEARN_CHINESE}",
    )
)
_NOBODY = re.compile(
    r"(?:^|[,.;:—(] ?|\b(?:just|only|strictly|stays?|this|it|that|is) )between (?:us|ourselves)\b(?! and)"
    r"|\bbetween (?:you and me|us two|the two of us)\b|\b(?:tell|tells|telling|told) (?:nobody|no one|neither|not a soul)\b"
    rf"|{_NO}\W+(?:\w+ ){{0,3}}?(?:tell|told|telling|say|said|mention|mentioned|breathe|breathed|speak|spoken|talk)\b"
    r"[\w ]{0,25}\b(?:any ?one|anybody|a soul|another soul|a word|somebody else|people)\b"
    rf"|\b(?:have not|never) told\b(?! (?:(?:me|us)\b|{MARK}))"
    r"|\b(?:nobody|no one|not a soul)(?: else)? (?:knows|must|may|should|can|is to|ever)\b"
    rf"|\b{_HIDE} (?:it|this|that|them) (?:quiet|secret|dark|hidden|to (?:yourself|yourselves|ourselves|myself)|under your hat)\b"
    r"|\bin secret\b|\bsecretly\b|\b(?:a|my|our|his|her|their|the) secret\b|\bin confidence\b|\bconfidential(?:ly)?\b"
    r"|\boff the record\b|\blips are sealed\b|\bnot for other ears\b|\bthinks I do not know\b"
    r"|谁[都也](?:没|别|不)(?:能|要|敢|曾|该|许|可以)?(?:告诉|说|讲|提|知道|晓得|听见|听说)(?!谁|什么|哪|怎么|有)|没(?:有)?人(?:能|该|可以)(?:知道|晓得|听见)|(?:别|不要|不许|不能|千万)[^，。；！？]{0,3}告诉(?:别人|任何人|人|其他人|外人|旁人)"
    r"|(?:别|不要|不许|不能|千万)[^，。；！？]{0,3}(?:往外|跟别人|对别人|跟人|对外|到处|和别人|向外)[^，。；！？]{0,3}(?:说|讲|传|张扬|声张)"
    r"|(?:别|不要|不许|不能)[^，。；！？]{0,2}(?:外传|声张|张扬|说出去|传出去|说漏)|保密|你知我知|烂在肚子里|守口如瓶"
    r"|(?:你我|我们俩|咱俩|咱们|我们)(?:之间)?的秘密|只有(?:你我|我们俩|咱俩|咱们)(?:两个)?知道"
    r"|没(?:敢)?告诉(?!@)|没跟(?:别?人|谁|任何人|旁人)(?:[说讲](?!过?话)|提)|我[^，。；]{0,4}(?:悄悄|偷偷|暗中|暗地里)|没有?人知道(?!谁|什么|哪|怎么|有)|先别往外讲|以为我不知道|说不出口"
    r"|(?:不能|别|不要)让(?:人|别人|任何人|外人|旁人)(?:知道|听见|晓得|发现)|(?:是个?|这个?|我的)秘密".replace(
        "@", MARK
    ),
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"he|she|they|him|her|them|[他她]们?", re.IGNORECASE)
_ENOUGH = {False: 2, True: 4}
"""Words (characters in Chinese) from which a text says more than that it is secret."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Who must not hear it."""

    private: bool = False
    """Nobody."""
    secret_from: tuple[str, ...] = ()
    """Ids of people."""

    def __bool__(self) -> bool:
        return self.private or bool(self.secret_from)


@lru_cache(maxsize=20_000)
def secrecy(text: str, people: People = ()) -> Secrecy:
    """Who must not hear a text, by its own words."""
    low, ids = marked(text, people)
    found: dict[str, None] = {}
    unknown = False
    for pattern in _FROM_CHINESE if chinese(text) else _FROM:
        for match in pattern.finditer(low):
            named = _people_of(match, ids)
            found.update(dict.fromkeys(named))
            unknown = unknown or not named
    return Secrecy((unknown and not found) or bool(_NOBODY.search(low)), tuple(found))


def _people_of(match: re.Match[str], ids: Mapping[str, str]) -> list[str]:
    who = match["who"]
    if not _PRONOUN.fullmatch(who):
        return [ids[each] for each in who if each in ids]
    before = [ids[each] for each in match.string[: match.start("who")] if each in ids]
    return before[-1:]


def only_asks_for_secrecy(text: str, people: People = ()) -> bool:
    """Whether a text says nothing but that something else is secret: `Don't tell Marek.`"""
    if not secrecy(text, people):
        return False
    rest = marked(text, people)[0]
    for pattern in (*(_FROM_CHINESE if chinese(text) else _FROM), _NOBODY):
        rest = pattern.sub(" ", rest)
    return len(content(rest)) < _ENOUGH[chinese(text)]
