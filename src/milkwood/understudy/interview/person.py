"""Answers about the person and about others, their hypothetical acts, and their opinions.

Invariant: statements about a person come from the tie, the feeling or a memory; feelings that are not whole sentences
follow a colon.
"""

import re
from collections.abc import Sequence

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.interview import plans
from milkwood.understudy.interview.situations import situation
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.sentences import bare, shared, words
from milkwood.understudy.language.shift import is_own
from milkwood.understudy.plan_day.ideas import topics_of
from milkwood.understudy.talk.liking import is_cold, is_warm, mood, of_feeling
from milkwood.understudy.talk.telling import hidden, secret

_HOUSEHOLD = re.compile(
    r"\bmy (?:wife|husband|daughter|son|father|mother)\b|\bour son\b"
    r"|(?:house|room|flat)-?mate|lodger|landlady"
    r"|\bsame (?:house|flat|building|hostel|lodgings?|cottage|cabin|barracks|convent|dorm(?:itory)?)\b"
    r"|(?<!像)(?:妻子|丈夫|女儿|儿子|父亲|母亲|爸|妈)(?!一样|似的)|室友|合住|同住|同一[栋幢](?:宿舍|楼|房子)"
)
_INVITED = re.compile(r"(?:asks?|invites?) you (?:to|for|over|out)|请你去|约你|请你(?:一起|吃|来)", re.IGNORECASE)
_COMPANY = re.compile(
    r"spend (?:time|an? \w+)|closest|best friend|whom? would you choose|谁待|最好的朋友|最亲近|想跟谁", re.IGNORECASE
)
_COMPANIES = (
    ("closest", re.compile(r"closest|亲近|最亲", re.IGNORECASE)),
    ("with", re.compile(r"spend|choose|afternoon|evening|待|选谁", re.IGNORECASE)),
)
_BRIGHT = re.compile(
    r"grateful|thankful|\blove|enjoy|happ(?:y|iest)|proud|glad|best|感激|感谢|开心|高兴|骄傲|最好", re.IGNORECASE
)
_DARK = re.compile(r"regret|differently|afraid|fear|worr|worst|hard(?:est)?\b|后悔|重来|怕|担心|最难", re.IGNORECASE)
_HARD = re.compile(r"hardest|worst|difficult|saddest|最难|最苦|最坏|最糟", re.IGNORECASE)
PASSING_IMPORTANCE = 2
"""Maximum importance of sights and deeds that are not worth telling."""
_HOPE = re.compile(r"\bhope|\bwish|\bdream|盼|愿望|希望", re.IGNORECASE)
_PROUD = re.compile(r"\bproud\b|骄傲|自豪", re.IGNORECASE)
_LIFE = re.compile(r"\b(?:proud|regret|happiest|of your life|in your life|most important)\b|骄傲|后悔|这辈子|一辈子")
_OF = re.compile(r"who is|do you know|tell me about|what do you (?:think|make) of|是谁|认识|觉得|怎么样", re.IGNORECASE)
_SKILL = re.compile(r"good at|best at|talent|skill|拿手|擅长", re.IGNORECASE)
_SHARED_HOME = re.compile(r"family|dorm|co-living|shared|\bhouse\b|一家|家$|家的|宿舍|合住", re.IGNORECASE)


def introduction(ask: Ask, wording: AnswerWording, sorts: Sequence[str]) -> FoundAnswer:
    """Self-introduction: name, work, home, a memory or two, as far as asked for."""
    own, asked = ask["self"], set(sorts)
    parts = [wording.say("name", name=own["name"], age=str(own["age"]))] if asked & {"self", "age"} else []
    if (asked & {"self", "work"} or _SKILL.search(ask["question"])) and own["work"]:
        parts.append(wording.say("work", work=work_of(bare(own["work"]), wording.language)))
    if asked & {"self", "home"} and own["home"]:
        parts.append(wording.say("home", home=_home(ask)))
    if asked & {"self", "nature"} and own["traits"]:
        parts.append(wording.say("traits", traits=wording.listed(own["traits"][:3])))
    if "home" in asked:
        parts += _household(ask, wording)
    if len(asked) > 1:
        return wording.joined(parts), [], True
    sort = next(iter(asked))
    seeds = [one for one in _of_oneself(ask) if sort != "work" or shared(one["text"], own["work"])]
    wanted = words(ask["question"])
    seeds.sort(
        key=lambda one: (
            -len(wanted & words(one["text"])),
            mood(one["text"]) in ("sad", "hope", "glad"),
            -shared(one["text"], own["work"]),
            -one["importance"],
            one["id"],
        )
    )
    enough = {"age": 0, "home": 0, "nature": 1}.get(sort, 2)
    used = seeds[: enough if parts else 2]
    parts += [one["text"] for one in used]
    if not parts:
        return wording.say("unknown"), [], False
    return wording.joined(parts), [one["id"] for one in used], True


