from pathlib import Path
from typing import Any

import pytest

from milkwood.bridge.reading import Unreadable
from milkwood.bridge.settings import ImportedSettings, read, take
from milkwood.models.secret import Secret

KEY = "sk-abcdefghijklmnop1234"
ORIGINAL = f"""
# Copy and paste your OpenAI API Key
openai_api_key = "{KEY}"
# Put your name
key_owner = "Somebody"

maze_assets_loc = "../../environment/frontend_server/static_dirs/assets"
env_matrix = f"{{maze_assets_loc}}/the_ville/matrix"
env_visuals = maze_assets_loc + "/the_ville/visuals"
fs_storage = "../../environment/frontend_server/storage"
fs_temp_storage = "../../environment/frontend_server/temp_storage"
collision_block_id = "32125"
debug = True
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "utils.py"
    path.write_text(text, encoding="utf-8")
    return path


def taken(tmp_path: Path, text: str) -> ImportedSettings:
    return take(read(written(tmp_path, text)), tmp_path)


def models(found: ImportedSettings) -> dict[str, Any]:
    return {model.name: dict(model.table) for model in found.models}


def test_the_originals_settings_are_all_accounted_for(tmp_path: Path) -> None:
    found = taken(tmp_path, ORIGINAL)
    assert models(found) == {"fast": {"provider": "openai", "model": "gpt-3.5-turbo"}}
    assert {name: key.reveal() for name, key in found.keys.items()} == {"OPENAI_API_KEY": KEY}
    names = {name for name, _ in (*found.used, *found.advice)}
    assert names == set(read(written(tmp_path, ORIGINAL)))
    said = dict(found.advice)
    assert "milkwood import" in said["env_matrix"]
    assert "the_ville/matrix" in said["env_matrix"]
    assert "read from the maze" in said["collision_block_id"]


def test_nothing_in_the_file_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    text = f"""
openai_api_key = "{KEY}"
a = open({str(mark)!r}, "w").write("x")
b = __import__("pathlib").Path({str(mark)!r}).touch()
c = [open({str(mark)!r}, "w") for _ in (1,)]
d = f"{{open({str(mark)!r}, 'w')}}"
exec("import sys")
def f(x=open({str(mark)!r}, "w")): ...
class C: x = open({str(mark)!r}, "w")
raise SystemExit
"""
    found = taken(tmp_path, text)
    assert not mark.exists()
    assert found.models


def test_openrouter_gives_a_fast_and_a_strong_model(tmp_path: Path) -> None:
    found = taken(
        tmp_path,
        f"""
