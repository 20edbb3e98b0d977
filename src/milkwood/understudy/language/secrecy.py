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
    r"(?:learn|know|hear|find out|be told|suspect|guess|discover|get wind|realise|realize|notice|be aware"
    r"|see (?:it|this)|catch (?:on|wind))"
)
_LEARNS = (
    r"(?:learns?|learnt|learned|knows?|knew|known|hears?|heard|finds? out|found out|discovers?|discovered|suspects?"
    r"|suspected)"
)
_IT = (
    r"(?=(?: (?:anything|yet|either|ever))*(?: (?:of|about|that|it|this|these|the truth|until|before"
    r"|(?:what|why|who|where|how) (?:I|we|my|our))\b|\s*[.,;:!?)”\"]|\s*$))"
)
"""After a word for knowing: it is known of, and not, say, the way or how to swim."""
_KEEP = "(?:keep|keeps|keeping|kept)"
_CONCEAL = r"(?:hide|hides|hiding|hid|hidden|conceal(?:s|ed|ing)?|withh?[oe]ld|secret)"
_NEWS = (
    r"(?! (?:what|how|where|when) to\b)(?= (?:about|that|of|it|this|what|why|who|where|when|how|anything|everything|yet"
    r"|a (?:word|thing)|until|before|under|if|or|and|but|please|the (?:truth|news|reason|story|rest|whole|secret)|I|we"
    r"|my|our)\b|\s*[.,;:!?)”\"]|\s*$)"
)
"""After the person who is told: it is news, and not, say, the time."""
_HIDE = f"(?:{_KEEP}|{_CONCEAL})"
_NOT_SENT = (
    r"(?!(?:away|out|back|safe|apart|off"
    r"|(?:letter|card|gift|present|note|photo|picture|message|ring|book|key|word|recipe)s?)\b)"
)
"""Not what may come from someone, as the letters from Marek do, and not kept at a distance."""
_NO = r"(?:n['’]t|\b(?:not|never|without|nor|neither|nobody|no one))"
_SAY = r"(?:say|saying|said|mention|mentioned|mentioning|breathe|breathed|utter|show|whisper|admit|confess)"
_ALL = r"\b(?:everybody|everyone|anybody|anyone|all of (?:us|them)|the whole \w+|people)"
_TO = r"\W+(?:(?!(?:know|sure|forget|wait|fail|hesitate|only|mind)\b)\w+ ){0,3}?"
"""Between a word of denial and a verb of saying."""


def _compiled(who: str, *patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern.replace("@", who), re.IGNORECASE) for pattern in patterns)


