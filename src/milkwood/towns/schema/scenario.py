"""`scenarios/*.toml`: a cast, a start and stories.

Invariant: changes to people under `[people.…]` stay raw here, because only the merged person can be checked.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator

from milkwood.i18n import t
from milkwood.ids import PersonId, ScenarioId
from milkwood.plain import Toml, TomlTable
from milkwood.questions.terms import Certainty
from milkwood.towns.problem import quoted
from milkwood.towns.schema.plain import PackMoment, PackText, Section, Slug, Where, fault
from milkwood.towns.story import Goal, Scenario, Story, StoryCommitment, StoryMemory

EVERYBODY: Literal["all"] = "all"


def _read_cast(value: Toml) -> tuple[str, ...] | Literal["all"]:
    """`"all"`, or a list of person ids."""
    if value == EVERYBODY:
        return EVERYBODY
    if not isinstance(value, list) or not all(isinstance(person, str) for person in value):
        raise fault(t("{value} is not a cast.", value=quoted(value)), t('Write "all", or a list of person ids.'))
    if not value:
        raise fault(t("The cast is empty: nobody would live here."), t('Write "all", or name at least one person.'))
    if twice := sorted({person for person in value if value.count(person) > 1}):
        raise fault(t("{name} is cast twice.", name=quoted(twice[0])), t("Name each person once."))
    return tuple(value)


def _read_changes(value: Toml) -> dict[str, dict[str, Toml]]:
    """`[people.maria_lopez]`: tables by person."""
    if not isinstance(value, dict):
        raise fault(t("It is not a table."), t("Write a table for each person: [people.maria_lopez]."))
    for person, changes in value.items():
        if not isinstance(changes, dict):
            raise fault(
                t("{value} is not a table.", value=quoted(person)),
                t("Write a table: [people.{person}].", person=person),
            )
    return value


class StoryMemoryTable(Section):
    """`[[stories.memories]]`."""

    person: Slug = Field(description=t("the id of a person, in quotes"))
    text: PackText = Field(description=t('what they know: {{ en = "…", zh = "…" }}'))
    importance: int = Field(ge=1, le=10, description=t("a whole number from {low} to {high}", low=1, high=10))
    about: list[Slug] = Field(
        default_factory=list, description=t("a list of person ids, such as {example}", example='["maria_lopez"]')
    )
    private: bool = Field(default=False, description=t("true or false: whether it is a secret"))
    secret_from: list[Slug] = Field(
        default_factory=list, description=t("a list of person ids, such as {example}", example='["maria_lopez"]')
    )
    witnesses: list[Slug] = Field(
        default_factory=list, description=t("a list of person ids, such as {example}", example='["maria_lopez"]')
    )
    certainty: Certainty = Field("known", description='"known", "told", "rumour" or "denied"')


class GoalTable(Section):
    """`[[stories.goals]]`."""

    person: Slug = Field(description=t("the id of a person, in quotes"))
    text: PackText = Field(description=t('what they want: {{ en = "…", zh = "…" }}'))


class CommitmentTable(Section):
    """`[[stories.commitments]]`."""

    person: Slug = Field(description=t("the id of a person, in quotes"))
    what: PackText = Field(description=t('what they have promised: {{ en = "…", zh = "…" }}'))
    start: PackMoment = Field(
        alias="from", description=t("a date and time, such as {example}", example="2023-02-14T17:00:00")
    )
    end: PackMoment = Field(
        alias="to", description=t("a date and time, such as {example}", example="2023-02-14T19:00:00")
    )
    where: Where = Field(description=t('an address, "sector:room"'))
    company: list[Slug] = Field(default_factory=list, alias="with", description=t("a list of person ids"))
    host: bool = Field(
        default=False, description=t("true or false: whether it is their own event, to which they invite")
    )


class StoryTable(Section):
    """`[[stories]]`."""

    id: Slug = Field(description=t("an id such as “party”"))
    title: PackText = Field(description=t('the story\'s title: {{ en = "…", zh = "…" }}'))
    memories: list[StoryMemoryTable] = Field(default_factory=list, description="tables [[stories.memories]]")
    goals: list[GoalTable] = Field(default_factory=list, description="tables [[stories.goals]]")
    commitments: list[CommitmentTable] = Field(default_factory=list, description="tables [[stories.commitments]]")

    def build(self) -> Story:
        """The story."""
        return Story(
            self.id,
            self.title,
            tuple(
                StoryMemory(
                    PersonId(m.person),
                    m.text,
                    m.importance,
                    _people(m.about),
                    m.private,
                    _people(m.secret_from),
                    _people(m.witnesses),
                    m.certainty,
                )
                for m in self.memories
            ),
            tuple(Goal(PersonId(g.person), g.text) for g in self.goals),
            tuple(
                StoryCommitment(PersonId(c.person), c.what, c.start, c.end, c.where, _people(c.company), c.host)
                for c in self.commitments
            ),
        )


class ScenarioFile(Section):
    """The whole file."""

    id: Slug = Field(description=t("an id equal to the file's name, such as “{example}”", example="valentine"))
    aliases: list[Slug] = Field(default_factory=list, description=t("a list of other ids it answers to"))
    name: PackText = Field(description=t('the scenario\'s name: {{ en = "…", zh = "…" }}'))
    about: PackText = Field(description=t('a sentence about it: {{ en = "…", zh = "…" }}'))
    cast: Annotated[tuple[str, ...] | Literal["all"], PlainValidator(_read_cast)] = Field(
        description=t('"all", or a list of person ids')
    )
    start: PackMoment | None = Field(
        None, description=t("a date and time without quotes, such as {example}", example="2023-02-13T07:00:00")
    )
    days: int = Field(1, ge=1, le=3650, description=t("a whole number of days, at least 1"))
    stories: list[StoryTable] = Field(default_factory=list, description="tables [[stories]]")
    people: Annotated[dict[str, dict[str, Any]], PlainValidator(_read_changes)] = Field(
        default_factory=dict, description="tables [people.…]"
    )

    def members(self, everybody: list[str]) -> list[str]:
        """The ids of the cast, in order; `all` means everyone."""
        return sorted(everybody if self.cast == EVERYBODY else self.cast)

    def build(self, everybody: list[str], town_start: datetime) -> Scenario:
        """The scenario."""
        return Scenario(
            ScenarioId(self.id),
            tuple(self.aliases),
            self.name,
            self.about,
            _people(self.members(everybody)),
            self.start or town_start,
            self.days,
            tuple(story.build() for story in self.stories),
        )


def merged(person: TomlTable, changes: TomlTable) -> dict[str, Toml]:
    """A person's table with a scenario's changes: tables are merged, other values replaced."""
    result = dict(person)
    for key, value in changes.items():
        mine = result.get(key)
        result[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return result


def _people(ids: list[str]) -> tuple[PersonId, ...]:
    return tuple(PersonId(person) for person in ids)
