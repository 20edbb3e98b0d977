"""Full minds of a pack's people, for benchmarks that live a town without a file.

Knows casting. Invariant: the same pack and seed give the same minds, with the memories they begin with.
"""

from milkwood.ids import PersonId
from milkwood.mind.townsperson import Townsperson
from milkwood.run.minds import Casting, MindSettings, seeded
from milkwood.town.town import BEFORE_TIME
from milkwood.towns.pack import Pack
from milkwood.words import ENGLISH


def full_minds(pack: Pack, seed: int) -> dict[PersonId, Townsperson]:
    """Everybody's mind; memories are compared by words alone."""
    casting = Casting(pack, pack.clock, ENGLISH, seed, settings=MindSettings(), shelf=lambda _person: ())
    minds = casting.everybody()
    seeded(minds.values(), BEFORE_TIME)
    return minds
