"""Acts of a user on a living run: from the wire model to an input of the run.

Called on the run's loop. Invariant: an impossible act is refused before anything is recorded; ids must exist.
"""

import re
from datetime import datetime, timedelta

from milkwood.chronicle.seek import comers
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId, ThingId
from milkwood.run import LiveRun
from milkwood.run.model_config import PAUSE
from milkwood.server.live.newcomers import profile, rooms_of, slug, standing
from milkwood.server.live.stillness import person_name
from milkwood.server.wire import acts as wire
from milkwood.town import acts
from milkwood.words import Language

IDLE_SECONDS = 180
"""An idle visitor leaves after this many seconds of real time."""
MIN_IDLE_TICKS = 120


def perform(run: LiveRun, wanted: wire.ActIn) -> wire.ActOut:
    """Perform an act; returns the tick at which it takes effect, and the id of a new person."""
    match wanted:
        case wire.WhisperIn():
            return _landed(run.give(acts.Whisper(PersonId(wanted.person), wanted.text.strip())))
        case wire.ChangeIn():
            return _change(run, wanted)
        case wire.RemoveIn():
            return _landed(run.give(acts.Remove(PersonId(wanted.person))))
        case wire.ArriveIn():
            return _arrive(run, wanted)
        case wire.EnterIn():
            return _enter(run, wanted)
        case wire.SpendingIn():
            return _spend(run, wanted.paused)
        case wire.TellIn():
            return _tell(run, wanted)
        case wire.AnnounceIn():
            return _announce(run, wanted)
        case _:
            return _key(run, wanted)


def _spend(run: LiveRun, paused: bool) -> wire.ActOut:
    """Pause or resume spending. Meanwhile the understudy answers, or the town waits if that is set for the cap."""
    run.pause_spending(paused)
    pace = run.life.inbox.pace
    waits = run.stack is not None and run.stack.config.at_cap == PAUSE
    if waits and pace is not None and pace.held != paused:
        run.give(acts.Pause(paused))
    return _landed(run.chronicle.end)


def _tell(run: LiveRun, wanted: wire.TellIn) -> wire.ActOut:
    person, now = PersonId(wanted.person), run.life.lowest
    body = run.life.town.find_body(person, now)
    if body is not None and body.asleep:
        whom = person_name(run, person, Language(run.chronicle.header.language))
        raise SetupError(t("{name} is asleep.", name=whom), remedy=t("Wait until they wake, or whisper it."))
    return _landed(run.give(acts.Tell(person, wanted.name.strip(), wanted.text.strip())))


def _announce(run: LiveRun, wanted: wire.AnnounceIn) -> wire.ActOut:
    town_map = run.pack.town_map
    thing = town_map.things.get(ThingId(wanted.place))
    room = thing.room if thing is not None else rooms_of(town_map, wanted.place)[0]
    return _landed(run.give(acts.Announce(wanted.text.strip(), room, moment_of(run, wanted.time))))


def _change(run: LiveRun, wanted: wire.ChangeIn) -> wire.ActOut:
    thing = run.pack.town_map.things.get(ThingId(wanted.thing))
    if thing is None:
        raise SetupError(
            t("There is no thing “{thing}” in the town.", thing=wanted.thing[:80]), remedy=t("Choose one on the map.")
        )
    state = _state(wanted.text, list(thing.name.values()))
    return _landed(run.give(acts.Change(thing.id, state, wanted.presses)))


def _state(text: str, names: list[str]) -> str:
    """The state alone: “burning” for “the stove is burning”."""
    words = text.strip().rstrip(".。!！").strip()
    for called in names:
        found = re.match(
            rf"(?:the\s+)?{re.escape(called)}\s*(?:is|are|正在|变得|是|在)\s*(?P<state>.+)", words, re.IGNORECASE
        )
        if found:
            return found["state"].strip()
    return words or text.strip()


def _arrive(run: LiveRun, wanted: wire.ArriveIn) -> wire.ActOut:
    person = slug(wanted.name, _taken(run))
    tile, table = profile(wanted, person, run.pack)
    return _landed(run.give(acts.Arrive(person, tile, table)), person)


def _enter(run: LiveRun, wanted: wire.EnterIn) -> wire.ActOut:
    entered = [given for given in comers(run.chronicle) if given.kind == "enter"]
    known = {PersonId(str(given.person)): given.content.get("name") for given in entered}
    back = next((person for person, name in known.items() if name == wanted.name and person not in _present(run)), None)
    person = back or slug(wanted.name, _taken(run))
    now = run.life.lowest
    bodies = [run.life.town.body(other, now) for other in run.life.town.people(now)]
    taken = {body.tile(now) for body in bodies}
    company = {body.tile(now) for body in bodies if not body.asleep}
    tile = standing(run.pack.town_map, wanted.tile, wanted.place, taken, company)
    return _landed(run.give(acts.Enter(person, tile, wanted.name, _idle_ticks(run))), person)


def _idle_ticks(run: LiveRun) -> int:
    pace = run.life.inbox.pace
    speed = pace.ticks_per_second if pace is not None else None
    return max(MIN_IDLE_TICKS, round(IDLE_SECONDS * (speed or 60.0)))


def _key(run: LiveRun, wanted: wire.ExitIn | wire.MoveIn | wire.StandIn | wire.SpeakIn) -> wire.ActOut:
    person = PersonId(wanted.person)
    match wanted:
        case wire.MoveIn():
            act: acts.UserAct = acts.Move(person, wanted.step)
        case wire.StandIn():
            act = acts.Stand(person)
        case wire.SpeakIn():
            act = acts.Speak(person, wanted.text.strip(), wanted.last)
        case wire.ExitIn():
            act = acts.Exit(person)
    return _landed(run.give(act), person)


def _present(run: LiveRun) -> set[PersonId]:
    return run.life.inbox.people(run.life.people)


def _taken(run: LiveRun) -> set[str]:
    return {*_present(run), *run.pack.people, *(str(given.person) for given in comers(run.chronicle))}


def _landed(tick: int, person: str | None = None) -> wire.ActOut:
    return wire.ActOut(tick=tick, person=person)


def moment_of(run: LiveRun, text: str) -> int:
    """The tick of a time of day (today, or tomorrow if it is past), or of a date and time."""
    clock = run.chronicle.header.clock
    now = clock.moment(run.chronicle.end)
    found = re.fullmatch(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", text.strip())
    try:
        if found:
            hour, minute, second = (int(part or 0) for part in found.groups())
            then = now.replace(hour=hour, minute=minute, second=second, microsecond=0)
            then = then if then > now else then + timedelta(days=1)
        else:
            then = datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError as error:
        raise SetupError(t("“{text}” is not a time.", text=text), remedy=t("Write it as 18:00.")) from error
    if then <= now:
        raise SetupError(t("That time is past."), remedy=t("Choose one after {time:%H:%M}.", time=now))
    return int(clock.tick_at(then))
