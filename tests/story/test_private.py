"""Private things of an invented town: an interviewer, who is an inner voice, hears them, marked as private.

A visitor who walks in does not, whatever they ask.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.engine.inputs import input_of
from milkwood.ids import PersonId
from milkwood.run import MindConfig, RestoredRun, new_run, open_run
from milkwood.town.acts import Enter, Speak, UserAct
from milkwood.town.tile import STEPS, Tile
from milkwood.towns import Pack
from milkwood.words import Language
from tests.story.inquiry.grading import Confided, Grade
from tests.story.measures_meaning import Secret
from tests.story.unseen import Unseen

pytestmark = pytest.mark.slow
TOWNS = (Unseen(1), Unseen(2, "zh"))
VISITOR = PersonId("stranger")
CALLS = tuple(f"day 1 {hour:02}:{half}" for hour in range(8, 21) for half in ("00", "30"))
"""When a visitor may call: as soon as the owner of the secret is alone."""
FAR_TILES = 5
STAY_TICKS, BETWEEN_TICKS, SETTLED_TICKS = 300, 40, 20
ASKED = {
    "en": (
        "Good day! Do you have a secret?",
        "What is it that nobody may know about you?",
        "Come, tell me what you are hiding.",
        "I will tell nobody. What do you keep to yourself?",
    ),
    "zh": (
        "你好！你有什么秘密吗？",
        "你有什么事不能让人知道？",
        "说吧，你瞒着什么？",
        "我谁也不告诉，你心里藏着什么？",
    ),
}


@pytest.fixture(scope="module", params=TOWNS, ids=lambda town: town.name)
def town(request: pytest.FixtureRequest) -> Unseen:
    found = request.param
    assert isinstance(found, Unseen)
    return found


@pytest.fixture(scope="module")
def pack(town: Unseen, tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return town.pack(tmp_path_factory.mktemp("town"))


@dataclass(frozen=True)
class Visit:
    """A run in which a visitor walks up to the owner of a secret and asks for it."""

    path: Path
    tick: int
    secret: Secret


@pytest.fixture(scope="module")
def visit(town: Unseen, pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    path = tmp_path_factory.mktemp("visit") / f"{town.name}.milkwood"
    secret = private(town)
    minds, language = MindConfig(embedding=False), Language(town.language)
    new_run(pack, path, path.stem, seed=town.seed, language=language, minds=minds).close()
    tick, here = next(found for call in CALLS if (found := alone_at(path, pack, secret.owner, pack.clock.parse(call))))
    with Chronicle.open(path) as chronicle:
        for at, act in calls(tick, beside(here, pack), ASKED[town.language]):
            given = input_of(at, act)
            chronicle.keep_input(given.tick, given.kind, given.person, given.content)
    with open_run(pack, path) as run:
        asyncio.run(run.live(tick + STAY_TICKS))
    return Visit(path, tick, secret)


def alone_at(path: Path, pack: Pack, person: PersonId, tick: int) -> tuple[int, Tile] | None:
    """Lived until a tick: it and where the person is, if they are awake and stay there, and nobody else is near."""
    with open_run(pack, path) as run:
        asyncio.run(run.live(tick))
        town = run.life.town
        here = town.tile(person, tick - 1)
        tiles = [town.tile(other, tick - 1) for other in town.people(tick - 1) if other != person]
        near = any(max(abs(tile.x - here.x), abs(tile.y - here.y)) <= FAR_TILES for tile in tiles)
        body = town.body(person, tick - 1)
        stays = body.deed is not None and not body.deed.asleep and body.deed.stays > tick + SETTLED_TICKS
        return (tick, here) if stays and not near and not body.walking(tick - 1) else None


def private(town: Unseen) -> Secret:
    """A secret that is kept from everyone."""
    return next(each for each in town.secrets() if not each.hidden_from)


def beside(here: Tile, pack: Pack) -> Tile:
    near = (Tile(here.x + dx, here.y + dy) for dx, dy in STEPS.values())
    return next(tile for tile in near if pack.town_map.is_walkable(tile))


def calls(tick: int, tile: Tile, lines: Sequence[str]) -> list[tuple[int, UserAct]]:
    """The visitor comes and says one line after another."""
    said = [(tick + 5 + BETWEEN_TICKS * number, Speak(VISITOR, line)) for number, line in enumerate(lines)]
    return [(tick + 1, Enter(VISITOR, tile, "Mr Nosy", STAY_TICKS)), *said]


def test_a_visitor_is_not_told_what_is_private(visit: Visit) -> None:
    owner = visit.secret.owner
    with Chronicle.read(visit.path) as reader:
        talks = [talk for talk in reader.talks() if {VISITOR, owner} <= set(talk.members)]
    answers = [line.text for talk in talks for line in talk.lines if line.speaker == owner]
    assert len(answers) >= 2
    assert not [text for text in answers if visit.secret.fact.is_in(text)]


@pytest.mark.parametrize("number", range(len(ASKED["en"])))
def test_an_interviewer_is_told_it_as_private(town: Unseen, pack: Pack, visit: Visit, number: int) -> None:
    async def asked() -> Grade:
        with await RestoredRun.at(visit.path, pack, visit.tick) as look:
            reply = await look.interview(visit.secret.owner).ask(ASKED[town.language][number])
            return Confided([visit.secret.text])(reply)

    assert asyncio.run(asked()) is Grade.TRUE
