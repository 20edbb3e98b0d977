"""interview, without a model: answers in character, from the card, recalled memories, today's plan, promises and
people.

Invariant: without a memory of it the person does not know, and says so (`knows` false); `used` lists the memories of an
answer.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from milkwood.chance import Stream
from milkwood.questions.interview.schema import Ask, Reply
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled, SpokenLine
from milkwood.understudy.interview import daily, facts, feelings, oneself, person, plans
from milkwood.understudy.interview.absent import absent_kin
from milkwood.understudy.interview.attending import guests, lived_at, own_presence, presence
from milkwood.understudy.interview.days import been_at
from milkwood.understudy.interview.evidence import Found, is_own_knowledge, on_topic, shared_part, stored
from milkwood.understudy.interview.evidence import told as told_fact
from milkwood.understudy.interview.follow import follow, meant, refer_back, topic_before
from milkwood.understudy.interview.going import going
from milkwood.understudy.interview.kin import kin_asked, kin_without_tie, meaning_kin, naming_kin
from milkwood.understudy.interview.lasting import lasting
from milkwood.understudy.interview.matters import asks_how_long, matters, on_matter
from milkwood.understudy.interview.nearest import SUPPOSING, nearest
from milkwood.understudy.interview.placing import naming_places
from milkwood.understudy.interview.query import ON_A_DAY, Query, asks_of_a_deed, query_of, shape_of
from milkwood.understudy.interview.shape import kinds_by_shape
from milkwood.understudy.interview.small_talk import small_talk, without_greeting
from milkwood.understudy.interview.sorting import (
    OF_ONESELF,
    asks_of_oneself,
    asks_of_own_state,
    asks_of_you,
    sort_of,
    sorts_of_oneself,
)
from milkwood.understudy.interview.told import told
from milkwood.understudy.interview.typed import typed
from milkwood.understudy.interview.who import leaves_open
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.names import mentioned
from milkwood.understudy.language.sentences import cut
from milkwood.understudy.language.shift import is_own

_PLAIN: Final[Mapping[str, Callable[[Ask, AnswerWording], FoundAnswer]]] = {
    "calling": oneself.calling,
    "company": person.company,
    "content": oneself.content,
    "duty": daily.duty,
    "family": oneself.family,
    "fault": oneself.fault,
    "haunt": oneself.haunt,
    "hours": plans.hours,
    "legacy": oneself.legacy,
    "meal": daily.meal,
    "reaction": person.reaction,
    "reflection": person.reflection,
    "schedule": plans.schedule,
    "shift": daily.shift,
    "struck": oneself.struck,
}
"""Sorts of questions with one answering function."""


MAX_QUESTIONS = 3
"""Maximum of questions in one that are answered."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:
    """The answer, the memories used, and whether the person knows."""
    words = AnswerWording(ask["self"]["language"], draw)

    def answering(one: Ask, text: str) -> Found:
        placed = naming_places(text, one)
        if placed != text and (visit := been_at(_query({**one, "question": placed}), words)) is not None:
            return visit
        found = _by_words({**one, "question": text}, words, likeness)
        if found.knows or one["unknown_names"]:
            return found
        if placed != text and (there := _by_words({**one, "question": placed}, words, likeness)).knows:
            return there
        return _by_meaning({**one, "question": text}, found, words, likeness) or found

    if remark := small_talk(ask, words):
        return Reply.model_construct(say=remark.say, used=[], knows=remark.knows)
    before = [SpokenLine(by=line["by"], text=naming_kin(line["text"], ask)) for line in ask["before"]]
    ask = {**ask, "before": before, "question": without_greeting(ask["question"], ask)}
    found: list[Found] = []
    for said in _parts(ask["question"]):
        part = naming_kin(meaning_kin(said, ask), ask)
        one: Ask = {**ask, "question": part}
        answered = follow(one, words, answering)
        if answered is None:
            answered = answering(ask, _whole(part, ask))
            if not answered.knows and not answered.used:
                answered = refer_back(one, words, answering, likeness) or answered
        repeats = bool(answered.used) and set(answered.used) <= {number for each in found for number in each.used}
        if not repeats:
            found.append(answered)
        ask = {**ask, "before": [*ask["before"], SpokenLine(by="you", text=part)]}
    say = words.joined(list(dict.fromkeys(each.say for each in found)))
    used = dict.fromkeys(number for each in found for number in each.used if number)
    return Reply.model_construct(say=cut(say, 800), used=list(used)[:12], knows=any(each.knows for each in found))


