from pathlib import Path

import pytest

from milkwood import config
from milkwood.errors import SetupError


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / config.FILE
    path.write_text(text, "utf-8")
    return path


def test_without_a_file_everything_is_as_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "none")
    assert config.read() == config.Config()


def test_the_file_of_the_folder_goes_before_the_user_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    own.mkdir()
    written(own, "[minds]\nembedding = false\n")
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: own)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert config.read().minds.embedding is False
    written(here, '[minds]\noff = ["planning"]\n')
    assert config.read().minds.off == ["planning"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[minds\n", "not TOML"),
        ('[minds]\noff = ["dreams"]\n', r"minds\.off\.0.*not understood"),
        ("[minds]\ncolour = 1\n", r"minds\.colour"),
        ("[mood]\n", "mood"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message) as caught:
        config.read(written(tmp_path, text))
    assert config.FILE in str(caught.value)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / config.FILE
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SetupError, match="cannot be read"):
        config.read(path)
