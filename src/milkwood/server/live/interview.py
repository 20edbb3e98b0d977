"""Interviews: questions to a person at a tick, which the person does not remember.

Invariants (rules C5 and B1): an interview leaves no trace but its price, which is part of the run's bill and cap. A
living run holds its own budget; otherwise the file keeps it. If the caller may not spend, or the budget is used up, the
understudy answers, and the reply says so.
"""

import asyncio
from concurrent.futures import CancelledError

from milkwood import i18n
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Model, Question
from milkwood.models.wording import WordOverlap
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.run import InterviewReply, InterviewSession, LiveRun
from milkwood.server.errors import HttpError
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import RunStopped, RunThread
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.memories import scores_out
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.person import AskIn, ReplyOut, UsedOut
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy
from milkwood.words import Language

NOT_PAID = t("you may look, but not spend")
ELSEWHERE = t("another process runs this run and holds its budget")
USED_UP = t("the budget is used up")
UNUSABLE = t("the model gave no usable answer")


class ThreadModel:
    """The model of a living run, called on the run's loop and paid from its budget."""

    def __init__(self, thread: RunThread) -> None:
        self._thread = thread

    async def answer(self, question: Question) -> Answer:
        """Answer with the run's model, or with the understudy while spending is paused."""

        async def answered(run: LiveRun) -> Answer:
            return await (run.router.override or run.default_model).answer(question)

        try:
            return await asyncio.wrap_future(self._thread.submit(answered))
        except (RunStopped, CancelledError, asyncio.CancelledError):
            raise HttpError(409, t("The run has just stopped."), t("Continue it, and try again.")) from None


def interview(
    app_state: AppState, recording: OpenRun, looks: LookCache, asked: AskIn, tick: int, *, may_spend: bool
) -> ReplyOut:
    """Ask a person, who answers in character."""
    model, why = _answering(app_state, recording, may_spend)
    before = [(each.question, each.answer) for each in asked.before]
    with looks.at(recording, tick) as look:
        reply = asyncio.run(_asked(look.interview(PersonId(asked.person), before, model), asked.question))
        return _out(reply, why or _because(reply), look.note)


def in_language(reply: ReplyOut, language: Language) -> ReplyOut:
    """The reply, with the fallback reason in the caller's language."""
    return reply.model_copy(
        update={"why": i18n.in_language(reply.why, language), "note": i18n.in_language(reply.note, language)}
    )


def _answering(app_state: AppState, recording: OpenRun, may_spend: bool) -> tuple[Model | None, str]:
    """The answering model (None: the look's own), and why it is not the first choice."""
    understudy = Understudy(recording.header.seed, WordOverlap())
    if not may_spend:
        return understudy, NOT_PAID
    thread = app_state.threads.find(recording.name)
    if thread is not None:
        return ThreadModel(thread), ""
    if app_state.run_state(recording.name) == "elsewhere":
        return understudy, ELSEWHERE
    return None, ""


def _because(reply: InterviewReply) -> str:
    """Why the understudy answered, for the caller; empty if a model answered."""
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
