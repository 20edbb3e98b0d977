"""Lines that nobody would say, by name, and good ones that are like them."""

import pytest

from milkwood.questions.spoken import SpokenMoment, fault_of, shared_share, without_stage

TALK = SpokenMoment(
    me=("Klaus Mueller", "Klaus"),
    others=("Maria Lopez", "Maria"),
    mine=("I finished the third chapter of the paper about the old harbour last night.",),
    theirs=("That's great news! Would you read the third chapter to me on Sunday?",),
    today=("The library is closed on Thursday because they are painting the reading room.",),
    absent=("Ruth Hill", "Ruth"),
)
CHINESE_TALK = SpokenMoment(
    me=("克劳斯·穆勒", "克劳斯"),
    others=("玛丽亚·洛佩斯", "玛丽亚"),
    mine=("昨天晚上我把讲老港口的论文第三章写完了。",),
    theirs=("太好了！星期天你能把第三章念给我听吗？",),
    today=("图书馆星期四关门，因为他们在粉刷阅览室。",),
    absent=("阿禾",),
)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("I understand, Klaus.", "self"),
        ("Hey Klaus! How was your day?", "self"),
        ("Thank you for sharing that, Klaus, it means a lot.", "self"),
        ("Klaus nods.", "stage"),
        ("(laughs softly) I will.", "stage"),
        ("I finished the third chapter of the paper about the old harbour last night, Maria.", "repeat"),
        ("Last night the third chapter of my paper about the old harbour was finished.", "repeat"),
        ("Great news! You would read the third chapter to me on Sunday.", "parrot"),
        ("Would you read the third chapter to me?", "asks_back"),
        ("The library is closed on Thursday because they are painting the reading room, you know.", "repeat"),
        ("Do you like rolls? No, I don't, but thanks.", "own_answer"),
        ("What a pleasure to meet you and Klaus today.", "third"),
        ("Shall we talk about your garden and Klaus's new hobby?", "third"),
        ("I saw Maria watering the tulips this morning.", "listener"),
        ("I will be over there with Maria to mend the fence.", "listener"),
        ("Ruth, can you bring the lamp on Sunday?", "absent"),
        ("Hi Ruth! The lamp is here.", "absent"),
    ],
)
def test_a_broken_line_is_named(line: str, fault: str) -> None:
    assert fault_of(line, TALK)[0] == fault


@pytest.mark.parametrize(
    "line",
    [
        "On Sunday I would love to, Maria.",
        "I am Klaus, by the way.",
        "It's me, Klaus.",
        "Klaus, Maria and I were in the same class, they say.",
        "Thank you, Maria!",
        "Good morning, Maria.",
        "You too, Maria, see you on Sunday.",
        "The third chapter? It is the longest of them, so bring a cushion.",
        "Read it to you on Sunday? With pleasure.",
        "There is a new baker by the bridge, and his rolls are square.",
        "What are you painting at the moment?",
        "Nothing but rain (and it was a grey week before, too).",
        "Ask for the lamp, and tell them: “Klaus sent me.”",
        "I will ask Maria Stone, the baker; she has your first name.",
        "Ruth, I think, has the lamp.",
        "Ruth, who has the lamp, is away.",
        "You remember Ruth, my sister? She asks whether we saw the lamp.",
        "Come to Klaus's party; everybody calls it that.",
    ],
)
def test_a_good_line_passes(line: str) -> None:
    assert fault_of(line, TALK) == ("", "")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("我明白，克劳斯。", "self"),
        ("早上好克劳斯！今天怎么样？", "self"),
        ("克劳斯点了点头，说好。", "stage"),
        ("好啊（微笑）。", "stage"),
        ("玛丽亚，昨天晚上我把讲老港口的论文第三章写完了。", "repeat"),
        ("星期天你能把第三章念给我听。", "parrot"),
        ("你能把第三章念给我听吗？", "asks_back"),
        ("图书馆星期四关门，因为他们在粉刷阅览室呢。", "repeat"),
        ("你喜欢面包吗？是的，我喜欢。", "own_answer"),
        ("刚才我看见玛丽亚在浇花。", "listener"),
        ("阿禾，你星期天把灯带来吧。", "absent"),
    ],
)
def test_a_broken_chinese_line_is_named(line: str, fault: str) -> None:
    assert fault_of(line, CHINESE_TALK)[0] == fault


@pytest.mark.parametrize(
    "line",
    [
        "星期天好啊，玛丽亚。",
        "我是克劳斯。",
        "谢谢你，玛丽亚！",
        "早啊，玛丽亚。",
        "第三章？那一章最长，带个靠垫来。",
        "桥边新来了个面包师，面包是方的。",
    ],
)
def test_a_good_chinese_line_passes(line: str) -> None:
    assert fault_of(line, CHINESE_TALK) == ("", "")


def test_a_namesake_may_be_spoken_to() -> None:
    saying = SpokenMoment(me=("Tom Hill", "Tom"), others=("Tom Moreno", "Tom"))
    assert fault_of("Good morning, Tom.", saying) == ("", "")


def test_what_was_said_may_be_told_again_when_someone_joined() -> None:
    saying = SpokenMoment(TALK.me, TALK.others, TALK.mine, (), (), newcomer=True)
    again = "I finished the third chapter of the paper about the old harbour last night, Ada."
    assert fault_of(again, saying) == ("", "")


def test_a_silent_person_makes_gestures() -> None:
    assert fault_of("(A nod, and a smile.)", TALK)[0] == "stage"
    assert fault_of("(A nod, and a smile.)", SpokenMoment(TALK.me, TALK.others, silent=True)) == ("", "")


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        ("*smiles* I will.", "I will."),
        ("I will. (laughs)", "I will."),
        ("I *do* mean it.", "I do mean it."),
        (
            "The hall (starting at five, bowls of soup for all) is open.",
            "The hall (starting at five, bowls of soup for all) is open.",
        ),
        ("（笑）我来。", "我来。"),
    ],
)
def test_stage_directions_are_taken_out_and_stressed_words_stay(line: str, spoken: str) -> None:
    assert without_stage(line) == spoken


def test_a_few_words_share_nothing_with_a_long_text() -> None:
    rules = "Answer with one JSON object only. Say only what you know from here; never repeat a line."
    assert shared_share("Say only what you know from here, never repeat a line.", rules) > 0.9
    assert shared_share("from here", rules) == 0.0
    assert shared_share("I know a baker who never says good morning.", rules) < 0.3
