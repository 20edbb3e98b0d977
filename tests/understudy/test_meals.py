"""Meals: known by the verb, by the hour where they have no name, and never given up for something else."""

import pytest

from milkwood.understudy.break_down.meals import is_eating, meal_at


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "eating bread and jam"),
        ("en", "eating and talking over the day"),
        ("en", "having tea and a soft egg"),
        ("en", "soup before bed"),
        ("en", "sharing a pot of stew"),
        ("en", "going home for lunch"),
        ("zh", "一边吃一边说说这一天"),
        ("zh", "睡前喝碗汤"),
        ("zh", "和小王一起吃饭"),
        ("zh", "喝茶，吃个鸡蛋"),
    ],
)
def test_people_who_eat_have_a_meal(language: str, text: str) -> None:
    assert is_eating(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "cooking supper"),
        ("en", "serving breakfast"),
        ("en", "having a talk about bread"),
        ("en", "having a drink"),
        ("zh", "做晚饭"),
        ("zh", "给客人端晚饭"),
        ("zh", "想想吃什么"),
        ("zh", "吃完饭散步"),
    ],
)
def test_people_who_cook_serve_or_think_of_food_have_none(language: str, text: str) -> None:
    assert not is_eating(text, language)


@pytest.mark.parametrize(
    ("text", "hour", "meal"),
    [
        ("eating bread and jam", 7, "breakfast"),
        ("eating bread and jam", 13, "lunch"),
        ("吃面包抹果酱", 19, "dinner"),
        ("having a late breakfast", 12, "breakfast"),
        ("吃晚饭", 1, "dinner"),
    ],
)
def test_a_meal_is_told_by_its_name_or_by_the_hour(text: str, hour: int, meal: str) -> None:
    assert meal_at(text, hour * 60) == meal
