"""One call to a language model for readers and as JSON.

Knows the words for it; the call itself comes from `milkwood.chronicle.call_details`.
"""

from collections.abc import Mapping
from typing import Any, Final

from milkwood.chronicle import Reader
from milkwood.chronicle.call_details import CallDetails
from milkwood.chronicle.call_log import RecordedCall, ReplyUse
from milkwood.chronicle.names import Names
from milkwood.cli.labels import Labels
from milkwood.cli.recorded import BEFORE_THE_RUN
from milkwood.cli.terminal import echo, json_text
from milkwood.cli.voice import label, said, say
from milkwood.i18n import join, t
from milkwood.questions.faults import Fault
from milkwood.questions.why import FILLED, in_words, outcome_in_words

_USES: Final[Mapping[ReplyUse, str]] = {
    ReplyUse.USED: t("used", context="call"),
    ReplyUse.WAITING: t("its question is not answered yet", context="call"),
    ReplyUse.UNUSED: t("not used: the question was asked again", context="call"),
}
_QUOTE_CHARACTERS: Final = 200


def outcome_of(call: RecordedCall) -> str:
    """What became of a call, in words."""
    told: str = _USES.get(call.use) or outcome_in_words(call.outcome)
    if call.use is ReplyUse.UNUSABLE:
        told = t("not usable: {why}", context="call", why=in_words(call.wrong))
    if call.filled:
        told = t("used; {filled}", context="call", filled=in_words(f"{FILLED}: {call.filled}"))
    before = call.requests[:-1]
    if not before:
        return told
    words = join(t(", ", context="why"), [outcome_in_words(each.outcome) for each in before])
    return t("{outcome}; before that: {failures}", context="call", outcome=told, failures=words)


# --- as JSON


def plain_call(reader: Reader, names: Names, call: RecordedCall) -> dict[str, Any]:
    """A call without prompt and reply."""
    asked, usage = call.call.question, call.usage
    return {
        "number": call.number,
        "tick": asked.tick,
        "time": reader.header.clock.moment(max(0, asked.tick)).isoformat(),
        "person": asked.person,
        "name": names.person(asked.person),
        "kind": asked.kind,
        "n": asked.n,
        "attempt": call.call.attempt,
        "model": call.model,
        "server": call.server,
        "outcome": call.outcome,
        "use": call.use,
        "wrong": call.wrong,
        "filled": call.filled,
        "words": str(outcome_of(call)),
        "requests": [
            {
                "outcome": each.outcome,
                "prompt_tokens": each.usage.prompt_tokens,
                "answer_tokens": each.usage.answer_tokens,
                "price": each.usage.price,
                "seconds": each.usage.seconds,
            }
            for each in call.requests
        ],
        "prompt_tokens": usage.prompt_tokens,
        "answer_tokens": usage.answer_tokens,
        "cached_tokens": call.cached_tokens,
        "price": usage.price,
        "seconds": usage.seconds,
        "cut_off": call.cut_off,
        "reply": call.reply,
        "reply_bytes": call.reply_bytes,
    }


def plain_details(reader: Reader, names: Names, details: CallDetails) -> dict[str, Any]:
    """A call with everything."""
    answer = details.answer
    return {
        **plain_call(reader, names, details.call),
        "prompt": details.prompt,
        "prompt_note": str(details.prompt_note),
        "raw_reply": details.reply,
        "reply_note": str(details.reply_note),
        "faults": [_plain_fault(each) for each in details.faults],
        "left_out": [_plain_fault(each) for each in details.left_out],
        "answer": None if answer is None else {"by": answer.by, "why": answer.why, "content": answer.content},
    }


def _plain_fault(fault: Fault) -> dict[str, str]:
    return {
        "code": fault.category,
        "field": fault.where,
        "about": fault.about,
        "words": str(in_words(fault.brief())),
    }


# --- as text


def show_call(reader: Reader, names: Names, labels: Labels, details: CallDetails) -> None:
    """Print everything about a call."""
    call = details.call
    _show_head(reader, names, labels, call)
    _show_block(t("prompt as sent", context="call"), details.prompt, details.prompt_note)
    _show_block(t("raw reply", context="call"), details.reply, details.reply_note)
    if details.faults:
        _heading(t("what was wrong", context="call"))
        for fault in details.faults:
            say(_fault(fault), indent=2)
    if details.left_out:
        _heading(t("left out, because it could not be used", context="call"))
        for fault in details.left_out:
            say(_fault(fault), indent=2)
    _heading(t("used in the end", context="call"))
    if details.answer is None:
        say(t("Nothing is recorded."), indent=2)
        return
    echo(f"  {labels.answerer(details.answer.by, details.answer.why)}")
    echo(_indented(json_text(details.answer.content)))


def _show_head(reader: Reader, names: Names, labels: Labels, call: RecordedCall) -> None:
    asked, usage = call.call.question, call.usage
    what = t(
        "Call {number}: {kind}, attempt {attempt}",
        number=call.number,
        kind=labels.kinds.get(asked.kind, asked.kind),
        attempt=call.call.attempt + 1,
    )
    say(what, bold=True)
    person = names.person(asked.person) if asked.person else label(BEFORE_THE_RUN)
    echo(f"  {labels.at(person, labels.when(reader.header.clock, asked.tick), asked.tick)}")
    echo(f"  {call.model} ({call.server})" if call.server else f"  {call.model}")
    echo(f"  {said(outcome_of(call))}")
    spent = t(
        "{seconds:.1f} s, {prompt:,} prompt tokens ({cached:,} from the server's cache), {answer:,} answer tokens, "
        "${price:.4f}",
        seconds=usage.seconds,
        prompt=usage.prompt_tokens,
        cached=call.cached_tokens,
        answer=usage.answer_tokens,
        price=usage.price,
    )
    say(spent, indent=2)
    if call.cut_off:
        say(t("The reply reached the limit of tokens."), indent=2)


def _show_block(heading: str, text: str | None, note: str) -> None:
    _heading(heading)
    if note:
        say(note, indent=2)
    if text is not None and (text or not note):
        echo(_indented(text or said(t("(an empty text)"))))


def _heading(text: str) -> None:
    say(text, bold=True)


def _indented(text: str) -> str:
    return "\n".join(f"  | {line}" for line in text.splitlines() or [""])


def _fault(fault: Fault) -> str:
    words = in_words(fault.brief())
    if not fault.about:
        return words
    return t("{fault}: “{about}”", context="call", fault=words, about=fault.about[:_QUOTE_CHARACTERS])
