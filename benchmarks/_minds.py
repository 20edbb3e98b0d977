"""Full minds of a pack's people, for benchmarks that run a town without a file.

Knows factory. Invariant: the same pack and seed give the same minds, with their initial memories.
"""

from milkwood.ids import PersonId
from milkwood.mind.townsperson import Townsperson
from milkwood.run.minds import MindFactory, seed_memories
from milkwood.town.town import BEFORE_TIME
from milkwood.towns.pack import Pack
from milkwood.words import ENGLISH


def full_minds(pack: Pack, seed: int) -> dict[PersonId, Townsperson]:
    """All minds; memories are compared by words alone."""
    factory = MindFactory(pack, pack.clock, ENGLISH, seed, shelf=lambda _person: ())
    minds = factory.everybody()
    seed_memories(minds.values(), BEFORE_TIME)
    return minds
