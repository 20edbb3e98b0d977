import re

import pytest

from milkwood.chance import stream
from milkwood.understudy.language import english
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.hours import dated, said_span, said_when
from milkwood.understudy.language.names import mentioned, place_named
from milkwood.understudy.language.orders import is_order, looks_ahead
from milkwood.understudy.language.phrases import Voice, act_of, book, filled
from milkwood.understudy.language.sentences import asks, cut, shared, split
from milkwood.understudy.language.shift import deed_of, mine, of_oneself, told_on
from milkwood.understudy.language.verbs import thirds
from milkwood.understudy.language.when import When, past, when
from tests.understudy.townsfolk import Townsfolk

PEOPLE = (("isabella", "Isabella Rodriguez"), ("sam", "Sam Moore"), ("john", "John Lin"))
CHINESE = (("jane", "简·莫雷诺"), ("john", "约翰·林"), ("sam", "山姆·摩尔"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I am giving a party.", "Maria is giving a party."),
        ("I fish alone and am out before five.", "Maria fishes alone and is out before five."),
        ("I have not said sorry, and I still carry it.", "Maria has not said sorry, and she still carries it."),
        ("Klaus and I talk about music, and we like it.", "Klaus and Maria talk about music, and they like it."),
        ("Hobbs Cafe is mine.", "Hobbs Cafe is Maria's."),
        (
            "Hailey reads me her pages, and I never stop her.",
            "Hailey reads Maria her pages, and Maria never stops her.",
        ),
        ("Dad listens to my demo.", "Maria's dad listens to her demo."),
        ("I'm in love, and I've told nobody.", "Maria is in love, and she has told nobody."),
        ("I like to look in and have one cider.", "Maria likes to look in and have one cider."),
        ("Sam has decided to run for mayor.", "Sam has decided to run for mayor."),
    ],
)
def test_english_is_turned_to_the_third_person(said: str, kept: str) -> None:
    assert english.third(said, "Maria", "she", ["Klaus Mueller", "Hailey Johnson", "Sam Moore"]) == kept


@pytest.mark.parametrize(
    "said", ["We met Yuriko.", "I like it before you know it.", "I grok it.", "I read it at noon.", "Our gate is blue."]
)
def test_unclear_english_is_quoted(said: str) -> None:
    assert told_on(said, "Maria", "she", "en") == f"Maria says: “{said}”"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我要在咖啡馆办派对，谁来都欢迎。", "玛丽亚要在咖啡馆办派对，谁来都欢迎。"),
        ("我怕论文里写的都是些我没见过的人。", "玛丽亚怕论文里写的都是些她没见过的人。"),
        ("山姆决定参选。", "山姆决定参选。"),
        ("真想再画画。", "玛丽亚说：“真想再画画。”"),
        ("我们客厅挂着一幅画。", "玛丽亚说：“我们客厅挂着一幅画。”"),
        ("内尔是我老师。", "内尔是玛丽亚的老师。"),
    ],
)
def test_chinese_is_turned_to_the_third_person_or_quoted(said: str, kept: str) -> None:
    assert told_on(said, "玛丽亚", "she", "zh", ["山姆", "内尔"]) == kept


@pytest.mark.parametrize("town", [("the_ville", "valentine"), ("gull_quay", "lanterns")])
def test_every_memory_of_our_towns_is_turned_without_a_trace_of_the_first_person(town: tuple[str, str]) -> None:
    folk = Townsfolk(*town, "en")
    names = [one["name"] for one in folk.named()]
    for person in folk.people:
        card = folk.card(person)
        for memory in folk.memories(person):
            others = [name for name in names if name != card["name"]]
            kept = told_on(memory["text"], card["called"], card["pronoun"], "en", others)
            bare = re.sub("“[^”]*”", "", kept)
            assert not re.search(r"\b(?:I|my|me|mine|we|us|our|am|myself)\b", bare), kept
            assert not re.search(r"\b(?:he|she|it) (?:have|are|do|go|write|keep|worry|wish)\b", bare), kept


@pytest.mark.parametrize(
    ("voice", "thought"),
    [
        ("You are running for mayor.", "I am running for mayor."),
        ("You love your boat and it loves you.", "I love my boat and it loves me."),
        ("Tell them that you are leaving.", "Tell them that I am leaving."),
    ],
)
def test_a_voice_is_turned_to_the_first_person(voice: str, thought: str) -> None:
    assert mine(voice, "en") == thought


