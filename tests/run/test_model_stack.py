"""The stack: what answers in a run, from routing down to the budget, and what a user is told about it."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from milkwood.errors import MilkwoodError, SetupError
from milkwood.ids import PersonId
from milkwood.models.budget import Cap, LeftReplies, PaidReply
from milkwood.models.completion import Completion, Endpoint, Failure, Tariff
from milkwood.models.port import Answer, Model, Question, QuestionId, Usage, added
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.questions.case import Case, cases
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.run import ModelConfig
from milkwood.run.model_config import PAUSE, STOP
from milkwood.run.model_stack import NEWS_SECONDS, ModelStack, build_stack
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import Kept, Scripted

PEOPLE = ("ann", "ben")


class Paying(Kept):
    """A ledger that keeps replies until they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: LeftReplies = {}

    def replies(self) -> LeftReplies:
        return {call: list(replies) for call, replies in self.kept.items()}

    def settle(
        self, reservation: int, outcome: str, usage: Usage, cached_tokens: int, reply: PaidReply | None = None
    ) -> None:
        super().settle(reservation, outcome, usage, cached_tokens, reply)
        call, model, _ = self.reserved[reservation]
        if reply is not None:
            self.kept.setdefault((call, model), []).append(replace(reply, outcome=outcome, usage=usage))


def case_of(kind: str) -> Case:
    return next(case for case in cases(kind) if case.language == "en")


TOOK = Usage(700, 40, 0.001)
SAID = Completion(case_of("speak").said[0].text, TOOK)


def question(person: str = "ann", kind: str = "speak", tick: int = 0) -> Question:
    return Question(QuestionId(PersonId(person), tick, kind), case_of(kind).ask)


class StandIn:
    """An understudy that is recognisable."""

    async def answer(self, question: Question) -> Answer:
        return Answer(case_of(question.id.kind).said[0].gives or {}, "understudy")


class House:
    """A stack with the given endpoints, and its result."""

    def __init__(self, endpoints: Mapping[str, Endpoint], wanted: ModelConfig, ledger: Kept | None = None) -> None:
        self.ledger = ledger or Kept()
        self.halted: list[MilkwoodError] = []
        self.connected: list[str] = []

        def connect(spec: Spec) -> Endpoint:
            self.connected.append(spec.name)
            return endpoints[spec.name]

        self.stack: ModelStack = build_stack(
            wanted, StandIn(), PEOPLE, self.ledger, seed=1, halt=self.halted.append, connect=connect
        )

    def answer(self, *questions: Question) -> list[Answer]:
        async def ask() -> list[Answer]:
            return [await self.stack.model.answer(each) for each in questions or (question(),)]

        return run_virtually(ask())[0]


def specs(*names: str, **more: Any) -> dict[str, Spec]:
    return {name: Spec(name, "custom", f"{name}-1", **more) for name in names}


def test_without_a_model_the_understudy_answers_and_nothing_is_connected() -> None:
    house = House({}, ModelConfig())
    assert house.answer()[0].by == "understudy"
    assert (house.connected, house.stack.notes(), house.stack.waits(0.0)) == ([], [], "")


def test_a_model_answers_and_its_call_is_on_the_books() -> None:
    house = House({"fast": Scripted(SAID, name="fast-1")}, ModelConfig(specs("fast"), usual="fast"))
    [answer] = house.answer()
    assert (answer.by, answer.why, answer.usage) == ("fast-1", "", TOOK)
    assert house.ledger.outcomes == ["answered"]


def test_a_question_falls_through_all_models_of_a_chain_to_the_understudy() -> None:
    first = Scripted(Failure("auth", "The key is wrong.", remedy="Set another."), name="fast-1")
    second = Scripted(SAID, Completion("I would rather talk of something else.", TOOK), name="strong-1")
    wanted = ModelConfig({**specs("strong"), **specs("fast", fallback=("strong", "understudy"))}, usual="fast")
    house = House({"fast": first, "strong": second}, wanted)
    answers = house.answer(question(tick=0), question(tick=1))
    assert [(answer.by, answer.why) for answer in answers] == [
        ("strong-1", "failed: auth"),
        ("understudy", "failed: auth; no_json: answer; no_json: answer"),
    ]
    assert house.ledger.outcomes == ["auth", "answered", "answered", "answered"]
    assert house.stack.notes() == [
        "fast-1: The key is wrong. Set another. Meanwhile strong answers. It is asked again now and then."
    ]


