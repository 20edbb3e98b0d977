"""Asking somebody of a run, as they were at a tick; nobody remembers it.

Knows looks, living runs and the understudy; knows no requests. Invariants (rules C5 and B1): leaves no trace but its
price, which is in the run's bill and within its cap: whoever lives the run has the purse, and a run at rest keeps it in
its file. Whoever may not spend, or where nothing may be spent any more, is answered by the understudy, and told so.
"""

import asyncio
from concurrent.futures import CancelledError

from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.models.calls import SPENDING_PAUSED
from milkwood.models.port import Answer, Model, Question
from milkwood.models.wording import Wording
from milkwood.run import InterviewReply, InterviewSession, LiveRun
from milkwood.server.house import House
from milkwood.server.living import Living, Resting
from milkwood.server.looks import Looks
from milkwood.server.memories import scores_out
from milkwood.server.refusal import Refused
from milkwood.server.runs import Recording
from milkwood.server.wire_person import AskIn, ReplyOut, UsedOut
from milkwood.translate import said_in
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy
from milkwood.words import Language

NOT_PAID = "you may look, but not spend"
ELSEWHERE = "the run is lived elsewhere, where its budget is kept"
USED_UP = "the budget is used up"
UNUSABLE = "the model gave no answer that could be used"


class Beside:
    """What answers in a run that is lived here, asked beside it: on its loop, and out of its purse."""

    def __init__(self, living: Living) -> None:
        self._living = living

    async def answer(self, question: Question) -> Answer:
        """The answer of the model that answers its people, or of the understudy while nothing may be spent."""

        async def answered(run: LiveRun) -> Answer:
            return await (run.calls.instead or run.default_model).answer(question)

        try:
            return await asyncio.wrap_future(self._living.submit(answered))
        except (Resting, CancelledError, asyncio.CancelledError):
            raise Refused(409, "The run has just come to rest.", "Go on with it, and try again.") from None


def ask(
    house: House, recording: Recording, looks: Looks, reader: Reader, asked: AskIn, tick: int, *, may_spend: bool
) -> ReplyOut:
    """Put a question to somebody, and be answered in character."""
    model, why = _answering(house, recording, reader.header.seed, may_spend)
    before = [(each.question, each.answer) for each in asked.before]
    with looks.at(recording, tick) as look:
        reply = asyncio.run(_asked(look.interview(PersonId(asked.person), before, model), asked.question))
        return _out(reply, why or _because(reply), look.note)


def in_language(reply: ReplyOut, language: Language) -> ReplyOut:
    """The reply with what is said about it in a language."""
    return reply.model_copy(update={"why": said_in(language, reply.why), "note": said_in(language, reply.note)})


def _answering(house: House, recording: Recording, seed: int, may_spend: bool) -> tuple[Model | None, str]:
    """Who answers (None for whoever the run's own look knows), and why if it is not the first choice."""
    if not may_spend:
        return Understudy(seed, Wording()), NOT_PAID
    living = house.lives.find(recording.name)
    if living is not None:
        return Beside(living), ""
    if house.state(recording.name) == "elsewhere":
        return Understudy(seed, Wording()), ELSEWHERE
    return None, ""


def _because(reply: InterviewReply) -> str:
    """Why the understudy answered, in words for whoever asked; a model asked twice has answered."""
    if reply.by != UNDERSTUDY:
        return ""
    if not reply.why or reply.why == SPENDING_PAUSED:
        return reply.why
    return USED_UP if "failed: budget" in reply.why else UNUSABLE


async def _asked(interview: InterviewSession, question: str) -> InterviewReply:
    try:
        return await interview.ask(question)
    finally:
        await interview.rest()


def _out(reply: InterviewReply, why: str, note: str) -> ReplyOut:
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
        why=why,
        note=note,
    )