def _by_words(ask: Ask, words: AnswerWording, likeness: TextSimilarity) -> Found:
    """The answer of the kind of question, or of a memory with its words."""
    found = _typed(ask, words, likeness)
    if found is not None:
        return found
    say, used, knows = _answer(ask, words, likeness)
    told_of = None if knows or used else on_topic(_query(ask), words)
    return told_of or Found(say, tuple(used), knows)


_NOT_OF_A_MATTER = {"trick", "insult", "hypothetical", "heard", "knowers", "knows_it", "source", "invited", "told_by"}
"""Kinds that ask for something else than what a memory tells."""


_WHY_SO = re.compile(
    r"^why (?:are|is|do|does|don't|aren't)\b|^你?(?:和|跟|与)?.{0,8}(?:为什么|为啥|为何|怎么)(?!.*[了过])",
    re.IGNORECASE,
)
"""Asks for the reason of what still is."""


def _by_meaning(ask: Ask, found: Found, words: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """What a memory in other words tells of the matter; None if the answer found is nearer."""
    query = _query(ask)
    if found.used or query.quoted or _nobody(ask) or _NOT_OF_A_MATTER & set(query.kinds):
        return None
    if kin_without_tie(query.text)[0] and not query.people:
        return None
    of_matter = on_matter(query, words, likeness)
    supposing = bool(SUPPOSING & set(query.kinds))
    if of_matter is not None and of_matter.knows and supposing and query.people:
        return replace(of_matter, say=words.joined([words.say("all_i_know"), of_matter.say]), knows=False)
    if of_matter is not None or ON_A_DAY.search(query.text):
        return of_matter
    if (
        query.people
        and not supposing
        and not asks_of_a_deed(query)
        and (apart := on_matter(replace(query, people=()), words, likeness))
        and apart.knows
    ):
        return apart
    near = nearest(query, words, likeness)
    if near is not None and (near.knows or not supposing or not query.people):
        return near
    if len(query.people) == 1 and _WHY_SO.search(query.text):
        return feelings.reasons(query, query.people[0]["id"], words)
    if len(query.people) != 1 or supposing or not _OPEN.search(query.text):
        return None
    known = feelings.tie(query, words)
    if known is None or _SUPPOSED.search(query.text):
        return known
    return replace(known, say=words.say("as_near", fact=known.say), knows=False)


_SUPPOSED = re.compile(r"\b(?:could|would|might|should)\b|[会能可]", re.IGNORECASE)
"""Nobody knows more of what could be than what the other is to them."""
_JOINT = re.compile(
    r"(?<=[?？])\s*(?=\S)|,? and (?=(?:who|what|where|when|how|is|are|did|does|do|has|have|was|were)\b)"
    r"|，(?=[^，]{0,6}(?:哪|谁|几|多)|[^，为]{0,6}什么)"
)
_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|\"[^\"]*\"")
_WHETHER = re.compile(
    r"^(?:if|when|suppose|imagine|what would|what if|how would)\b|如果|要是|假如|假使|万一", re.IGNORECASE
)


def _parts(question: str) -> list[str]:
    """The questions in a question."""
    if _WHETHER.search(question) or _QUOTED.search(question) or not re.search(r"[?？]\s*$", question):
        return [question]
    parts = [part.strip(" ,，") for part in _JOINT.split(question)]
    asked = [part for part in parts if part.strip("?？!！.。 ")]
    if len(asked) > 1 and not all(_is_whole(part) for part in asked):
        return [question]
    return asked[:MAX_QUESTIONS] or [question]


