"""Outside acts: written to disk first, then queued until the tick at which they take effect.

Invariant (rules T3, C1): an act is on disk before it can take effect. It takes effect at the recorded tick, in order of
arrival, in a first run as in a replay; nothing is done twice and nothing is lost.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from milkwood.clock import NEVER
from milkwood.engine.inputs import act_of, input_of
from milkwood.engine.keeper import Input
from milkwood.engine.keys import Keys
from milkwood.engine.pace import Pace
from milkwood.errors import OurBug
from milkwood.ids import PersonId
from milkwood.mind.port import Memory, Mind
from milkwood.plain import JsonObject
from milkwood.town.acts import Arrive, Enter, Exit, Move, Pause, Remove, Speak, Stand, Touch, UserAct, Visit

MakeNewcomer: TypeAlias = Callable[[Arrive | Enter, int, Keys], tuple[Mind, Sequence[Memory]]]
"""Makes the mind of a person who arrives at a tick, and their earlier memories."""


class InputKeeper(Protocol):
    """Writes acts to disk; the chronicle is one."""

    def keep_input(self, tick: int, kind: str, person: PersonId | None, content: JsonObject) -> None:
        """Write down an input for a tick; it is on disk when this returns."""
        ...


def nobody_comes(act: Arrive | Enter, tick: int, keys: Keys) -> tuple[Mind, Sequence[Memory]]:  # noqa: ARG001
    """For lives that nobody can join."""
    raise OurBug(f"There is no mind for {act.person}.", where=f"tick {tick}")


class Inbox:
    """The pending acts of one life."""

    def __init__(
        self,
        keeper: InputKeeper | None = None,
        known: Iterable[Input] = (),
        *,
        first: int = 0,
        relived: int = 0,
        pace: Pace | None = None,
        newcomer: MakeNewcomer = nobody_comes,
        visits: Iterable[tuple[int, Visit]] = (),
    ) -> None:
        self._keeper = keeper
        self.first = first
        """The first tick at which a new act may take effect; everything earlier is recorded or already asked about."""
        self.relived = relived
        """The tick up to which everything is recorded and only replayed."""
        self.pace = pace
        self.keys = Keys(pace, first)
        self._newcomer = newcomer
        self._touches: deque[tuple[int, Touch]] = deque()
        self._visits = deque(sorted(visits, key=lambda visit: (visit[0], visit[1].person)))
        """Who comes and goes as the pack says; at one tick they are before the acts of users."""
        for given in known:
            self._put(given.tick, act_of(given))

    def _put(self, tick: int, act: UserAct) -> None:
        match act:
            case Move() | Stand() | Speak():
                self.keys.put(tick, act)
            case Pause():
                pass  # no effect on the town
            case _:
                self._touches.append((tick, act))

    @property
    def next_touch(self) -> int:
        """The tick at which the next act takes effect; no one may live a later tick before it does."""
        return min((ahead[0][0] for ahead in (self._visits, self._touches) if ahead), default=NEVER)

    @property
    def last_touch(self) -> int:
        """The tick at which the last pending act of a user takes effect; -1 if there is none."""
        return self._touches[-1][0] if self._touches else -1

    def due(self) -> list[Touch | Visit]:
        """Remove and return the next acts to take effect, all of one tick."""
        tick, touches = self.next_touch, list[Touch | Visit]()
        while self._visits and self._visits[0][0] == tick:
            touches.append(self._visits.popleft()[1])
        while self._touches and self._touches[0][0] == tick:
            touches.append(self._touches.popleft()[1])
        return touches

    @property
    def expected(self) -> set[PersonId]:
        """People of the pack who are still to come."""
        return {visit.person for _, visit in self._visits if isinstance(visit, Arrive)}

    def write(self, tick: int, act: UserAct) -> None:
        """Write an act to disk and queue it for its tick."""
        if tick < self.first:
            raise OurBug(f"An act came for tick {tick}, before what has been lived.")
        if self._keeper is not None:
            given = input_of(tick, act)
            self._keeper.keep_input(tick, given.kind, given.person, given.content)
        self._put(tick, act)

    def people(self, present: Iterable[PersonId]) -> set[PersonId]:
        """People in the town once all pending acts have taken effect."""
        people = set(present)
        for _, touch in self._touches:
            if isinstance(touch, Arrive | Enter):
                people.add(touch.person)
            elif isinstance(touch, Remove | Exit):
                people.discard(touch.person)
        return people

    def is_leaving(self, person: PersonId) -> bool:
        """Whether an avatar's exit is pending."""
        return any(isinstance(touch, Exit) and touch.person == person for _, touch in self._touches)

    def avatars(self) -> set[PersonId]:
        """Avatars about to enter."""
        return {touch.person for _, touch in self._touches if isinstance(touch, Enter)}

    def comes(self, person: PersonId) -> int:
        """The tick at which an avatar is to enter."""
        return max(
            (tick for tick, touch in self._touches if isinstance(touch, Enter) and touch.person == person), default=0
        )

    def mind_for(self, act: Arrive | Enter, tick: int) -> tuple[Mind, Sequence[Memory]]:
        """The mind and earlier memories of a person who arrives at a tick."""
        return self._newcomer(act, tick, self.keys)
