"""The page's types match the server's."""

import pytest

from milkwood.server.wire.model import WireModel
from tools import wire


def test_the_page_has_the_types_that_the_server_sends() -> None:
    written = wire.TYPES.read_text(encoding="utf-8")
    assert written == wire.types(), "run: python -m tools.wire"


class LampOut(WireModel):
    """A lamp."""

    lit: bool
    tile: tuple[int, int]
    rows: list[tuple[int, list[str]]]
    label: str | None = None


def test_a_model_becomes_an_interface_without_its_ending() -> None:
    said = wire.typescript([LampOut], {})
    assert "/** A lamp. */\nexport interface Lamp {" in said
    assert "  readonly lit: boolean;" in said
    assert "  readonly tile: readonly [number, number];" in said
    assert "  readonly rows: readonly (readonly [number, readonly string[]])[];" in said
    assert "  readonly label?: string | null;" in said


def test_two_types_of_one_name_are_refused() -> None:
    from typing import Literal

    with pytest.raises(ValueError, match="Lamp"):
        wire.typescript([LampOut], {"Lamp": Literal["on", "off"]})