_WHOLE = re.compile(
    r"^(?:and |so |but )?(?:who|whom|whose|what|where|when|why|how|which|is|are|was|were|do|does|did"
    r"|has|have|had|will|can|would)\b"
    r"|谁|什么|啥|哪|几|多[大少久]|吗|怎么|为[何啥]|没有?[？?]?$|呢[？?]?$|([㐀-鿿])[不没]\1",
    re.IGNORECASE,
)


def _whole(part: str, ask: Ask) -> str:
    """A later part of a Chinese question with the person of the earlier one: `苔莎多大了，住在哪儿？`"""
    people = meant(ask)
    bare = re.fullmatch(r"[㐀-鿿]{2,8}[？?]?", part)
    if bare is None or not people or re.search(r"[你我他她谁]|为什么|为何|怎么|然后|后来|还有|那", part):
        return part
    last = [line["text"] for line in ask["before"] if line["by"] == "you"][-1]
    return part if "你" in last or any(one["called"] in part for one in ask["others"]) else people[0]["called"] + part


_FRAGMENT = re.compile(
    r"(?:and |but )?(?:why(?: not)?|how come|when|where|who|how (?:much|many|long|often|so)|since when|what for"
    r"|(?:about|of|with|for|to|from|by) (?:what|whom?|which)"
    r"|(?:what|who|whom|where) (?:about|of|with|for|to|from|by|else))\W*$"
    r"|(?:那|又|都)?(?:是)?(?:为什么|为何|为啥|什么时候|几点|在?哪儿?里?|[跟和]?谁|多少|几个|多久|怎么"
    r"|聊了?(?:些)?什么)(?:呢|了|的)?\W*$",
    re.IGNORECASE,
)
"""A question that has its sense from the one before."""


def _is_whole(part: str) -> bool:
    """Whether a part of a question is a question itself."""
    if _FRAGMENT.match(part):
        return True
    return bool(_WHOLE.search(part)) and len(part.split()) >= (1 if part.isascii() is False else 3)


_HOW_ARE_YOU = re.compile(
    r"how are you(?: (?:doing|feeling|today|now|this \w+|these days|lately))*\W*$"
    r"|你?(?:今天|最近|近来)?(?:你)?(?:还)?(?:好|怎么样|咋样)[吗么]?\W*$",
    re.IGNORECASE,
)
_OF_NEWS = {"heard", "knowers", "source"}
"""Kinds that may name people the person has only heard of."""


def _typed(ask: Ask, words: AnswerWording, likeness: TextSimilarity) -> Found | None:
    query = topic_before(ask, _query(ask))
    if "trick" in query.kinds or "insult" in query.kinds:
        return typed(query, words, likeness)
    if ask["unknown_names"] or _nobody(ask):
        found = typed(query, words, likeness) if query.quoted or set(query.kinds) & _OF_NEWS else None
        return found if found is not None and found.used else None
    sort = sort_of(query.shape, query.language)
    if sort == "calling" or (sort == "content" and _HOW_ARE_YOU.match(query.text)):
        return None
    if there := presence(query, words) or own_presence(query, words):
        return there
    if absent := absent_kin(query, words, likeness):
        return absent
    formerly = "retired" in matters(query.text, "asked")
    if (formerly or asks_how_long(query.text)) and query.span is None and not query.people:
        of_matter = on_matter(query, words, likeness)
        if of_matter is not None and of_matter.knows:
            return of_matter
    of_a_time = query.quoted or any(kind == "hours" for kind, _ in kinds_by_shape(query))
    at_events = None if of_a_time else guests(ask, words) or going(ask, words)
    if at_events is not None:
        return Found(at_events[0], tuple(at_events[1]), at_events[2], piece=lived_at(ask))
    if found := lasting(query, words, likeness):
        return found
    return typed(query, words, likeness)


