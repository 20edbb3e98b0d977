"""A question as a typed query: its kind, the people, time and topic it names, and what it refers to.

Invariant: a query depends on the question, the names in it and the interview so far; what it is about (`topic`) has no
names, times or words of asking.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Other
from milkwood.understudy.interview.asked_time import AskedSpan, asked_time, without_time
from milkwood.understudy.language.sentences import chinese, words

_POLITE = re.compile(
    r"^(?:(?:and|so|but|well|ok|okay|now|please|tell me|say|listen|excuse me|hello|hi)\b[,:]? )+"
    r"|^(?:can|could|would|will) you (?:please )?tell me,? (?=who|what|when|where|why|how|whether|if)"
    r"|^(?:may|can) I ask,? (?:you )?|^I(?:'d| would) like to know,? |^I wonder,? "
    r"|^do you (?:know|remember|recall) (?=who\b(?! \w+ is)|what\b|when\b|where\b|why\b|how\b|whether\b)"
    r"|^(?:请问|那么|那你|说说看|告诉我|我想知道)[，,：]?|^(?:请|给我)?(?:说说|讲讲|说一下)(?=你)|^你?(?:能不能|可不可以|能否|能|可以)(?:跟我|给我)?(?:说说|讲讲|告诉我)[，,：]?|^你(?:知道|记得|知不知道)(?=[^吗]*(?:谁|什么|哪|几|怎么|为何))",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(?P<who>You|He|She|They)(?:(?P<short>'re|'s|'ve|'d|'ll)| (?P<verb>are|is|were|was|have|has|had|can|could"
    r"|will|would|did)\b)? (?P<rest>.+), (?:did|have|had|were|was|do|does|is|are|can|could|will|would)(?:n't)?"
    r" (?:you|he|she|they)\?$"
)
"""A statement with a question at its end: `You hate her, don't you?`"""
_SHORT = {"'re": "are", "'s": "is", "'ve": "have", "'d": "had", "'ll": "will"}
_IF_I_HAD_SEEN = re.compile(
    r"(?:要是|如果|假如|假使)([^，,我]{0,12})我(?:去)?(?:碰|看|遇|见|找)(?:见|到|着)?(?:过|了)?你(?:的话)?[，,]"
)
"""A supposition that only asks for what the person did then."""
_ASKING = words(
    "knows knew known tells hears heard talks talked speaks spoke spoken says saying thinks thought makes goes"
    " went gone"
    " tell hear know talk speak say ask people person often time many last first really ever sure exactly please happen"
    " name long remember honest mean one kind else together right invite secret happen true fact start times plus minus"
    " stop begin meet see word anybody anyone anything everybody chat chatted conversation discuss mention"
) | frozenset(
    "一起 邀请 秘密 什么 为什 告诉 诉你 听说 知道 道你 说过 聊过 谁说 几次 几个 几回 多少"
    " 少次 少个 个人 多少 上次 最后 头一 第一 一次 跟你 见过 时候 候跟 怎样 觉得"
    " 怎么 么看 样的 到底 究竟 真的 有没 哪些 哪里 哪儿 是谁 都有 做什 干什 会做 办法 认识 记得".split()
)
_GENERIC = re.compile(
    r"(?:说|聊|谈|见|碰|遇)(?:过|了|到|上)?(?:话|天|面|几句)?(?:没有|没|吗|么)|说过?了?话|聊过?了?天|见过?了?面|打过?交道|搭过?话"
    r"|叫(?:什么|啥)(?:名字?)?|关于|那[场次桩]|出(?:了|过)?(?:什么|啥)事|那一?年"
    r"|在?(?:忙|干|做|弄)(?:着|过|了)?(?:些|点)?(?:什么|啥|嘛)(?:事|来着)?|什么(?:时候|地方|样|人|事)?|啥"
    r"|(?:哪(?:儿|里|个|些|天|位|一)?|谁|几(?:个|次|点|天|回)?|多(?:少|久|大)|怎么样?|为(?:什么|何|啥))(?:人|办|的)?"
    r"|以前|从前|早先|过去|原来|当年|知道|晓得|认识|认得|记得|觉得|告诉|第一(?:件|个|次)|最后(?:一?件|一?个|一?次)?|上次|上回|哪些"
    r"|(?:提|说|讲)(?:起|到)过?|听(?:人)?(?:说|到|见)(?:过|起|了)?|地方|来着|具体|(?:还)?记得|自己|本人|大概|印象|好感|听没听(?:说|到)?过?|听说过|听说|知不知道|晓得"
    r"|(?:这|那)(?:件|桩|个|回|码)?(?:事儿?|消息|传闻|说法|话)|这么(?:做|干|说|想)|那么(?:做|干|说|想)|什么样的?|怎么回事|一回事"
)
"""Chinese words of asking, longest first; single pairs of their characters would look like a topic."""


def without_asking(text: str) -> str:
    """A Chinese text without the words that any question may have: `什么时候`."""
    return _GENERIC.sub("", text) if chinese(text) else text


ON_A_DAY = re.compile(
    r"\b(?:today|yesterday|tonight|last night|this (?:morning|afternoon|evening)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?::\d\d| ?[ap]m)|o'clock)\b"
    r"|今[天早晚]|昨[天晚]|前天|刚才|星期|礼拜|\d点|[一二三四五六七八九十两]点",
    re.IGNORECASE,
)
"""A day or an hour in words."""
_QUOTED = re.compile(r"[“「『\"]([^”」』\"]{2,})[”」』\"]")
_CHARACTER = re.compile(r"[㐀-鿿]")
_EMPTY = re.compile(
    r"为什么|怎么样?|什么|哪[儿里个些]?|谁|多少|几[个次回]?|知道|听说|告诉|认识|觉得|时候|打算"
    r"|[些天跟和对给把被说讲聊见看做干在有是会要想去来到了过的得着吗呢吧啊就都也还又再不没这那个正待人事上下里外大小好最很真从向让请问答叫名字]"
)
"""What single characters of a Chinese question say nothing of its topic."""
_PRONOUN = re.compile(r"\b(?:he|she|him|her|his|hers|they|them|their)\b|[他她](?!们)", re.IGNORECASE)


@cache
def patterns(language: str, table: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """A table of patterns of a language, by name, in order."""
    text = resources.files("milkwood.understudy.interview").joinpath(f"kinds.{language}.toml").read_text("utf-8")
    rows: dict[str, list[str]] = tomllib.loads(text)[table]
    return tuple((name, re.compile("|".join(ways), re.IGNORECASE)) for name, ways in rows.items())


@dataclass(frozen=True, slots=True)
class Query:
    """A question in parts."""

    ask: Ask
    text: str
    """The question without politeness."""
    quoted: str
    """What it quotes; empty for nothing."""
    language: str
    kinds: tuple[str, ...]
    """The kinds it may be of, most specific first."""
    people: tuple[Other, ...]
    """Known people it names or means, in order."""
    span: AskedSpan | None
    topic: frozenset[str]
    shape: str = ""
    """The question with `Nn` (`某君` in Chinese) for every name."""
    meant: tuple[Other, ...] = ()
    """People named lately in the interview, the latest first."""

    def named(self, person: str) -> str:
        """The everyday name of a known person."""
        return next((one["called"] for one in self.ask["others"] if one["id"] == person), person)

    @property
    def wants_why(self) -> bool:
        """Whether it also asks for the reason."""
        return bool(re.search(r"\bwhy\b|为什么|为何|原因", self.text, re.IGNORECASE))


DID = re.compile(
    r"^(?:did|were|have|had|was|has)\b|[了过].{0,3}(?:吗|没|么|吧)|没有?[？?]*$|有没有"
    r"|(?<=[㐀-鿿])(?<![为除])(?:了(?!解|不起|得)|过(?!得|去|来|节|年))[^，,。；;]{1,16}(?:吗|没有?|么)[？?]*$",
    re.IGNORECASE,
)
"""Asks whether something was done."""
STILL = re.compile(r"\b(?:still|stopped|any more|anymore)\b|[还正]在|不再", re.IGNORECASE)
"""Takes a deed for granted."""
_WAS_IT_YOU = re.compile(r"\byou (?:who|that)\b|是不?是?你.{1,12}的吗|你把.{1,16}怎么", re.IGNORECASE)


def asks_of_a_deed(query: Query) -> bool:
    """Whether a question asks if something was done, or still is."""
    if not {"polar", "happened"} & set(query.kinds):
        return False
    return any(pattern.search(query.text) for pattern in (DID, STILL, _WAS_IT_YOU))


def language_of(ask: Ask) -> str:
    """The language of the answer."""
    return "zh" if ask["self"]["language"] == "zh" else "en"


def query_of(ask: Ask, text: str, meant: Sequence[Other] = ()) -> Query:
    """The query of a question; `meant` are people whom a pronoun may mean."""
    language = language_of(ask)
    plain = _plain(text)
    quotation = _QUOTED.search(plain)
    quoted = quotation[1] if quotation else ""
    rest = re.sub(r"[:：,，]\s*(?=[?？.。]|$)", "", _QUOTED.sub("", plain))
    asking = _plain(rest.strip(" ,，:：")) if quoted else plain
    people = tuple(named_in(plain, ask["others"]))
    if not people and _PRONOUN.search(plain):
        people = tuple(meant)[:1]
    table = patterns("zh" if language == "zh" or chinese(plain) else "en", "kinds")
    shape = shape_of(asking, ask)
    return Query(
        ask=ask,
        text=asking,
        quoted=quoted,
        language=language,
        kinds=tuple(name for name, pattern in table if pattern.search(shape)),
        people=people,
        span=asked_time(asking, ask),
        topic=words(quoted) if quoted else topic_of(asking, ask),
        shape=shape,
        meant=tuple(meant),
    )


def shape_of(text: str, ask: Ask) -> str:
    """A question with a short name in the place of every name, so that patterns do not depend on how long names are."""
    names = [*ask["unknown_names"], *(name for other in ask["others"] for name in (other["name"], other["called"]))]
    for name in sorted({name for name in names if len(name) > 1}, key=lambda name: (-len(name), name)):
        if name not in text:
            continue
        text = text.replace(name, "某君") if chinese(name) else re.sub(rf"\b{re.escape(name)}\b", "Nn", text)
    return text


def _plain(text: str) -> str:
    plain = re.sub(
        r"\b(who|what|where|when|how|why)'s\b", r"\1 is", text.strip().replace("’", "'"), flags=re.IGNORECASE
    )
    plain = re.sub(r"\b(where|when|how|why)'d\b", r"\1 did", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\b(who|what|I|you)'d\b", r"\1 would", plain, flags=re.IGNORECASE)
    if tag := _TAG.match(plain):
        plain = _asked_for_a_statement(tag, plain)
    if claimed := _CLAIM.match(plain):
        plain = f"{_VERB_OF.get(claimed['verb'].lower(), 'Do')} you {_bare_claim(claimed)}?"
    if _IF_I_HAD_SEEN.search(plain):
        plain = _IF_I_HAD_SEEN.sub(r"\1", plain).replace("你会在", "你在")
    while (shorter := _POLITE.sub("", plain).strip()) != plain and shorter:
        plain = shorter
    return plain


_CLAIM = re.compile(
    r"^(?:But |And |So )?You (?P<verb>are|were|have|had|can|hate|love|like|know|stole|lied|killed|did|want|hid|cheated"
    r"|took|betrayed|owe) (?P<rest>[^?]+?)(?:,? (?:admit it|right|confess|don't deny it))*[.!]*$",
    re.IGNORECASE,
)
"""A claim about the person, without a question mark: `You hate her, admit it.`"""
_VERB_OF = {"are": "Are", "were": "Were", "have": "Have", "had": "Had", "can": "Can"} | dict.fromkeys(
    ("stole", "lied", "killed", "did", "hid", "cheated", "took", "betrayed"), "Did"
)
_BASE = {
    "stole": "steal",
    "lied": "lie",
    "killed": "kill",
    "hid": "hide",
    "cheated": "cheat",
    "took": "take",
    "betrayed": "betray",
}


def _bare_claim(claimed: "re.Match[str]") -> str:
    verb = claimed["verb"].lower()
    head = "" if verb in ("are", "were", "have", "had", "can", "did") else _BASE.get(verb, verb)
    return f"{head} {claimed['rest']}".strip()


def _asked_for_a_statement(tag: "re.Match[str]", plain: str) -> str:
    who, rest = tag["who"].lower(), tag["rest"]
    verb = tag["verb"] or _SHORT.get(tag["short"] or "", "")
    if not verb:
        past = re.search(r", did(?:n't)? \w+\?$", plain) is not None
        verb = "did" if past else "does" if who in ("he", "she") else "do"
    return f"{verb.capitalize()} {who} {rest}?"


def named_in(text: str, others: Sequence[Other]) -> list[Other]:
    """The known people whom a text names, in its order."""
    found = []
    for other in others:
        forms = {other["name"], other["called"]}
        at = min((place for form in forms if (place := _find(text, form)) >= 0), default=-1)
        if at >= 0:
            found.append((at, other["id"], other))
    return [other for _, _, other in sorted(found, key=lambda each: each[:2])]


def _find(text: str, form: str) -> int:
    if not form:
        return -1
    if chinese(form):
        return text.find(form)
    found = re.search(rf"(?<![A-Za-z]){re.escape(form)}(?![A-Za-z])", text)
    return found.start() if found else -1


def topic_of(text: str, ask: Ask) -> frozenset[str]:
    """What a text is about: its words without names, times and words of asking."""
    bare = text
    own = ask["self"]
    names = [
        own["name"],
        own["called"],
        *(name for other in ask["others"] for name in (other["name"], other["called"])),
    ]
    names += [*ask["unknown_names"], ask.get("town", "")]
    for name in sorted({name for name in names if len(name) > 1}, key=lambda name: (-len(name), name)):
        bare = bare.replace(name, "，" if chinese(name) else " ")
    left = _GENERIC.sub("，", without_time(bare))
    left = re.sub(r"(?<=[㐀-鿿])[过了着](?=[㐀-鿿])", "", left)
    left = re.sub(r"(?:你们?|我们?|他们?|她们?|吗|呢|是不是|有没有|有没|了没)", "，", left)
    return words(left) - _ASKING or frozenset(_CHARACTER.findall(_EMPTY.sub("", left)))
