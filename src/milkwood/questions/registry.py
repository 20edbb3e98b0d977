"""All questions by name.

Invariant (rule M2): the list is complete.
"""

from typing import Final

from milkwood.errors import OurBug
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.interview import KIND as INTERVIEW
from milkwood.questions.kind import AnyKind
from milkwood.questions.new_self import KIND as NEW_SELF
from milkwood.questions.plan_day import KIND as PLAN_DAY
from milkwood.questions.prompt import LANGUAGES, template, template_hash
from milkwood.questions.react import KIND as REACT
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.speak import KIND as SPEAK
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.questions.whisper import KIND as WHISPER

KINDS: Final[dict[str, AnyKind]] = {
    kind.name: kind
    for kind in (PLAN_DAY, BREAK_DOWN, WEIGH, REACT, SPEAK, AFTER_TALK, REFLECT, NEW_SELF, INTERVIEW, WHISPER)
}


def kind_of(name: str) -> AnyKind:
    """The question of this name."""
    try:
        return KINDS[name]
    except KeyError:
        raise OurBug(f"There is no question called “{name}”.") from None


def prompt_hashes() -> dict[str, str]:
    """Hash of each prompt by kind and language, for the header of a run."""
    return {f"{kind}.{language}": template_hash(template(kind, language)) for kind in KINDS for language in LANGUAGES}