def _answer(ask: Ask, words: AnswerWording, likeness: TextSimilarity) -> FoundAnswer:
    question = ask["question"]
    ask = {**ask, "unknown_names": [*ask["unknown_names"], *_nobody(ask)]}
    if person.about_oneself(ask):
        return person.introduction(ask, words, ["self"])
    goes = guests(ask, words) or going(ask, words) or told(ask, words)
    if goes is not None:
        return goes
    if ask["unknown_names"] and not _heard_of(ask):
        return words.say("stranger", name=ask["unknown_names"][0]), [], False
    if ask["unknown_names"]:
        found = facts.hearsay(ask, words)
        return found if found[2] or not _is_named(ask) else facts.recollection(ask, words, likeness)
    sort = sort_of(shape_of(question, ask), ask["self"]["language"])
    if _FAVOURITE.search(question) and sort not in ("haunt", "company") and (near := _of_oneself(ask, words, likeness)):
        return near
    if sort in ("reflection", "content") and (of_others := _of_others(_query(ask), words, likeness)):
        return of_others.say, list(of_others.used), of_others.knows
    of_it = nearest(_query(ask), words, likeness) if sort in ("reflection", "struck") else None
    of_mood = {"worry", "fear", "wish", "regret"} & matters(question, "asked")
    if of_it is not None and (of_it.knows or not (of_mood or asks_of_oneself(question))):
        return of_it.say, list(of_it.used), of_it.knows
    sort = "fact" if sort == "fault" and not re.search(r"\byour?\b|你", question) else sort
    if sort in _MATTERS_FIRST and not _query(ask).span and (own_words := _in_own_words(ask, sort, words, likeness)):
        return own_words
    if sort == "plan":
        found = plans.plan(ask, words)
        return found if found[2] else facts.recollection(ask, words, likeness)
    if sort in ("where", "doing"):
        return plans.present(ask, words, sort)
    if sort == "family" and _SINGLE.search(question):
        return oneself.single(ask, words)
    of_kin = on_matter(_query(ask), words, likeness) if sort == "family" and not kin_asked(question, ask) else None
    if of_kin is not None and of_kin.knows:
        return of_kin.say, list(of_kin.used), True
    of_you = asks_of_you(question) or not (_query(ask).people or (sort == "age" and ask["before"]))
    if sort in OF_ONESELF and of_you:
        return person.introduction(ask, words, sorts_of_oneself(question, ask["self"]["language"]))
    if sort in _PLAIN:
        return _PLAIN[sort](ask, words)
    found = facts.recollection(ask, words, likeness)
    own = on_topic(_query(ask), words) if not found[2] and _OWN_MATTER.search(question) else None
    if own is not None:
        return own.say, list(own.used), own.knows
    if not found[2] and asks_of_oneself(question) and _OPEN.search(question):
        if (of_matter := on_matter(_query(ask), words, likeness)) is not None and of_matter.knows:
            return of_matter.say, list(of_matter.used), True
        return person.reflection(ask, words)
    if not found[2] and not found[1]:
        return _of_oneself(ask, words, likeness) or found
    return found


