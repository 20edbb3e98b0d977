from datetime import datetime

import pytest

from milkwood.chronicle import Header, Parent
from tests.chronicle.story import make_header


@pytest.mark.parametrize("parent", [None, Parent("sunday 🌻", 12)])
def test_a_header_comes_back_as_it_was(parent: Parent | None) -> None:
    header = make_header("星期一", parent=parent, seed=2**70, settings={"model": {"name": "x", "cap": 0.5}})
    assert Header.from_rows(header.rows()) == header
    assert header.as_plain()["run"] == "星期一"


def test_a_header_knows_the_town_time() -> None:
    assert make_header().clock.moment(6) == datetime(2023, 3, 10, 7, 1)


def test_fields_of_a_later_milkwood_are_ignored() -> None:
    assert Header.from_rows([*make_header().rows(), ("weather", '"rain"')]) == make_header()


def test_a_header_says_what_models_were_not_asked_and_older_ones_do_not() -> None:
    header = make_header(routed={"fast": ["plan_day", "reflect"]})
    assert Header.from_rows(header.rows()) == header
    older = [(name, value) for name, value in header.rows() if name != "routed"]
    assert Header.from_rows(older).routed == {}


def test_a_header_without_its_fields_is_refused() -> None:
    with pytest.raises((KeyError, TypeError)):
        Header.from_rows([("run", '"monday"')])
