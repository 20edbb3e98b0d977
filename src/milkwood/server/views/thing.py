"""A thing at a tick: its state, its users, and earlier states.

Invariant: everything shown happened before the tick.
"""

from milkwood.chronicle import Reader
from milkwood.chronicle.seek import thing_history
from milkwood.i18n import t
from milkwood.ids import ThingId
from milkwood.server.errors import HttpError
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.run_town import ThingNowOut, ThingStateOut
from milkwood.town.places import ThingState

MAX_STATES = 100
"""Past states in one answer."""


def thing_now(recording: OpenRun, reader: Reader, thing: str, tick: int) -> ThingNowOut:
    """A thing at a tick that the run has reached."""
    found = recording.pack.town_map.things.get(ThingId(thing))
    if found is None:
        raise HttpError(
            404,
            t("There is no thing “{thing}” in this town.", thing=thing[:120]),
            t("The run's town lists its things."),
        )
    scene = reader.scene(tick, recording.pack.town_map)
    state = scene.states.get(found.id, ThingState())
    history = thing_history(reader, found.id, tick, MAX_STATES)
    return ThingNowOut(
        thing=found.id,
        state=state.words,
        presses=state.presses,
        users=sorted(person for person, body in scene.bodies.items() if body.deed and body.deed.thing == found.id),
        history=[ThingStateOut(tick=when, state=words, by=by) for when, by, words in history],
    )