def work_of(work: str, language: str, bare_title: bool = False) -> str:
    """The person's work, without naming the place twice: `owner of Hobbs Cafe, Hobbs Cafe, from …`."""
    joint = "，" if language == "zh" else ", "
    title, *rest = work.split(joint)
    if bare_title:
        return title
    parts = [title]
    for part in rest:
        if part.removeprefix("The ") not in joint.join(parts):
            parts.append(part)
    return joint.join(parts)


def _home(ask: Ask) -> str:
    """The person's home in their own words: `my apartment`, not `Isabella Rodriguez's apartment`."""
    own = ask["self"]
    if own["language"] == "zh":
        return own["home"].replace(f"{own['name']}的", "自己的")
    return own["home"].replace(f"{own['name']}'s", "my")


def _of_oneself(ask: Ask) -> list[Recalled]:
    return [
        one
        for one in ask["recalled"]
        if one["kind"] == "seed"
        and not one["private"]
        and not one["about"]
        and is_own(one["text"], ask["self"]["language"])
    ]


def _household(ask: Ask, wording: AnswerWording) -> list[str]:
    names = [other["name"] for other in ask["others"] if _lives_with(ask, other)]
    if not names:
        return [] if _SHARED_HOME.search(ask["self"]["home"]) else [wording.say("alone")]
    return [wording.say("household", names=wording.listed(names))]


def _lives_with(ask: Ask, other: Other) -> bool:
    """Whether a tie means living together: not `Tom's wife`, nor `like a daughter to me`."""
    family = re.split(r"[ ·]", other["name"])[-1]
    if family in ask["self"]["home"] and family in ask["self"]["name"]:
        return True
    others = [one["called"] for one in ask["others"] if one is not other]
    return bool(_HOUSEHOLD.search(other["tie"])) and not any(name in other["tie"] for name in others)


def dear(other: Other) -> bool:
    """Whether the person likes another openly."""
    return of_feeling(other["feeling"], other["closeness"]) > 0 and not hidden(other["feeling"])


def about_oneself(ask: Ask) -> bool:
    """Whether the question names the person in the third person."""
    named = ask["self"]["name"] in ask["question"] or _has(ask["question"], ask["self"]["called"])
    return named and asked_about(ask) is None and bool(_OF.search(ask["question"]))


def asked_about(ask: Ask) -> Other | None:
    """The known person a question names."""
    question = ask["question"]
    named = [other for other in ask["others"] if other["name"] in question or _has(question, other["called"])]
    return named[0] if named else None


def _has(text: str, name: str) -> bool:
    if re.search(r"[㐀-鿿]", name):
        return name in text
    return bool(re.search(rf"\b{re.escape(name)}\b", text))


_CONFIDING = re.compile(r"secret|in love|\blove\b|feel(?:ings)? (?:about|for)|秘密|心事|爱|喜欢", re.IGNORECASE)
_PASSING = frozenset({"saw", "did", "plan"})
_CHAT = re.compile(r"^I had a few words with|说了几句话")


def _confiding(ask: Ask) -> bool:
    return bool(_CONFIDING.search(ask["question"]))


def worth_telling(ask: Ask) -> list[Recalled]:
    """Memories for an interviewer: nothing trivial, and no secrets unless asked for."""
    return [
        one
        for one in ask["recalled"]
        if not (one["kind"] in _PASSING and one["importance"] <= PASSING_IMPORTANCE)
        and not (one["kind"] == "talk" and _CHAT.search(one["text"]))
        and (_confiding(ask) or not (one["private"] or secret(one["text"])))
    ]


