"""The measures of deeds find what is wrong, and leave alone what is right."""

import pytest

from tests.story.measures_deeds import Hour, absent, against, says_nothing


@pytest.mark.parametrize(
    ("deed", "language", "empty"),
    [
        ("doing one part of it over again", "en", True),
        ("still eating bread", "en", True),
        ("checking receipts, in her own way", "en", True),
        ("busy with the night shift", "en", True),
        ("finding a better hold and going on", "en", True),
        ("folding powders into six paper packets", "en", False),
        ("standing still until the wood goes quiet", "en", False),
        ("继续干活", "zh", True),
        ("数数做完多少、还剩多少", "zh", True),
        ("把药粉包成六小包", "zh", False),
    ],
)
def test_filler(deed: str, language: str, empty: bool) -> None:
    assert says_nothing(deed, language) is empty


@pytest.mark.parametrize(
    ("deed", "kinds", "names", "gone"),
    [
        ("clearing the table by the piano", {"house", "table"}, "dining table", ["piano"]),
        ("clearing the table by the piano", {"piano"}, "", []),
        ("clearing the table by the piano", {"stage"}, "the old grand piano", []),
        ("stopping to watch the ducks", {"church", "nave"}, "", ["ducks"]),
        ("在钢琴边坐下", {"house"}, "餐桌", ["钢琴"]),
        ("在钢琴边坐下", {"inn"}, "客栈钢琴", []),
        ("blowing on a grazed knee", {"house"}, "", []),
    ],
)
def test_absent_things(deed: str, kinds: set[str], names: str, gone: list[str]) -> None:
    assert absent(deed, kinds, names) == gone


@pytest.mark.parametrize(
    ("deed", "hour", "odd"),
    [
        ("sowing a row and drawing the earth over it", Hour("winter", light=True), True),
        ("sowing a row and drawing the earth over it", Hour("spring", light=True), False),
        ("turning her face to the sun", Hour("autumn", light=False), True),
        ("counting the stars", Hour("summer", light=True), True),
        ("stamping the snow off her boots", Hour("winter", light=True), True),
        ("stamping the snow off her boots", Hour("winter", light=True, weather="Thick snow"), False),
        ("给花园浇花", Hour("winter", light=True), True),
        ("停下听一会儿屋顶上的雨声", Hour("spring", light=True, weather="晴"), True),
        ("停下听一会儿屋顶上的雨声", Hour("spring", light=True, weather="小雨"), False),
        ("watching her breath go white", Hour("summer", light=True), True),
    ],
)
def test_deeds_against_the_sky(deed: str, hour: Hour, odd: bool) -> None:
    assert against(deed, hour) is odd