import os
use_openrouter = True
openrouter_api_key = "{KEY}"
openrouter_chat_model = "meta/llama-3-8b"
openrouter_gpt4_model = "openai/gpt-4o"
max_tokens = 1500
temperature = 0.4
""",
    )
    limits = {"temperature": 0.4, "most_tokens": 1500}
    assert models(found) == {
        "fast": {"provider": "openrouter", "model": "meta/llama-3-8b", **limits},
        "strong": {"provider": "openrouter", "model": "openai/gpt-4o", **limits},
    }
    assert set(found.keys) == {"OPENROUTER_API_KEY"}


@pytest.mark.parametrize(
    ("text", "table"),
    [
        (
            'key_type = "gemini"\ngoogle_api_key = "k1234567890"',
            {"provider": "gemini", "model": "gemini-1.5-flash-latest"},
        ),
        ('key_type = "llama"', {"provider": "ollama", "model": "llama3:latest"}),
        (
            'key_type = "llama"\nllama_api_base = "http://box:9000/v1"\nllama_model = "qwen"',
            {"provider": "custom", "model": "qwen", "address": "http://box:9000/v1"},
        ),
        (
            'key_type = "azure"\nazure_openai_endpoint = "https://x.example"\nazure_deployment = "town"',
            {"provider": "azure", "model": "town", "address": "https://x.example"},
        ),
        ('gpt4all_model = "/models/orca.gguf"', {"provider": "weights", "model": "/models/orca.gguf"}),
        (
            'openai_api_key = "k1234567890"\nopenai_api_base = "http://box/v1"\nmodel = "m"',
            {"provider": "custom", "model": "m", "address": "http://box/v1", "key_variable": "OPENAI_API_KEY"},
        ),
        (
            'import os\nopenai_api_key = os.environ["MY_KEY"]',
            {"provider": "openai", "model": "gpt-3.5-turbo", "key_variable": "MY_KEY"},
        ),
        (
            'import os\nkey_type = os.getenv("KEY_TYPE", "openai")\nopenai_api_key = os.getenv("OPENAI_API_KEY")',
            {"provider": "openai", "model": "gpt-3.5-turbo"},
        ),
    ],
)
def test_every_forks_form_of_a_model_name_is_known(text: str, table: dict[str, Any], tmp_path: Path) -> None:
    assert models(taken(tmp_path, text))["fast"] == table


def test_a_limit_that_would_cut_answers_off_is_left_out_and_reported(tmp_path: Path) -> None:
    found = taken(tmp_path, f'openai_api_key = "{KEY}"\nmax_tokens = 30\ntemperature = 7')
    assert models(found)["fast"] == {"provider": "openai", "model": "gpt-3.5-turbo"}
    assert "30 would cut off" in dict(found.advice)["max_tokens"]


def test_weights_in_an_old_format_are_reported_as_unsupported(tmp_path: Path) -> None:
    found = taken(tmp_path, 'gpt4all_model = "orca-mini-3b.ggmlv3.q4_0.bin"')
    assert found.models == ()
    assert ".gguf" in dict(found.advice)["gpt4all_model"]


@pytest.mark.parametrize("text", ["<Your OpenAI API>", "your-key-here", "", "xxxxxxxxxxxx", "sk 1 2 3 4 5 6"])
def test_a_placeholder_is_not_a_key(text: str, tmp_path: Path) -> None:
    assert taken(tmp_path, f'openai_api_key = "{text}"').keys == {}


def test_a_key_is_never_shown(tmp_path: Path) -> None:
    values = read(written(tmp_path, f'key = "{KEY}"\nopenai_api_key = key\nother_token = "{KEY}"'))
    assert all(isinstance(value, Secret) for value in values.values())
    found = take(values, tmp_path)
    assert found.keys["OPENAI_API_KEY"].reveal() == KEY
    assert KEY not in repr(values) + repr(found)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"openai_api_key = 'abc\n", "not Python"),
        (b"x = " + b"(" * 300 + b")" * 300, "not Python"),
        (b"\xff\xfe", "not UTF-8"),
        (b"print('hello')\n", "no settings"),
        (b"", "no settings"),
        (b"a = 1\0", "not Python"),
    ],
)
def test_unreadable_settings_are_reported(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_bytes(content)
    with pytest.raises(Unreadable) as error:
        read(tmp_path / "utils.py")
    assert said in error.value.sentence()
    assert str(tmp_path / "utils.py") in error.value.sentence()


@pytest.mark.parametrize(
    ("line", "limits"),
    [
        ('max_tokens = "1500"', {"most_tokens": 1500}),
        ("max_tokens = 1500.0", {"most_tokens": 1500}),
        ('temperature = "0.4"', {"temperature": 0.4}),
        ('import os\nmax_tokens = os.getenv("MAX_TOKENS", "1500")', {"most_tokens": 1500}),
    ],
)
def test_a_number_in_quotes_is_a_number(line: str, limits: dict[str, Any], tmp_path: Path) -> None:
    found = taken(tmp_path, f'openai_api_key = "{KEY}"\n{line}')
    assert models(found)["fast"] == {"provider": "openai", "model": "gpt-3.5-turbo", **limits}


@pytest.mark.parametrize(
    ("line", "name", "why"),
    [
        ('max_tokens = "many"', "max_tokens", "not a usable number"),
        ("max_tokens = True", "max_tokens", "not a usable number"),
        (f"max_tokens = {10**30}", "max_tokens", "not a usable number"),
        ("max_tokens = 500.5", "max_tokens", "500.5 is not a whole number"),
        ("max_tokens = int(input())", "max_tokens", "unknown without running"),
        ("temperature = 7", "temperature", "7 is not between 0 and 2"),
        ('import os\nopenai_model = os.getenv("MODEL")', "openai_model", "in the variable MODEL"),
        ('gemini_model = "gemini-pro"', "gemini_model", "do not need it"),
        ("google_api_key = 5", "google_api_key", "not valid"),
        ('if True:\n    openai_model = "gpt-4o"', "openai_model", "unknown without running"),
        ('openai_model, other = "gpt-4o", 5', "openai_model", "unknown without running"),
    ],
)
def test_settings_that_cannot_be_taken_over_are_left_out_with_the_reason(
    line: str, name: str, why: str, tmp_path: Path
) -> None:
    found = taken(tmp_path, f'openai_api_key = "{KEY}"\n{line}')
    assert models(found)["fast"] == {"provider": "openai", "model": "gpt-3.5-turbo"}
    said = dict(found.advice)[name]
    assert said.startswith("is left out: ")
    assert why in said


def test_an_infinite_sum_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="not Python that can be read"):
        read(written(tmp_path, "model = " + " + ".join(['"a"'] * 3000)))
