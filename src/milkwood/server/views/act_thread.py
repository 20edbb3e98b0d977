"""What came of an act of the user, to follow it later.

Invariant: everything shown happened before the tick; an act is named by its tick, its kind, and what it was done to.
"""

from dataclasses import asdict

from milkwood.chronicle import Reader
from milkwood.chronicle.consequences import ACTS, reached
from milkwood.engine.keeper import Input
from milkwood.i18n import t
from milkwood.ids import ThingId
from milkwood.server.errors import HttpError
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.run_town import ActThreadOut, ConsequenceOut


def act_thread(recording: OpenRun, reader: Reader, act_id: str, tick: int) -> ActThreadOut:
    """An act, whom it had reached by a tick, and what had come of it."""
    act = _find(reader, act_id)
    about = _about(act)
    thing = recording.pack.town_map.things.get(ThingId(about))
    people, found = reached(reader, act, tick + 1, thing.room if thing else None)
    content = act.content
    return ActThreadOut.model_validate(
        {
            "id": act_id,
            "tick": act.tick,
            "kind": act.kind,
            "person": act.person,
            "about": about,
            "text": str(content.get("text") or content.get("state") or ""),
            "by": str(content.get("name") or ""),
            "event": f"{content['start']}-{about}" if act.kind == "announce" else "",
            "reached": people,
            "items": [ConsequenceOut(**asdict(each)) for each in found],
        }
    )


def _about(act: Input) -> str:
    return str(act.content.get("thing") or act.content.get("place") or "")


def _find(reader: Reader, act_id: str) -> Input:
    tick, _, rest = act_id.partition("-")
    kind, _, subject = rest.partition("-")
    found = reader.inputs(int(tick), int(tick) + 1) if tick.isdecimal() and len(tick) < 10 and kind in ACTS else []
    for act in found:
        if act.kind == kind and subject == (act.person or _about(act)):
            return act
    raise HttpError(
        404, t("No such act can be followed in this run."), t("Name it by its tick, kind and person, thing or place.")
    )
