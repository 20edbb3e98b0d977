"""Language: everything people say, think, plan and do is in the language of the run, and complete."""

import re
from collections.abc import Iterator

from milkwood.town.events import DeedBegan, Said, ThingChanged
from tests.questions.garbage import GARBAGE
from tests.story.measures import Life, Measure, none_of

_CHINESE = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_TOKEN = re.compile(r"[{}<>|]|\$\w|%s|\bNone\b|\bnull\b|\bundefined\b|\[\]|\bTODO\b")
_ERROR = re.compile(r"Traceback|Error\b|Exception|Bad Gateway|DOCTYPE|language model|语言模型|nginx|invalid_request")


def measures(life: Life) -> list[Measure]:
    """All measures of language."""
    foreign, broken, faulty = [], [], []
    wrong = _LATIN if life.language == "zh" else _CHINESE
    texts = list(dict.fromkeys(spoken(life)))
    for what, text in texts:
        if wrong.search(text):
            foreign.append(f"{what}: {text}")
        if _TOKEN.search(text):
            broken.append(f"{what}: {text}")
        if _ERROR.search(text) or _is_garbage(text):
            faulty.append(f"{what}: {text}")
    strange = "English" if life.language == "zh" else "Chinese"
    return [
        none_of(f"texts with {strange} in them (of {len(texts):,} distinct ones)", foreign),
        none_of("texts with a visible token in them", broken),
        none_of("texts with error messages or debris in them", faulty),
    ]


def spoken(life: Life) -> Iterator[tuple[str, str]]:
    """All texts: deeds, lines, states of things, memories, plans, reasons for declining."""
    for each in life.happenings:
        match each.event:
            case DeedBegan(deed, _):
                yield "deed", deed.what
                yield "effect", deed.effect
            case Said(_, text):
                yield "line", text
            case ThingChanged(_, state) if state != "idle":
                yield "state", state
    for _, _, memory in life.memories:
        yield memory.kind, memory.text
    for kept in life.minds.values():
        for promise in kept["calendar"]:
            yield "promise", promise["what"]
            yield "reason", promise["reason"]
        for concern in kept["state"]["morning"]["concerns"]:
            yield "concern", concern
        for impression in kept["people"].values():
            yield "impression", f"{impression['feeling']} {impression['knows']}"


def _is_garbage(text: str) -> bool:
    return any(len(garbage) > 12 and garbage[:60] in text for garbage, _ in GARBAGE.values())
