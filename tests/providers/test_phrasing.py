"""What the filter lets through, on lines a small model really wrote."""

from typing import Any

from milkwood.chance import stream
from milkwood.providers.phrasing import Phrasing
from milkwood.questions.talk.turn import Turn
from tests.questions import town


def _line(say: str) -> Phrasing:
    ask: dict[str, Any] = town.speak()
    return Phrasing(ask, say, Turn(ask, stream(1, "x")))
