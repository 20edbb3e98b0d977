"""after_talk, without a model: what a person keeps of a talk, read from its lines alone.

Invariant: only what was said is kept; facts are kept as sentences that can be repeated word for word; a promise needs a
yes, or an invitation and free time.
"""

from milkwood.chance import Stream
from milkwood.questions.after_talk.schema import Ask, Commitment, NewImpression, News, Reply
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Other
from milkwood.understudy.after_talk.agreeing import commitments
from milkwood.understudy.after_talk.learning import news
from milkwood.understudy.language.names import call
from milkwood.understudy.language.phrases import Voice
from milkwood.understudy.language.sentences import asks, bare, cut, small
from milkwood.understudy.talk import hearing
from milkwood.understudy.talk.hearing import DECLINES, HeardSentence
from milkwood.understudy.talk.liking import mood, of_feeling

_ABOUT_THEM = frozenset({"sad", "hope", "glad", "interest", "amused"})
"""Thoughts about the subject of the news, not about the other speaker."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (what was said is read, not compared)
    """What is kept."""
    language = ask["self"]["language"]
    said = hearing.sentences(ask["lines"], language)
    learnt = news(ask, said)
    agreed = commitments(ask, said, draw)
    reply = Reply.model_construct(
        summary=_summary(ask, said, learnt, agreed),
        thought=_thought(ask, said, learnt, agreed, draw),
        impressions=[_impression(ask, other, said, learnt, draw) for other in ask["others"]][:4],
    )
    if learnt:
        reply.news = learnt
    if agreed:
        reply.commitments = agreed
    return reply


def _names(ask: Ask, language: str) -> str:
    called = [other["called"] for other in ask["others"]]
    if not called:
        return "自己" if language == "zh" else "myself"
    if language == "zh":
        return "、".join(called)
    return called[0] if len(called) == 1 else f"{', '.join(called[:-1])} and {called[-1]}"


def _summary(ask: Ask, said: list[HeardSentence], learnt: list[News], agreed: list[Commitment]) -> str:
    """One sentence in the first person: the most important news heard, else told, else that there was a talk."""
    me, language = ask["self"]["id"], ask["self"]["language"]
    names = _names(ask, language)
    best = max(learnt, key=lambda one: one.importance, default=None)
    mine = next(
        (
            one.text
            for one in said
            if one.by == me and not one.act and not asks(one.text) and hearing.substance(one.text, ask)
        ),
        "",
    )
    joint = next((one for one in agreed if one.accepted), None)
    if language == "zh":
        tail = f"，我也说好了{joint.what}" if joint else ""
        if best is not None:
            made = f"跟{names}聊天时听说：{bare(best.text)}{tail}。".replace("”。", "”")
        elif mine:
            made = f"我跟{names}说起：{bare(mine)}{tail}。"
        else:
            where = f"在{ask['now']['place']}" if ask["now"]["place"] else ""
            made = f"{where}跟{names}说了几句话{tail}。"
    else:
        tail = f", and I am {joint.what}" if joint else ""
        if best is not None and " says: “" in best.text:
            made = f"Talking with {names}, I heard this: {best.text}"
        elif best is not None:
            made = f"Talking with {names}, I heard that {small(bare(best.text))}{tail}."
        elif mine:
            made = f"I told {names} that {small(bare(mine))}{tail}."
        else:
            where = f" at {ask['now']['place']}" if ask["now"]["place"] else ""
            made = f"I had a few words with {names}{where}{tail}."
    return cut(made, 240)


def _thought(ask: Ask, said: list[HeardSentence], learnt: list[News], agreed: list[Commitment], draw: Stream) -> str:
    if not ask["others"]:
        return ""
    other = ask["others"][0]
    me = ask["self"]["id"]
    voice = Voice(ask["self"]["language"], ask["self"]["style"], draw, [])
    best = max(learnt, key=lambda one: one.importance, default=None)
    if any(not one.accepted for one in agreed):
        act = "think_decline"
    elif agreed:
        act = "think_accept"
    elif any(one.by == me and one.act == "invite_ask" for one in said):
        act = "think_invite"
    elif of_feeling(other["feeling"], other["closeness"]) < 0:
        act = "think_cold"
    else:
        act = f"think_{mood(best.text)}" if best else "think_plain"
    about = best.about[0] if best and act[6:] in _ABOUT_THEM else other["id"]
    full = next((call(one) for one in ask["people"] if one["id"] == about), "")
    return voice.say(act, name=full or other["called"])


def _impression(ask: Ask, other: Other, said: list[HeardSentence], learnt: list[News], draw: Stream) -> NewImpression:
    """What the person knows of another now, and how close they are: at most one step from before."""
    language = ask["self"]["language"]
    fact = next(
        (
            one.text
            for one in learnt
            if one.about[:1] == [other["id"]] and "：“" not in one.text and ": “" not in one.text
        ),
        "",
    )
    knows = other["knows"]
    if fact and fact not in knows:
        knows = fact if not knows else f"{knows}{fact}" if language == "zh" else f"{knows} {fact}"
    if len(knows) > 300:
        knows = cut(fact, 300)
    return NewImpression.model_construct(
        person=other["id"],
        knows=knows,
        feeling=other["feeling"] or _first_feeling(language),
        closeness=_closeness(other, said, fact, draw),
    )


def _first_feeling(language: str) -> str:
    return "印象不错，才说过几句话" if language == "zh" else "well disposed, after a few words"


def _closeness(other: Other, said: list[HeardSentence], fact: str, draw: Stream) -> int:
    """One step up for a talk with a confidence or an agreement; one down for a rebuff."""
    now = other["closeness"]
    theirs = [one for one in said if one.by == other["id"]]
    if any(one.act == "decline_dislike" for one in theirs):
        return max(0, now - 1)
    if any(one.act in DECLINES for one in theirs) or not theirs:
        return now
    if now == 0:
        return 1
    warm = bool(fact) or any(one.act in ("accept", "accept_late", "sad", "glad", "hope") for one in theirs)
    likely = 0.5 if now < 3 else 0.3 if now < 6 else 0.12
    return (
        min(10, now + 1)
        if warm and now < 9 and of_feeling(other["feeling"], now) >= 0 and draw.happens(likely)
        else now
    )
