"""What a person knows and feels about others: impressions, owned by the person who has them.

Invariant: impressions are frozen and change here alone; a failed update keeps the old impression; a person has no
impression of themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from milkwood.ids import PersonId
from milkwood.mind.character import Character, Folk
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.port import Kept
from milkwood.questions.after_talk.schema import MAX_COOLING_CHANGE, MAX_WARMING_CHANGE
from milkwood.questions.terms import MAX_CLOSENESS, MIN_CLOSENESS, Other

NO_TICK = -1
MAX_KNOWN_CHARACTERS = 300
"""Length limit of what a person knows about another."""


@dataclass(frozen=True, slots=True)
class Impression:
    """A person's opinion of another."""

    tie: str = ""
    feeling: str = ""
    knows: str = ""
    closeness: int = 0
    talks: int = 0
    last_talk: int = NO_TICK
    considered: int = NO_TICK
    """When the person last considered talking to them."""
    seen: int = NO_TICK
    noted: int = NO_TICK
    """When the person last noted seeing them."""


STRANGER = Impression()


class Acquaintances:
    """Everyone a person has met or heard of."""

    def __init__(self, character: Character, folk: Mapping[PersonId, Folk], *, impressions: bool = True) -> None:
        self._folk = folk
        self._on = impressions
        self._known = {
            person: Impression(tie.tie, tie.feeling, "", tie.closeness)
            for person, tie in sorted(character.ties.items())
            if person in folk
        }

    def of(self, person: PersonId) -> Impression:
        """The impression of a person; an empty one for a stranger."""
        return self._known.get(person, STRANGER)

    def see(self, person: PersonId, tick: int, *, noted: bool = False) -> None:
        """Record a sighting, perhaps with a note."""
        known = self.of(person)
        # `replace` is too slow here: people are seen at nearly every thought.
        self._known[person] = Impression(
            known.tie,
            known.feeling,
            known.knows,
            known.closeness,
            known.talks,
            known.last_talk,
            known.considered,
            tick,
            tick if noted else known.noted,
        )

    def consider(self, person: PersonId, tick: int) -> None:
        """Record that the person considered talking to them."""
        self._known[person] = replace(self.of(person), considered=tick)

    def talk(self, person: PersonId, tick: int) -> None:
        """Record a talk in progress."""
        self._known[person] = replace(self.of(person), last_talk=tick)

    def part(self, person: PersonId) -> None:
        """Record the end of a talk."""
        self._known[person] = replace(self.of(person), talks=self.of(person).talks + 1)

    def know(self, person: PersonId) -> None:
        """Make them known: the person has always known them."""
        self._known[person] = replace(self.of(person), closeness=self.of(person).closeness or 1)

    def take_over(self, person: PersonId, impression: Impression) -> None:
        """Set an impression from elsewhere."""
        self._known[person] = impression

    def knows(self, person: PersonId) -> bool:
        """Whether the person knows them: by an earlier tie or a talk since."""
        found = self._known.get(person)
        return found is not None and (found.closeness != 0 or found.talks > 0 or bool(found.tie))

    def acquainted(self) -> list[PersonId]:
        """Everyone the person knows, the strongest ties first, enmity included."""
        known = [person for person in self._known if self.knows(person)]
        return sorted(known, key=lambda person: (-abs(self._known[person].closeness), person))

    def called(self, person: PersonId | str) -> str:
        """A person's everyday name."""
        found = self._folk.get(PersonId(person))
        return found.called if found else str(person)

    def name(self, person: PersonId | str) -> str:
        """A person's full name."""
        found = self._folk.get(PersonId(person))
        return found.name if found else str(person)

    def other(self, person: PersonId, doing: str = "") -> Other:
        """A person as questions describe them."""
        # A visitor who came only to say something has just the name they gave.
        folk, known = self._folk.get(person) or Folk(person, person, person, "they"), self.of(person)
        plain = not self._on
        return Other(
            id=person,
            name=folk.name,
            called=folk.called,
            pronoun=folk.pronoun,
            tie=known.tie,
            feeling="" if plain else known.feeling,
            knows="" if plain else known.knows,
            closeness=known.closeness,
            talks=known.talks,
            doing=doing,
        )

    def update(self, person: PersonId, knows: str, feeling: str, closeness: int) -> None:
        """Update an impression after a talk: closeness grows by a step and may fall by several; empty values change
        nothing."""
        if not self._on:
            return
        known = self.of(person)
        whole = known.knows
        if knows and knows not in known.knows:
            whole = knows if known.knows in knows else f"{known.knows} {knows}"
            whole = whole if len(whole) <= MAX_KNOWN_CHARACTERS else knows
        step = max(-MAX_COOLING_CHANGE, min(MAX_WARMING_CHANGE, closeness - known.closeness))
        close = max(MIN_CLOSENESS, min(MAX_CLOSENESS, known.closeness + step))
        self._known[person] = replace(known, knows=whole, feeling=feeling or known.feeling, closeness=close)

    def keep(self) -> Kept:
        """The complete state."""
        return {person: encoded(known) for person, known in self._known.items()}

    def restore(self, kept: Kept) -> None:
        """Restore the state."""
        self._known = {PersonId(person): decoded(Impression, known) for person, known in kept.items()}
