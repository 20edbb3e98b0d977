"""Mind wandering: which memories come up at night, how often, and how a day uses them."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from milkwood.chance import Stream
from milkwood.engine.asking import Desk, TickAsker
from milkwood.ids import PersonId
from milkwood.mind import morning, wandering
from milkwood.mind.head import Switches
from milkwood.mind.state import AskedAhead, State, WanderingState
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.models.embedding import Meanings
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.minds import MindFactory
from milkwood.town.events import DeedBegan
from milkwood.town.percepts import Moment
from milkwood.town.tile import Tile
from tests.lived import quay
from tests.mind.embedder import Bag
from tests.mind.obliging import Obliging, plan_day

DAY = 8640
BOATS = [f"I saw boat number {n} in the harbour by the quay wall." for n in range(12)]
RARE = "The lighthouse keeper before me kept bees in a tea chest."


def record(number: int, text: str, kind: str = "seed", about: tuple[str, ...] = (), private: bool = False) -> Record:
    return Record(number, 0, kind, text, about, 3, "", "", "", (), private, set(), 0)


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., LiveRun]:
    def begin(
        model: Obliging, name: str = "run", switches: Switches | None = None, order: str = "outoforder"
    ) -> LiveRun:
        minds = MindConfig(embedding=False, switches=switches or Switches())
        options = RunOptions(order, model=model)
        return new_run(quay(), tmp_path / f"{name}.milkwood", name, seed=5, options=options, minds=minds)

    return begin


# --- clusters


@pytest.mark.parametrize("meanings", [None, "bag"])
def test_similar_memories_form_clusters_and_rare_ones_stay_alone(meanings: str | None) -> None:
    texts = [*BOATS, RARE]
    found = wandering.sizes(wandering.neighbours(texts, Meanings(Bag()) if meanings else None))
    assert found == [12] * 12 + [1]


def test_two_similar_memories_are_too_few_for_a_cluster() -> None:
    near = np.eye(4, dtype=bool)
    near[0, 1] = near[1, 0] = True
    assert wandering.sizes(near) == [1, 1, 1, 1]
    near[1, 2] = near[2, 1] = True  # the one in the middle is dense now, and both others belong to it
    assert wandering.sizes(near) == [3, 3, 3, 1]


def test_rare_memories_are_more_likely() -> None:
    texts = [*(f"I once mended boat number {n} in the harbour by the quay wall." for n in range(12)), RARE]
    records = [record(number, text) for number, text in enumerate(texts, 1)]
    nights = [_drawn(records, Stream(seed)) for seed in range(600)]
    first = Counter(night[0] for night in nights)
    assert 240 < first[13] < 360  # two clusters: every second night, as often as all boats together
    assert len(first) == 13
    assert all(len(set(night)) == wandering.MAX_OFFERED_MEMORIES for night in nights)


def _drawn(records: list[Record], draw: Stream) -> list[int]:
    return [each.number for each in wandering._drawn(_Head(records), draw)]  # type: ignore[arg-type]


class _Memories:
    def __init__(self, records: list[Record]) -> None:
        self._records = records

    def all(self) -> list[Record]:
        return self._records

    def find(self, number: int) -> Record | None:
        return next((each for each in self._records if each.number == number), None)


class _Head:
    """As much of a head as drawing needs."""

    meanings = None

    def __init__(self, records: list[Record], wandered: tuple[int, ...] = ()) -> None:
        self.memories = _Memories(records)
        self.state = State(wandering=WanderingState(list(wandered)))


def test_a_topic_that_came_up_does_not_come_up_again_in_any_memory() -> None:
    records = [record(1, RARE), record(2, RARE, "news"), record(3, "Bram has begun to bake plum cakes on Fridays now.")]
    assert wandering._drawn(_Head(records, wandered=(1, 3)), Stream(1)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "text", "private"),
    [
        ("saw", "I saw Petra wrapping a seed loaf in paper.", False),
        ("did", "I was there as I said I would be: hosting Lantern Night.", False),
        ("plan", "My plan for today: 07:00 writing the night into the logbook.", False),
        ("seed", "A music school in the city has written to offer me a place.", True),
        ("seed", "So it is.", False),
    ],
)
def test_passing_private_or_empty_memories_do_not_come_up(kind: str, text: str, private: bool) -> None:
    assert not wandering._may_come_up(record(1, text, kind, (), private))
    assert wandering._may_come_up(record(1, RARE))


# --- in a run


def _taking_up(ask: Any, _draw: Stream) -> dict[str, Any]:
    """A plan that takes up the memory in its last block but one."""
    made = plan_day(ask, _draw)
    taken = [each["id"] for each in ask.get("extras", ())][-1:]
    return {**made, "idea": made["blocks"][-2]["start"] if taken else "", "idea_of": taken[0] if taken else 0}


def plans(run: LiveRun) -> list[tuple[PersonId, Any]]:
    asked = run.chronicle.questions(kinds=("plan_day",))
    return [(each.question.id.person, each.question.content) for each in asked]


def test_some_nights_memories_come_up_and_the_day_after_can_take_it_up(begun: Callable[..., LiveRun]) -> None:
    with begun(Obliging(plan_day=_taking_up)) as run:
        asyncio.run(run.live(3 * DAY))
        extras = [content.get("extras", []) for _, content in plans(run)]
        assert all(len(each) <= wandering.MAX_OFFERED_MEMORIES for each in extras)
        assert any(len(each) > 1 for each in extras)
        nights = sum(bool(each) for each in extras)
        assert 0.2 * len(extras) < nights < len(extras)
        by_person: dict[PersonId, list[str]] = {}
        for person, content in plans(run):
            by_person.setdefault(person, []).extend(each["text"] for each in content.get("extras", []))
        assert all(len(set(texts)) == len(texts) for texts in by_person.values())
        why = [
            found[1]["wandering"]
            for each in run.chronicle.happenings(since=0)
            if isinstance(each.event, DeedBegan) and (found := run.chronicle.reason_of(each.person, each.tick))
            if "wandering" in found[1]
        ]
        assert why
        assert all(each["text"] in {text for texts in by_person.values() for text in texts} for each in why)


def test_switched_off_nothing_comes_up(begun: Callable[..., LiveRun]) -> None:
    with begun(Obliging(), switches=Switches(wandering=False)) as run:
        asyncio.run(run.live(2 * DAY))
        assert not any(content["extras"] for _, content in plans(run))


@pytest.mark.parametrize(
    ("extras", "idea", "idea_of", "taken_up"),
    [
        ([], "09:00", 0, {}),
        ([], "09:00", 4, {}),
        ([4], "", 4, {}),
        ([4], None, 0, {}),
        ([4, 7], "09:00", 0, {"09:00": 4}),
        ([4, 7], "09:00", 7, {"09:00": 7}),
        ([4, 7], "09:00", 9, {"09:00": 4}),
    ],
)
def test_an_answer_that_takes_up_what_never_came_up_is_not_believed(
    extras: list[int], idea: str | None, idea_of: int, taken_up: dict[str, int]
) -> None:
    factory = MindFactory(quay(), quay().clock, quay().languages[0], 1, shelf=lambda _person: ())
    head = factory.mind(quay().people[PersonId("ivo_marsh")]).head
    head.state.morning.asked, head.state.morning.extras = [AskedAhead("plan_day", 0, 0, {})], extras
    reply = {"blocks": [], "sleep": "22:00"} | ({} if idea is None else {"idea": idea, "idea_of": idea_of})
    desk = Desk(Obliging(plan_day=lambda _ask, _draw: reply))
    thought = Thought(head, Moment(1, Tile(0, 0), None, None, False, ()), TickAsker(desk, head.id, 1))
    _, found = asyncio.run(morning.come(thought))
    assert found == taken_up
    assert (head.state.morning.asked, head.state.morning.extras) == ([], [])


@pytest.mark.long
def test_one_history_under_every_schedule_and_after_a_break(begun: Callable[..., LiveRun], tmp_path: Path) -> None:
    hashes = set()
    for order in ("lockstep", "outoforder"):
        with begun(Obliging(plan_day=_taking_up), order, order=order) as run:
            asyncio.run(run.live(5 * DAY // 2))
            hashes.add(run.chronicle.history_hash())
    path = tmp_path / "broken.milkwood"
    with begun(Obliging(plan_day=_taking_up), "broken") as run:
        asyncio.run(run.live(3 * DAY // 2))
    with open_run(quay(), path, options=RunOptions(model=Obliging(plan_day=_taking_up))) as run:
        asyncio.run(run.live(5 * DAY // 2))
        hashes.add(run.chronicle.history_hash())
    assert len(hashes) == 1
