"""Calls of a run to language models for the page.

Invariant: where a call was sent is told to callers who may act only.
"""

from milkwood.chronicle import Reader
from milkwood.chronicle.call_details import CallDetails, NoSuchCall, call_details
from milkwood.chronicle.call_log import CallQuery, RecordedCall, calls_of, count_calls
from milkwood.i18n import t
from milkwood.questions.faults import Fault
from milkwood.server.errors import HttpError
from milkwood.server.wire import calls as wire
from milkwood.server.wire.language import in_all_languages


def calls_page(reader: Reader, wanted: CallQuery, limit: int, *, with_server: bool) -> wire.CallsOut:
    """A page of calls."""
    with reader.held():
        found = calls_of(reader, wanted, limit)
        kinds = reader.select("SELECT DISTINCT kind FROM reservations ORDER BY kind", ())
        return wire.CallsOut(
            calls=[_call(each, with_server=with_server) for each in found],
            total=count_calls(reader, CallQuery(wanted.person, wanted.kind)),
            kinds=[kind for (kind,) in kinds],
            before=found[-1].number if len(found) == limit else None,
        )


def call_out(reader: Reader, number: int, *, with_server: bool) -> wire.CallDetailsOut:
    """One call in full."""
    with reader.held():
        try:
            details = call_details(reader, number)
        except NoSuchCall as error:
            raise HttpError(404, error.what, t("The list of calls has their numbers.")) from None
        return _details(details, with_server=with_server)


def _details(details: CallDetails, *, with_server: bool) -> wire.CallDetailsOut:
    answer = details.answer
    return wire.CallDetailsOut(
        call=_call(details.call, with_server=with_server),
        prompt=details.prompt,
        prompt_note=in_all_languages(details.prompt_note),
        raw_reply=details.reply,
        reply_note=in_all_languages(details.reply_note),
        faults=[_fault(each) for each in details.faults],
        left_out=[_fault(each) for each in details.left_out],
        answer=None
        if answer is None
        else wire.CallAnswerOut(by=answer.by, why=answer.why, content=dict(answer.content)),
    )


def _fault(fault: Fault) -> wire.CallFaultOut:
    return wire.CallFaultOut(code=fault.category, field=fault.where, about=fault.about)


def _call(call: RecordedCall, *, with_server: bool) -> wire.CallOut:
    asked, usage = call.call.question, call.usage
    return wire.CallOut(
        number=call.number,
        tick=asked.tick,
        person=asked.person,
        kind=asked.kind,
        attempt=call.call.attempt,
        model=call.model,
        server=call.server if with_server else "",
        outcome=call.outcome,
        use=call.use,
        wrong=call.wrong,
        requests=[
            wire.SentRequestOut(
                outcome=each.outcome,
                prompt_tokens=each.usage.prompt_tokens,
                answer_tokens=each.usage.answer_tokens,
                price=each.usage.price,
                seconds=each.usage.seconds,
            )
            for each in call.requests
        ],
        prompt_tokens=usage.prompt_tokens,
        answer_tokens=usage.answer_tokens,
        cached_tokens=call.cached_tokens,
        price=usage.price,
        seconds=usage.seconds,
        cut_off=call.cut_off,
        reply=call.reply,
    )
