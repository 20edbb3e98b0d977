"""Answers about what the person feels for others: the most and the least, and opinions with their reasons.

Invariant: an opinion comes from the tie, the feeling and closeness; its reason is a memory about that person.
"""

import re

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.interview.evidence import (
    Found,
    denies,
    distinct,
    is_dated,
    is_own_knowledge,
    is_secret,
    stored,
    told,
)
from milkwood.understudy.interview.first_person import feeling_said, of_me, tie_said
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import bare, capital, words
from milkwood.understudy.language.shift import of_oneself
from milkwood.understudy.language.tone import tone
from milkwood.understudy.talk.liking import mood, of_feeling
from milkwood.understudy.talk.telling import hidden

_LEAST = re.compile(
    r"\b(?:least|less|worst|angry|cross|furious|hates?|dislikes?|distrusts?|despises?|fears?|afraid|avoids?|enem(?:y|ies)"
    r"|can(?:no|')t stand|loathe)\b"
    r"|梁子|过节|得罪|惹|烦|作对|生.{0,3}气|最不|处不来|不对付|不待见|最差|最坏|最糟|受不了|看不惯|合不来|最恨|最讨厌|最怕|最信不过|不喜欢|不信任|信不过|恨|讨厌|仇|敌|对头|冤家|怕谁|躲",
    re.IGNORECASE,
)
_LOWEST = re.compile(r"\b(?:least|less|worst)\b|最不|最差|最少", re.IGNORECASE)
_NOT_LEAST = re.compile(r"\b(?:hates?|dislikes?|distrusts?|fears?) .{0,12}\bleast\b", re.IGNORECASE)
_ENMITY = re.compile(
    r"\b(?:angry|cross|furious|hates?|dislikes?|distrusts?|despises?|enem(?:y|ies)|loathe|can(?:no|')t stand)\b"
    r"|恨|讨厌|受不了|看不惯|合不来|仇|敌|对头|冤家|生.{0,3}气|梁子|过节|得罪",
    re.IGNORECASE,
)
_TALKS = re.compile(r"\b(?:talk|speak|spoke|talked|chat|meet|met|see|saw|seen)\b|说话|聊|见面|碰", re.IGNORECASE)
_COLD_VERB = re.compile(
    r"\b(?:hate|dislike|distrust|despise|fear|afraid|angry|jealous|badly|ill of|poorly|bad terms)\b|恨|讨厌|怕"
    r"|不信|信不过|生.{0,4}气",
    re.IGNORECASE,
)
_LOVE = re.compile(r"\blove\b|\bin love\b|爱", re.IGNORECASE)
_OF_LOVE = re.compile(r"\bin love with\b|\bsweetheart\b|\bcrush\b|心上人|意中人|暗恋|爱上", re.IGNORECASE)
"""Love is told by a memory, not by closeness: a child may be the closest."""
_FELT = words("like likes trust trusts respect respects admire admires love loves") | frozenset(
    ["信任", "信得", "敬重", "佩服", "喜欢"]
)
_LOVED = re.compile(
    r"\b(?:lov(?:e|es|ed)|wife|husband|spouse|fiancée?|partner|son|daughter|child|mother|father|sister|brother)\b"
    r"|爱|妻|丈夫|老公|老婆|媳妇|儿子|女儿|孩子|母亲|父亲|妈|爸|姐|妹|哥|弟",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:old love|former|ex-|once|before it|used to be|nearly married)\b|从前|以前|散了|前妻|前夫|差点"
)
"""A tie that is over."""
LIKED_CLOSENESS = 4
"""Closeness from which a person is liked, when no feeling says otherwise."""


_DISLIKED = {
    "en": ("I hate this person, who is annoying.", "I love this person, who is dear to me."),
    "zh": ("我讨厌这个人，他真烦人。", "我喜欢这个人，他对我很好。"),
}
"""A dislike and a liking, to which a question for a person is compared."""
MIN_DISLIKE_MARGIN_SIMILARITY = 0.07
"""How much nearer a question must be to the dislike."""


