"""What a person knows and feels of others: impressions, owned by the one who has them.

Knows no talks, only what came of them. Invariant: impressions are frozen and change here alone; a failed update keeps
the old impression; one knows oneself best and
has no impression of oneself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from milkwood.ids import PersonId
from milkwood.mind.character import Character, Folk
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.port import Kept
from milkwood.questions.terms import Other

NOT_YET = -1
"""The tick of what has not happened."""
MOST_KNOWN = 300
"""How many letters of what one knows of somebody are kept."""


@dataclass(frozen=True, slots=True)
class Impression:
    """What one makes of somebody."""

    tie: str = ""
    feeling: str = ""
    knows: str = ""
    closeness: int = 0
    talks: int = 0
    last_talk: int = NOT_YET
    considered: int = NOT_YET
    """When one last thought of talking to them."""
    seen: int = NOT_YET
    noted: int = NOT_YET
    """When one last made a note of seeing them."""


STRANGER = Impression()


class Acquaintances:
    """Everybody one has met or heard of."""

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
        """They are seen; one may make a note of it."""
        known = self.of(person)
        # Not by `replace`: people are seen at nearly every thought.
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
        """One thinks of talking to them."""
        self._known[person] = replace(self.of(person), considered=tick)

    def talk(self, person: PersonId, tick: int) -> None:
        """One is in a talk with them."""
        self._known[person] = replace(self.of(person), last_talk=tick)

    def part(self, person: PersonId) -> None:
        """A talk with them is over."""
        self._known[person] = replace(self.of(person), talks=self.of(person).talks + 1)

    def know(self, person: PersonId) -> None:
        """They are no stranger: one has known of them all along."""
        self._known[person] = replace(self.of(person), closeness=max(1, self.of(person).closeness))

    def take_over(self, person: PersonId, impression: Impression) -> None:
        """The impression one has of them from elsewhere."""
        self._known[person] = impression

    def knows(self, person: PersonId) -> bool:
        """Whether somebody is more than a face: a tie from before, or a talk since."""
        found = self._known.get(person)
        return found is not None and (found.closeness > 0 or found.talks > 0 or bool(found.tie))

    def acquainted(self) -> list[PersonId]:
        """Everybody one knows, closest first."""
        known = [person for person in self._known if self.knows(person)]
        return sorted(known, key=lambda person: (-self._known[person].closeness, person))

    def called(self, person: PersonId | str) -> str:
        """How somebody is called."""
        found = self._folk.get(PersonId(person))
        return found.called if found else str(person)

    def name(self, person: PersonId | str) -> str:
        """Somebody's whole name."""
        found = self._folk.get(PersonId(person))
        return found.name if found else str(person)

    def other(self, person: PersonId, doing: str = "") -> Other:
        """Somebody as questions speak of them."""
        # Whoever came only to say something is known by the name they gave.
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
        """A new impression after a talk: it moves a step at a time, and what is not said stays."""
        if not self._on:
            return
        known = self.of(person)
        whole = known.knows
        if knows and knows not in known.knows:
            whole = knows if known.knows in knows else f"{known.knows} {knows}"
            whole = whole if len(whole) <= MOST_KNOWN else knows
        step = max(-1, min(1, closeness - known.closeness))
        self._known[person] = replace(
            known, knows=whole, feeling=feeling or known.feeling, closeness=max(0, min(10, known.closeness + step))
        )

    def keep(self) -> Kept:
        """All of it."""
        return {person: encoded(known) for person, known in self._known.items()}

    def restore(self, kept: Kept) -> None:
        """As it was."""
        self._known = {PersonId(person): decoded(Impression, known) for person, known in kept.items()}