_ASKED = _compiled(
    _WHO,
    rf"@ (?:(?:must|should|shall|ought|need)(?:not|n['’]t| not| never)+|(?:is|are|was|were)(?:n['’]t| not| never) to)"
    rf" (?:to )?(?:ever |yet |even |have to |be allowed to )*{_LEARN}\b(?! (?:how|to|so|much|better)\b)",
    r"\b(?:under no circumstances|on no account|at no time|never|nor) (?:may|must|can|should|shall) @ (?:ever )?"
    rf"{_LEARN}\b",
    rf"{_NO}{_TO}(?:tell|telling|told|warn|inform) (?:neither )?@{_NEWS}",
    rf"{_NO}{_TO}{_SAY}\b(?! (?:goodbye|hello|sorry|thank|good|no|yes|much) )[\w ]{{0,30}}?"
    r" (?:to|with|before|in front of) @",
    rf"{_NO}{_TO}(?:speak|speaking|spoke|spoken|talk|talking) (?:of|about) [\w ]{{1,20}}"
    r" (?:to|with|before|in front of) @",
    rf"{_NO} (?:ever )?let @ (?:ever )?(?:know|hear|learn|find|suspect|notice|guess|see (?:it|this|them)|get wind"
    r"|catch)",
    rf"\b{_HIDE}(?: (?:it|this|that|them|everything|all|secret|quiet))*(?: secret| quiet| hidden)? from @",
    rf"\b{_CONCEAL} (?:the|my|our|his|her|their) \w+(?: \w+)? from @",
    rf"\b{_KEEP} (?:the|my|our|his|her|their) {_NOT_SENT}\w+(?: {_NOT_SENT}\w+)? (?:secret )?from @",
    rf"\b(?:{_KEEP}|leave|leaves|left) @ in the dark\b",
    r"@ (?:must|should|is to|has to) (?:be kept|stay|remain) in the dark\b",
    rf"{_NO}\W+(?:\w+ )?(?:want|wants|wanted|like|allow|permit|wish) @ to {_LEARN}\b(?! (?:how|to)\b)",
    rf"\brather [\w ]{{1,20}} than (?:have|let|see) @ {_LEARN}\b",
    r"\b(?:not|never)\b[\w ]{0,12} reach @(?:'s|’s)? ears\b",
    r"\b(?:I|we)(?:['’]\w+)?(?: \w+){0,2} (?:lie|lied|lying) to @(?= about\b|\s*[.,;!]|\s*$)",
    rf"\b(?:break|kill|crush|hurt|ruin|shame)s? @(?:'s|’s)?(?: heart)? (?:to {_LEARN}|if (?:he|she|they) {_LEARNS})\b",
    r"@ (?:is|are|would be) the last (?:one|person)s? (?:who|that|to) (?:\w+ )?(?:know|hear|learn|find out|be told)\b",
    r"\b(?:plan|prepar|organi[sz]|mak|keep|arrang)\w*\b[^.;!?]{0,30}\bsurprise (?:\w+ )?for @",
    r"\b(?:not a word|no word|never a word) (?:(?:of|about) (?:it|this|that) )?to @",
    r"\b(?:nothing (?:of|about) (?:it|this|that)|(?:say|says|said|saying|breathe|mention) nothing[\w ]{0,20}) to @",
    rf"\b(?:{_LEARN}|{_LEARNS}|tell|told)\b[^.;!?]{{0,50}} (?:least of all|above all not|especially not|but not"
    r"|not even) @",
    rf"{_ALL}[^.;!?]{{0,20}}\b(?:know|knows|hear|heard|told|learn)\b[^.;!?]{{0,20}} (?:except|but)(?: not)? @",
    rf"\b(?:tell|told|telling) {_ALL}[^.;!?]{{0,15}} (?:except|but)(?: not)? @",
)
"""Wording that asks or wishes to keep something from a person; whom a pronoun means need not be known."""
_IMPLIED = _compiled(
    _WHO,
    rf"@ (?!would(?:n['’]t| not| never) hear of)(?:may|can|could|will|would|do|does|did|has|have|had)"
    r"(?:not|n?['’]t| not| never| no longer)+"
    rf" (?:to )?(?:ever |yet |even |have to |be allowed to )*(?:{_LEARN}|{_LEARNS})\b{_IT}",
    rf"@ (?:never|not yet) {_LEARNS}\b{_IT}",
    r"\bwithout @(?:'s|’s)? (?:knowing|knowledge|hearing|learning|finding|noticing|being told)",
    r"\bbehind @(?:'s|’s)? back\b",
    r"\b(?:unknown|unbeknown|unbeknownst) to @",
    r"@ (?:has|have|had) no idea\b(?! (?:how|what|where|when|who)\b(?! (?:I|we|my|our)\b))",
    rf"@ (?:suspects? nothing\b|knows? nothing\b{_IT}(?! about (?!it|this|that|my|our)))",
    rf"\b(?:if|before|in case|lest|should) @ (?:ever |should |were to )*{_LEARNS}\b{_IT}",
)
"""Wording that shows that a person does not know it."""
_WHO_CHINESE = rf"(?P<who>{MARK}(?:[、和跟与或]{MARK})*|[他她]们?)"
_LEARN_CHINESE = r"(?:知道|听见|听到|听说|晓得|发现|看见|察觉|得知|知情|觉察|听了去|知晓)"
_NOT_CHINESE = r"(?:别|不要|不许|不能|不可|不准|不得|切莫|莫|勿|不敢|不想|不愿|不肯|没敢|没有|没|从没|还没|绝不|决不)"
_SAY_CHINESE = r"(?:[说讲](?!过?话|上话|笑|了几句话)|提|透露|漏|吐露|坦白|声张)"
_IT_CHINESE = r"(?=了?(?:[，。；！？、]|$|这事|这件|此事|真相|实情|我|咱|就|会|可))"
_ASKED_CHINESE = _compiled(
    _WHO_CHINESE,
    rf"{_NOT_CHINESE}[^，。；！？]{{0,4}}(?:告诉|通知)(?:了|过|给)?@",
    rf"{_NOT_CHINESE}[^，。；！？]{{0,4}}(?:跟|对|和|向|同|给|当着|在)@[^，。；！？]{{0,6}}?{_SAY_CHINESE}",
    rf"谁[都也](?:不许|不能|不准|别|不要)(?:跟|对|和|向|给)@[^，。；！？]{{0,6}}?{_SAY_CHINESE}",
    rf"(?:{_NOT_CHINESE}|怕|免得|省得|千万)[^，。；！？]{{0,4}}(?:让|叫|给|被|教)@[^，。；！？]{{0,4}}{_LEARN_CHINESE}",
    r"瞒(?:着|过|住)?了?@",
    r"背着@(?![^，。；！？]{0,3}(?:走|过河|上山|下山|回))",
    rf"除了@，?(?:大家|人人|谁|别人|全[^，。；！？]{{1,2}})[都也]{_LEARN_CHINESE}",
    r"传[到进]@[^，。；！？]{0,2}耳",
    r"骗(?:着|过|了)?@说",
    r"给@[^，。；！？]{0,8}惊喜",
    r"对@(?:要|得|必须|一直)?(?:保密|隐瞒|守口如瓶)",
    rf"@[^，。；！？]{{0,5}}(?:不能|不该|不可|不许|不准|不得)[^，。；！？]{{0,3}}{_LEARN_CHINESE}(?!怎么|如何)",
)
_IMPLIED_CHINESE = _compiled(
    _WHO_CHINESE,
    rf"@[^，。；！？]{{0,5}}(?:还不|不|还没|没)(?:有|会)?(?:知道|听说|晓得|察觉|得知|知情|知晓){_IT_CHINESE}",
    r"@[^，。；！？]{0,4}(?:蒙在鼓里|毫不知情|不知情)",
    rf"(?:要是|如果|万一|一旦|若)(?:被|让|叫)?@[^，。；！？]{{0,3}}{_LEARN_CHINESE}{_IT_CHINESE}",
    rf"@(?:要是|如果|万一|一旦){_LEARN_CHINESE}{_IT_CHINESE}",
)
_SOUL = r"(?:any ?one|anybody|a soul|another soul|somebody else|someone else)"
_NOBODY = re.compile(
    r"(?:^|[,.;:—(] ?|\b(?:just|only|strictly|stays?|this|it|that|is) )between (?:us|ourselves)\b(?! and)"
    r"|\bbetween (?:you and me|us two|the two of us)\b"
    r"|\b(?:tell|tells|telling|told) (?:nobody|no one|not a soul)\b(?! (?:to|what to|how to|apart)\b)"
    rf"|{_NO}\W+(?:\w+ ){{0,3}}?(?:tell|told|telling) (?:{_SOUL}|people)\b(?! (?:to|what to|how to|apart)\b)"
    rf"|{_NO}\W+(?:\w+ ){{0,3}}?(?:say|said|mention|mentioned|breathe|(?:speak|spoken|talk) (?:of|about))\b"
    rf"[\w ]{{0,25}} (?:to|with) {_SOUL}\b"
    rf"|{_NO}\W+(?:\w+ ){{0,3}}?(?:say|said|breathe) a word (?:of|about) (?:it|this|that)\b"
    r"|\b(?:have|has) (?:not|never) (?:yet )?told\b"
    r"(?= (?:that|what|why|who|where|how|it|this|about|of)\b|\s*[.,;:!?]|\s*$)"
    r"|\b(?:nobody|no one|not a soul)(?: else)? (?:must|may|should|can|could|shall|is to|will|would)(?: ever)?"
    rf" {_LEARN}(?:{_IT}|(?= (?:why|what|where|who|how)\b))"
    r"|\b(?:nobody|no one|not a soul)(?: else)? (?:must|may|should|is to) (?:ever )?(?:tell|say)\b(?! @)"
    rf"|\b(?:nobody|no one) to {_LEARN}{_IT}|\b(?:only I|I alone|nobody but me) knows?\b(?! how\b)"
    r"|\bmum['’]s the word\b|\bnot (?:supposed|meant|allowed) to (?:know|hear|find out|learn)\b"
    rf"|\b(?:swear|swore|sworn|promised?) to (?:say nothing|secrecy|silence|keep (?:quiet|silent|silence))\b"
    r"|\bonly (?:@ and I|I and @|the two of us|we two) know\b(?! how\b)|\bwhat happen\w* [\w ]{2,25} stays\b"
    r"|\b(?:nobody|no one|not a soul)(?: else)? knows\b"
    r"(?= (?:of|about) (?:it|this|that|my|our)\b| (?:that )?(?:I|we|my|our|it|this)\b| yet\b|\s*[.;!]|\s*$)"
    rf"|\b{_HIDE} (?:it|this|that|them) (?:quiet|secret|dark|hidden|under your hat"
    r"|to (?:yourself|yourselves|ourselves|myself))\b"
    r"|\b(?:I|we) (?:\w+ ){0,3}?secretly\b|\b(?:I|we)\b[^.;!?]{1,40} in secret\b"
    r"|\b(?:this|it|that|which) (?:is|was|stays?|remains?|must (?:be|stay|remain)) (?:a|my|our|her|his|their)"
    r" (?:\w+ )?secret\b"
    rf"|\b{_KEEP} (?:a|my|our|her|his|their|the|this|that) (?:\w+ )?secret\b|\b(?:my|our) secret\b(?= is\b|\s*[.,;:])"
    r"|\b(?:told|tell|tells|said|say|heard|know|this|it)\b[^.;!?]{0,30} in confidence\b|^in confidence\b"
    r"|\bconfidential(?:ly)?\b|\boff the record\b|\blips are sealed\b|\bnot for other ears\b"
    r"|谁[都也](?:没|别|不)(?:能|要|敢|曾|许)?(?:告诉|提|[说讲](?!过?话|得|不))"
    r"|(?:别|不要|不许|不能|千万)[^，。；！？]{0,3}告诉(?:别人|任何人|人|其他人|外人|旁人)"
    r"|不告诉(?:别人|任何人|其他人|外人|旁人)"
    r"|(?:别|不要|不许|不能|千万)[^，。；！？]{0,3}(?:往外|跟别人|对别人|跟人|对外|到处|和别人|向外)[^，。；！？]{0,3}(?:说|讲|传|张扬|声张)"
    r"|(?:别|不要|不许|不能)[^，。；！？]{0,2}(?:外传|声张|张扬|说出去|传出去|说漏)|保密|你知我知|烂在肚子里|守口如瓶"
    r"|(?:你我|我们俩|咱俩|咱们|我们)(?:之间)?的秘密|只有(?:你我|我们俩|咱俩|咱们)(?:两个)?知道"
    r"|没(?:敢)?告诉(?!@|[我咱你])|没跟(?!@)[^，。；！？]{0,6}[说讲](?!过?话|上话|笑)"
    r"|走漏|传出去(?:就|可)|只有我(?:一个人|自己)?(?:知道|晓得)(?!怎么)"
    r"|我[^，。；！？]{0,6}(?:偷偷|暗中|暗地里)|先别往外讲|说不出口"
    r"|谁[都也]不(?:能|该|许|可以)(?:知道|晓得)|(?:没有?人|谁[都也]不)知道(?=了?(?:[，。；！？]|$|这|我|咱))"
    r"|(?:不能|别|不要|不可|不许)[让叫](?:人|别人|任何人|外人|旁人)(?:知道|听见|晓得|发现|知晓)"
    r"|瞒[着过住](?!@|[他她])|只有我[和跟]@(?:两个)?(?:知道|晓得)"
    r"|(?:是个?|这个?|我的|当成?个?)秘密(?![不基武配地花])".replace("@", MARK),
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
    asked, implied = _patterns(text)
    for pattern in (*asked, *implied):
        for match in pattern.finditer(low):
            named = _people_of(match, ids)
            found.update(dict.fromkeys(named))
            unknown = unknown or (not named and pattern in asked)
    return Secrecy((unknown and not found) or bool(_NOBODY.search(low)), tuple(found))


def _patterns(text: str) -> tuple[tuple[re.Pattern[str], ...], tuple[re.Pattern[str], ...]]:
    return (_ASKED_CHINESE, _IMPLIED_CHINESE) if chinese(text) else (_ASKED, _IMPLIED)


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
    whole = rest = marked(text, people)[0]
    asked, _ = _patterns(text)
    for pattern in (*asked, _NOBODY):
        rest = pattern.sub(" ", rest)
    return rest != whole and len(content(rest)) < _ENOUGH[chinese(text)]