def test_a_wrong_key_is_one_sentence_and_the_understudy_continues() -> None:
    wrong = Scripted(Failure("auth", "The key is not accepted.", where="openai", remedy="See the console."), name="m")
    house = House({"fast": wrong}, ModelConfig(specs("fast"), usual="fast"))
    answers = house.answer(*(question(tick=tick) for tick in range(20)))
    assert {(answer.by, answer.why) for answer in answers} == {("understudy", "failed: auth")}
    assert len(wrong.asked) == 1
    assert house.stack.notes() == [
        "m: openai: The key is not accepted. See the console. Meanwhile understudy answers."
        " It is asked again now and then."
    ]


def test_rules_name_the_models_and_only_those_are_connected() -> None:
    endpoints = {name: Scripted(SAID, name=name) for name in ("fast", "strong", "idle")}
    routing = {"questions": {"react": "understudy"}, "people": {"ben": "strong"}}
    house = House(endpoints, ModelConfig(specs("fast", "strong", "idle"), routing, usual="fast"))
    asked = [question("ann"), question("ben"), question("ann", "react")]
    assert [answer.by for answer in house.answer(*asked)] == ["fast", "strong", "understudy"]
    assert house.connected == ["fast", "strong"]


def test_fast_and_strong_mean_the_usual_model_unless_they_are_configured() -> None:
    routing = {"questions": {"speak": "strong"}, "people": {"ben": "fast"}}
    house = House({"mine": Scripted(SAID, name="mine")}, ModelConfig(specs("mine"), routing, usual="mine"))
    assert {answer.by for answer in house.answer(question("ann"), question("ben"))} == {"mine"}
    assert house.connected == ["mine"]


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        (ModelConfig(specs("fast", fallback=("slow",)), usual="fast"), "models.fast.fallback"),
        (ModelConfig(specs("fast"), {"questions": {"speak": "slow"}}, usual="fast"), "routing.questions.speak"),
        (ModelConfig(usual="slow"), "routing.usual"),
    ],
)
def test_an_unknown_model_name_is_refused_with_its_place(wanted: ModelConfig, where: str) -> None:
    with pytest.raises(SetupError, match="no model called “slow”") as caught:
        House({"fast": Scripted(SAID)}, wanted)
    assert caught.value.where == where


# --- the budget


def test_a_budget_in_money_needs_a_price_and_one_in_tokens_does_not() -> None:
    wanted = ModelConfig(specs("fast"), usual="fast", cap=Cap.parse("2.00"))
    with pytest.raises(SetupError, match=r"price of m is unknown.*--budget 500000tokens"):
        House({"fast": Scripted(SAID, tariff=Tariff(), name="m")}, wanted)
    house = House({"fast": Scripted(SAID, tariff=Tariff(), name="m")}, replace(wanted, cap=Cap.parse("50000tokens")))
    assert house.answer()[0].by == "m"
    assert house.stack.notes() == ["The price of m is unknown: its tokens are counted, but not its cost."]


def test_at_the_cap_people_continue_with_the_understudy_and_are_told() -> None:
    house = House({"fast": Scripted(SAID, name="m")}, ModelConfig(specs("fast"), usual="fast", cap=Cap.parse("2calls")))
    answers = house.answer(*(question(tick=tick) for tick in range(4)))
    assert [(answer.by, answer.why) for answer in answers[1:3]] == [("m", ""), ("understudy", "failed: budget")]
    assert house.stack.notes() == ["The budget of 2 calls is used up: the understudy answers from now on."]
    assert house.halted == []


def test_at_the_cap_a_run_that_is_to_pause_is_halted() -> None:
    wanted = ModelConfig(specs("fast"), usual="fast", cap=Cap.parse("1calls"), at_cap=PAUSE)
    house = House({"fast": Scripted(SAID)}, wanted)
    with pytest.raises(asyncio.CancelledError):
        house.answer(question(tick=0), question(tick=1))
    assert [error.what for error in house.halted] == ["The budget of 1 call is used up."]
    assert house.stack.notes() == ["The budget of 1 call is used up: the run stops."]


