"""A short run of Ada's: breakfast, a talk, a fire, and breakfast again by routine."""

from pathlib import Path

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.town.body import Deed
from milkwood.town.events import DeedBegan, DeedEnded, Entered, Event, Happening, Said, TalkBegan, TalkEnded
from milkwood.town.tile import Tile
from tests.chronicle.story import make_header

ADA, BEN = PersonId("ada"), PersonId("ben")
HERE, ROOM = Tile(1, 1), RoomId("home:room")
SLEEP = Deed("sleeping", "💤", ROOM, asleep=True)
HABIT = {"made": 30, "what": "having breakfast", "score": 0.95, "used": 1, "of": ""}


def deed(what: str) -> Deed:
    return Deed(what, "🍞", ROOM)


def walk(plan: str, **more: object) -> dict[str, object]:
    return {"act": "walk", "plan": plan, **more}


def do(plan: str, **more: object) -> dict[str, object]:
    return {"act": "deed", "plan": plan, **more}


ASKED = {"question": "ada@30/break_down/0"}
REASONS: tuple[tuple[int, dict[str, object]], ...] = (
    (30, walk("breakfast", **ASKED)),
    (36, do("breakfast")),
    (60, do("breakfast")),
    (90, do("breakfast", **ASKED)),
    (120, do("putting out the fire", percept="fire", **ASKED)),
    (150, walk("breakfast", routine=HABIT)),
    (156, do("breakfast", routine=HABIT)),
    (180, do("breakfast", routine={**HABIT, "used": 2})),
    (210, {"act": "bed", "plan": "sleeping"}),
    (216, {"act": "sleep", "plan": "sleeping"}),
)
EVENTS: tuple[tuple[int, Event], ...] = (
    (-1, Entered(HERE, SLEEP)),
    (30, DeedEnded(SLEEP)),
    (36, DeedBegan(deed("toast"), HERE)),
    (60, DeedBegan(deed("tea"), HERE)),
    (60, DeedEnded(deed("toast"))),
    (90, DeedBegan(deed("more tea"), HERE)),
    (90, DeedEnded(deed("tea"))),
    (96, TalkBegan(TalkId("96-ada"), BEN)),
    (97, Said(TalkId("96-ada"), "Fire!")),
    (102, TalkEnded(TalkId("96-ada"), "said all")),
    (120, DeedBegan(deed("throwing sand"), HERE)),
    (120, DeedEnded(deed("more tea"))),
    (150, DeedEnded(deed("throwing sand"))),
    (156, DeedBegan(deed("toast"), HERE)),
    (180, DeedBegan(deed("tea"), HERE)),
    (180, DeedEnded(deed("toast"))),
    (210, DeedEnded(deed("tea"))),
    (216, DeedBegan(SLEEP, HERE)),
)


def told(path: Path, events: tuple[tuple[int, Event], ...] = EVENTS, until: int = 300) -> Path:
    """The file of this run."""
    with Chronicle.create(path, make_header()) as chronicle:
        numbers: dict[int, int] = {}
        happenings = []
        for tick, event in events:
            numbers[tick] = numbers.get(tick, -1) + 1
            happenings.append(Happening(tick, ADA, numbers[tick], event))
        chronicle.keep_reasons([(tick, ADA, reason) for tick, reason in REASONS])
        fire = Question(QuestionId(ADA, 119, "react"), {})
        chronicle.keep_answer(fire, Answer({"choice": "change", "what": "putting out the fire"}, "understudy"))
        chronicle.record(until, sorted(happenings, key=lambda each: each.order), [])
    return path
