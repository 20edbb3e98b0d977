"""A command that waits says what for, every few seconds."""

import threading
import time

import pytest

from milkwood.cli import waiting
from milkwood.cli.waiting import waiting_for
from milkwood.i18n import t


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SAY_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "_LOOK_SECONDS", 0.01)


def test_it_is_said_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    thrice = threading.Event()

    def heard(sentence: str, err: bool) -> None:
        assert err
        said.append(sentence)
        if len(said) == 3:
            thrice.set()

    monkeypatch.setattr(waiting, "say", heard)
    with waiting_for(t("an answer of {name}", name="fast")):
        assert thrice.wait(20)
    assert all(sentence.startswith("Waiting for an answer of fast (") for sentence in said)
    assert [each.name for each in threading.enumerate() if each.name == "waiting"] == []


def test_a_quick_or_a_quiet_command_says_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with waiting_for(t("an answer of {name}", name="fast"), quiet=True) as waited:
        waited.said -= 60
    monkeypatch.setattr(waiting, "SAY_SECONDS", 60.0)
    with waiting_for(t("an answer of {name}", name="fast")):
        pass
    assert capfd.readouterr().err == ""


def test_what_has_moved_is_waited_for_again(capfd: pytest.CaptureFixture[str]) -> None:
    with waiting_for(t("an answer of {name}", name="fast")) as waited:
        waited.began -= 100
        waited.moved()
        assert time.monotonic() - waited.began < 60
