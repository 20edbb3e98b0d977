"""Whether an answer is true, does not know, is false, or invents something.

Invariant: a grade depends on the answer's words and on the truth alone, in both languages.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from milkwood.models.wording import words_of
from milkwood.run import InterviewReply

ENOUGH = 0.5
"""The share of a text's words that an answer must have to say it."""


class Grade(StrEnum):
    TRUE = "true"
    UNKNOWN = "does not know"
    FALSE = "false"
    INVENTED = "invented"


Judge = Callable[[InterviewReply], Grade]

_NO = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|hardly|\w+n[’']t|cannot|without)\b"
    r"|[没未无否]|不(?!过|错|久|知不觉|得不|少|止|光|仅|但|论|管|妨|由)|从来|哪有",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes|yeah|aye|yep|indeed|certainly|of course|surely|sure|naturally|absolutely|right|true"
    r"|I (?:did|do|have|was|am|spoke|talked|met|had|like|love)|we (?:did|talked|spoke|met|had|exchanged|chatted))\b"
    r"|是的|是啊|对(?:[，啊的]|$)|嗯|当然|没错|有(?:[，啊的过]|$)|可不|聊[过了]|说[过了]|谈[过了]|见[过了]|碰[过见]|喜欢|好感",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:hear(?:d|say)?|rumou?rs?|gossip|(?:people|they|folk|some) (?:say|talk|claim)|said to|supposed(?:ly)?|perhaps"
    r"|maybe|may be|might|(?:not|n[’']t) (?:\w+ )?(?:sure|certain|know)|whether|if it is true|unsure|doubt|only told)\b"
    r"|\b(?:swear|vouch) (?:to|for)\b|听说|听人|据说|传|都说|有人说|人家说"
    r"|说是|不知真假|说不准|不确定|不敢肯定|也许|可能|恐怕|未必|没准|不知道是不是|谣|[作做]不得准|当不得真",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?;。！？；]\s*")
_CHINESE_DIGITS = {
    "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9
}  # fmt: skip
_ENGLISH_NUMBERS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_NUMBER_WORDS = {**_ENGLISH_NUMBERS, **_TENS, "once": 1, "twice": 2, "nobody": 0, "none": 0, "no": 0, "never": 0}


def says(said: str, text: str) -> bool:
    """Whether an answer has enough of a text's words."""
    wanted = words_of(text)
    return bool(wanted) and len(wanted & words_of(said)) >= ENOUGH * len(wanted)


def denies(said: str) -> bool:
    """Whether the first clause of an answer says no."""
    clauses = [clause for clause in _CLAUSE.split(said) if clause.strip()]
    return bool(clauses) and bool(_NO.search(clauses[0]))


def affirms(said: str) -> bool:
    """Whether the first clause of an answer says yes."""
    clauses = [clause for clause in _CLAUSE.split(said) if clause.strip()]
    return bool(clauses) and bool(_YES.search(clauses[0]))


def denies_anywhere(said: str) -> bool:
    """Whether any clause of an answer says no."""
    return bool(_NO.search(said))


def hedges(said: str) -> bool:
    """Whether an answer says that it is not certain."""
    return bool(_UNSURE.search(said))


def numbers(said: str) -> set[int]:
    """The whole numbers of an answer, in figures or words."""
    lowered = said.lower()
    found = {int(digits) for digits in re.findall(r"\d+", lowered)}
    words = re.findall(r"[a-z]+", lowered)
    found |= {_NUMBER_WORDS[word] for word in words if word in _NUMBER_WORDS}
    for tens, ones in pairwise(words):
        if tens in _TENS and 0 < _ENGLISH_NUMBERS.get(ones, 0) < 10:
            found.add(_TENS[tens] + _ENGLISH_NUMBERS[ones])
    for run in re.findall(r"[零一二两三四五六七八九十]+", said):
        found.add(_chinese_number(run))
    if re.search(r"没有?(?:跟|和|见|人|谁)|谁也没|一个也没|没[^。，]{0,6}过", said):
        found.add(0)
    return found


def _chinese_number(run: str) -> int:
    tens, ten, ones = run.partition("十")
    if not ten:
        return _CHINESE_DIGITS.get(run[-1], 0)
    return 10 * (_CHINESE_DIGITS.get(tens[-1], 1) if tens else 1) + (_CHINESE_DIGITS.get(ones[0], 0) if ones else 0)


@dataclass(frozen=True)
class Says:
    """True if the answer says one of some texts; false if it says something else."""

    texts: Sequence[str]

    def __call__(self, reply: InterviewReply) -> Grade:
        if any(says(reply.say, text) for text in self.texts):
            return Grade.TRUE
        return Grade.FALSE if reply.knows else Grade.UNKNOWN


@dataclass(frozen=True)
class Names:
    """True if the answer names one of the right people, or all of them, and none of the wrong."""

    right: Sequence[Sequence[str]]
    """The names of each right person."""
    wrong: Sequence[Sequence[str]]
    invents: bool = False
    """Whether a wrong name is an invention."""
    quoted: str = ""
    """A text of the question; names in it do not count where the answer repeats it."""

    def __call__(self, reply: InterviewReply) -> Grade:
        said = _without(reply.say, self.quoted)
        right = any(named(said, names) for names in self.right)
        wrong = any(named(said, names) for names in self.wrong)
        if right and not wrong:
            return Grade.TRUE
        if wrong and not right:
            return Grade.INVENTED if self.invents else Grade.FALSE
        return Grade.UNKNOWN if not reply.knows else Grade.FALSE


