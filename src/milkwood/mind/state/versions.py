"""Migrations of saved minds from earlier releases, in numbered steps.

Invariant: step n turns version n into n + 1; a released step never changes; a mind saved by a newer Milkwood is
refused.
"""

from collections.abc import Callable, Sequence
from typing import Final

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.mind.port import Kept
from milkwood.plain import Json

MIND_STATE_VERSION: Final = 3
"""The layout that `Head.keep` writes."""


def version_of(kept: Kept, newest: int) -> int:
    """The version of a saved mind; raises an error if it is newer than this Milkwood."""
    version = int(kept.get("version", 1))
    if version > newest:
        raise SetupError(
            t(
                "Its minds were kept by a newer Milkwood (version {version}; this one reads up to {newest}).",
                version=version,
                newest=newest,
            ),
            remedy=t("Install the newest Milkwood."),
        )
    return version


def brought_up(kept: Kept) -> Kept:
    """A saved mind of any version, in the newest layout."""
    version = version_of(kept, MIND_STATE_VERSION)
    for step in _STEPS[version - 1 :]:
        kept = step(kept)
    return kept


def _named_parts(kept: Kept) -> Kept:
    """Version 2: one table of 43 fields becomes parts with named fields."""
    old = kept["state"]
    state = {
        "day": {
            **_same(old, "midnight", "awake", "wake", "bed", "block", "done"),
            "number": 1 if old["midnight"] > _NO_DAY else 0,  # the first day may have begun before the run
            "plan": [_block(each) for each in old["plan"]],
        },
        "doing": {
            **_same(old, "until", "heading", "bound", "lingers", "onward", "tries", "without", "lately"),
            "steps": [_step(each) for each in old["steps"]],
            "current": _step(old["doing"]) if old["doing"] else None,
        },
        "breakdown": _breakdown(old),
        "morning": {
            **_same(old, "yesterday", "concerns", "mood"),
            "asked": [_asked(*each) for each in old["morning"]],
            "extras": [extra["id"] for each in old["morning"] for extra in each[3].get("extras") or ()],
        },
        "meeting": {"reason": old["talk_reason"], "reactions": old["reactions"], "day": 1},
        "talk": _talk(old),
        "pending": {"entries": [_pending(*each) for each in old["pending"]]},
        "reflection": {"unweighed": old["unweighed"], "reflections": old["reflections"], "day": 1},
        "notice": {
            "things": {thing: {"state": state} for thing, state in old["things"].items()},
            "places": old["places"],
        },
        "wandering": {"came_up": old["wandered"]},
    }
    return {
        **kept,
        "version": 2,
        "state": state,
        "memories": {**kept["memories"], "moved": old["since_reflection"]},
        "people": {person: dict(zip(_IMPRESSION, known, strict=True)) for person, known in kept["people"].items()},
        "routines": kept.get("routines", [1, []]),
        "manners": kept.get("manners", {}),
    }


def _limits(kept: Kept) -> Kept:
    """Version 3: reactions are counted with all other questions."""
    state = kept["state"]
    meeting = {"reason": state["meeting"]["reason"]}
    return {**kept, "version": 3, "state": {**state, "meeting": meeting}}


_STEPS: Final[Sequence[Callable[[Kept], Kept]]] = (_named_parts, _limits)

_NO_DAY = -(1 << 40)
"""The midnight of a person who has not begun a day yet."""
_IMPRESSION = ("tie", "feeling", "knows", "closeness", "talks", "last_talk", "considered", "seen", "noted")


def _same(old: Kept, *names: str) -> Kept:
    return {name: old[name] for name in names if name in old}


def _block(plain: Sequence[Json]) -> Kept:
    return dict(zip(("start", "end", "what", "place", "promise", "idea"), plain, strict=False))


def _step(plain: Sequence[Json]) -> Kept:
    return dict(zip(("what", "minutes", "room", "thing", "emoji", "effect"), plain, strict=True))


def _asked(kind: str, tick: int, n: int, content: Kept) -> Kept:
    return {"kind": kind, "tick": tick, "n": n, "content": content}


def _breakdown(old: Kept) -> Kept:
    ahead, routine = old.get("ahead"), old.get("routine")
    found: Kept = {"routine": routine}
    if ahead is not None:
        (start, what, place), tick, n, content = ahead
        found["asked"] = _asked("break_down", tick, n, content)
        found["asked_for"] = {"start": start, "end": start, "what": what, "place": place}
    return found


def _talk(old: Kept) -> Kept:
    on_mind = old.get("on_mind") or None
    return {
        **_same(old, "partners", "again", "told", "brief"),
        "id": old["talk"] or None,
        "lines": [{"by": by, "text": text} for by, text in old["lines"]],
        "on_mind": on_mind and {"company": on_mind["with"], "recalled": on_mind["recalled"]},
        "reason": old["talk_reason"],
        "ended": old["talk_ended"],
        "talks": old["talks"],
        "day": 1,
        "said": old["said"][-24:],
    }


def _pending(due: int, kind: str, tick: int, n: int, content: Kept, about: list[int]) -> Kept:
    return {
        "due": due,
        "asked": _asked(kind, tick, n, {key: value for key, value in content.items() if key != "talk"}),
        "about": about,
        "talk": content.get("talk", ""),
        "partners": [other["id"] for other in content.get("others", ())] if kind == "after_talk" else [],
    }
