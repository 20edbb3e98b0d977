"""The small pictures of maps."""

from io import BytesIO

import pytest
from fastapi.testclient import TestClient
from PIL import Image, ImageChops, ImageStat

from milkwood.server.views.map_picture import WIDTHS, Size, town_picture
from milkwood.towns import Pack
from tests.server.morning import ENTERED, LEFT, RUN, app_state, built, lived, window

__all__ = ["app_state", "built", "lived", "window"]


def picture(content: bytes) -> Image.Image:
    opened = Image.open(BytesIO(content))
    assert opened.format == "WEBP"
    return opened.convert("RGB")


def of_run(window: TestClient, query: str = "") -> Image.Image:
    answer = window.get(f"{RUN}/map.webp{query}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    return picture(answer.content)


def apart(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures differ by more than what compression changes."""
    most = ImageChops.difference(one, other).convert("L").getextrema()[1]
    return isinstance(most, int | float) and most > 60


@pytest.mark.parametrize("size", WIDTHS)
def test_a_map_has_the_width_of_its_size_and_the_shape_of_its_town(size: Size, quay: Pack) -> None:
    drawn = picture(town_picture(quay, size))
    assert drawn.width == WIDTHS[size]
    assert drawn.height == round(drawn.width * quay.town_map.height / quay.town_map.width)


def test_a_run_shows_its_people_where_they_are_at_the_tick(window: TestClient) -> None:
    empty = of_run(window, "?people=false")
    before, with_visitor = (of_run(window, f"?tick={tick}") for tick in (ENTERED, (ENTERED + LEFT) // 2))
    assert apart(empty, before)
    assert apart(before, with_visitor)
    assert not apart(of_run(window), of_run(window, "?tick=999999999")), "the default is the end"


def test_a_night_is_darker_than_a_day(window: TestClient) -> None:
    from milkwood.server.views import map_picture

    def light(content: Image.Image) -> float:
        return float(ImageStat.Stat(content.convert("L")).mean[0])

    day = of_run(window, "?tick=1000")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(map_picture, "_SUNSET_MINUTE", 0)
        assert light(of_run(window, "?tick=1000")) < 0.7 * light(day)


def test_a_browser_that_has_the_picture_gets_no_second_copy(window: TestClient) -> None:
    first = window.get(f"{RUN}/map.webp?tick=700")
    again = window.get(f"{RUN}/map.webp?tick=700", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_town_without_a_run_has_its_picture_too(window: TestClient, quay: Pack) -> None:
    answer = window.get(f"/api/towns/{quay.id}/map.webp")
    assert not apart(picture(answer.content), picture(town_picture(quay, "small")))


@pytest.mark.parametrize("address", [f"{RUN}/map.webp?size=huge", "/api/towns/gull_quay/map.webp?size=640"])
def test_there_is_no_other_size(window: TestClient, address: str) -> None:
    assert window.get(address).status_code == 422


@pytest.mark.parametrize("address", ["/api/runs/none/map.webp", "/api/towns/none/map.webp"])
def test_what_does_not_exist_has_no_picture(window: TestClient, address: str) -> None:
    answer = window.get(address)
    assert answer.status_code == 404
    assert answer.json()["remedy"]
