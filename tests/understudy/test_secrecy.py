"""Who must not hear a text, by its own words, in both languages."""

import pytest

from milkwood.understudy.language.secrecy import only_asks_for_secrecy, secrecy

PEOPLE = (("marek", "Marek Brandt"), ("ilse", "Ilse Brandt"), ("odile", "Odile Roux"))
FOLK = (("marek", "马雷克"), ("ilse", "伊尔莎"), ("odile", "奥迪尔"))


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Petar coughs blood, and Marek must never learn of it.", ["marek"]),
        ("The mules are sold. Ilse is not to know.", ["ilse"]),
        ("We strike on Tuesday, but don't tell Marek or Ilse.", ["marek", "ilse"]),
        ("Please do not tell Marek Brandt about the letter.", ["marek"]),
        ("I have not told Odile that the roof is rotten.", ["odile"]),
        ("Not a word to Odile, please.", ["odile"]),
        ("The money is gone, and we keep it from Marek.", ["marek"]),
        ("I am hiding the letters from Ilse.", ["ilse"]),
        ("Never let Odile hear of the debt.", ["odile"]),
        ("We meet at the mill without Marek's knowledge.", ["marek"]),
        ("They sell the flour behind Ilse's back.", ["ilse"]),
        ("If Marek finds out, he will leave.", ["marek"]),
        ("Everybody may hear it, but not Odile.", ["odile"]),
        ("Odile has no idea that the house is sold.", ["odile"]),
        ("Say nothing of this to Ilse.", ["ilse"]),
        ("Marek works at the mill. He must not hear of the sale.", ["marek"]),
        ("Ilse mustn't know.", ["ilse"]),
    ],
)
def test_the_people_it_is_kept_from_are_found(text: str, who: list[str]) -> None:
    assert list(secrecy(text, PEOPLE).secret_from) == who
    assert not secrecy(text, PEOPLE).private


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("佩塔尔咳血，千万别让马雷克知道。", ["marek"]),
        ("别告诉伊尔莎，骡子已经卖了。", ["ilse"]),
        ("屋顶烂了，我还没告诉奥迪尔。", ["odile"]),
        ("这事不能让马雷克和伊尔莎听见。", ["marek", "ilse"]),
        ("我们瞒着奥迪尔攒钱。", ["odile"]),
        ("千万别跟马雷克说信的事。", ["marek"]),
        ("奥迪尔绝不能知道房子卖了。", ["odile"]),
        ("伊尔莎至今蒙在鼓里。", ["ilse"]),
        ("万一马雷克知道了，他会走的。", ["marek"]),
        ("马雷克在磨坊干活，这件事不能让他知道。", ["marek"]),
    ],
)
def test_the_people_it_is_kept_from_are_found_in_chinese(text: str, who: list[str]) -> None:
    assert list(secrecy(text, FOLK).secret_from) == who


@pytest.mark.parametrize(
    "text",
    [
        "Between us, the inn is bankrupt.",
        "The inn is bankrupt, but keep it to yourself.",
        "I am leaving in spring; tell no one.",
        "I have told nobody that I am ill.",
        "Don't tell anyone about the well.",
        "She must never learn of it.",
        "这事你知我知，客栈破产了。",
        "我病了，谁都没告诉。",
        "我春天要走，别往外说。",
        "千万不能让人知道井干了。",
        "千万别让她知道。",
    ],
)
def test_what_nobody_may_hear_is_private(text: str) -> None:
    assert secrecy(text, (*PEOPLE, *FOLK)).private


@pytest.mark.parametrize(
    "text",
    [
        "Marek told Ilse that the mill stands still.",
        "Odile knows the road well.",
        "I keep bees, and Marek buys the honey from Odile.",
        "Ilse must not carry heavy sacks.",
        "The fence runs between us and Odile.",
        "Marek cannot read; Ilse reads the letters to him.",
        "马雷克告诉伊尔莎磨坊停了。",
        "奥迪尔不能提重东西。",
        "我和马雷克常说起冬天。",
        "伊尔莎别着一朵花。",
    ],
)
def test_plain_statements_are_no_secrets(text: str) -> None:
    assert not secrecy(text, (*PEOPLE, *FOLK))


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Don't tell Marek.", True),
        ("Not a word of this to Ilse.", True),
        ("Marek must never learn of it.", True),
        ("This stays between us.", True),
        ("Petar coughs blood, and Marek must never learn of it.", False),
        ("Don't tell Marek that the bridge is closing in March.", False),
        ("The bridge is closing.", False),
        ("别告诉马雷克。", True),
        ("千万别让伊尔莎知道这事。", True),
        ("你可得保密。", True),
        ("佩塔尔咳血，千万别让马雷克知道。", False),
    ],
)
def test_a_mere_request_to_keep_it_is_told_from_the_news(text: str, only: bool) -> None:
    assert only_asks_for_secrecy(text, (*PEOPLE, *FOLK)) is only
