"""after_talk, without a model: what a person keeps of a talk, read from its lines alone.

Invariant: only what was said is kept; facts are kept as sentences that can be repeated word for word; a promise needs a
yes, or an invitation and free time.
"""

from collections.abc import Sequence

from milkwood.chance import Stream
from milkwood.questions.after_talk.schema import Ask, Commitment, NewImpression, News, Reply
from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.after_talk.agreeing import commitments, guests
from milkwood.understudy.after_talk.feelings import impressions, made_peace
from milkwood.understudy.after_talk.learning import learnt
from milkwood.understudy.language.certainty import what_is_asked
from milkwood.understudy.language.names import call
from milkwood.understudy.language.phrases import Voice
from milkwood.understudy.language.sentences import asks, bare, cut, small
from milkwood.understudy.talk import hearing
from milkwood.understudy.talk.hearing import HeardSentence
from milkwood.understudy.talk.liking import mood, stance_of

_HEARD = {
    "en": {"told": "that", "rumour": "a rumour that", "denied": "that it is not true that"},
    "zh": {"told": "听说", "rumour": "听到传言", "denied": "听说这不是真的"},
}
"""How news is summed up, by how sure it is."""
_ABOUT_THEM = frozenset({"sad", "hope", "glad", "interest", "amused"})
"""Thoughts about the subject of the news, not about the other speaker."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (what was said is read, not compared)
    """What is kept."""
    language = ask["self"]["language"]
    said = hearing.sentences(ask["lines"], language)
    heard = learnt(ask, said)
    agreed = commitments(ask, said, draw)
    felt = impressions(ask, said, heard.new, draw)
    reply = Reply.model_construct(
        summary=_summary(ask, said, heard.new, agreed),
        thought=_thought(ask, said, heard.new, agreed, felt, draw),
        impressions=felt[:4],
    )
    if heard.new or heard.again:
        reply.news = [*heard.new, *heard.again]
    if commitments_made := [*agreed, *guests(ask, said)]:
        reply.commitments = commitments_made[:4]
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
    asked = next((one for one in said if one.by != me and what_is_asked(one.text)), None)
    joint = next((one for one in agreed if one.accepted), None)
    if best is None and asked is not None:
        by = next((other["called"] for other in ask["others"] if other["id"] == asked.by), names)
        return cut(f"{by}问我：“{asked.text}”" if language == "zh" else f"{by} asked me: “{asked.text}”", 240)
    if language == "zh":
        tail = f"，我也说好了{joint.what}" if joint else ""
        if best is not None:
            heard = _HEARD["zh"][best.certainty]
            made = f"跟{names}聊天时{heard}：{bare(best.text)}{tail}。".replace("”。", "”")
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
            made = f"Talking with {names}, I heard {_HEARD['en'][best.certainty]} {small(bare(best.text))}{tail}."
        elif mine:
            made = f"I told {names} that {small(bare(mine))}{tail}."
        else:
            where = f" at {ask['now']['place']}" if ask["now"]["place"] else ""
            made = f"I had a few words with {names}{where}{tail}."
    return cut(made, 240)


def _thought(
    ask: Ask,
    said: list[HeardSentence],
    learnt: list[News],
    agreed: list[Commitment],
    felt: Sequence[NewImpression],
    draw: Stream,
) -> str:
    if not ask["others"]:
        return ""
    other = ask["others"][0]
    me = ask["self"]["id"]
    voice = Voice(ask["self"]["language"], ask["self"]["style"], draw, [])
    best = max(learnt, key=lambda one: one.importance, default=None)
    present = [one["id"] for one in ask["others"]]
    wronged = next((one.person for one in felt if one.person not in present), "")
    if made_peace(said):
        return voice.say("think_peace", name=other["called"])
    if wronged:
        return voice.say("think_wronged", name=next(call(one) for one in ask["people"] if one["id"] == wronged))
    if any(not one.accepted for one in agreed):
        act = "think_decline"
    elif agreed:
        act = "think_accept"
    elif any(one.by == me and one.act == "invite_ask" for one in said):
        act = "think_invite"
    elif stance_of(other) in ("enemy", "cold"):
        act = "think_cold"
    else:
        act = f"think_{mood(best.text)}" if best else "think_plain"
    about = best.about[0] if best and act[6:] in _ABOUT_THEM else other["id"]
    full = next((call(one) for one in ask["people"] if one["id"] == about), "")
    return voice.say(act, name=full or other["called"])
