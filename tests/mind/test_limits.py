"""Limits on what a person is asked, in town time."""

from pathlib import Path
from typing import get_args

import pytest

from milkwood import config
from milkwood.errors import SetupError
from milkwood.mind import limits
from milkwood.mind.limits import DAY, HOUR, REFUSED, TOKENS, USUAL, Limits
from milkwood.mind.thought import Thought
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.react import KIND as REACT
from milkwood.questions.registry import KINDS
from milkwood.run import MindConfig
from tests.mind.scripted import NOON, head_of, thought

MINUTE = 6
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"


def asked(thinking: Thought, kind: str, times: int) -> Thought:
    for _ in range(times):
        limits.count_question(thinking, kind)
    return thinking


def test_the_page_lists_every_limit_and_the_tokens_of_every_question() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name, most in USUAL.items() if f"| `{name}` | {most:,} |" not in page] == []
    for name in {name for name in KINDS if name in USUAL} | {"plan_day", "new_self"}:
        kind = KINDS[name]
        assert f"| `{name}` | {kind.most_prompt_tokens:,} | {kind.most_answer_tokens:,} |" in page


def test_settings_know_the_limits_and_no_others(tmp_path: Path) -> None:
    assert set(get_args(config.LimitName)) == set(USUAL)
    path = tmp_path / "milkwood.toml"
    path.write_text("[minds.limits]\ntalks_begun = 12\n")
    assert config.read(path).minds.limits == {"talks_begun": 12}
    for wrong in ("talks_begn = 12", "talks_begun = -1", 'talks_begun = "many"'):
        path.write_text(f"[minds.limits]\n{wrong}\n")
        with pytest.raises(SetupError):
            config.read(path)


def test_limits_are_kept_with_the_run() -> None:
    minds = MindConfig(limits={HOUR: 12})
    assert MindConfig.from_header(minds.to_header()) == minds
    assert "limits" not in MindConfig().to_header()


@pytest.mark.parametrize(("times", "reached"), [(23, False), (24, True)])
def test_a_kind_is_asked_so_often_a_day(times: int, reached: bool) -> None:
    head = head_of()
    for n in range(times):
        limits.count_question(thought(head, tick=NOON + n * 20 * MINUTE // 4), REACT.name)
    later = thought(head, tick=NOON + 8 * 60 * MINUTE)
    assert limits.reached(later, REACT.name) is reached
    assert later.reason == ({"limit": REACT.name} if reached else {})


def test_an_hour_has_its_own_limit_and_keeps_room_for_the_plans() -> None:
    head = head_of()
    now = asked(thought(head), BREAK_DOWN.name, USUAL[HOUR] - 3)
    assert limits.reached(now, REACT.name)
    assert now.reason == {"limit": HOUR}
    assert not limits.reached(thought(head, tick=NOON + 60 * MINUTE), REACT.name)


def test_tokens_are_counted_by_the_most_a_question_may_have() -> None:
    head = head_of()
    head.limits = Limits({TOKENS: 12_000, HOUR: 99})
    most = BREAK_DOWN.most_prompt_tokens + BREAK_DOWN.most_answer_tokens
    now = asked(thought(head), BREAK_DOWN.name, 1)
    assert head.state.limits.counts[TOKENS] == most
    assert limits.reached(now, BREAK_DOWN.name)
    assert not limits.reached(now, REACT.name)


def test_a_new_day_begins_at_nothing_and_a_refusal_is_told_once_a_day() -> None:
    head = head_of()
    head.limits = Limits({REACT.name: 1})
    now = asked(thought(head), REACT.name, 1)
    assert [limits.reached(now, REACT.name), limits.is_news(now, REACT.name)] == [True, True]
    assert [limits.reached(now, REACT.name), limits.is_news(now, REACT.name)] == [True, False]
    assert head.state.limits.counts[f"{REFUSED}:{REACT.name}"] == 2
    tomorrow = thought(head, tick=NOON + 24 * 60 * MINUTE)
    assert not limits.reached(tomorrow, REACT.name)
    limits.count_question(tomorrow, REACT.name)
    assert head.state.limits.counts[DAY] == 1
