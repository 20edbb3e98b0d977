"""A language model as a Model: asks it, parses the text, asks again with the faults, then gives up.

Invariants (rule M3): every question gets a usable answer; an answer says who gave it and why; the why has a category
that can be counted and never a word of the model; usage adds up over all attempts.
"""

from collections.abc import Callable
from typing import Final, NoReturn, TypeAlias

from milkwood.models.completion import Call, TextModel, category_of
from milkwood.models.port import Answer, Model, Question, Usage, added
from milkwood.questions.faults import Fault
from milkwood.questions.offer import offer
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.prompt import again, render
from milkwood.questions.reading import read
from milkwood.questions.registry import kind_of
from milkwood.questions.why import FILLED

MAX_ANSWER_TRIES: Final = 2
Refusing: TypeAlias = Callable[[Question, str], NoReturn]
"""What happens to a question, with the why, when nobody may stand in; it does not return."""
_MAX_FAULTS: Final = 3
"""Maximum of faults in a why."""


class Answering:
    """Answers questions with a language model; if that fails, with the next one, finally with the understudy."""

    def __init__(
        self,
        text_model: TextModel,
        next_model: Model,
        tries: int = MAX_ANSWER_TRIES,
        refuse: "Refusing | None" = None,
        prompts: OwnPrompts = BUILT_IN,
    ) -> None:
        self._text_model = text_model
        self._next = next_model
        self._tries = tries
        self._refuse = refuse
        """Called instead of the next model, with the why: nobody may stand in."""
        self._prompts = prompts

    async def answer(self, question: Question) -> Answer:
        """A usable answer from the first model that gives one."""
        kind = kind_of(question.id.kind)
        offered = offer(question.content)
        language = question.content["self"]["language"]
        sections = self._prompts.template(kind.name, language)
        prompt = first = render(kind, question.content, offered, sections)
        schema = kind.schema(kind.ask_of(question.content), offered)
        usage = Usage()
        why: list[str] = []
        most_tokens = kind.most_answer_tokens
        for attempt in range(self._tries):
            try:
                completion = await self._text_model.complete(prompt, schema, most_tokens, Call(question.id, attempt))
            except Exception as error:
                why.append(f"failed: {category_of(error)}")
                usage = added(usage, getattr(error, "usage", None) or Usage())
                break
            usage = added(usage, completion.usage or Usage())
            reading = read(kind, question.content, completion.text, offered, sections)
            if reading.content is not None:
                why += [f"{FILLED}: {reading.filled}"] if reading.filled else []
                return Answer(reading.content, self._text_model.name, "; ".join(why), usage)
            if completion.cut_off:
                why.append("cut_off: answer")
                most_tokens *= 2  # the limit was too short; the prompt stays the same
                continue
            why.append(_said(reading.faults))
            prompt = again(first, reading.faults, language)
        if self._refuse is not None:
            self._refuse(question, "; ".join(why))
        stand_in = await self._next.answer(question)
        whys = [*why, stand_in.why] if stand_in.why else why
        return Answer(stand_in.content, stand_in.by, "; ".join(whys), added(usage, stand_in.usage))


def _said(faults: tuple[Fault, ...]) -> str:
    return ", ".join(fault.brief() for fault in faults[:_MAX_FAULTS])