def reaction(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """What the person would do."""
    question = ask["question"]
    if _INVITED.search(question):
        return plans.invited(ask, wording)
    if kind := situation(question):
        return wording.say(kind), [], True
    other = asked_about(ask)
    if other is not None:
        key = "meet_cold" if of_feeling(other["feeling"], other["closeness"]) < 0 else "meet"
        about = [one for one in worth_telling(ask) if other["id"] in one["about"]][:1]
        parts = [wording.say(key, name=other["called"]), *(one["text"] for one in about)]
        return wording.joined(parts), [one["id"] for one in about], True
    trait = (
        ask["self"]["traits"][0] if ask["self"]["traits"] else ("沉得住气" if wording.language == "zh" else "patient")
    )
    return wording.say("would", trait=trait), [], True


def reflection(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """Thoughts about the person's life and about others."""
    question = ask["question"]
    other = asked_about(ask)
    if _GIFT.search(question) and other is not None:
        return _present(ask, other, wording)
    if _PRAISE.search(question) and other is not None:
        about = _about(ask, other["id"])[:1]
        return (
            wording.joined([wording.say("praise", name=other["called"]), *(one["text"] for one in about)]),
            [one["id"] for one in about],
            True,
        )
    if _COMPANY.search(question):
        return company(ask, wording)
    return _mind(ask, wording)


_GIFT = re.compile(r"birthday|present|gift|生日|礼物", re.IGNORECASE)
_PRAISE = re.compile(r"compliment|praise|夸", re.IGNORECASE)


def is_of_gifts(question: str) -> bool:
    """Whether a question is about a present, praise, or with whom to spend time."""
    return any(pattern.search(question) for pattern in (_GIFT, _PRAISE, _COMPANY))


def _about(ask: Ask, person: str) -> list[Recalled]:
    return sorted(
        (one for one in worth_telling(ask) if person in one["about"]), key=lambda one: (-one["importance"], one["id"])
    )


def _present(ask: Ask, other: Other, wording: AnswerWording) -> FoundAnswer:
    about = _about(ask, other["id"])
    names = [each["name"] for each in (*ask["others"], *ask["places"])]
    for one in about:
        for topic in topics_of(one["text"], [*names, other["called"]]):
            if gift := topic.gift[wording.language]:
                return wording.say("present", name=other["called"], gift=gift), [one["id"]], True
    return wording.say("present_plain", name=other["called"]), [], True


def company(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The favourite company of the person."""
    if not ask["others"]:
        return wording.say("unknown"), [], False
    dearest = max(ask["others"], key=lambda other: (other["closeness"], other["id"]))
    about = _about(ask, dearest["id"])[:1]
    key = next((key for key, pattern in _COMPANIES if pattern.search(ask["question"])), "whom")
    tie = dearest["tie"] or dearest["knows"] or dearest["feeling"]
    parts = [
        wording.say(key, name=dearest["name"], tie=bare(tie)) if tie else wording.say("meet", name=dearest["called"])
    ]
    if dearest["feeling"] and dearest["feeling"] != tie and not hidden(dearest["feeling"]):
        parts.append(wording.say("feel", feeling=bare(dearest["feeling"])))
    return wording.joined([*parts, *(one["text"] for one in about)]), [one["id"] for one in about], True


def _out_of_tune(question: str, text: str) -> bool:
    """Whether a memory has another mood than a question for something good, or something hard."""
    if _HARD.search(question):
        return mood(text) != "sad"
    if _BRIGHT.search(question):
        return is_cold(text) or mood(text) == "sad" or not is_warm(text)
    return bool(_DARK.search(question)) and mood(text) not in ("sad", "hope")


def _mind(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """An insight or a memory that the question touches, then a concern."""
    wanted = words(ask["question"])
    hopes = bool(_HOPE.search(ask["question"]))
    insights = sorted(
        (
            one
            for one in worth_telling(ask)
            if one["kind"] in ("insight", "thought", "seed") and is_own(one["text"], ask["self"]["language"])
        ),
        key=lambda one: (
            _out_of_tune(ask["question"], one["text"]),
            bool(_LIFE.search(ask["question"])) and one["kind"] != "seed",
            hopes and not (one["kind"] == "seed" and mood(one["text"]) == "hope"),
            -len(wanted & words(one["text"])),
            one["kind"] != "insight",
            mood(one["text"]) not in ("interest", "hope"),
            -one["importance"],
            one["id"],
        ),
    )
    parts, used = [], []
    if _PROUD.search(ask["question"]) and not (insights and insights[0]["kind"] == "seed"):
        return wording.say("unknown_of_me"), [], False
    if insights and not _out_of_tune(ask["question"], insights[0]["text"]):
        parts.append(wording.say("thought", fact=insights[0]["text"]))
        used.append(insights[0]["id"])
    elif _HARD.search(ask["question"]):
        parts.append(wording.say("dwell"))
    if ask["self"]["concerns"]:
        parts.append(
            wording.say(
                "mind",
                concern=in_a_sentence(ask["self"]["concerns"][0], ask["self"]["pronoun"], ask["self"]["language"]),
            )
        )
    if not parts:
        return wording.say("unknown"), [], False
    return wording.joined(parts), used, True
