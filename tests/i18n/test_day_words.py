"""The days that a memory names stay the same days when it is recalled later."""

import pytest

from milkwood.i18n.day_words import anchored

SUNDAY, MONDAY, TUESDAY, FRIDAY = "2024-09-29", "2024-09-30", "2024-10-01", "2024-10-04"


@pytest.mark.parametrize(
    ("text", "formed", "today", "said"),
    [
        ("Tomorrow at six there is a concert.", SUNDAY, SUNDAY, "Tomorrow at six there is a concert."),
        ("Tomorrow at six there is a concert.", SUNDAY, MONDAY, "Today at six there is a concert."),
        ("Tomorrow at six there is a concert.", SUNDAY, TUESDAY, "Yesterday at six there is a concert."),
        ("There is a concert the day after tomorrow.", SUNDAY, MONDAY, "There is a concert tomorrow."),
        ("The roof fell in yesterday.", SUNDAY, MONDAY, "The roof fell in the day before yesterday."),
        ("We meet tonight.", SUNDAY, MONDAY, "We meet last night."),
        ("I saw a fox last night.", SUNDAY, TUESDAY, "I saw a fox on the night of 28 September."),
        ("I saw a fox last night.", SUNDAY, MONDAY, "I saw a fox the night before last."),
        ("I saw a fox this morning.", SUNDAY, MONDAY, "I saw a fox yesterday morning."),
        ("I saw a fox this morning.", SUNDAY, FRIDAY, "I saw a fox on 29 September in the morning."),
        ("Todays come and go.", SUNDAY, MONDAY, "Todays come and go."),
    ],
)
def test_english(text: str, formed: str, today: str, said: str) -> None:
    assert anchored(text, formed, today, "en") == said


@pytest.mark.parametrize(
    ("text", "formed", "today", "said"),
    [
        ("明天晚上六点有音乐会。", SUNDAY, MONDAY, "今天晚上六点有音乐会。"),
        ("明晚有音乐会。", SUNDAY, TUESDAY, "昨天晚上有音乐会。"),
        ("大后天有音乐会。", SUNDAY, MONDAY, "后天有音乐会。"),
        ("昨天屋顶塌了。", SUNDAY, FRIDAY, "9月28号屋顶塌了。"),
        ("今早我看见狐狸。", SUNDAY, MONDAY, "昨天早上我看见狐狸。"),
        ("那把旧椅子。", SUNDAY, MONDAY, "那把旧椅子。"),
    ],
)
def test_chinese(text: str, formed: str, today: str, said: str) -> None:
    assert anchored(text, formed, today, "zh") == said