def test_a_deed_is_worded_for_its_listener() -> None:
    assert deed_of("trimming his beard", "he", "en", me=False) == "trimming your beard"
    assert deed_of("washing her face awake", "she", "en", me=True) == "washing my face awake"
    assert deed_of("at rest", "she", "en", me=True) == ""
    assert deed_of("怕吵醒约翰，在客厅灯下看书", "she", "zh", me=True) == "在客厅灯下看书"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on the 14th of February, from five to seven in the evening", ("2023-02-14", 1020, 1140)),
        ("tomorrow at half past twelve, for lunch", ("2023-02-14", 750, 810)),
        ("this Saturday from 7 to 9 pm", ("2023-02-18", 1140, 1260)),
        ("See you at 17:00", ("2023-02-13", 1020, 1080)),
        ("2月14日傍晚五点到七点", ("2023-02-14", 1020, 1140)),
        ("这个星期六，晚上七点到九点", ("2023-02-18", 1140, 1260)),
        ("明天中午十二点半一起吃午饭", ("2023-02-14", 750, 810)),
        ("I am behind the counter every day from eight to eight", None),
        ("I was there yesterday at five", None),
        ("the election next month", None),
        ("每天早八点到晚八点我都在", None),
        ("I have two bad knees", None),
        ("明天99点见", None),
        ("on the 31st of February at five", None),
    ],
)
def test_future_events_are_found_and_habits_are_not(text: str, expected: tuple[str, int, int] | None) -> None:
    assert when(text, "2023-02-13", "09:00") == (None if expected is None else When(*expected))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_spoken_times_can_be_parsed_again(language: str) -> None:
    for minute in range(6 * 60, 22 * 60, 5):
        for day in ("2023-02-14", "2023-02-16"):
            found = when(said_when(day, minute, "2023-02-13", language), "2023-02-13", "05:00")
            assert found is not None
            assert (found.date, found.start) == (day, minute)
    span = when(said_span("2023-02-14", 1020, 1140, "2023-02-13", language), "2023-02-13", "05:00")
    assert span == When("2023-02-14", 1020, 1140)


def test_a_day_that_will_pass_gets_its_name() -> None:
    assert dated("The concert is tomorrow at five.", "2023-02-13", "en") == "The concert is on Tuesday at five."
    assert dated("今晚七点开会。", "2023-02-13", "zh") == "星期一晚上七点开会。"


def test_people_are_found_by_name_and_not_inside_other_words() -> None:
    assert mentioned("Sam told Isabella about Johnson Park.", PEOPLE) == ["sam", "isabella"]
    assert mentioned("简单说，山姆在约翰逊公园。", CHINESE) == ["sam"]
    assert mentioned("简和约翰都来。", CHINESE) == ["jane", "john"]


def test_a_place_is_found_by_its_longest_name() -> None:
    places = [{"id": "a", "name": "The Quay"}, {"id": "b", "name": "Quay House"}]
    assert place_named("We meet at the quay house.", places) == "b"  # type: ignore[arg-type]
    assert place_named("on the quay", places) == "a"  # type: ignore[arg-type]
    assert place_named("nowhere", places) == ""  # type: ignore[arg-type]


def test_sentences_keep_quotations_and_abbreviations_whole() -> None:
    assert split("Come at 5 p.m. sharp. Mei says: “I know. Really.” Fine!") == [
        "Come at 5 p.m. sharp.",
        "Mei says: “I know. Really.”",
        "Fine!",
    ]
    assert split("你好。来吗？好！") == ["你好。", "来吗？", "好！"]
    assert asks("你来吗")
    assert shared("Who is running for mayor?", "I decided to run for mayor.") == 2
    assert cut("One sentence. Another one that is long.", 20) == "One sentence."


def test_both_languages_have_the_same_acts_and_every_phrase_can_be_filled() -> None:
    words = dict.fromkeys(
        "you me place doing yours mine next soon part daypart concern third when where busy name source told recall"
        " deed echo instead rumour saying".split(),
        "walking",
    )
    assert set(book("en")) == set(book("zh"))
    for language in ("en", "zh"):
        for act, lists in book(language).items():
            assert lists["any"], act
            for phrase in (one for several in lists.values() for one in several):
                made = filled(phrase, words)
                assert made is not None, (act, phrase)
                assert "{" not in made


def test_a_voice_does_not_repeat_itself_while_it_has_something_else_to_say() -> None:
    voice = Voice("en", "warm", stream(1, "voice"), [])
    said = [voice.say("glad") for _ in range(9)]
    assert len(set(said)) == 9


def test_our_own_phrases_are_recognised() -> None:
    assert act_of("I can't come, I'm sorry: I'm serving beer at that hour.", "en") == "decline_busy"
    assert act_of("好，我来。", "zh") == "accept"
    assert act_of("I have decided to run for mayor in the election next month.", "en") == ""
    assert act_of("Hail, Graciela!", "en") == "greet_day"
    assert act_of("Bread, Graciela.", "en") == ""


