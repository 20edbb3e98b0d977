"""The reference page of the fake names every fault, and its example is a plan."""

import tomllib

from milkwood_fake.faults import SENTENCES
from milkwood_fake.plan import FaultPlan, Strike
from tests.chronicle.conftest import ROOT

PAGE = (ROOT / "docs" / "reference" / "fake.md").read_text(encoding="utf-8")


def test_every_fault_is_on_the_page_with_its_sentence() -> None:
    assert [name for name, sentence in SENTENCES.items() if f"| `{name}` | {sentence} |" not in PAGE] == []


def test_every_field_of_a_strike_is_explained() -> None:
    table = PAGE.split("| field of a strike |")[1].split("\n\n")[0]
    assert [field for field in Strike.model_fields if f"`{field}`" not in table] == []


def test_the_example_is_a_plan_and_holds_every_field() -> None:
    example = tomllib.loads(PAGE.split("```toml\n")[1].split("```")[0])
    assert len(FaultPlan.model_validate(example).strikes) == 2
    assert set(example) == {field.alias or name for name, field in FaultPlan.model_fields.items()}
