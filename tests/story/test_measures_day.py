"""The measure of meals counts what people eat, and not what they work with."""

import pytest

from milkwood.town.body import Deed
from tests.story.measures import Span
from tests.story.measures_day import is_meal


@pytest.mark.parametrize(
    ("deed", "eats"),
    [
        ("吃碗面", True),
        ("喝汤吃面包", True),
        ("在客栈吃午饭", True),
        ("用手侧把面袋口上的碎料掸掉", False),
        ("把墙面抹平", False),
        ("扫掉台阶上的面粉", False),
        ("问对面的人去哪儿", False),
        ("having bread and cheese for supper", True),
        ("shaking bran out of the sieve", False),
    ],
)
def test_a_deed_with_food_in_its_words_need_be_no_meal(deed: str, eats: bool) -> None:
    assert is_meal(Span(0, 60, Deed(deed, "✋"))) is eats