def test_all_models_share_one_budget() -> None:
    endpoints = {name: Scripted(SAID, name=name) for name in ("fast", "strong")}
    wanted = ModelConfig(specs("fast", "strong"), {"people": {"ben": "strong"}}, usual="fast", cap=Cap.parse("2calls"))
    house = House(endpoints, wanted)
    asked = [question("ann"), question("ben"), question("ann", tick=1), question("ben", tick=1)]
    assert [answer.by for answer in house.answer(*asked)] == ["fast", "strong", "understudy", "understudy"]


def test_an_endpoint_that_ignores_its_limit_is_reported() -> None:
    house = House(
        {"fast": Scripted(SAID, tariff=Tariff(1, 1, keeps_limit=False), name="m")},
        ModelConfig(specs("fast"), usual="fast"),
    )
    assert house.stack.notes() == ["m may exceed its token limit, so each call is charged in full."]


# --- limits and outages


def test_a_limit_is_waited_out_and_meanwhile_there_is_a_sentence_that_says_so() -> None:
    limited = Scripted(Failure("rate", "Too many calls.", retry_after_seconds=90.0), SAID, name="m")
    house = House({"fast": limited}, ModelConfig(specs("fast"), usual="fast"))
    said: list[str] = []

    async def look() -> None:
        await asyncio.sleep(30)
        said.append(house.stack.waits(asyncio.get_running_loop().time()))

    async def both() -> Answer:
        answer, _ = await asyncio.gather(house.stack.model.answer(question()), look())
        return answer

    answer, seconds = run_virtually(both())
    assert (answer.by, answer.why) == ("m", "")
    assert seconds == pytest.approx(90, abs=1)
    assert said == ["m: Too many calls. It is asked again in 60 s."]
    assert house.stack.waits(91.0) == ""


@pytest.mark.parametrize("category", ["rate", "connection"])
def test_a_run_that_is_to_stop_at_a_limit_is_stopped(category: Any) -> None:
    house = House({"fast": Scripted(Failure(category, "No."))}, ModelConfig(specs("fast"), usual="fast", on_limit=STOP))
    with pytest.raises(asyncio.CancelledError):
        house.answer()
    assert [error.what for error in house.halted] == ["No."]


def test_with_another_model_nothing_waits_and_nothing_stops() -> None:
    gone = Scripted(Failure("connection", "It is not there."), name="gone")
    wanted = ModelConfig({**specs("fast", fallback=("strong",)), **specs("strong")}, usual="fast", on_limit=STOP)
    house = House({"fast": gone, "strong": Scripted(SAID, name="strong")}, wanted)
    assert {answer.by for answer in house.answer(*(question(tick=tick) for tick in range(9)))} == {"strong"}
    assert house.halted == []


def test_in_an_outage_beyond_the_patience_the_understudy_answers() -> None:
    gone = Scripted(Failure("server", "It is broken."), name="gone")
    house = House({"fast": gone}, ModelConfig(specs("fast"), usual="fast", patience=Patience(outage_seconds=20.0)))
    answers = house.answer(*(question(tick=tick) for tick in range(5)))
    assert {(answer.by, answer.why) for answer in answers} == {("understudy", "failed: server")}
    assert house.stack.notes() == ["gone: It is broken. Meanwhile understudy answers. It is asked again now and then."]


def test_a_model_that_is_being_asked_again_is_not_waited_for_and_its_trouble_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = Scripted(Failure("timeout", "No answer within 60 seconds."), SAID, seconds=60.0, name="m")
    house = House({"fast": slow}, ModelConfig(specs("fast"), usual="fast"))
    said: list[str] = []
    notes: set[str] = set()

    async def look() -> None:
        monkeypatch.setattr("milkwood.run.model_stack.time.monotonic", asyncio.get_running_loop().time)
        await asyncio.sleep(90)
        for _ in range(25):
            said.append(house.stack.waits(asyncio.get_running_loop().time()))
            notes.update(house.stack.notes())

    async def both() -> None:
        await asyncio.gather(house.stack.model.answer(question()), look())

    run_virtually(both())
    assert set(said) == {""}
    assert notes == {"m: No answer within 60 seconds. It is asked again."}


