import json
from pathlib import Path

import pytest

from milkwood import config
from milkwood.providers.nearby import Nearby
from milkwood.providers.presets import preset, presets
from milkwood_fake import Fake, FaultPlan
from tests.cli.conftest import Run

KEY = "sk-0123456789-0123456789-wxyz"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in [*config.VARIABLES, *(key for one in presets().values() for key in one.keys)]:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    async def no_servers() -> list[Nearby]:
        return []

    monkeypatch.setattr("milkwood.cli.models.nearby", no_servers)
    (tmp_path / "own").mkdir()
    return tmp_path / "own" / config.FILE


def test_all_providers_are_listed_with_what_they_can_do(run: Run) -> None:
    told = json.loads(run("models", "--json").stdout)
    assert [one["name"] for one in told["providers"]] == list(presets())
    assert all(one["means"] for one in told["providers"])
    assert (told["usual"], told["yours"], told["servers"]) == ("understudy", [], [])
    shown = run("models").stdout
    assert "OPENAI_API_KEY" in shown
    assert "milkwood config init" in shown


def test_servers_that_answer_are_offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def one() -> list[Nearby]:
        return [Nearby(preset("ollama"), "http://127.0.0.1:11434/v1", ("qwen3:8b", "llama3"))]

    monkeypatch.setattr("milkwood.cli.models.nearby", one)
    assert "use one as ollama/qwen3:8b" in run("models").stdout


def test_your_models_have_prices_and_no_key(own: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    own.write_text(
        'model = "cheap"\n[models.cheap]\nprovider = "openai"\nmodel = "gpt-4o-mini"\nprompt_price = 7.5\n'
        'answer_price = 9.0\nfallback = ["openai/gpt-4o", "local"]\n'
    )
    result = run("models", "--json")
    own_models = {one["name"]: one for one in json.loads(result.stdout)["yours"]}
    assert (own_models["cheap"]["prompt_price"], own_models["cheap"]["price_source"]) == (7.5, "yours")
    assert own_models["openai/gpt-4o"]["prompt_price"] > 0
    assert own_models["local"]["answer_price"] == 0.0
    shown = run("models").stdout
    assert "(usual)" in shown
    assert "OPENAI_API_KEY (found)" in shown
    assert KEY not in shown + result.stdout


def test_the_models_of_a_provider_are_asked_for_by_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan()) as fake:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", fake.address)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
        told = json.loads(run("models", "azure", "--json").stdout)
        assert [one["model"] for one in told["models"]] == ["fake-1"]
        assert "azure/MODEL" in run("models", "azure").stdout


def test_the_models_at_an_address_are_listed(run: Run) -> None:
    with Fake(FaultPlan()) as fake:
        told = json.loads(run("models", fake.address, "--json").stdout)
        assert [one["model"] for one in told["models"]] == ["fake-1"]
        assert f"{fake.address}#MODEL" in run("models", fake.address).stdout.replace("\n", "")


@pytest.mark.parametrize(
    ("words", "message"), [(("opnai",), "no provider called"), (("openai",), "needs a key"), (("custom",), "address")]
)
def test_an_unreachable_provider_is_reported(words: tuple[str, ...], message: str, run: Run) -> None:
    result = run("models", *words)
    assert result.exit_code == 2
    assert message in result.output