def _of_others(query: Query, words: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """A thought about someone whom the question names: the nearest memory of them, else what they are to the person."""
    if not query.people or person.is_of_gifts(query.text):
        return None
    near = nearest(query, words, likeness)
    return near or feelings.tie(query, words)


_MATTERS_FIRST = ("plan", "reflection", "home", "work")
"""Sorts so wide that a memory of the matter asked for is nearer."""
_FORMERLY = re.compile(
    r"\b(?:want to|like to|used to|before|formerly|in the past|once)\b|以前|从前|原来|早先|过去|早年|年轻|想",
    re.IGNORECASE,
)
_HOUSEHOLD = re.compile(r"\b(?:alone|by yourself|landlord|landlady|lodger)\b|一个人住|独居|房东|房客", re.IGNORECASE)


def _in_own_words(ask: Ask, sort: str, words: AnswerWording, likeness: TextSimilarity) -> FoundAnswer | None:
    if (sort == "home" and not _HOUSEHOLD.search(ask["question"])) or (
        sort == "work" and not _FORMERLY.search(ask["question"])
    ):
        return None
    found = on_matter(_query(ask), words, likeness)
    return (found.say, list(found.used), True) if found is not None and found.knows else None


_SINGLE = re.compile(r"\bsingle\b|单身", re.IGNORECASE)


def _query(ask: Ask) -> Query:
    return query_of(ask, ask["question"], meant(ask))


_FAVOURITE = re.compile(r"\bfavou?rite\b|你最(?:喜欢|爱).{0,3}(?:什么|哪|啥)", re.IGNORECASE)
_OWN_MATTER = re.compile(
    r"\byou(?:r|rs)?\b(?!.*\b(?:did|were|was|had|heard|know|told)\b)|你(?!.*[过了])", re.IGNORECASE
)
_HALF_SHARE = 0.5


def _ids(one: Recalled) -> list[int]:
    return [one["id"]] if one["id"] else []


def _of_oneself(ask: Ask, words: AnswerWording, likeness: TextSimilarity) -> FoundAnswer | None:
    """What comes near a question about the person's own life that no memory answers; None for other questions."""
    query = _query(ask)
    if not _OWN_MATTER.search(ask["question"]) or query.people or query.span or ask["unknown_names"]:
        return None
    own = [one for one in stored(query) if one["kind"] in ("seed", "card", "concern") and is_own_knowledge(one, query)]
    own = [one for one in own if not leaves_open(query, one)]
    if asks_of_own_state(query.text):
        own = [one for one in own if one["kind"] != "seed" or is_own(one["text"], query.language)]
    near = [
        one
        for one in own
        if not (one["kind"] == "card" and one["about"]) and shared_part(query.topic, one["text"]) >= _HALF_SHARE
    ]
    if near:
        known = shared_part(query.topic, near[0]["text"]) >= 1
        same = None if known else on_matter(query, words, likeness)
        if same is not None and same.used == tuple(_ids(near[0])):
            return same.say, list(same.used), same.knows
        return words.say("fact" if known else "as_near", fact=told_fact(near[0], query, words)), _ids(near[0]), known
    return words.say("unknown_of_me"), [], False


_OPEN = re.compile(
    r"\b(?:what|how|which)\b(?! (?:many|much|often|long|old|time|day))|什么(?!时候)|怎么|如何|哪", re.IGNORECASE
)
"""Questions that a thought may answer: not who, when, how many, or whether."""


_FIRST = re.compile(
    r"^(?:(?:Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Will|Would|Can|Could|Should|May|Might|If|And|But|So|Or|Who|Whom"
    r"|Whose|What|Where|When|Why|How|Which|Tell|Please|Since|Because|Does|About|Of|With|Suppose|Imagine|Let|Say|Now|Then|Yes|No|Well|Hello|Hi|Dear|Was|Though"
    r"|Although|While|After|Before|Once|Yesterday|Today|Tomorrow|Last|Next|On|At|In)\b ?)+"
)
"""Words with a capital that begin a question, not a name."""
_NAME = re.compile(r"\b[A-Z][a-z]+(?:[ ][A-Z][a-z]+)+\b")


def _nobody(ask: Ask) -> list[str]:
    """A name in the question that belongs to no known person or place."""
    people = [ask["self"]["name"], *ask["unknown_names"], *(other["name"] for other in ask["others"])]
    known = [*people, *(place["name"] for place in ask["places"]), ask.get("town", "")]
    names = dict.fromkeys(_FIRST.sub("", name) for name in _NAME.findall(ask["question"]))
    return [name for name in names if name and not any(name in each or each in name for each in known)]


def _is_named(ask: Ask) -> bool:
    """Whether a name is the literal name of a remembered thing: `Lantern Night`."""
    return any(name in one["text"] for name in ask["unknown_names"] for one in ask["recalled"])


def _heard_of(ask: Ask) -> bool:
    named = tuple((name, name) for name in ask["unknown_names"])
    return any(mentioned(one["text"], named) for one in ask["recalled"])
