"""`people/*.toml`: one file per person.

Invariant: a built Person differs from its file only in form (minutes for times, ids for addresses), never in content.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainValidator, ValidationInfo

from milkwood.i18n import t
from milkwood.ids import PersonId, SectorId, ThingId
from milkwood.plain import Toml
from milkwood.questions.terms import Certainty
from milkwood.town import looks as drawn
from milkwood.town.address import Address
from milkwood.town.tile import Tile
from milkwood.towns.person import DayBlock, Habits, Passage, Person, PersonTie, SeedMemory, Speech, Work
from milkwood.towns.problem import quoted
from milkwood.towns.schema.plain import (
    PackMinutes,
    PackPhrases,
    PackText,
    Section,
    Slug,
    Span,
    Where,
    fault,
    read_address,
    texts_of,
    unlisted,
)

MANNERS = ("silent", "laconic", "talkative", "formal", "polite")
"""How a person behaves in talk, besides their style."""
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
    """A validator that takes only these words."""

    def check(value: str) -> str:
        if value not in known:
            raise unlisted(value, known)
        return value

    return AfterValidator(check)


def _read_speech(value: Toml, info: ValidationInfo) -> Speech:
    """`{ style = "warm", en = "…", zh = "…" }`: a style and a text in one table."""
    if not isinstance(value, dict):
        raise fault(t("It is not a table."), t("Write {wanted}.", wanted='{ style = "warm", en = "…", zh = "…" }'))
    style = value.get("style")
    if style not in STYLES:
        raise (
            unlisted(style, STYLES) if "style" in value else fault(t("The style is missing."), t('Add style = "warm".'))
        )
    note = texts_of({key: text for key, text in value.items() if key != "style"}, info)
    return Speech(style, note)


def _check_bed(value: Address) -> Address:
    if not value.thing:
        raise fault(t("{bed} is not the address of a bed.", bed=quoted(value.say())), 'Write "sector:room:bed".')
    return value


def _read_road(value: Toml, info: ValidationInfo) -> Address | Tile:
    """An address, or a tile of the map."""
    if isinstance(value, list):
        if len(value) == 2 and all(type(each) is int and each >= 0 for each in value):
            return Tile(*(int(each) for each in value if isinstance(each, int)))
        raise fault(t("It is not a tile."), t("Write {wanted}.", wanted="[12, 0]"))
    return read_address(value, info)


class PassageTable(Section):
    """`arrives` or `leaves`."""

    day: int = Field(ge=1, le=3650, description=t("a day; 1 is the first"))
    hour: PackMinutes = Field(description=t('a time such as "07:30"'))
    road: Annotated[Address | Tile | None, PlainValidator(_read_road)] = Field(
        None, description=t('the address of a place, or a tile such as "[12, 0]"')
    )

    def build(self) -> Passage:
        """When and where."""
        return Passage(self.day, self.hour, self.road)


class WorkTable(Section):
    """`[work]`."""

    title: PackText = Field(description=t('what the work is called: {{ en = "…", zh = "…" }}'))
    at: Where = Field(description=t('the address of the work place, "sector:room:thing"'))
    hours: Span | None = Field(None, description=t('a span such as "08:00-20:00"'))


class DayBlockTable(Section):
    """`[[habits.day]]`."""

    start: PackMinutes = Field(alias="from", description=t('a time such as "07:30"'))
    end: PackMinutes = Field(alias="to", description=t('a time such as "08:15"'))
    what: PackText = Field(description=t('what is done: {{ en = "…", zh = "…" }}'))
    where: Where = Field(description=t('an address, "sector:room:thing"'))


class HabitsTable(Section):
    """`[habits]`."""

    wake: PackMinutes = Field(description=t('the time of waking, such as "07:00"'))
    sleep: PackMinutes = Field(description=t('the time of going to bed, such as "23:00"'))
    day: list[DayBlockTable] = Field(default_factory=list, description="tables [[habits.day]]")


class TieTable(Section):
    """`[[knows]]`."""

    person: Slug = Field(description=t("the id of a person, in quotes"))
    tie: PackText = Field(description=t('what they are to each other: {{ en = "…", zh = "…" }}'))
    feeling: PackText = Field(description=t('what is felt for them: {{ en = "…", zh = "…" }}'))
    closeness: int = Field(ge=-10, le=10, description=t("a whole number from {low} to {high}", low=-10, high=10))
    one_sided: bool = Field(default=False, description=t("true or false: whether the other does not know this person"))


class MemoryTable(Section):
    """`[[memories]]`."""

    text: PackText = Field(description=t('what is remembered: {{ en = "…", zh = "…" }}'))
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


class LooksTable(Section):
    """`[looks]`."""

    skin: Annotated[str, listed(*drawn.SKINS)] = Field(description=t('a skin, such as "tan"'))
    hair: Annotated[str, listed(*drawn.HAIRS)] = Field(description=t('a hair colour, such as "brown"'))
    hair_style: Annotated[str, listed(*drawn.HAIR_STYLES)] = Field(description=t('a hair style, such as "bob"'))
    outfit: Annotated[str, listed(*drawn.OUTFITS)] = Field(description=t('an outfit, such as "sweater"'))
    top: Annotated[str, listed(*drawn.COLOURS)] = Field(description=t("a colour, such as {example}", example='"teal"'))
    bottom: Annotated[str, listed(*drawn.COLOURS)] = Field(
        description=t("a colour, such as {example}", example='"navy"')
    )
    beard: Annotated[str, listed(*drawn.BEARDS)] = Field("none", description=t('a beard, such as "stubble"'))
    legs: Annotated[str, listed(*drawn.LEGS)] = Field("trousers", description='"trousers", "skirt" or "shorts"')
    extras: list[Annotated[str, listed(*drawn.EXTRAS)]] = Field(
        default_factory=list, description=t("a list such as {example}", example='["glasses"]')
    )

    def build(self) -> drawn.Looks:
        """The person's looks."""
        return drawn.Looks(**{**self.model_dump(exclude={"extras"}), "extras": tuple(self.extras)})


