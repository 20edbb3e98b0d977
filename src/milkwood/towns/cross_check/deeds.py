"""Checks `deeds.toml` against the catalogue of things and the map.

Invariant: with no map to judge by, only kinds of things and states are checked.
"""

from collections.abc import Mapping

from milkwood.i18n import t
from milkwood.town.places import ThingKind
from milkwood.towns.cross_check.known import Known
from milkwood.towns.problem import Problems, meant, one_of, quoted
from milkwood.towns.schema.deeds import ActivityTable, DeedsFile, DeedTable
from milkwood.towns.schema.message import place
from milkwood.words import Language


def check_deeds(deeds: DeedsFile, file: str, kinds: Mapping[str, ThingKind], known: Known, problems: Problems) -> None:
    """Note kinds, states and places that do not exist, and deeds that repeat another."""
    on_map = _rooms(known)
    for index, activity in enumerate(deeds.activity):
        for kind in activity.rooms:
            if on_map is not None and kind not in on_map:
                where, what = place(file, "activity", index, "rooms"), t("The map has no {kind}.", kind=quoted(kind))
                problems.warn(where, what, meant(kind, on_map) or t("There are: {names}.", names=one_of(on_map, 40)))
        _check_things(activity, place(file, "activity", index), kinds, known, problems)
        _check_repeated(activity, place(file, "activity", index), problems)


def _rooms(known: Known) -> list[str] | None:
    if known.land is None:
        return None
    town_map = known.land.town_map
    kinds = {*(each.kind for each in town_map.sectors.values()), *(each.kind for each in town_map.rooms.values())}
    return sorted(kinds - {""})


def _check_things(
    activity: ActivityTable, file: str, kinds: Mapping[str, ThingKind], known: Known, problems: Problems
) -> None:
    there = {thing.kind.id for thing in known.land.town_map.things.values()} if known.land else None
    for where, deed in _placed(activity, file):
        listed = [kinds[kind] for kind in deed.things if kind in kinds]
        for kind in deed.things:
            if kind not in kinds:
                advice = meant(kind, kinds) or t("Use one of: {names}.", names=one_of(kinds, 60))
                what = t("There is no kind of thing called {name}.", name=quoted(kind))
                problems.error(f"{where} > things", what, advice)
        if listed and there is not None and there.isdisjoint(kind.id for kind in listed):
            what = t("The map has no {kind}.", kind=quoted(", ".join(kind.id for kind in listed)))
            problems.warn(f"{where} > things", what, t("Nobody can do this. Use things of the map."))
        states = dict.fromkeys(state.key for kind in listed for state in kind.deed_states)
        if deed.state and deed.state not in states:
            what = t("Its things have no state {key} that a deed brings about.", key=quoted(deed.state))
            advice = t("There are: {names}.", names=one_of(states)) if states else t("Leave it out.")
            problems.error(f"{where} > state", what, meant(deed.state, states) or advice)
        if not deed.things and any("{thing}" in text for text in deed.what.values()):
            what = t("{word} needs things.", word=quoted("{thing}"))
            problems.error(f"{where} > what", what, t('Add things, such as things = ["table"].'))


def _check_repeated(activity: ActivityTable, file: str, problems: Problems) -> None:
    first: dict[tuple[Language, str], str] = {}
    for where, deed in _placed(activity, file):
        for code, text in deed.what.items():
            other = first.setdefault((code, text.casefold()), where)
            if other != where:
                what = t("{text} is there twice.", text=quoted(text))
                problems.warn(f"{where} > what > {code}", what, t("Remove one of the two, or change it."))


def _placed(activity: ActivityTable, file: str) -> list[tuple[str, DeedTable]]:
    return [(place(file, "deeds", index), deed) for index, deed in enumerate(activity.deeds)]