def test_a_model_that_answers_again_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    back = Scripted(*(Failure("timeout", "Late.") for _ in range(2)), SAID, name="m")
    house = House({"fast": back}, ModelConfig(specs("fast"), usual="fast"))

    async def on_and_on() -> list[list[str]]:
        clock, notes = asyncio.get_running_loop().time, []
        monkeypatch.setattr("milkwood.run.model_stack.time.monotonic", clock)
        for seconds in (0, 10, NEWS_SECONDS - 1, 2):
            await asyncio.sleep(seconds)
            await house.stack.model.answer(question())
            notes.append(house.stack.notes())
        return notes

    notes, _ = run_virtually(on_and_on())
    left, again, still, old = notes
    assert left == ["m: Late. Meanwhile understudy answers. It is asked again now and then."]
    assert again == still == ["m answers again."]
    assert old == []


def test_a_model_beyond_a_network_that_is_off_is_not_left_unsaid() -> None:
    off = Scripted(Failure("network_off", "The network is turned off."), name="m")
    house = House({"fast": off}, ModelConfig(specs("fast"), usual="fast"))
    assert {answer.by for answer in house.answer(*(question(tick=tick) for tick in range(9)))} == {"understudy"}
    (note,) = house.stack.notes()
    assert note.startswith("m: The network is turned off. Meanwhile understudy answers.")


# --- what was paid for before


def left_by(endpoint: Scripted, asked: Question) -> Paying:
    """A ledger as a process leaves it that was killed while the last call was in flight."""
    ledger = Paying()
    house = House({"fast": endpoint}, ModelConfig(specs("fast"), usual="fast"), ledger)
    with pytest.raises(asyncio.CancelledError):
        house.answer(asked)
    return ledger


def test_an_unusable_reply_that_was_paid_for_is_read_again_and_the_next_attempt_is_made_with_the_same_words() -> None:
    unusable = Completion("I would rather talk of something else.", TOOK)
    before = Scripted(unusable, asyncio.CancelledError(), name="fast-1")
    ledger = left_by(before, question())
    after = Scripted(SAID, name="fast-1")
    house = House({"fast": after}, ModelConfig(specs("fast"), usual="fast"), ledger)
    [answer] = house.answer()
    assert (answer.by, answer.why) == ("fast-1", "no_json: answer")
    assert answer.usage == added(TOOK, TOOK), "the bill is as if nothing had been"
    assert [each.attempt for each in after.asked] == [1]
    assert after.prompts == before.prompts[1:]
    assert [call.attempt for call, _, _ in ledger.reserved] == [0, 1, 1]


def test_a_call_that_failed_after_it_was_paid_for_is_not_made_again() -> None:
    ledger = Paying()
    first = Scripted(Failure("filter", "No.", usage=TOOK), name="fast-1")
    gone = Scripted(asyncio.CancelledError(), name="strong-1")
    wanted = ModelConfig({**specs("fast", fallback=("strong",)), **specs("strong")}, usual="fast")
    with pytest.raises(asyncio.CancelledError):
        House({"fast": first, "strong": gone}, wanted, ledger).answer()
    never, back = Scripted(SAID, name="fast-1"), Scripted(SAID, name="strong-1")
    [answer] = House({"fast": never, "strong": back}, wanted, ledger).answer()
    assert (answer.by, answer.why, never.asked) == ("strong-1", "failed: filter", [])


def test_a_reply_to_another_prompt_is_not_used() -> None:
    ledger = left_by(Scripted(Completion("?", TOOK), asyncio.CancelledError(), name="m"), question())
    for replies in ledger.kept.values():
        replies[:] = [replace(reply, prompt_hash=b"another") for reply in replies]
    after = Scripted(SAID, name="m")
    [answer] = House({"fast": after}, ModelConfig(specs("fast"), usual="fast"), ledger).answer()
    assert (answer.why, [each.attempt for each in after.asked]) == ("", [0])


# --- the rest


