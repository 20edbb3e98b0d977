"""The reasons of a person's acts: in a sentence, and in full.

Invariant: only what is recorded; what had no part in a decision is empty.
"""

from dataclasses import asdict

from milkwood.chronicle import Reader
from milkwood.chronicle.behaviour import reasons_note
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.chronicle.telling import tell
from milkwood.chronicle.why import ScoredMemory, Why, why
from milkwood.ids import PersonId
from milkwood.server.wire.person import AskedOut, ReasonOut, RecalledOut, RoutineOut, WhyOut

_NOTHING = ReasonOut(sentence="", by="", habit=False)


def why_out(reader: Reader, person: PersonId, tick: int, names: Names, words: EventPhrases) -> WhyOut | None:
    """The decision behind a person's act at a tick; None if there is none."""
    found = why(reader, person, tick)
    if found is None:
        return None
    act, since = found
    return WhyOut(
        decided=act.decided,
        act=act.act,
        deed=act.deed,
        plan=act.plan,
        promise=act.promise,
        percept=act.percept,
        choice=act.choice,
        because=act.because,
        sentence=sentence(act, names, words),
        recalled=[_recalled(each) for each in act.recalled],
        asked=[_asked(each) for each in act.asked],
        routine=routine_out(act),
        wandering=act.wandering,
        limit=act.limit or next((each.limit for each in reversed(since) if each.limit), ""),
        since=[sentence(each, names, words) for each in since],
        note=reasons_note(reader.header, tick),
    )


def routine_out(act: Why) -> RoutineOut | None:
    """The routine that a decision followed, if any."""
    return None if act.routine is None else RoutineOut(**asdict(act.routine))


def reason(reader: Reader, person: PersonId, tick: int, names: Names, words: EventPhrases) -> ReasonOut:
    """The decision in short."""
    found = why(reader, person, tick)
    if found is None:
        return _NOTHING
    said = sentence(found[0], names, words)
    by = found[0].asked[0].answer.by if found[0].asked else ""
    return ReasonOut(sentence=said, by=by, habit=found[0].routine is not None)


def sentence(why: Why, names: Names, words: EventPhrases) -> str:
    """A decision in one sentence: the given reason, or else what led to it."""
    grounds = [why.because or why.percept, why.promise or why.plan]
    said = [text.strip().rstrip(".。") for text in dict.fromkeys(grounds) if text.strip()]
    if not said:
        told = [tell(each.event, names, words) for each in why.happenings]
        said = [told[0] if told else why.deed]
    text = words.clauses.join(part for part in said if part)
    if not text:
        return ""
    ended = text[-1] in "!?！？…" or (text[-2:-1] in ".。!?！？…" and text[-1] in "”’")
    return text[0].upper() + text[1:] + ("" if ended else words.full_stop)


def _recalled(each: ScoredMemory) -> RecalledOut:
    return RecalledOut(
        number=each.number,
        tick=each.tick,
        kind=each.kind,
        text=each.text,
        source=each.source or None,
        recency=each.recency,
        importance=each.importance,
        relevance=each.relevance,
        words=each.words,
        score=each.score,
    )


def _asked(each: AnsweredQuestion) -> AskedOut:
    usage = each.answer.usage
    return AskedOut(
        kind=each.question.id.kind,
        tick=each.question.id.tick,
        by=each.answer.by,
        why=each.answer.why,
        tokens=usage.prompt_tokens + usage.answer_tokens,
        price=usage.price,
        seconds=usage.seconds,
    )
