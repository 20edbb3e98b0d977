"""Asking somebody of a run, as they were at a tick; nobody remembers it.

Knows looks and the understudy; knows no requests. Invariant (rule C5): leaves no trace; whoever may not spend is
answered by the understudy, and told so.
"""

import asyncio

from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.looking import Interview, Reply
from milkwood.models.wording import Wording
from milkwood.questions.understudy import Understudy
from milkwood.server.looks import Looks
from milkwood.server.memories import scores_out
from milkwood.server.runs import Recording
from milkwood.server.wire_person import AskIn, ReplyOut, UsedOut

NOT_PAID = "you may look, but not spend"


def ask(recording: Recording, looks: Looks, reader: Reader, asked: AskIn, tick: int, *, may_spend: bool) -> ReplyOut:
    """Put a question to somebody, and be answered in character."""
    seed = reader.header.seed
    model = None if may_spend else Understudy(seed, Wording())
    before = [(each.question, each.answer) for each in asked.before]
    with looks.at(recording, tick) as look:
        reply = asyncio.run(_asked(look.interview(PersonId(asked.person), before, model), asked.question))
    return _out(reply, "" if may_spend else NOT_PAID)


async def _asked(interview: Interview, question: str) -> Reply:
    try:
        return await interview.ask(question)
    finally:
        await interview.rest()


def _out(reply: Reply, why: str) -> ReplyOut:
    return ReplyOut(
        person=reply.person,
        tick=reply.tick,
        question=reply.question,
        say=reply.say,
        knows=reply.knows,
        used=[
            UsedOut(
                number=used.number,
                tick=used.tick,
                kind=used.kind,
                text=used.text,
                source=None if used.source in ("", "me") else used.source,
                scores=scores_out(used.scores),
            )
            for used in reply.used
        ],
        by=reply.by,
        why=reply.why or why,
    )
