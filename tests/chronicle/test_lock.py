import threading
from pathlib import Path

import pytest

from milkwood.chronicle import lock


def test_a_lock_has_one_holder_and_is_free_after_release(path: Path) -> None:
    held = lock.take(path)
    assert lock.is_taken(path)
    with pytest.raises(lock.Taken):
        lock.take(path)
    held.release()
    assert not lock.is_taken(path)
    lock.take(path).release()


def test_two_simultaneous_readers_do_not_count_as_writers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_BLINK_SECONDS", 30.0)  # however busy the machine is
    looking = lock.take(path)
    blink = threading.Timer(0.1, looking.release)
    blink.start()
    assert not lock.is_taken(path)
    blink.join()


def test_looking_leaves_no_lock_file_behind(path: Path) -> None:
    assert not lock.is_taken(path)
    assert list(path.parent.iterdir()) == []


def test_a_link_to_a_run_is_locked_with_it(path: Path, tmp_path: Path) -> None:
    path.touch()
    link = tmp_path / "link.milkwood"
    link.symlink_to(path)
    held = lock.take(path)
    assert lock.is_taken(link)
    held.release()
