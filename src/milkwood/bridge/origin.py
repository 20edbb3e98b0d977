"""The steps of an imported simulation as its files had them, stored as changes.

Invariant: replaying them gives every step as it was read; a part can be replayed without those before it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from milkwood.plain import Json, JsonObject, items, table

Usual = Callable[[int], JsonObject]
"""The content of a step's file besides its people, as the original writes it."""


@dataclass(frozen=True, slots=True)
class OriginalStep:
    """A step as its files had it."""

    people: JsonObject = field(hash=False)
    """Entries by name."""
    rest: JsonObject = field(default_factory=dict, hash=False)
    """The content besides people, if it was not the usual one."""
    positions: JsonObject = field(default_factory=dict, hash=False)
    """The positions after it, if they were not where the step led."""


def positions_of(people: JsonObject, maze: str) -> dict[str, Json]:
    """Where a step leads, in the format of the file of positions."""
    found: dict[str, Json] = {}
    for name, entry in people.items():
        tile = items(table(entry).get("movement"))
        found[name] = {"maze": maze, "x": tile[0], "y": tile[1]} if len(tile) == 2 else {}
    return found


class StepKeeper:
    """Keeps steps in parts; steps must come in order."""

    def __init__(self, usual: Usual, maze: str) -> None:
        self._usual = usual
        self._maze = maze
        self._state: dict[str, Json] = {}
        self._waiting: list[tuple[int, OriginalStep]] = []

    def add(self, step: int, found: JsonObject, after: JsonObject | None) -> None:
        """A step of a saved run: the content of its file, and of the positions after it."""
        people = table(found.get("persona"))
        rest = {key: value for key, value in found.items() if key != "persona"}
        moved = after is not None and after != positions_of(people, self._maze)
        self._waiting.append((step, OriginalStep(people, rest, table(after) if moved else {})))

    def add_changes(self, step: int, changed: JsonObject, *, first: int) -> None:
        """A step of a demo: the entries that changed; steps before the first one are known already."""
        self._state |= changed
        if step >= first:
            self._waiting.append((step, OriginalStep(dict(self._state), self._usual(step))))

    def take(self, until: int) -> JsonObject:
        """The steps before one that were not taken yet, as changes."""
        told: JsonObject = {}
        steps: list[Json] = []
        for step, found in self._waiting:
            if step >= until:
                break
            kept: dict[str, Json] = {}
            if changed := {name: entry for name, entry in found.people.items() if told.get(name) != entry}:
                kept["people"] = changed
            if gone := [name for name in told if name not in found.people]:
                kept["gone"] = gone
            if found.rest != self._usual(step):
                kept["rest"] = found.rest
            if found.positions:
                kept["positions"] = found.positions
            told = found.people
            steps.append([step, kept])
        self._waiting = self._waiting[len(steps) :]
        return {"steps": steps}


def played(parts: Iterable[JsonObject]) -> Iterator[tuple[int, OriginalStep]]:
    """The steps of kept parts, in order."""
    for part in parts:
        state: dict[str, Json] = {}
        for step, entry in map(items, items(part.get("steps"))):
            kept = table(entry)
            state |= table(kept.get("people"))
            for name in items(kept.get("gone")):
                state.pop(str(name), None)
            if isinstance(step, int):
                yield step, OriginalStep(dict(state), table(kept.get("rest")), table(kept.get("positions")))


class OriginalSteps:
    """Steps that are asked for in order."""

    def __init__(self, steps: Iterable[tuple[int, OriginalStep]] = ()) -> None:
        self._steps = iter(steps)
        self._next = next(self._steps, None)

    def at(self, step: int) -> OriginalStep | None:
        """A step as its files had it; None if there were none."""
        while self._next is not None and self._next[0] < step:
            self._next = next(self._steps, None)
        return self._next[1] if self._next is not None and self._next[0] == step else None