def test_answers_are_kept_across_runs_when_that_is_wanted(tmp_path: Path) -> None:
    endpoint = Scripted(SAID, name="m")
    wanted = ModelConfig(specs("fast"), usual="fast", cache=tmp_path)
    for _ in range(2):
        assert House({"fast": endpoint}, wanted).answer()[0].by == "m"
    assert len(endpoint.asked) == 1


def test_a_file_of_weights_answers_in_this_process_before_the_next_model(monkeypatch: pytest.MonkeyPatch) -> None:
    class Small:
        name, lends = "small", True

        def __init__(self, spec: Spec, next_model: Model, seed: int, refuse: object, prompts: OwnPrompts) -> None:
            assert (refuse, prompts) == (None, BUILT_IN)
            self._next, self.made_of = next_model, (spec.model, seed)
            self.closed = False
            made.append(self)

        async def answer(self, question: Question) -> Answer:
            return replace(await self._next.answer(question), why="too small")

        async def close(self) -> None:
            self.closed = True

    made: list[Small] = []
    room = ModuleType("milkwood.providers.weights")
    vars(room)["local"] = Small
    monkeypatch.setitem(sys.modules, room.__name__, room)
    routing = {"questions": {"speak": "strong"}}
    house = House({}, ModelConfig({"small": Spec("small", "weights", "a.gguf")}, routing, usual="small"))
    [answer] = house.answer()
    assert len(made) == 1  # although it has two names
    assert (answer.by, answer.why) == ("understudy", "too small")
    assert made[0].made_of == ("a.gguf", 1)
    asyncio.run(house.stack.close())
    assert made[0].closed


def test_all_connections_are_released() -> None:
    endpoints = {name: Scripted(SAID) for name in ("fast", "strong")}
    house = House(endpoints, ModelConfig(specs("fast", "strong"), {"people": {"ben": "strong"}}, usual="fast"))
    asyncio.run(house.stack.close())
    assert all(endpoint.closed for endpoint in endpoints.values())


# --- settings and options


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with no settings around it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("MODEL", "BUDGET", "AT_CAP", "ON_LIMIT", "CACHE", "PATIENCE_SECONDS"):
        monkeypatch.delenv(f"MILKWOOD_{name}", raising=False)
    return tmp_path


def test_without_settings_and_options_the_understudy_answers(alone: Path) -> None:
    wanted = ModelConfig.from_settings()
    assert wanted == ModelConfig(hint=wanted.hint, profiles=wanted.profiles)
    assert "understudy" in wanted.hint
    assert House({}, wanted).stack.notes() == [wanted.hint]
    assert not ModelConfig.from_settings(model="understudy").hint, "who chose it need not be told"


def test_options_go_before_settings_and_a_named_model_answers_everything(alone: Path) -> None:
    (alone / "milkwood.toml").write_text(
        'model = "mine"\nbudget = "9.00"\ncache = true\npatience_seconds = 5\n'
        '[models.mine]\nprovider = "ollama"\nmodel = "qwen3:8b"\n'
        '[routing.questions]\nspeak = "understudy"\n'
    )
    wanted = ModelConfig.from_settings()
    assert (wanted.usual, list(wanted.specs), wanted.cap) == ("mine", ["mine"], Cap.parse("9"))
    assert wanted.routing == {"questions": {"speak": "understudy"}}
    assert (wanted.cache is not None, wanted.patience.outage_seconds) == (True, 5.0)
    other = ModelConfig.from_settings(model="ollama/llama3", budget="300calls", at_cap="pause", on_limit="stop")
    assert (other.usual, other.routing, other.cap) == ("ollama/llama3", {}, Cap.parse("300calls"))
    assert (other.at_cap, other.on_limit) == ("pause", "stop")
    assert other.specs["ollama/llama3"].model == "llama3"
    assert ModelConfig.from_settings(model="understudy").usual == "understudy"


def test_a_model_or_budget_that_is_not_understood_is_refused(alone: Path) -> None:
    with pytest.raises(SetupError, match="no model called “nonsense”"):
        ModelConfig.from_settings(model="nonsense")
    with pytest.raises(SetupError, match="“lots” is not a budget"):
        ModelConfig.from_settings(budget="lots")
