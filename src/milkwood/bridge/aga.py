"""What the affordable fork keeps beside a simulation: what was asked how often, and routines that people have.

Knows those files. Invariant: all of it may be missing; vectors are left out, lists are counted, everything else is kept
as it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from milkwood.bridge.reading import checked, fault, inside, members, said, value_of
from milkwood.bridge.reading import field as value

_COUNTS = ("model_count", "model_token", "function_name_count", "function_name_fail_count")
_POOLS = {"policies": "policy_pool", "sub_tasks": "sub_task_pool"}


def beside(simulation: Path, names: Iterable[str]) -> dict[str, Any]:
    """All that there is, as JSON can hold it; empty when there is nothing."""
    listed = list(names)
    found = {
        "metrics": _metrics(simulation),
        "deeds": _deeds(simulation, listed),
        **_pools(simulation, listed),
    }
    return {key: each for key, each in found.items() if each}


def _metrics(simulation: Path) -> dict[str, Any]:
    """How often was asked for what, and what it took."""
    folder = simulation / "metrics"
    found: dict[str, Any] = {}
    for name in _COUNTS:
        path = next((each for each in (folder / name, folder / f"{name}.json") if each.is_file()), None)
        if path is None:
            continue
        inside(simulation, "metrics", path.name)
        counts = checked(value_of(path), dict, path, name)
        found[name] = {key: _sum(count, path, key) for key, count in counts.items()}
    if "model_count" not in found:
        found.update(_calls(simulation))
    return found


def _calls(simulation: Path) -> dict[str, dict[str, float]]:
    """How often each model was asked and for how much, counted from the list of all calls."""
    calls: Counter[str] = Counter()
    tokens: dict[str, float] = {}
    for place, entry, path in _listed(simulation, "detail_info"):
        model = value(entry, "model", str, path, "unknown")
        calls[model] += 1
        token = entry.get("token", 0)
        tokens[model] = tokens.get(model, 0.0) + checked(token or 0, float, path, f"{place} > token")
    return {"model_count": dict(calls), "model_token": tokens} if calls else {}


def _deeds(simulation: Path, names: list[str]) -> dict[str, dict[str, int]]:
    """How many deeds everybody did, and how many of them had to be thought out anew."""
    found = {}
    for name in names:
        fresh = [entry.get("is_new") is True for _, entry, _ in _listed(simulation, name)]
        if fresh:
            found[name] = {"all": len(fresh), "new": sum(fresh)}
    return found


def _listed(simulation: Path, name: str) -> Iterable[tuple[int, dict[str, Any], Path]]:
    """The entries of a list among the metrics; none when there is no such file."""
    path = simulation / "metrics" / f"{name}.json"
    if not path.is_file():
        return
    inside(simulation, "metrics", path.name)
    for place, entry in enumerate(checked(value_of(path), list, path, name)):
        yield place, checked(entry, dict, path, str(place)), path


def _sum(count: Any, path: Path, key: str) -> Any:
    """A number; the sum, where each call has its own."""
    if not isinstance(count, list):
        return checked(count, float, path, key)
    return sum(checked(each, float, path, key) for each in count)


def _pools(simulation: Path, names: list[str]) -> dict[str, Any]:
    """The routines and small deeds of everybody, from the folder that all simulations share."""
    shared = simulation.absolute().parent / "public"
    found: dict[str, Any] = {}
    for key, pool in _POOLS.items():
        for name in names:
            path = shared / pool / f"{name}.json"
            if path.is_file():
                inside(shared, pool, path.name)
                found.setdefault(key, {})[name] = dict(_entries(path, key))
    return found


def _entries(path: Path, key: str) -> Iterable[tuple[str, dict[str, Any]]]:
    for task, entry in members(path):
        table = checked(entry, dict, path, task[:60])
        if key == "policies":
            value(table, "duration", float, path, 0.0)
            for step in value(table, "decomp", list, path, []):
                if not isinstance(step, list) or len(step) != 2:
                    raise fault(path, f"It is {said(step)}, not a deed with its minutes.", f"{task[:60]} > decomp")
        yield task, {name: each for name, each in table.items() if name != "embedding"}


def notes_of(found: Mapping[str, Any]) -> list[str]:
    """What was found and is kept, in sentences."""
    notes = []
    if "metrics" in found:
        calls = sum(found["metrics"].get("model_count", {}).values())
        tokens = sum(found["metrics"].get("model_token", {}).values())
        notes.append(f"It was asked {calls:,.0f} times, for {tokens:,.0f} tokens, by the fork's own count.")
    if "deeds" in found:
        done, new = (sum(each[key] for each in found["deeds"].values()) for key in ("all", "new"))
        notes.append(f"Of {done:,} deeds in its log {done - new:,} came from routines.")
    for key, one, many in (("policies", "routine", "routines"), ("sub_tasks", "small deed", "small deeds")):
        count = sum(map(len, found.get(key, {}).values()))
        if count:
            people = len(found[key])
            whose = "one person" if people == 1 else f"{people} people"
            notes.append(f"{count:,} {one if count == 1 else many} of {whose} from the fork's pools: kept.")
    return notes
