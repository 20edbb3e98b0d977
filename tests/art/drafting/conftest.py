from collections.abc import Callable
from pathlib import Path

import pytest

from milkwood_art.drafting.blueprint import BuildingPlan, LegendMark
from milkwood_art.drafting.land import DraftLand
from milkwood_art.drafting.noise import Noise

BLUEPRINTS = Path(__file__).parents[3] / "blueprints"


@pytest.fixture
def land() -> DraftLand:
    return DraftLand(24, 18, Noise(3))


@pytest.fixture
def cottage() -> Callable[..., BuildingPlan]:
    def make(plan: str, **more: object) -> BuildingPlan:
        content: dict[str, object] = {
            "name": {"en": "Cottage", "zh": "小屋"},
            "kind": "house",
            "rooms": {"1": {"name": {"en": "main room", "zh": "主屋"}, "kind": "main_room"}},
            "plan": plan,
        }
        return BuildingPlan.model_validate({**content, **more})

    return make


@pytest.fixture
def legend() -> dict[str, LegendMark]:
    return {
        "b": LegendMark(sprite="bed", thing="bed"),
        "d": LegendMark(sprite="desk", thing="desk"),
        "P": LegendMark(sprite="painting", on_wall=True),
        "R": LegendMark(sprite="rug_red"),
        "!": LegendMark(thing="garden", ground="soil"),
    }
