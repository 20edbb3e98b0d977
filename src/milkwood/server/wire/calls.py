"""Calls of a run to language models, on the wire.

Invariant: no key and no path; the server of a call is told to those who may act.
"""

from typing import Any

from pydantic import Field

from milkwood.server.wire.model import WireModel, WireText


class SentRequestOut(WireModel):
    """One request of a call."""

    outcome: str
    prompt_tokens: int
    answer_tokens: int
    price: float
    seconds: float


class CallOut(WireModel):
    """One call: a prompt to a model, sent once or several times."""

    number: int
    tick: int
    person: str
    kind: str
    attempt: int = Field(description="0 for the first; higher if the model was asked again.")
    model: str
    server: str = Field(description="Host and port; empty if not recorded, or for a caller who may not act.")
    outcome: str = Field(description="How its last request ended.")
    use: str = Field(
        description="`used`, `unusable`, `failed`, `given_up`, `open`, `waiting` for the answer to be recorded, "
        "`unused`, or `aside`: an interview."
    )
    wrong: str = Field(description="Why its text was not usable, as codes; empty if it was, or if none came.")
    requests: list[SentRequestOut]
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int = Field(description="Prompt tokens that the server read from its cache.")
    price: float
    seconds: float
    cut_off: bool = Field(description="Whether the reply reached the limit of tokens.")
    reply: str = Field(
        description="Where the raw reply is: `kept`, `none` came, `pruned`, `off`, `earlier` than replies were kept, "
        "or `aside`: an interview."
    )


class CallsOut(WireModel):
    """Calls, the newest first."""

    calls: list[CallOut]
    total: int = Field(description="The number of calls for this person and question, failed or not.")
    kinds: list[str] = Field(description="The questions for which there are calls.")
    before: int | None = Field(description="Pass it as `before` to get older calls; null if there are none.")


class CallFaultOut(WireModel):
    """What was wrong with a reply."""

    code: str
    field: str
    about: str = Field(description="What the model wrote there; empty if not known.")


class CallAnswerOut(WireModel):
    """What was used in the end."""

    by: str
    why: str
    content: dict[str, Any]


class CallDetailsOut(WireModel):
    """A call with its prompt and its raw reply."""

    call: CallOut
    prompt: str = Field(description="Rendered from the record; empty if that is not possible.")
    prompt_note: WireText = Field(description="Whether it is what was sent, or why it is missing.")
    raw_reply: str | None
    reply_note: WireText = Field(description="Why the raw reply is missing; empty if it is there.")
    faults: list[CallFaultOut]
    left_out: list[CallFaultOut] = Field(description="Parts of a used reply that could not be used.")
    answer: CallAnswerOut | None
