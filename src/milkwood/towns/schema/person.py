"""`people/*.toml`: one person a file.

Knows nothing of whether the places and people it names exist. Invariant: a built Person differs from its
file only in form (minutes for times, ids for addresses), never in content.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainValidator, ValidationInfo

from milkwood.ids import PersonId, SectorId, ThingId
from milkwood.plain import Toml
from milkwood.town import looks as drawn
from milkwood.town.address import Address
from milkwood.towns.person import DayBlock, Habits, Person, SeedMemory, Speech, Tie, Work
from milkwood.towns.problem import quoted
from milkwood.towns.schema.plain import (
    Minutes,
    Phrases,
    Section,
    Slug,
    Span,
    Text,
    Where,
    fault,
    texts_of,
    unlisted,
)

STYLES = (
    "warm",
    "shy",
    "formal",
    "blunt",
    "cheerful",
    "thoughtful",
    "dry",
    "gruff",
    "youthful",
    "theatrical",
    "northeastern",
)


def listed(*known: str) -> AfterValidator:
    """A word that must be one of these."""

    def check(value: str) -> str:
        if value not in known:
            raise unlisted(value, known)
        return value

    return AfterValidator(check)


def _read_speech(value: Toml, info: ValidationInfo) -> Speech:
    """`{ style = "warm", en = "…", zh = "…" }`: a style and a text in one table."""
    if not isinstance(value, dict):
        raise fault("It is not a table.", 'Write { style = "warm", en = "…", zh = "…" }.')
    style = value.get("style")
    if style not in STYLES:
        raise (unlisted(style, STYLES) if "style" in value else fault("The style is missing.", 'Add style = "warm".'))
    note = texts_of({key: text for key, text in value.items() if key != "style"}, info)
    return Speech(style, note)


def _check_bed(value: Address) -> Address:
    if not value.thing:
        raise fault(f"{quoted(value.say())} names no bed.", 'Write "sector:room:bed".')
    return value


class WorkTable(Section):
    """`[work]`."""

    title: Text = Field(description='what the work is called: { en = "…", zh = "…" }')
    at: Where = Field(description='the address of the work place, "sector:room:thing"')
    hours: Span | None = Field(None, description='a span such as "08:00-20:00"')


class DayBlockTable(Section):
    """`[[habits.day]]`."""

    start: Minutes = Field(alias="from", description='a time such as "07:30"')
    end: Minutes = Field(alias="to", description='a time such as "08:15"')
    what: Text = Field(description='what is done: { en = "…", zh = "…" }')
    where: Where = Field(description='an address, "sector:room:thing"')


class HabitsTable(Section):
    """`[habits]`."""

    wake: Minutes = Field(description='the time of waking, such as "07:00"')
    sleep: Minutes = Field(description='the time of going to bed, such as "23:00"')
    day: list[DayBlockTable] = Field(default_factory=list, description="tables [[habits.day]]")


class TieTable(Section):
    """`[[knows]]`."""

    person: Slug = Field(description="the id of a person, in quotes")
    tie: Text = Field(description='what they are to each other: { en = "…", zh = "…" }')
    feeling: Text = Field(description='what is felt for them: { en = "…", zh = "…" }')
    closeness: int = Field(ge=0, le=10, description="a whole number from 0 to 10")


class MemoryTable(Section):
    """`[[memories]]`."""

    text: Text = Field(description='what is remembered: { en = "…", zh = "…" }')
    importance: int = Field(ge=1, le=10, description="a whole number from 1 to 10")
    about: list[Slug] = Field(default_factory=list, description='a list of person ids, such as ["maria_lopez"]')
    private: bool = Field(default=False, description="true or false: whether it is not for telling")


class LooksTable(Section):
    """`[looks]`."""

    skin: Annotated[str, listed(*drawn.SKINS)] = Field(description='a skin, such as "tan"')
    hair: Annotated[str, listed(*drawn.HAIRS)] = Field(description='a hair colour, such as "brown"')
    hair_style: Annotated[str, listed(*drawn.HAIR_STYLES)] = Field(description='a hair style, such as "bob"')
    outfit: Annotated[str, listed(*drawn.OUTFITS)] = Field(description='an outfit, such as "sweater"')
    top: Annotated[str, listed(*drawn.COLOURS)] = Field(description='a colour, such as "teal"')
    bottom: Annotated[str, listed(*drawn.COLOURS)] = Field(description='a colour, such as "navy"')
    beard: Annotated[str, listed(*drawn.BEARDS)] = Field("none", description='a beard, such as "stubble"')
    legs: Annotated[str, listed(*drawn.LEGS)] = Field("trousers", description='"trousers", "skirt" or "shorts"')
    extras: list[Annotated[str, listed(*drawn.EXTRAS)]] = Field(
        default_factory=list, description='a list such as ["glasses"]'
    )

    def build(self) -> drawn.Looks:
        """The looks of the person."""
        return drawn.Looks(**{**self.model_dump(exclude={"extras"}), "extras": tuple(self.extras)})


class PersonFile(Section):
    """The whole file."""

    id: Slug = Field(description="an id equal to the file's name, such as “maria_lopez”")
    name: Text = Field(description='the full name: { en = "…", zh = "…" }')
    called: Text = Field(description='what friends say: { en = "…", zh = "…" }')
    age: int = Field(ge=1, le=120, description="an age in whole years, from 1 to 120")
    pronoun: Literal["she", "he", "they"] = Field(description='"she", "he" or "they"')
    traits: Phrases = Field(description='{ en = ["…", "…"], zh = ["…", "…"] }')
    biography: Text = Field(description='two or three sentences: { en = "…", zh = "…" }')
    concerns: Phrases = Field(description='{ en = ["…"], zh = ["…"] }')
    speech: Annotated[Speech, PlainValidator(_read_speech)] = Field(
        description='{ style = "warm", en = "…", zh = "…" }'
    )
    bed: Annotated[Where, AfterValidator(_check_bed)] = Field(
        description='the address of the bed this person sleeps in, "sector:room:bed"'
    )
    work: WorkTable | None = Field(None, description="a table [work]")
    habits: HabitsTable = Field(description="a table [habits] with wake and sleep")
    knows: list[TieTable] = Field(default_factory=list, description="tables [[knows]]")
    memories: list[MemoryTable] = Field(default_factory=list, description="tables [[memories]]")
    looks: LooksTable = Field(description="a table [looks]")
    places: list[Where] = Field(default_factory=list, description='a list of sectors, such as ["Hobbs Cafe"]')

    def build(self) -> Person:
        """The person as the rest of the house knows them."""
        return Person(
            id=PersonId(self.id),
            name=self.name,
            called=self.called,
            age=self.age,
            pronoun=self.pronoun,
            traits=self.traits,
            biography=self.biography,
            concerns=self.concerns,
            speech=self.speech,
            bed=ThingId(self.bed.say()),
            work=Work(self.work.title, self.work.at, self.work.hours) if self.work else None,
            habits=self._habits(),
            knows=tuple(Tie(PersonId(t.person), t.tie, t.feeling, t.closeness) for t in self.knows),
            memories=tuple(SeedMemory(m.text, m.importance, _people(m.about), m.private) for m in self.memories),
            looks=self.looks.build(),
            places=tuple(SectorId(place.sector) for place in self.places),
        )

    def _habits(self) -> Habits:
        blocks = (DayBlock(b.start, b.end, b.what, b.where) for b in self.habits.day)
        return Habits(self.habits.wake, self.habits.sleep, tuple(blocks))


def _people(ids: list[str]) -> tuple[PersonId, ...]:
    return tuple(PersonId(person) for person in ids)
