"""An act on a stopped run: it is recorded, and takes effect when the run continues.

Invariant: a run of another process is refused; an impossible act is refused before anything is written.
"""

from collections.abc import Callable

from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import refuse_to_go_on
from milkwood.chronicle.runs import find
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import say
from milkwood.engine.inputs import checked, input_of
from milkwood.errors import SetupError
from milkwood.exchange.history import expected_people
from milkwood.i18n import Text, t
from milkwood.ids import ThingId
from milkwood.run.pack import pack_of
from milkwood.town.acts import UserAct
from milkwood.towns import Pack
from milkwood.towns.problem import meant, one_of, quoted


def give(run: str, make: Callable[[Chronicle, Pack], tuple[UserAct, Text]], *, as_json: bool) -> None:
    """Record an act for the first open tick, and print what will happen, and when."""
    path = find(run)
    with Chronicle.read(path) as reader:
        refuse_to_go_on(reader)
    with Chronicle.open(path) as chronicle:
        pack = pack_of(chronicle)
        act, outcome = make(chronicle, pack)
        act = checked(act, pack.town_map, expected_people(chronicle, pack))
        tick, clock = chronicle.open_from, chronicle.header.clock
        given = input_of(tick, act)
        chronicle.keep_input(tick, given.kind, given.person, given.content)
        moment = t("day {day} {time:%H:%M} (tick {tick})", day=clock.day(tick), time=clock.moment(tick), tick=tick)
        told = {"run": chronicle.header.run, "tick": tick, "time": clock.moment(tick).isoformat(), "kind": given.kind}
    if as_json:
        echo_json(told)
    else:
        say(Text(outcome.template, {**outcome.values, "run": told["run"], "when": moment}))


def thing_of(pack: Pack, typed: str) -> ThingId:
    """A thing by its address, or by a unique name in any language."""
    spelled: dict[str, list[ThingId]] = {}
    for thing in pack.town_map.things.values():
        for name in {str(thing.id), *thing.name.values()}:
            spelled.setdefault(_folded(name), []).append(thing.id)
    found = spelled.get(_folded(typed), [])
    if len(found) > 1:
        which = one_of(sorted(found))
        raise SetupError(
            t("There are {count} things called {name}.", count=len(found), name=quoted(typed)),
            remedy=t("Say which: {names}.", names=which),
        )
    if not found:
        advice = meant(_folded(typed), spelled) or t("Name it as “sector:room:thing”.")
        raise SetupError(t("There is no thing {thing} in the town.", thing=quoted(typed)), remedy=advice)
    return found[0]


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())
