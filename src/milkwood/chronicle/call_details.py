"""One call to a language model in full: the prompt as it was sent, the raw reply, what was wrong, and what was used.

A prompt is rendered again from the recorded question and the template of that time; the repair prompt also from the raw
reply that it complains about. Invariants: reads only; a rendered prompt is compared with the hash of what was sent, and
a difference is said; what cannot be shown has a sentence that says why.
"""

import shlex
from dataclasses import dataclass
from typing import Final

from milkwood.chronicle.call_log import CallQuery, RecordedCall, ReplyState, ReplyUse, calls_of
from milkwood.chronicle.kept_replies import unpacked
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_PROMPTS
from milkwood.chronicle.reader import AnsweredQuestion, Reader
from milkwood.chronicle.runs import typed_name
from milkwood.chronicle.sent_prompts import unpacked_template
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.budget import ASIDE
from milkwood.models.port import Answer
from milkwood.models.prompt import Prompt
from milkwood.questions.faults import Fault
from milkwood.questions.offer import offer
from milkwood.questions.prompt import Template, again, render
from milkwood.questions.reading import Reading, read
from milkwood.questions.registry import KINDS

_RENDERING_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What rendering raises for the question of another release."""


class NoSuchCall(SetupError):
    """A number that no call of the run has."""


@dataclass(frozen=True, slots=True)
class CallDetails:
    """A call in full."""

    call: RecordedCall
    prompt: str
    """Empty if it cannot be rendered."""
    prompt_note: str
    """Whether it is what was sent, or why it is missing."""
    reply: str | None
    """What the model wrote; None if that is not kept, or nothing came."""
    reply_note: str
    """Why it is missing; empty if it is there."""
    faults: tuple[Fault, ...]
    """What was wrong with the reply, with what the model wrote there."""
    left_out: tuple[Fault, ...]
    """What was left out of a reply that was used."""
    answer: Answer | None
    """What was used in the end; None if nothing is recorded."""


def call_details(reader: Reader, number: int) -> CallDetails:
    """The call of a number; an error if there is none."""
    found = calls_of(reader, CallQuery(number=number), 1)
    if not found:
        raise NoSuchCall(
            t("There is no call {number} in the run “{run}”.", number=number, run=reader.header.run),
            remedy=t("“{command}” lists them.", command=f"milkwood calls {shlex.quote(typed_name(reader.path))}"),
        )
    return _Story(reader, found[0]).details()


class _Story:
    def __init__(self, reader: Reader, call: RecordedCall) -> None:
        self._reader = reader
        self._call = call
        asked = call.call.question
        answered = reader.questions(asked.tick, asked.tick + 1, person=asked.person, kinds=(asked.kind,))
        self._asked: AnsweredQuestion | None = next((each for each in answered if each.question.id == asked), None)

    def details(self) -> CallDetails:
        """All of it."""
        text = self._text(self._call)
        reading = self._reading(text)
        prompt, note = self._prompt()
        return CallDetails(
            call=self._call,
            prompt=prompt,
            prompt_note=note,
            reply=text,
            reply_note="" if text is not None else _missing_reply(self._call),
            faults=self._faults(reading),
            left_out=reading.left_out if reading is not None and self._call.use is ReplyUse.USED else (),
            answer=None if self._asked is None else self._asked.answer,
        )

    # --- the reply

    def _text(self, call: RecordedCall) -> str | None:
        """The raw reply of a call of this run."""
        if call.reply is not ReplyState.KEPT:
            return None
        reader = self._reader
        with reader.sound(t("a reply cannot be read")):
            if reader.header.format >= FIRST_FORMAT_WITH_PROMPTS:
                query = "SELECT text FROM kept_replies WHERE reservation = ?"
                for (content,) in reader.select(query, (call.number,)):
                    return unpacked(content)
            for (heard,) in reader.select("SELECT text FROM replies WHERE reservation = ?", (call.number,)):
                return bytes(heard).decode("utf-8", "surrogatepass")
        return None

    def _reading(self, text: str | None) -> Reading | None:
        """The reply, read by today's rules."""
        kind = KINDS.get(self._call.call.question.kind)
        if text is None or kind is None or self._asked is None:
            return None
        try:
            return read(kind, self._asked.question.content, text, sections=self._sent()[1])
        except _RENDERING_ERRORS:
            return None

    def _faults(self, reading: Reading | None) -> tuple[Fault, ...]:
        """The faults that were recorded, with what the model wrote there as far as the reply is kept."""
        found = {} if reading is None else {each.brief(): each for each in reading.faults}
        recorded = [each.partition(": ") for each in self._call.wrong.split(", ") if each]
        return tuple(found.get(f"{code}: {field}", Fault(code, field or "answer")) for code, _, field in recorded)

    # --- the prompt

    def _prompt(self) -> tuple[str, str]:
        asked, kind = self._call.call.question, KINDS.get(self._call.call.question.kind)
        if asked.kind in ASIDE:
            return "", t("The prompts and replies of interviews and trials are not kept.")
        if self._asked is None:
            return "", t("The question is not answered yet: its prompt can be shown when it is.")
        if kind is None:
            return "", t("This Milkwood does not know the question “{kind}”.", kind=asked.kind)
        sent, sections = self._sent()
        try:
            content = self._asked.question.content
            first = render(kind, content, offer(content), sections)
            prompt = self._repaired(first, sections)
        except _RENDERING_ERRORS as error:
            return "", t("The prompt cannot be rendered by this Milkwood ({error}).", error=error)
        if prompt is None:
            gone = t("The prompt repeats this one and adds what was wrong with a reply that is not kept any more.")
            return first.text, gone
        return prompt.text, self._comparison(prompt, sent)

    def _repaired(self, prompt: Prompt, sections: Template | None) -> Prompt | None:
        """The prompt of this attempt, from the first one; None if a reply that it complains about is not kept."""
        current, mine = prompt, self._call
        asked = mine.call.question
        for attempt in range(mine.call.attempt):
            before = self._attempt(attempt)
            text = None if before is None else self._text(before)
            if before is None or text is None or self._asked is None:
                return None
            if before.cut_off:
                continue  # the limit of tokens was raised instead
            reading = read(KINDS[asked.kind], self._asked.question.content, text, sections=sections)
            current = again(prompt, reading.faults, self._asked.question.content["self"]["language"])
        return current

    def _attempt(self, attempt: int) -> RecordedCall | None:
        """An earlier attempt of the same model."""
        mine = self._call
        query = CallQuery(question=mine.call.question, before=mine.number)
        wanted = (mine.model, attempt, ReplyUse.UNUSABLE)
        earlier = calls_of(self._reader, query, _MAX_EARLIER_CALLS)
        return next((each for each in earlier if (each.model, each.call.attempt, each.use) == wanted), None)

    def _sent(self) -> tuple[bytes, Template | None]:
        """The hash of what was sent, empty if unknown; and the template of that time, None for today's."""
        reader, number = self._reader, self._call.number
        if reader.header.format < FIRST_FORMAT_WITH_PROMPTS:
            return b"", None
        rows = reader.select("SELECT hash, template FROM prompts WHERE reservation = ?", (number,))
        for sent, name in rows:
            with reader.sound(t("the template of a prompt cannot be read")):
                for (content,) in reader.select("SELECT content FROM templates WHERE hash = ?", (name,)):
                    return bytes(sent), unpacked_template(name, content)
            return bytes(sent), None
        return b"", None

    def _comparison(self, prompt: Prompt, sent: bytes) -> str:
        if not sent:
            return t("Rendered from the record with today's templates: what was sent then may differ.")
        if prompt.hash == sent:
            return t("This is what was sent: its hash is the recorded one.")
        return t("This Milkwood renders the prompt differently: what was sent then is not exactly this.")


_MAX_EARLIER_CALLS: Final = 100
"""Calls for the same question among which an earlier attempt is sought."""


def _missing_reply(call: RecordedCall) -> str:
    sentences = {
        ReplyState.PRUNED: t("The reply was deleted, because kept replies had reached their share of the file."),
        ReplyState.OFF: t("The reply was not kept: “keep_replies” is off."),
        ReplyState.EARLIER: t("The reply was not kept: the call is older than chronicle format 8, which keeps them."),
        ReplyState.ASIDE: t("The reply was not kept: those of interviews and trials never are."),
    }
    return sentences.get(call.reply, t("No text came."))
