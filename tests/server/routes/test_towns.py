import json
from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from milkwood import towns
from milkwood.towns import Pack


def test_the_list_says_which_town_opens(client: TestClient) -> None:
    listing = client.get("/api/towns").json()
    assert listing["opens"] == "gull_quay"
    assert listing["language"] is None
    assert listing["towns"][0]["name"] == {"en": "Gull Quay", "zh": "鸥湾"}


def test_a_town_comes_with_its_people_places_and_scenarios(client: TestClient, quay: Pack) -> None:
    town = client.get("/api/towns/gull_quay").json()
    assert [person["id"] for person in town["people"]] == list(quay.people)
    assert {place["id"] for place in town["places"]} == set(quay.town_map.sectors)
    assert {scenario["id"] for scenario in town["scenarios"]} == set(quay.scenarios)
    assert (town["width"], town["height"]) == (quay.town_map.width, quay.town_map.height)


def test_every_text_comes_in_every_language(client: TestClient) -> None:
    person = client.get("/api/towns/gull_quay").json()["people"][0]
    texts = [person["name"], person["called"], person["biography"], person["speech"]["note"], *person["traits"]]
    texts += [*person["concerns"], *(deed["what"] for deed in person["day"]), *(tie["tie"] for tie in person["knows"])]
    assert all(set(text) == {"en", "zh"} and all(text.values()) for text in texts)


def test_the_map_is_the_packs_own_and_a_second_look_costs_nothing(client: TestClient, quay: Pack) -> None:
    answer = client.get("/api/towns/gull_quay/map.tmj")
    assert answer.json() == json.loads(quay.map_path.read_text(encoding="utf-8"))
    again = client.get("/api/towns/gull_quay/map.tmj", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_every_tileset_of_the_map_can_be_had_with_its_picture(client: TestClient) -> None:
    tilesets = client.get("/api/towns/gull_quay/map.tmj").json()["tilesets"]
    assert tilesets
    for entry in tilesets:
        tileset = client.get(f"/api/towns/gull_quay/{entry['source']}")
        assert tileset.headers["content-type"] == "application/json"
        picture = client.get(f"/api/towns/gull_quay/tiles/{tileset.json()['image']}")
        assert picture.headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    "name",
    [
        "../town.toml",
        "..%2Ftown.toml",
        "%2e%2e/town.toml",
        "..%5Ctown.toml",
        "....//town.toml",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "ground.png%00.tsj",
        "",
        ".",
        "x" * 5000,
    ],
)
def test_no_name_leads_out_of_the_tiles(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/towns/gull_quay/tiles/{name}")
    assert answer.status_code == 404
    assert set(answer.json()) == {"what", "remedy"}


@pytest.mark.parametrize(("name", "size"), [("sheet", (224, 96)), ("portrait", (64, 64)), ("asleep", (16, 16))])
def test_people_have_pictures(client: TestClient, name: str, size: tuple[int, int]) -> None:
    answer = client.get(f"/api/towns/gull_quay/people/nell_avery/{name}.png")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == size


def test_an_unknown_picture_is_refused(client: TestClient) -> None:
    answer = client.get("/api/towns/gull_quay/people/nell_avery/passport.png")
    assert answer.status_code == 404
    assert "portrait" in answer.json()["remedy"]


def test_a_town_imported_meanwhile_is_available(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path))
    assert client.get("/api/towns/starter").status_code == 404
    copytree(Path(towns.__file__).parent / "starter", tmp_path / "towns" / "starter")
    assert client.get("/api/towns/starter").json()["id"] == "starter"
    assert client.get("/api/towns/starter/map.tmj").status_code == 200
    assert "starter" in [town["id"] for town in client.get("/api/towns").json()["towns"]]
