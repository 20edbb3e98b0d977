"""One sentence that says why nothing moves. Rule O2."""

import asyncio
from datetime import datetime

from milkwood.clock import TownClock
from milkwood.engine.inbox import Inbox
from milkwood.engine.pace import Pace
from milkwood.engine.schedule import OutOfOrder
from milkwood.engine.stillness import AwaitsAnswer, AwaitsPace, Moving, Paused, Stopping, stillness
from milkwood.ids import PersonId
from milkwood.models.port import QuestionId
from milkwood.run.stillness import sentence
from milkwood.town.acts import Pause
from tests.engine.chaos import SlowModel
from tests.engine.meddling import Acts
from tests.engine.scenes import Diary, Story
from tests.engine.village import MAPS
from tests.instruments.virtual import run_virtually

CLOCK = TownClock(datetime(2023, 2, 13, 7, 0))
ADA = PersonId("ada")


def said(why: Moving | Stopping | Paused | AwaitsAnswer | AwaitsPace) -> str:
    return sentence(why, lambda person: person.title(), CLOCK)


def test_every_reason_is_one_sentence() -> None:
    asked = QuestionId(ADA, 72, "plan_day")
    assert said(Moving()) == ""
    assert said(Stopping()) == "The run is stopping."
    assert said(Paused()) == "The town is paused."
    assert said(AwaitsPace(72)) == "Everyone has reached the pace; the next person continues at day 1 07:12."
    assert said(AwaitsAnswer(asked, 31.4, 0)) == "Waiting 31 s for an answer: Ada plans the day at day 1 07:12."
    assert said(AwaitsAnswer(asked, 31.4, 1)).endswith("at day 1 07:12 (and one more).")
    assert said(AwaitsAnswer(asked, 31.4, 5)).endswith("(and 5 more).")
    odd = QuestionId(ADA, 72, "ponder")
    assert said(AwaitsAnswer(odd, 0.0, 0)) == "Waiting 0 s for an answer: Ada asks “ponder” at day 1 07:12."


def test_a_life_says_what_it_waits_for() -> None:
    tale = Story(MAPS["village"](), 2, people=8, ticks=60, thinks=0.2)
    pace = Pace(1.0)
    stepped: list[object] = []

    async def live() -> list[object]:
        life = tale.begin(OutOfOrder(), SlowModel(1, longest_seconds=60.0), Diary(), Inbox(Acts(), pace=pace))
        seen: list[object] = [stillness(life)]

        async def user() -> None:
            for _ in range(60):
                await asyncio.sleep(1.0)
                seen.append(stillness(life))
            life.give(Pause())
            seen.append(stillness(life))
            pace.step(life.lowest + 1)
            stepped.append(stillness(life))
            life.stopping = True
            seen.append(stillness(life))
            life.stopping = False
            life.give(Pause(held=False))
            pace.set_speed(None)

        using = asyncio.ensure_future(user())
        await life.live(tale.ticks)
        await using
        await life.close()
        return seen

    seen, _ = run_virtually(live())
    # After a step the reason is what the step waits for, not the pause.
    assert [type(why) for why in stepped] == [AwaitsAnswer]
    kinds = {type(why) for why in seen}
    assert kinds >= {AwaitsAnswer, AwaitsPace, Paused, Stopping}
    answers = [why for why in seen if isinstance(why, AwaitsAnswer)]
    assert {why.question.kind for why in answers} <= {"ponder", "foresee"}
    assert any(why.seconds > 1.0 for why in answers)