class PersonFile(Section):
    """The whole file."""

    id: Slug = Field(description=t("an id equal to the file's name, such as “{example}”", example="maria_lopez"))
    name: PackText = Field(description=t('the full name: {{ en = "…", zh = "…" }}'))
    called: PackText = Field(description=t('what friends say: {{ en = "…", zh = "…" }}'))
    age: int = Field(ge=1, le=120, description=t("an age in whole years, from 1 to 120"))
    pronoun: Literal["she", "he", "they"] = Field(description=t('"she", "he" or "they"'))
    traits: PackPhrases = Field(description='{ en = ["…", "…"], zh = ["…", "…"] }')
    biography: PackText = Field(description=t('two or three sentences: {{ en = "…", zh = "…" }}'))
    concerns: PackPhrases = Field(description='{ en = ["…"], zh = ["…"] }')
    speech: Annotated[Speech, PlainValidator(_read_speech)] = Field(
        description='{ style = "warm", en = "…", zh = "…" }'
    )
    bed: Annotated[Where, AfterValidator(_check_bed)] = Field(
        description=t('the address of the bed this person sleeps in, "sector:room:bed"')
    )
    work: WorkTable | None = Field(None, description="a table [work]")
    habits: HabitsTable = Field(description=t("a table [habits] with wake and sleep"))
    knows: list[TieTable] = Field(default_factory=list, description="tables [[knows]]")
    memories: list[MemoryTable] = Field(default_factory=list, description="tables [[memories]]")
    looks: LooksTable = Field(description="a table [looks]")
    places: list[Where] = Field(
        default_factory=list, description=t("a list of sectors, such as {example}", example='["Hobbs Cafe"]')
    )
    manners: list[Annotated[str, listed(*MANNERS)]] = Field(
        default_factory=list, description=t("a list such as {example}", example='["silent"]')
    )
    arrives: PassageTable | None = Field(None, description='{ day = 1, hour = "16:00" }')
    leaves: PassageTable | None = Field(None, description='{ day = 2, hour = "17:00" }')

    def build(self) -> Person:
        """The person."""
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
            knows=tuple(PersonTie(PersonId(t.person), t.tie, t.feeling, t.closeness) for t in self.knows),
            memories=tuple(
                SeedMemory(
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
            looks=self.looks.build(),
            places=tuple(SectorId(place.sector) for place in self.places),
            manners=tuple(self.manners),
            arrives=self.arrives.build() if self.arrives else None,
            leaves=self.leaves.build() if self.leaves else None,
        )

    def _habits(self) -> Habits:
        blocks = (DayBlock(b.start, b.end, b.what, b.where) for b in self.habits.day)
        return Habits(self.habits.wake, self.habits.sleep, tuple(blocks))


def _people(ids: list[str]) -> tuple[PersonId, ...]:
    return tuple(PersonId(person) for person in ids)