def asks_for_dislike(query: Query, likeness: TextSimilarity) -> bool:
    """Whether the words of a question, or what they mean, are those of a dislike."""
    said = re.sub(r"\byour\b", "my", re.sub(r"\byou\b", "I", query.text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    felt = tone(said.replace("你", "我"), about_person=True)
    if felt & {"hostile", "cold", "warm"}:
        return "warm" not in felt
    cold, warm = (likeness.alike(query.text, each) for each in _DISLIKED[query.language])
    return cold - warm >= MIN_DISLIKE_MARGIN_SIMILARITY


_EMOTIONS = re.compile(
    r"(?P<fear>\b(?:afraid|fears?|scared|frightened|dreads?|scares)\b|怕|畏)"
    r"|(?P<envy>\b(?:jealous|envies|envious|envy)\b|嫉妒|羡慕|眼红)"
    r"|(?P<pity>\b(?:sorry for|pit(?:y|ies)|sad for)\b|可怜|同情|心疼)"
    r"|(?P<shame>\b(?:ashamed|guilty)\b|惭愧|愧|对不起)"
    r"|(?P<awe>\b(?:admires?|respects?|look up to|looks up to|in awe|honours?)\b|佩服|敬|崇拜|欣赏)"
    r"|(?P<oddness>\b(?:strange|strangest|odd|oddest|weird\w*)\b|怪)",
    re.IGNORECASE,
)
"""What a question may ask for among feelings besides liking."""


def _asks_for_least(query: Query, likeness: TextSimilarity) -> bool:
    if _NOT_LEAST.search(query.text):
        return False
    return bool(_LEAST.search(query.text)) or asks_for_dislike(query, likeness)


def superlative(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """Whom the person likes or trusts most or least."""
    if not re.search(r"\byour?\b|你", query.text, re.IGNORECASE) or "知道" in query.text:
        return None
    if _OF_LOVE.search(query.text) or (query.span is not None and not _TALKS.search(query.text)):
        return None
    others = query.people if len(query.people) > 1 else query.ask["others"]
    if not others:
        return None
    if _TALKS.search(query.text):
        ranked = sorted(others, key=lambda other: (-_talks(query, other), other["id"]))
        least = bool(re.search(r"\bleast\b|最少", query.text, re.IGNORECASE))
        ranked = ranked[::-1] if least else ranked
        key = "talked_least" if least else "talked_most"
        first = ranked[0]
        said = wording.say(key, name=first["name"], count=str(_talks(query, first)))
        return Found(said, (), True, (first["id"],), tuple(each["name"] for each in ranked[1:]))
    least = _asks_for_least(query, likeness)
    sign = 1 if least else -1
    ranked = sorted(
        others,
        key=lambda other: (sign * other["closeness"], sign * _felt(query, other), other["id"]),
    )
    named = _EMOTIONS.search(query.text)
    alike = [
        other
        for other in ranked
        if named is not None and (at := _EMOTIONS.search(other["feeling"])) and at.lastgroup == named.lastgroup
    ]
    ranked = [*alike, *(other for other in ranked if other not in alike)]
    first = ranked[0]
    more = tuple(each["name"] for each in ranked[1:3])
    if least and _ENMITY.search(query.text) and warmth(first) >= 0:
        said = wording.say("no_enemy", name=first["name"])
        return Found(said, (), True, (first["id"],), more)
    lowest = least and _LOWEST.search(query.text) is not None
    parts = [wording.say("least_of_all" if lowest else "most_of_all", name=first["name"])]
    parts += standing(first, query, wording)
    kept = [one for one in _evidence(query, first) if is_secret(one, query) and is_own_knowledge(one, query)][:1]
    parts += [told(one, query, wording) for one in kept]
    return Found(wording.joined(parts), tuple(one["id"] for one in kept), True, (first["id"],), more)


def _felt(query: Query, other: Other) -> int:
    """What a feeling says among equals, above all of what is asked for: `trusts him`, `does not trust him`."""
    felt = of_feeling(other["feeling"], other["closeness"])
    if words(query.text) & _FELT & words(other["feeling"]):
        return felt + (-4 if denies(other["feeling"]) else 4)
    return felt


def warmth(other: Other) -> int:
    """1 if a person is liked, -1 if disliked, 0 for neither."""
    felt = of_feeling(other["feeling"], other["closeness"])
    if felt:
        return 1 if felt > 0 else -1
    return 1 if other["closeness"] >= LIKED_CLOSENESS else -1 if other["closeness"] < 0 else 0


def _talks(query: Query, other: Other) -> int:
    return sum(other["id"] in talk["company"] for talk in query.ask.get("talks", ()))


def standing(other: Other, query: Query, wording: AnswerWording) -> list[str]:
    """What they are to the person, and what the person feels, as it is said by the person."""
    parts = []
    if other["tie"]:
        tie = mine(other["tie"], query)
        said = tie_said(other, tie, query.ask)
        parts.append(
            whole(said, wording) if said else wording.say("tie_is", name=other["called"], tie=of_me(tie, query.ask))
        )
    if other["feeling"]:
        felt = feeling_said(other["feeling"], query.ask)
        said = whole(felt, wording) if felt else wording.say("feel", feeling=bare(other["feeling"]))
        parts.append(wording.say("private", fact=said) if hidden(other["feeling"]) else said)
    return parts


def whole(clause: str, wording: AnswerWording) -> str:
    """A clause as a sentence."""
    return capital(clause) + ("。" if wording.language == "zh" else ".")


def mine(text: str, query: Query) -> str:
    """A tie or feeling from the card in the first person."""
    own = query.ask["self"]["pronoun"]
    if query.language == "zh":
        return re.sub(r"^[他她]的", "我的", bare(text))
    possessive = {"she": "her", "he": "his"}.get(own, "their")
    text = re.sub(rf"^{possessive}\b", "my", bare(text))
    others = {other["pronoun"] for other in query.ask["others"] if text in (bare(other["tie"]), "")}
    return bare(text if own in others else _IN_A_CLAUSE.sub(lambda found: of_oneself(found[0], own, "en"), text))


_IN_A_CLAUSE = re.compile(r"\b(?:who|whom|that|to whom|with whom|whose|she|he|they)\b.*")
"""The part of a tie that tells of the person by a pronoun: `the scribe he is in love with`."""


def _evidence(query: Query, other: Other) -> list[Recalled]:
    """What the person remembers of another, the most telling first."""
    kinds = ("seed", "news", "insight", "promise", "talk")
    found = [
        one
        for one in stored(query)
        if one["kind"] in kinds
        and (other["called"] in one["text"] or (other["id"] in one["about"] and one["kind"] in ("seed", "promise")))
        and not (one["kind"] == "talk" and re.search(r"few words|说了几句", one["text"]))
    ]
    cold = warmth(other) < 0
    found.sort(
        key=lambda one: (
            one["kind"] not in ("seed", "insight"),
            cold and mood(one["text"]) not in ("sad",) and not denies(one["text"]) and one["kind"] == "insight",
            -one["importance"],
            one["id"],
        )
    )
    lasting = [one for one in found if one["kind"] not in ("talk", "promise") and not is_dated(one["text"])]
    return list(distinct(lasting))


_EVALUATES = re.compile(
    r"\bagainst\b|\b(?:problem|issue|quarrel|beef) with\b|^(?:is|do you (?:think|find|consider|believe))\b",
    re.IGNORECASE,
)
"""Questions for a judgement, whatever word they judge by."""


def opinion(query: Query, wording: AnswerWording) -> Found | None:
    """What the person thinks of another, and why."""
    if not query.people:
        return None
    other = query.people[0]
    rest = query.topic - words(
        "like love hate trust dislike admire respect opinion view feel feeling fear friend friends close fond angry"
        " think well highly much badly ill poorly good bad terms friendly speaking"
    )
    if _EVALUATES.search(query.text):
        rest = frozenset()
    rest -= frozenset(
        "喜欢 讨厌 信任 相信 佩服 敬重 看法 印象 感觉 感情 想法 想念 得怎 人怎 处得 得好 人好 不好 好不".split()
    )
    if rest and query.language == "en":
        return None
    parts = []
    if verdict := _verdict(query, other):
        parts.append(wording.say(verdict, name=other["called"]))
    if not other["tie"] and not other["feeling"] and not other["talks"]:
        parts.append(wording.say("barely", name=other["called"]))
    parts += standing(other, query, wording)
    evidence = _evidence(query, other)[:2]
    parts += [told(one, query, wording) for one in evidence]
    return Found(wording.joined(parts), tuple(one["id"] for one in evidence), True, (other["id"],))


_FOR_A_TRADE = re.compile(r"\b(?:job|work|trade|living)\b|[干做](?:什么|啥|哪行)", re.IGNORECASE)
_WHO_ARE = re.compile(r"who (?:are|were)\b|.*(?:是谁|叫什么)", re.IGNORECASE)


def tie(query: Query, wording: AnswerWording) -> Found | None:
    """Who another person is to the person."""
    if len(query.people) > 1 and _WHO_ARE.match(query.text):
        said = wording.joined([part for other in query.people for part in standing(other, query, wording)])
        return Found(said, (), True, tuple(other["id"] for other in query.people)) if said else None
    if len(query.people) != 1:
        return None
    other = query.people[0]
    parts = standing(other, query, wording)
    if not other["tie"]:
        parts = [wording.say("barely", name=other["called"]), *parts]
    if (work := other.get("work", "")) and _FOR_A_TRADE.search(query.text):
        parts = [wording.say("tie_is", name=other["called"], tie=work), *parts]
    evidence = [one for one in _evidence(query, other) if one["kind"] != "insight"][:1]
    parts += [told(one, query, wording) for one in evidence]
    return Found(wording.joined(parts), tuple(one["id"] for one in evidence), True, (other["id"],))


def _verdict(query: Query, other: Other) -> str:
    """Whether a question for a feeling is answered with yes or no."""
    if re.match(r"(?:is|do you (?:think|find|consider|believe))\b|.*\bagainst\b", query.text, re.IGNORECASE):
        return ""
    if not re.match(r"(?:do|are|don't|aren't)\b", query.text, re.IGNORECASE) and not re.search(
        r"吗|[喜恨爱]不", query.text
    ):
        return ""
    cold, felt = bool(_COLD_VERB.search(query.text)), warmth(other)
    if _LOVE.search(query.text) and not cold:
        over = _OVER.search(other["tie"]) is not None and not _LOVED.search(other["feeling"])
        loved = felt > 0 and not over and bool(_LOVED.search(f"{other['feeling']} {other['tie']}"))
        return "yes_do" if loved else "no_dont"
    if felt == 0:
        return "neither"
    return "yes_do" if (felt < 0) == cold else "no_dont"


def friends(query: Query, wording: AnswerWording) -> Found:
    """Whom the person likes, the closest first."""
    liked = sorted((each for each in query.ask["others"] if warmth(each) > 0), key=lambda each: -each["closeness"])
    if not liked:
        return Found(wording.say("count_nobody"))
    key = "count_one" if len(liked) == 1 else "count_people"
    said = wording.say(key, count=str(len(liked)), names=wording.listed([each["called"] for each in liked]))
    return Found(said, (), True, tuple(each["id"] for each in liked))


def why_feel(query: Query, wording: AnswerWording) -> Found | None:
    """Why the person likes or dislikes another; a feeling that is not theirs is denied."""
    if len(query.people) == 1 and re.match(r"why\b.*?\b(?:do|are) you\b|.*?你", query.text, re.IGNORECASE):
        felt = warmth(query.people[0])
        if felt and (felt > 0) == bool(_COLD_VERB.search(query.text)):
            said = [wording.say("no_dont"), *standing(query.people[0], query, wording)]
            return Found(wording.joined(said), (), True, (query.people[0]["id"],))
    return reasons(query, query.people[0]["id"], wording) if len(query.people) == 1 else None


def reasons(query: Query, person: str, wording: AnswerWording) -> Found:
    """Why the person thinks so of another."""
    other = next((one for one in query.ask["others"] if one["id"] == person), None)
    evidence = _evidence(query, other)[:2] if other is not None else []
    if other is None or not (evidence or other["feeling"]):
        return Found(wording.say("no_reason"), knows=False, people=(person,))
    parts = [told(one, query, wording) for one in evidence] or standing(other, query, wording)
    return Found(
        wording.joined([wording.say("because_of"), *parts]), tuple(one["id"] for one in evidence), True, (person,)
    )


# --- others now


def other_now(query: Query, wording: AnswerWording) -> Found | None:
    """What another person does, or where they are: only what the person sees or last saw."""
    if re.search(r"\byou\b|你", query.text, re.IGNORECASE):
        return None
    if len(query.people) != 1 or query.topic - {"do", "在干", "现在", "这会", "会儿", "儿在", "moment"}:
        return None
    other = query.people[0]
    name = other["called"]
    if other["doing"]:
        here = query.ask["now"]["place"]
        parts = [wording.say("sees_now", name=name, what=bare(other["doing"]))]
        if here:
            parts.append(wording.say("we_are_at", place=here))
        return Found(wording.joined(parts), (), True, (other["id"],))
    seen = [
        one for one in stored(query) if one["kind"] in ("saw", "talk") and other["id"] in one["about"] and one["when"]
    ]
    parts = [wording.say("out_of_sight", name=name)]
    if seen:
        last: Recalled = max(seen, key=lambda one: one["id"])
        parts.append(wording.say("last_seen", when=last["when"], fact=bare(last["text"])))
    return Found(wording.joined(parts), tuple(one["id"] for one in seen[-1:]), False, (other["id"],))
