"""The action log of a person: what they did, in which block, new or by a routine.

Invariant: acts are in order of time, and all before the last tick.
"""

from milkwood.chronicle import Reader
from milkwood.chronicle.acts import Act, log_of
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.ids import PersonId
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.person import LoggedOut, LogOut


def log(recording: OpenRun, reader: Reader, person: PersonId, since: int | None, until: int) -> LogOut:
    """What a person did from `since` (None: midnight) until `until`."""
    clock = recording.header.clock
    begin = max(0, until - clock.ticks_in_minutes(clock.minute_of_day(until))) if since is None else since
    names, words = recording.names(reader), recording.words
    acts = log_of(reader, person, begin, until, talks=recording.talks.until(reader, until))
    blocks = [act for act in acts if act.kind == "block"]
    return LogOut(
        since=begin,
        until=until,
        acts=[_out(act, person, names, words) for act in acts],
        blocks=len(blocks),
        reused=sum(act.reused for act in blocks),
    )


def _out(act: Act, person: PersonId, names: Names, words: EventPhrases) -> LoggedOut:
    talk = act.talk
    people = [] if talk is None else [member for member in talk.members if member != person]
    return LoggedOut(
        tick=act.tick,
        ticks=act.ticks,
        kind=act.kind,
        what=words.talked.format(names=words.listed([names.person(each) for each in people])) if talk else act.what,
        emoji=act.emoji,
        parent=act.parent,
        reused=act.reused,
        talk=None if talk is None else talk.id,
        people=list(people),
        lines=0 if talk is None else len(talk.lines),
    )