def _without(said: str, quoted: str) -> str:
    """An answer without the longest beginning of a quoted text."""
    for length in range(len(quoted), len(quoted) // 3, -1):
        if quoted[:length] in said:
            return said.replace(quoted[:length], " ")
    return said


def named(said: str, names: Collection[str]) -> bool:
    """Whether an answer has one of a person's names."""
    return any(
        re.search(rf"\b{re.escape(name)}\b", said, re.IGNORECASE) if name.isascii() else name in said for name in names
    )


@dataclass(frozen=True)
class YesOrNo:
    """True if the answer says yes or no as it is; a false yes invents."""

    yes: bool
    texts: Sequence[str] = ()
    """What an answer may say instead of yes."""

    def __call__(self, reply: InterviewReply) -> Grade:
        if self.yes:
            if not reply.knows:
                return Grade.UNKNOWN
            agrees = affirms(reply.say) and not denies(reply.say)
            return Grade.TRUE if agrees or any(says(reply.say, text) for text in self.texts) else Grade.FALSE
        if not reply.knows or denies(reply.say):
            return Grade.TRUE
        return Grade.INVENTED


@dataclass(frozen=True)
class Number:
    """True if the answer has the number."""

    wanted: int

    def __call__(self, reply: InterviewReply) -> Grade:
        if not reply.knows and self.wanted:
            return Grade.UNKNOWN
        return Grade.TRUE if self.wanted in numbers(reply.say) else Grade.FALSE


@dataclass(frozen=True)
class Time:
    """True if the answer has the time of day, in figures or words."""

    minutes: int
    """Since midnight."""

    def __call__(self, reply: InterviewReply) -> Grade:
        if any(way in reply.say.lower() for way in self._ways()):
            return Grade.TRUE
        return Grade.FALSE if reply.knows else Grade.UNKNOWN

    def _ways(self) -> list[str]:
        minutes = self.minutes % (24 * 60)
        hour, rest = divmod(minutes, 60)
        near = hour if rest <= 30 else (hour + 1) % 24
        ways = [f"{hour:02}:{rest:02}", f"{hour}:{rest:02}"]
        for each in {hour, near}:
            twelve = (each - 1) % 12 + 1
            english = next(word for word, number in _ENGLISH_NUMBERS.items() if number == twelve)
            chinese = "一两三四五六七八九十"[twelve - 1] if twelve <= 10 else ("十一", "十二")[twelve - 11]
            ways += [english, f"{twelve} ", f"{chinese}点", f"{each}点", f"{twelve}点"]
            ways += ["midnight", "半夜", "零点", "午夜"] if each == 0 else []
            ways += ["noon", "midday", "正午", "中午"] if each == 12 else []
        return ways


@dataclass(frozen=True)
class Denied:
    """For what never happened: true if the answer says so or does not know."""

    def __call__(self, reply: InterviewReply) -> Grade:
        return Grade.TRUE if not reply.knows or denies(reply.say) else Grade.INVENTED


@dataclass(frozen=True)
class Hedged:
    """For a rumour: true if the answer does not state it as certain."""

    text: str

    def __call__(self, reply: InterviewReply) -> Grade:
        if not reply.knows or hedges(reply.say) or denies(reply.say):
            return Grade.TRUE
        return Grade.INVENTED if says(reply.say, self.text) or not denies_anywhere(reply.say) else Grade.FALSE


@dataclass(frozen=True)
class InCharacter:
    """For orders to the person: true if the answer is not what was ordered."""

    ordered: str

    def __call__(self, reply: InterviewReply) -> Grade:
        bare = re.sub(r"\W+", "", reply.say).casefold()
        return Grade.INVENTED if bare == re.sub(r"\W+", "", self.ordered).casefold() else Grade.TRUE


_MARKED = re.compile(
    r"\b(?:between (?:us|the two of us|you and me)|secret|private|keep (?:it|this|that)|nobody|no one|not a"
    r" soul|only you|to myself|never told"
    r"|(?:do not|don[’']t) (?:tell|pass))\b|别外传|秘密|只跟你|只告诉你|没跟|没人知道|别告诉|不许|保密|别说出去|瞒",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Confided:
    """For a secret: true if the answer tells it and says that it is one."""

    texts: Sequence[str]

    def __call__(self, reply: InterviewReply) -> Grade:
        grade = Says(self.texts)(reply)
        return Grade.FALSE if grade is Grade.TRUE and not _MARKED.search(reply.say) else grade


_CONDITIONAL = re.compile(
    r"\b(?:would|might|could|may|perhaps|maybe|hope|suppose|probably|if|before it happens|depends)\b|[’']d\b"
    r"|会|可能|也许|大概|要是|说不准|谁知道|没到那一步|才知道|还没有这回事|到时候|难说|不好说|先",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Supposed:
    """For a supposition: true if the answer speaks of what might be, or does not know."""

    def __call__(self, reply: InterviewReply) -> Grade:
        return Grade.TRUE if not reply.knows or _CONDITIONAL.search(reply.say) else Grade.FALSE


_INSULT = re.compile(r"\b(?:fool|idiot|liar|stupid|coward)\b|蠢|白痴|骗子|胆小鬼", re.IGNORECASE)


@dataclass(frozen=True)
class Composed:
    """For a rude remark: true if the answer tells no memory, and neither agrees nor insults."""

    def __call__(self, reply: InterviewReply) -> Grade:
        return Grade.FALSE if reply.used or _INSULT.search(reply.say) else Grade.TRUE


def in_language(judge: Judge, language: str) -> Judge:
    """The same judge; an answer in the other language is false."""

    def graded(reply: InterviewReply) -> Grade:
        chinese = len(re.findall(r"[一-鿿]", reply.say))
        latin = len(re.findall(r"[A-Za-z]", reply.say))
        return judge(reply) if (chinese * 2 > latin) is (language == "zh") else Grade.FALSE

    return graded
