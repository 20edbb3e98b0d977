"""What follows from yesterday: a memory of the day becomes an activity in free time, read from `following.toml`.

Invariant: it lies within free time, at a known place that is open then; it says whom it is about and that it was
yesterday, but not what was said; nothing follows from a private memory or a secret.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from milkwood.chance import Stream
from milkwood.questions.plan_day.schema import Ask
from milkwood.questions.terms import PromiseTerm, Recalled, Spot
from milkwood.understudy.break_down.objects import event_of
from milkwood.understudy.language.names import call
from milkwood.understudy.language.sentences import bare
from milkwood.understudy.plan_day.ideas import PRONOUNS, WaysByPlace, filled, sheet, ways_of
from milkwood.understudy.plan_day.slots import Slot, is_detour, put
from milkwood.understudy.talk.liking import is_cold

MAX_FOLLOWING_BLOCKS = 4
"""Maximum number of activities of a day that follow from the day before, promises apart."""
MIN_FOLLOWING_MINUTES, USUAL_MINUTES = 20, 30
HOME_BY_MINUTES = 20 * 60 + 30
"""Until when someone is sought elsewhere because of yesterday."""
ALONE = "home"
"""The place of what follows from a quarrel: nobody is sought for it."""


def with_yesterday(day: list[Slot], ask: Ask, spots: Sequence[Spot], draw: Stream, avoid: Sequence[str]) -> list[Slot]:
    """The day with what follows from yesterday, in free time."""
    said = {*avoid, *(slot.what for slot in day)}
    left, subjects = MAX_FOLLOWING_BLOCKS, set[str]()
    for memory in draw.shuffled(_able(ask)):
        subject = " ".join(memory["about"]) or memory["text"]
        if left == 0 or subject in subjects:
            continue
        found = _placed(memory, ask, day, spots, draw, said)
        if found is not None:
            day, left = put(day, found), left - 1
            said.add(found.what)
            subjects.add(subject)
    return day


def cause_of(promise: PromiseTerm, ask: Ask) -> int:
    """The number of yesterday's memory of a promise; 0 for none."""
    made = (one["id"] for one in ask.get("happened", ()) if one["kind"] == "promise" and promise["what"] in one["text"])
    return next(made, 0)


def _able(ask: Ask) -> list[Recalled]:
    today = [promise["what"] for promise in ask["promises"]]
    return [
        one
        for one in ask.get("happened", ())
        if not one["private"] and not one.get("secret_from") and not any(what in one["text"] for what in today)
    ]


def _placed(
    memory: Recalled, ask: Ask, day: Sequence[Slot], spots: Sequence[Spot], draw: Stream, said: set[str]
) -> Slot | None:
    free = [slot for slot in day if slot.is_free and not slot.because and slot.minutes >= MIN_FOLLOWING_MINUTES]
    options = [(where, text) for where, texts in _wordings(memory, ask) for text in texts if text not in said]
    for where, text in draw.shuffled(options):
        for slot in draw.shuffled(free):
            length = min(USUAL_MINUTES, slot.minutes)
            start = slot.start if draw.happens(0.5) else slot.end - length
            for spot in draw.shuffled(list(spots)):
                if sheet().at[where].fits(start, length, spot) and (spot["mine"] or start + length <= HOME_BY_MINUTES):
                    found = Slot(start, start + length, text, spot["id"], because=memory["id"])
                    if not is_detour(put(day, found), found):
                        return found
    return None


def _wordings(memory: Recalled, ask: Ask) -> list[tuple[str, list[str]]]:
    """Texts by place, for a memory that names someone the person knows, or an event."""
    language = "zh" if ask["self"]["language"] == "zh" else "en"
    people = {one["id"]: call(one) for one in ask["people"]}
    teller = people.get(memory["source"], "")
    others = [people[one] for one in memory["about"] if one in people and people[one] != teller]
    fields = {
        **PRONOUNS.get(ask["self"]["pronoun"], PRONOUNS["they"]),
        "friend": next(iter(others), ""),
        "teller": teller,
        "event": _event(memory, language),
    }
    ways = _table().get(_sort(memory, fields), {})
    if is_cold(memory["text"]) or _is_disliked(memory, ask):
        ways = {where: lines for where, lines in ways.items() if where == ALONE}
    return filled(ways, fields, language)


def _sort(memory: Recalled, fields: Mapping[str, str]) -> str:
    """The section of the table; empty for a memory from which nothing follows."""
    match memory["kind"]:
        case "news" if fields["teller"]:
            return "news_of_another" if fields["friend"] else "news_of_teller"
        case "talk" if fields["friend"]:
            return "talk"
        case "insight" | "thought" if fields["friend"]:
            return "insight"
        case "did" if fields["event"]:
            return "attended"
        case "promise" if fields["event"]:
            return "promised"
    return ""


def _event(memory: Recalled, language: str) -> str:
    """The event of a promise, or of one that was kept."""
    return next((event for part in _clauses(memory["text"]) if (event := event_of(part, language))), "")


def _clauses(text: str) -> Iterator[str]:
    for part in bare(text).replace("，", ",").replace("：", ":").split(":"):
        yield from (piece.strip() for piece in part.split(","))


def _is_disliked(memory: Recalled, ask: Ask) -> bool:
    return any(one.get("closeness", 0) < 0 for one in ask["people"] if one["id"] in memory["about"])


@cache
def _table() -> Mapping[str, WaysByPlace]:
    rows: dict[str, dict[str, str]] = tomllib.loads(
        files(__package__).joinpath("following.toml").read_text(encoding="utf-8")
    )
    return {name: ways_of(row) for name, row in rows.items()}