@pytest.mark.parametrize(
    "text",
    [
        "Isabella is giving a party at Hobbs Cafe on the 14th of February, from five to seven in the evening.",
        "2月14日傍晚五点到七点，伊莎贝拉要在霍布斯咖啡馆办派对。",
    ],
)
def test_an_event_that_has_begun_is_not_news(text: str) -> None:
    assert not past(text, "2023-02-13", "20:00")
    assert not past(text, "2023-02-14", "16:00")
    assert past(text, "2023-02-14", "17:10")
    assert past(text, "2023-02-14", "19:00")
    assert past(text, "2023-02-15", "08:00")
    assert not past("I run in the park at half past five every morning.", "2023-02-14", "19:00")


def test_a_concern_is_worded_for_its_own_person() -> None:
    concern = "finding the courage to tell Maria what he feels about his work"
    assert of_oneself(concern, "he", "en") == "finding the courage to tell Maria what I feel about my work"
    assert of_oneself("what she has seen by herself", "she", "en") == "what I have seen by myself"
    assert of_oneself("她怎样才能让儿子听她的。", "she", "zh") == "我怎样才能让儿子听我的"


@pytest.mark.parametrize(
    ("concern", "pronoun", "said"),
    [
        (
            "the coolness between her and Tom, which neither of them has named",
            "she",
            "the coolness between me and Tom, which neither of us has named",
        ),
        ("what Ivo is not telling her about the boat", "she", "what Ivo is not telling me about the boat"),
        ("nobody has given him a list", "he", "nobody has given me a list"),
        ("why he and Jane keep quarrelling", "he", "why Jane and I keep quarrelling"),
        ("a man who only talks to his own manuscript", "he", "a man who only talks to his own manuscript"),
        (
            "helping Tamara to meet people, since she hardly knows anybody",
            "she",
            "helping Tamara to meet people, since she hardly knows anybody",
        ),
    ],
)
def test_a_spoken_concern_keeps_its_grammar(concern: str, pronoun: str, said: str) -> None:
    assert of_oneself(concern, pronoun, "en") == said


def test_a_verb_that_ends_in_one_z_doubles_it() -> None:
    assert [thirds(base) for base in ("quiz", "buzz", "wash")] == ["quizzes", "buzzes", "washes"]


@pytest.mark.parametrize(
    ("concern", "said"),
    [
        ("money for the winter", "money for the winter"),
        ("the letter that she ought to answer", "the letter that I ought to answer"),
        ("who will take over the practice", "who will take over the practice"),
        ("being called out at night", "being called out at night"),
        ("an apprentice she cannot find", "an apprentice I cannot find"),
        ("eyes that tire by candle", "eyes that tire by candle"),
        ("there are too few lifeboats", "the fact that there are too few lifeboats"),
        ("fewer people come each year", "the fact that fewer people come each year"),
        ("that Otto will never listen", "the fact that Otto will never listen"),
        ("to find a second boat", "how to find a second boat"),
    ],
)
def test_a_concern_is_the_object_of_a_sentence_by_its_form(concern: str, said: str) -> None:
    assert in_a_sentence(concern, "she", "en") == said


@pytest.mark.parametrize("text", ["Ann must not be asked to the fair.", "集市不能请安娜。", "Nobody must tell Ann."])
def test_an_order_tells_nothing_of_how_things_are(text: str) -> None:
    assert is_order(text)
    assert looks_ahead(text)


@pytest.mark.parametrize("text", ["Ann was asked to the fair.", "安娜去了集市。", "There must have been rain."])
def test_a_statement_is_no_order(text: str) -> None:
    assert not is_order(text)


@pytest.mark.parametrize("day", [3, 25])
def test_the_day_of_a_date_is_no_hour(day: int) -> None:
    text = f"On Thursday, {day} July, at 19:00, there is a concert, and Ann is the host."
    found = when(text, f"2024-07-{day:02d}", "08:00")
    assert found is not None
    assert found.start == 19 * 60
    assert past(text, f"2024-07-{day:02d}", "21:00")


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("Today, on Thursday, at 18:00, there is a fair.", "en", "On Thursday, at 18:00, there is a fair."),
        ("Today, Thursday, at 18:00, there is a fair.", "en", "On Thursday, at 18:00, there is a fair."),
        ("Tomorrow, Friday 26 July, there is a fair.", "en", "On Friday 26 July, there is a fair."),
        ("今天，星期四，晚上六点有集市。", "zh", "星期四，晚上六点有集市。"),
        ("今晚星期四六点有集市。", "zh", "星期四晚上六点有集市。"),
    ],
)
def test_a_day_word_and_its_weekday_are_said_once(text: str, language: str, said: str) -> None:
    assert dated(text, "2024-07-25", language) == said
