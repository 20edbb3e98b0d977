"""Checks one scenario against the people and the map.

Invariant: everyone a story names exists and is in the cast.
"""

from datetime import datetime, timedelta

from milkwood.i18n import t
from milkwood.towns.cross_check.known import Known
from milkwood.towns.cross_check.memory import check_memory
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.scenario import EVERYBODY, CommitmentTable, ScenarioFile, StoryTable


def check_scenario(
    scenario: ScenarioFile, file: str, town_start: datetime | None, known: Known, problems: Problems
) -> None:
    """Note problems, except in the changes to people."""
    if scenario.cast != EVERYBODY:
        for index, person in enumerate(scenario.cast):
            known.person(person, place(file, "cast", index), problems)
    cast = set(scenario.members(list(known.people)))
    titles: set[str] = set()
    for index, story in enumerate(scenario.stories):
        where = place(file, "stories", index)
        if story.id in titles:
            problems.error(
                f"{where} > id", t("Two stories are called {name}.", name=quoted(story.id)), t("Rename one of them.")
            )
        titles.add(story.id)
        _check_story(story, where, cast, known, problems)
        for number, promise in enumerate(story.commitments):
            at = place(where, "commitments", number)
            _check_commitment(promise, at, known, problems)
            _check_in_time(promise, at, scenario, town_start, problems)


def _check_story(story: StoryTable, where: str, cast: set[str], known: Known, problems: Problems) -> None:
    named: list[tuple[str, str]] = []
    for index, memory in enumerate(story.memories):
        named.append((memory.person, place(where, "memories", index, "person")))
        check_memory(memory.person, memory, place(where, "memories", index), known, problems)
    for index, goal in enumerate(story.goals):
        named.append((goal.person, place(where, "goals", index, "person")))
    for index, promise in enumerate(story.commitments):
        named.append((promise.person, place(where, "commitments", index, "person")))
        for number, other in enumerate(promise.company):
            named.append((other, place(where, "commitments", index, "with", number)))
    for person, at in named:
        if known.person(person, at, problems) and person not in cast:
            what = t("{name} is not in the cast of this scenario.", name=quoted(person))
            problems.error(at, what, t("Add this person to the cast, or leave them out of the story."))


def _check_commitment(promise: CommitmentTable, where: str, known: Known, problems: Problems) -> None:
    known.place(promise.where, f"{where} > where", problems)
    if promise.end <= promise.start:
        what = t("It ends ({end}) before it starts ({start}).", end=promise.end, start=promise.start)
        problems.error(where, what, t("Swap the two times."))
    if promise.person in promise.company:
        problems.error(
            f"{where} > with", t("{name} is with themselves.", name=quoted(promise.person)), t("Name only the others.")
        )


def _check_in_time(
    promise: CommitmentTable, where: str, scenario: ScenarioFile, town_start: datetime | None, problems: Problems
) -> None:
    start = scenario.start or town_start
    if start is None:
        return
    try:
        end = start + timedelta(days=scenario.days)
    except OverflowError:
        end = datetime.max
    if promise.start < start or promise.start > end:
        what = t(
            "It starts on {start}, outside the {days} days from {first}.",
            start=promise.start,
            days=scenario.days,
            first=start,
        )
        problems.warn(where, what, t("Change its date, or the scenario's start or days."))
