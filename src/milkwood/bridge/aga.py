"""Extra files of the affordable fork (Affordable Generative Agents): call statistics and people's routines.

Invariant: each may be missing; vectors are left out, lists are counted, everything else is kept unchanged.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias, TypedDict

from milkwood.bridge.reading import LIST, TABLE, T, Unreadable, checked, fault, inside, members, said, value_of
from milkwood.bridge.reading import field as value
from milkwood.bridge.report import DROPPED, READ, ImportReport
from milkwood.i18n import t, tn
from milkwood.plain import Json, JsonObject

_COUNTS = ("model_count", "model_token", "function_name_count", "function_name_fail_count")
POLICIES = "policy_pool"
Pool: TypeAlias = dict[str, dict[str, JsonObject]]
"""Routines or small deeds, by person and activity."""


class AgaRecords(TypedDict, total=False):
    """The content of the files as JSON; keys without content are missing."""

    metrics: dict[str, dict[str, float]]
    """Number of calls by purpose, and their tokens."""
    deeds: dict[str, dict[str, int]]
    """Number of deeds by person, and how many of them were generated."""
    policies: Pool
    sub_tasks: Pool


def beside(simulation: Path, names: Iterable[str], report: ImportReport | None = None) -> AgaRecords:
    """The records beside a simulation; empty if there are none. What cannot be read is reported and left out."""
    listed = list(names)
    told = ImportReport() if report is None else report

    def tried(read: Callable[[], T]) -> T | None:
        try:
            return read()
        except Unreadable as error:
            if report is None:
                raise
            told.add(DROPPED, t("records of the affordable fork that cannot be read"), error.sentence())
            return None

    found: AgaRecords = {}
    if metrics := tried(lambda: _metrics(simulation)):
        found["metrics"] = metrics
    if deeds := tried(lambda: _deeds(simulation, listed)):
        found["deeds"] = deeds
    if policies := tried(lambda: _pool(simulation, listed, POLICIES)):
        found["policies"] = policies
    if sub_tasks := tried(lambda: _pool(simulation, listed, "sub_task_pool")):
        found["sub_tasks"] = sub_tasks
    for note in notes_of(found):
        told.add(READ, note)
    return found


def _metrics(simulation: Path) -> dict[str, dict[str, float]]:
    folder = simulation / "metrics"
    found: dict[str, dict[str, float]] = {}
    for name in _COUNTS:
        path = next((each for each in (folder / name, folder / f"{name}.json") if each.is_file()), None)
        if path is None:
            continue
        inside(simulation, "metrics", path.name)
        counts = checked(value_of(path), TABLE, path, name)
        found[name] = {key: _sum(count, path, key) for key, count in counts.items()}
    if "model_count" not in found:
        found.update(_calls(simulation))
    return found


def _calls(simulation: Path) -> dict[str, dict[str, float]]:
    """Calls and tokens by model, counted from the list of all calls."""
    calls: Counter[str] = Counter()
    tokens: dict[str, float] = {}
    for place, entry, path in _listed(simulation, "detail_info"):
        model = value(entry, "model", str, path, "unknown")
        calls[model] += 1
        token = entry.get("token", 0)
        tokens[model] = tokens.get(model, 0.0) + checked(token or 0, float, path, f"{place} > token")
    return {"model_count": dict(calls), "model_token": tokens} if calls else {}


def _deeds(simulation: Path, names: list[str]) -> dict[str, dict[str, int]]:
    found = {}
    for name in names:
        fresh = [entry.get("is_new") is True for _, entry, _ in _listed(simulation, name)]
        if fresh:
            found[name] = {"all": len(fresh), "new": sum(fresh)}
    return found


def _listed(simulation: Path, name: str) -> Iterable[tuple[int, dict[str, Json], Path]]:
    """The entries of a list among the metrics; empty if the file is missing."""
    path = simulation / "metrics" / f"{name}.json"
    if not path.is_file():
        return
    inside(simulation, "metrics", path.name)
    for place, entry in enumerate(checked(value_of(path), LIST, path, name)):
        yield place, checked(entry, TABLE, path, str(place)), path


def _sum(count: Json, path: Path, key: str) -> float:
    """A number, or the sum of a list of numbers."""
    if not isinstance(count, list):
        return checked(count, float, path, key)
    return sum(checked(each, float, path, key) for each in count)


def _pool(simulation: Path, names: list[str], pool: str) -> Pool:
    """One pool of all people, from the folder that simulations share."""
    shared = simulation.absolute().parent / "public"
    found: Pool = {}
    for name in names:
        path = shared / pool / f"{name}.json"
        if path.is_file():
            inside(shared, pool, path.name)
            found[name] = dict(_entries(path, pool))
    return found


def _entries(path: Path, pool: str) -> Iterable[tuple[str, JsonObject]]:
    for task, entry in members(path):
        table = checked(entry, TABLE, path, task[:60])
        if pool == POLICIES:
            value(table, "duration", float, path, 0.0)
            for step in value(table, "decomp", LIST, path, []):
                if not isinstance(step, list) or len(step) != 2:
                    raise fault(
                        path,
                        t("It is {value}, not a deed with its minutes.", value=said(step)),
                        f"{task[:60]} > decomp",
                    )
        yield task, {name: each for name, each in table.items() if name != "embedding"}


def notes_of(found: AgaRecords) -> list[str]:
    """Sentences on the records that are kept."""
    notes: list[str] = []
    if "metrics" in found:
        calls = sum(found["metrics"].get("model_count", {}).values())
        tokens = sum(found["metrics"].get("model_token", {}).values())
        notes.append(
            t(
                "It was asked {calls:,.0f} times, for {count:,.0f} tokens, by the fork's own count.",
                calls=calls,
                count=tokens,
            )
        )
    if "deeds" in found:
        done, new = (sum(each[key] for each in found["deeds"].values()) for key in ("all", "new"))
        notes.append(t("Of {done:,} deeds in its log {routine:,} came from routines.", done=done, routine=done - new))
    pools: tuple[tuple[str, Pool], ...] = (
        ("policies", found.get("policies", {})),
        ("sub_tasks", found.get("sub_tasks", {})),
    )
    for key, pool in pools:
        if count := sum(map(len, pool.values())):
            whose = tn("one person", "{count} people", count=len(pool))
            notes.append(
                tn(
                    "{count:,} routine of {whose} from the fork's pools: kept.",
                    "{count:,} routines of {whose} from the fork's pools: kept.",
                    count=count,
                    whose=whose,
                )
                if key == "policies"
                else tn(
                    "{count:,} small deed of {whose} from the fork's pools: kept.",
                    "{count:,} small deeds of {whose} from the fork's pools: kept.",
                    count=count,
                    whose=whose,
                )
            )
    return notes
