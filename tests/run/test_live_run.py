import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.questions.registry import KINDS, prompt_hashes
from milkwood.run import LiveRun, MindConfig, RunOptions, live_run, new_run, open_run
from milkwood.run.characters import everybody_in_bed
from milkwood.run.header import header_of
from milkwood.run.mind_config import RULE
from milkwood.run.tally import Tally
from milkwood.town.events import Entered
from milkwood.town.town import BEFORE_TIME
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash
from milkwood.words import ENGLISH, Language
from milkwood_rule.answers import RuleAnswers
from tests.instruments.latent import Latent
from tests.instruments.virtual import run_virtually
from tests.towns.conftest import _tiny_master, tiny, write_tiny_pack

CHINESE = Language("zh")

__all__ = ["_tiny_master", "tiny"]

TICKS = 400


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return towns.load(write_tiny_pack(tmp_path_factory.mktemp("towns") / "tinytown").folder)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "monday.milkwood"


@pytest.fixture(scope="session")
def undisturbed(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hash of an uninterrupted run."""
    with new_run(pack, tmp_path_factory.mktemp("runs") / "whole.milkwood", "whole", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(TICKS))
        return run.chronicle.history_hash()


class Stumbling:
    """A model with a side effect at its n-th question, before or instead of answering."""

    def __init__(self, at: int, stumble: Callable[[], None], *, answers: bool = True) -> None:
        self._left = at
        self._stumble = stumble
        self._answers = answers
        self._model = RuleAnswers()
        self.asked: list[QuestionId] = []

    async def answer(self, question: Question) -> Answer:
        self.asked.append(question.id)
        self._left -= 1
        if self._left == 0:
            self._stumble()
            if not self._answers:
                await asyncio.get_running_loop().create_future()
        return await self._model.answer(question)


def lived(run: LiveRun, until: int = TICKS) -> str:
    with run:
        asyncio.run(run.live(until))
        return run.chronicle.history_hash()


# --- the start of a run


def test_everyone_begins_asleep_in_their_bed(pack: Pack) -> None:
    for happening in everybody_in_bed(pack, ENGLISH):
        bed = pack.people[happening.person].bed
        assert isinstance(happening.event, Entered)
        assert happening.tick == BEFORE_TIME
        assert happening.event.tile in pack.town_map.spots(bed)
        deed = happening.event.deed
        assert deed is not None
        assert (deed.what, deed.thing, deed.asleep) == ("sleeping", bed, True)


def test_people_sharing_a_bed_lie_on_different_spots(pack: Pack) -> None:
    tiles = {
        each.person: each.event.tile for each in everybody_in_bed(pack, ENGLISH) if isinstance(each.event, Entered)
    }
    assert pack.people[PersonId("ada")].bed == pack.people[PersonId("ben")].bed
    assert tiles[PersonId("ada")] != tiles[PersonId("ben")]


def test_people_sleep_and_live_in_the_language_of_the_run(pack: Pack) -> None:
    first = everybody_in_bed(pack, CHINESE)[0].event
    assert isinstance(first, Entered)
    assert first.deed is not None
    assert first.deed.what == "睡觉"


def test_the_header_holds_everything_that_determines_history(pack: Pack) -> None:
    header = header_of(pack, "monday", 7, CHINESE, MindConfig())
    assert (header.run, header.town, header.scenario) == ("monday", "tinytown", "plain")
    assert (header.seed, header.language, header.view_radius, header.attention) == (7, "zh", 6, 5)
    assert (header.start, header.seconds_per_tick) == ("2023-03-10T07:00:00", 10)
    assert header.cast == ("ada", "ben", "cleo")
    assert header.pack_hash == pack_hash(pack.folder)
    assert header.prompt_hashes == prompt_hashes()
    assert set(header.versions) == {"milkwood", "python"}
    assert header.created


def test_a_language_the_town_does_not_speak_is_refused(pack: Pack, path: Path) -> None:
    with pytest.raises(SetupError, match=r"is not available in “fr”\..*Available: en, zh"):
        new_run(pack, path, "monday", minds=MindConfig(RULE), language=Language("fr"))
    assert not path.exists()


@pytest.mark.parametrize(
    "file", ["town.toml", "map.tmj", "people/ada.toml", "scenarios/plain.toml", "tiles/ground.tsj"]
)
def test_the_pack_hash_changes_with_everything_that_affects_the_run(file: str, pack: Pack, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(pack.folder, copy)
    assert pack_hash(copy) == pack_hash(pack.folder)
    (copy / file).write_text((copy / file).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert pack_hash(copy) != pack_hash(pack.folder)


def test_the_pack_hash_does_not_change_with_pictures(pack: Pack, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(pack.folder, copy)
    (copy / "tiles" / "ground.png").write_bytes(b"another")
    assert pack_hash(copy) == pack_hash(pack.folder)


# --- living, stopping, continuing


def test_a_run_is_recorded_up_to_where_it_was_to_live(pack: Pack, path: Path) -> None:
    with new_run(pack, path, "monday", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(TICKS))
        assert run.chronicle.settled == TICKS
        assert run.chronicle.snapshots() == [0, 360]
        assert run.chronicle.happenings(until=0) == everybody_in_bed(pack, ENGLISH)


def test_the_file_of_a_new_run_says_which_prompts_it_was_begun_with(pack: Pack, path: Path) -> None:
    with new_run(pack, path, "monday"):
        pass
    with Chronicle.read(path) as reader:
        assert set(reader.header.prompt_hashes) == {f"{kind}.{language}" for kind in KINDS for language in ("en", "zh")}
        assert all(reader.header.prompt_hashes.values())


def test_a_run_that_continues_gives_the_history_of_one_that_was_never_left(
    pack: Pack, path: Path, undisturbed: str
) -> None:
    lived(new_run(pack, path, "monday", minds=MindConfig(RULE)), until=77)
    for until in (78, 200, 361):
        lived(open_run(pack, path), until=until)
    assert lived(open_run(pack, path)) == undisturbed


def test_a_run_that_was_created_and_no_more_continues_from_its_beginning(
    pack: Pack, path: Path, undisturbed: str
) -> None:
    Chronicle.create(path, header_of(pack, "monday", 1, ENGLISH, MindConfig(RULE))).close()
    assert lived(open_run(pack, path)) == undisturbed


def test_a_run_without_a_snapshot_continues_from_its_beginning(pack: Pack, path: Path, undisturbed: str) -> None:
    new_run(pack, path, "monday", minds=MindConfig(RULE)).close()
    assert lived(open_run(pack, path)) == undisturbed


@pytest.mark.parametrize("at", [1, 2, 5, 9])
def test_a_stopped_run_records_its_settled_ticks_and_continues_later(
    at: int, pack: Pack, path: Path, undisturbed: str
) -> None:
    model = Stumbling(at, lambda: run.stop())
    with new_run(pack, path, "monday", minds=MindConfig(RULE), options=RunOptions(model=model)) as run:
        asyncio.run(run.live(TICKS))
        assert run.stopping
        assert run.chronicle.settled < TICKS
        assert run.tally.answers == at, "what was being asked is recorded, and nothing else is asked"
    later = Stumbling(-1, lambda: None)
    assert lived(open_run(pack, path, options=RunOptions(model=later))) == undisturbed
    assert not set(model.asked) & set(later.asked)


def test_a_run_that_is_over_may_still_be_told_to_stop(pack: Pack, path: Path, undisturbed: str) -> None:
    with new_run(pack, path, "monday", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(TICKS))
        run.stop()
        assert run.chronicle.history_hash() == undisturbed


def test_a_run_that_stops_gives_up_on_an_answer_that_does_not_come(
    pack: Pack, path: Path, undisturbed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_run, "STOP_TIMEOUT_SECONDS", 0.0)
    model = Stumbling(4, lambda: run.stop(), answers=False)
    with new_run(pack, path, "monday", minds=MindConfig(RULE), options=RunOptions(model=model)) as run:
        asyncio.run(run.live(TICKS))
        assert run.tally.answers == 3
    assert lived(open_run(pack, path)) == undisturbed


def test_answers_asked_for_ahead_are_awaited_at_the_end(pack: Pack, path: Path) -> None:
    """An answer that was paid for is stored, even if no caller waits for it any more."""
    with new_run(pack, path, "monday", minds=MindConfig(RULE), options=RunOptions(model=Latent(RuleAnswers()))) as run:
        run_virtually(run.live(2))
        assert run.limiter.under_way() == []
        kinds = [asked.question.id.kind for asked in run.chronicle.questions()]
    assert kinds.count("break_down") > kinds.count("plan_day")


def test_an_error_of_the_model_ends_the_run_and_is_told(pack: Pack, path: Path, undisturbed: str) -> None:
    def fail() -> None:
        raise SetupError("The model is out.")

    with (
        new_run(pack, path, "monday", minds=MindConfig(RULE), options=RunOptions(model=Stumbling(5, fail))) as run,
        pytest.raises(SetupError, match="The model is out"),
    ):
        asyncio.run(run.live(TICKS))
    assert lived(open_run(pack, path)) == undisturbed


def test_a_run_that_cannot_be_put_together_leaves_nothing_behind(pack: Pack, path: Path, undisturbed: str) -> None:
    with pytest.raises(KeyError):
        new_run(pack, path, "monday", minds=MindConfig(RULE), options=RunOptions(schedule="chaotic"))
    assert not path.exists()
    assert lived(new_run(pack, path, "monday", minds=MindConfig(RULE))) == undisturbed


def test_a_run_that_cannot_be_continued_stays_and_is_released(pack: Pack, path: Path, undisturbed: str) -> None:
    lived(new_run(pack, path, "monday", minds=MindConfig(RULE)), until=50)
    with pytest.raises(KeyError):
        open_run(pack, path, options=RunOptions(schedule="chaotic"))
    assert lived(open_run(pack, path)) == undisturbed


@pytest.mark.parametrize(
    "options",
    [RunOptions("serial"), RunOptions("lockstep"), RunOptions(at_once=1), RunOptions(survive_power_cuts=True)],
)
def test_run_options_do_not_change_the_history(options: RunOptions, pack: Pack, path: Path, undisturbed: str) -> None:
    lived(new_run(pack, path, "monday", minds=MindConfig(RULE)), until=50)
    assert lived(open_run(pack, path, options=options)) == undisturbed


def test_another_seed_gives_another_history(pack: Pack, path: Path, undisturbed: str) -> None:
    assert lived(new_run(pack, path, "monday", minds=MindConfig(RULE), seed=2)) != undisturbed


# --- what a run counts


def test_the_tally_agrees_with_the_file_and_counts_nothing_twice(pack: Pack, path: Path) -> None:
    lived(new_run(pack, path, "monday", minds=MindConfig(RULE)), until=100)
    with open_run(pack, path) as run:
        asyncio.run(run.live(TICKS))
        tally, again = run.tally, Tally(run.chronicle)
        assert tally.events == again.events > 20
        assert tally.talks == again.talks
        assert tally.answers == again.answers > 5
        assert tally.tokens == again.tokens > 1000
        assert tally.price == again.price == 0.0
