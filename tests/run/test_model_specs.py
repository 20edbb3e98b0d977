from collections.abc import Callable
from pathlib import Path

import pytest

from milkwood import config
from milkwood.errors import SetupError
from milkwood.run import model_specs

KEY = "sk-a-key-of-the-user-0123456789"
ENVIRONMENT = {"OPENAI_API_KEY": KEY}

Written = Callable[..., config.ResolvedConfig]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Settings of the user's file and of a folder's file."""
    own, here = tmp_path / "own", tmp_path / "here"
    own.mkdir()
    here.mkdir()
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: own)
    monkeypatch.chdir(here)

    def write(mine: str = "", folder: str = "", **variables: str) -> config.ResolvedConfig:
        (own / config.FILE).write_text(mine, "utf-8")
        (here / config.FILE).write_text(folder, "utf-8")
        return config.settings(environment=variables)

    return write


@pytest.mark.parametrize(
    ("text", "provider", "model", "address"),
    [
        ("openai/gpt-4o-mini", "openai", "gpt-4o-mini", ""),
        ("openrouter/meta-llama/llama-3", "openrouter", "meta-llama/llama-3", ""),
        ("dashscope/qwen-plus", "qwen", "qwen-plus", ""),
        ("http://127.0.0.1:8080/v1#qwen3", "custom", "qwen3", "http://127.0.0.1:8080/v1"),
        ("local", "weights", "local", ""),
        ("some/where/small.gguf", "weights", "some/where/small.gguf", ""),
    ],
)
def test_a_model_is_named_in_many_ways(text: str, provider: str, model: str, address: str, written: Written) -> None:
    spec = model_specs.spec_for(text, written(), {})
    assert (spec.name, spec.provider, spec.model, spec.address) == (text, provider, model, address)


def test_a_name_of_the_settings_goes_before_everything_else(written: Written) -> None:
    settings = written('[models.local]\nprovider = "ollama"\nmodel = "qwen3:8b"\nat_once = 2\nfallback = ["x"]\n')
    spec = model_specs.spec_for("local", settings, {})
    assert (spec.provider, spec.model, spec.at_once, spec.fallback) == ("ollama", "qwen3:8b", 2, ("x",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("openai", "Which model of OpenAI"),
        ("opnai", "Did you mean “openai”"),
        ("gpt-4o", "Did you mean “openai/gpt-4o”"),
        ("claude-3-5-sonnet-latest", "Did you mean “anthropic/claude-3-5-sonnet-latest”"),
        ("nope", "There is no model called “nope”. Write PROVIDER/MODEL"),
        ("nobody/at-all", "no model called “nobody/at-all”"),
        ("", "no model called"),
    ],
)
def test_an_invalid_model_is_refused_with_an_example(text: str, message: str, written: Written) -> None:
    with pytest.raises(SetupError, match=message):
        model_specs.spec_for(text, written(), {})


def test_only_models_that_a_person_named_are_made(written: Written) -> None:
    tables = "".join(f'[models.{name}]\nprovider = "ollama"\nmodel = "{name}"\n' for name in ("a", "b", "c", "idle"))
    rules = '[routing.questions]\nplan_day = "b"\nspeak = "fast"\n[routing.people]\ntom = { react = "groq/x" }\n'
    settings = written(f'model = "a"\n{tables}{rules}'.replace('model = "b"', 'model = "b"\nfallback = ["c"]'))
    assert set(model_specs.specs(settings, {})) == {"a", "b", "c", "groq/x"}
    assert model_specs.usual(settings) == "a"


def test_with_nothing_configured_there_is_no_model_even_if_there_is_a_key(written: Written) -> None:
    settings = written()
    assert model_specs.specs(settings, ENVIRONMENT) == {}
    assert "understudy" in model_specs.hint(settings, {})
    assert "OPENAI_API_KEY" in model_specs.hint(settings, ENVIRONMENT)
    assert KEY not in model_specs.hint(settings, ENVIRONMENT)
    assert model_specs.hint(written('model = "understudy"'), ENVIRONMENT) == ""
    there = [("Ollama", "http://127.0.0.1:11434/v1", "ollama/qwen3:8b")]
    assert "Ollama answers at http://127.0.0.1:11434/v1 (--model ollama/qwen3:8b)" in model_specs.hint(
        settings, {}, there
    )


def test_the_environment_s_model_goes_before_a_rule_of_a_file(written: Written) -> None:
    rule = '[routing]\nusual = "strong"\n'
    assert model_specs.usual(written(f'model = "ollama/a"\n{rule}')) == "strong"
    assert model_specs.usual(written(rule, MILKWOOD_MODEL="understudy")) == "understudy"


def test_a_key_goes_to_a_model_the_user_named_themself(written: Written) -> None:
    spec = model_specs.specs(written('model = "openai/gpt-4o-mini"'), ENVIRONMENT)["openai/gpt-4o-mini"]
    assert spec.key is not None
    assert spec.key.reveal() == KEY
    assert KEY not in repr(spec)


def test_a_folder_s_model_gets_no_key_without_a_yes(written: Written) -> None:
    asked = 'model = "openai/gpt-4o-mini"'
    with pytest.raises(SetupError, match="--use-key OPENAI_API_KEY") as caught:
        model_specs.specs(written("", asked), ENVIRONMENT)
    assert KEY not in str(caught.value)
    allowed = written('[keys]\nallowed = ["OPENAI_API_KEY"]\n', asked)
    key = model_specs.specs(allowed, ENVIRONMENT)["openai/gpt-4o-mini"].key
    assert key is not None
    assert key.reveal() == KEY


@pytest.mark.parametrize(
    "table",
    [
        'provider = "openai"\naddress = "https://elsewhere.example/v1"',
        'provider = "custom"\naddress = "https://elsewhere.example/v1"\nkey_variable = "OPENAI_API_KEY"',
    ],
)
def test_a_folder_can_never_send_a_key_to_an_address_of_its_own(table: str, written: Written) -> None:
    folder = f'model = "x"\n[models.x]\nmodel = "x"\n{table}\n'
    with pytest.raises(SetupError, match="your own settings"):
        model_specs.specs(written('[keys]\nallowed = ["OPENAI_API_KEY"]\n', folder), ENVIRONMENT)
    key = model_specs.specs(written(folder), ENVIRONMENT)["x"].key
    assert key is not None  # the same setting in the user's own file is the user's choice


def test_a_folder_s_table_takes_no_key_from_the_user_s_table_of_that_name(written: Written) -> None:
    mine = f'[models.x]\nprovider = "openai"\nmodel = "m"\nkey = "{KEY}"\n'
    folder = 'model = "x"\n[models.x]\nprovider = "custom"\naddress = "https://elsewhere.example"\nmodel = "m"\n'
    assert model_specs.specs(written(mine, folder), {})["x"].key is None
