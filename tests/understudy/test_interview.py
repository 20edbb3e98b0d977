import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.interview.schema import Reply
from milkwood.understudy.interview.answer import answer
from milkwood.understudy.interview.sorting import sort_of
from milkwood.understudy.language.sentences import shared
from tests.understudy.bounds import bounded
from tests.understudy.townsfolk import Townsfolk, Unlike, recalled

TOWN = {language: Townsfolk("the_ville", "valentine", language) for language in ("en", "zh")}
FIVE = ["isabella_rodriguez", "klaus_mueller", "tom_moreno", "sam_moore", "maria_lopez"]
BATTERY = [
    "Give an introduction of yourself.",
    "What is your occupation?",
    "What are your interests?",
    "Who do you live with?",
    "Describe your typical weekday schedule.",
    "What will you be doing at 6 am today?",
    "What will you be doing at 6 pm today?",
    "What will you be doing at 1 pm today?",
    "What are your plans for today?",
    "What will you be doing at 10 pm today?",
    "Your breakfast is burning! What would you do?",
    "Your bathroom is occupied. What would you do?",
    "You need to cook dinner but your refrigerator is empty. What would you do?",
    "There is a fire in the street. What would you do?",
    "What inspires you?",
    "If you could spend time with somebody, who would it be and why?",
    "What are you worried about?",
    "What do you wish for?",
    "Where are you?",
    "What are you doing right now?",
]


def asked(person: str, question: str, language: str = "en", extra: Any = (), **more: Any) -> Reply:
    folk = TOWN[language]
    memories = [*folk.memories(person), *extra]
    memories.sort(key=lambda one: (-shared(one["text"], question), -one["importance"], one["id"]))
    ties = sorted(folk.person(person).knows, key=lambda tie: -tie.closeness)
    content: Any = {
        "self": folk.card(person),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "09:30", "place": "Hobbs Cafe", "doing": "reading"},
        "question": question,
        "before": [],
        "recalled": memories[:12],
        "promises": folk.promises(person),
        "today": folk.usual(person),
        "others": [folk.other(person, tie.person) for tie in ties if tie.person in folk.people][:6],
        "unknown_names": [],
        "places": folk.places(),
        "lived": [],
        "attended": [],
        **more,
    }
    reply = bounded(answer(content, stream(1, person, question), Unlike()))
    offered = [*content["recalled"], *(one for event in content["attended"] for one in event["met"])]
    assert set(reply.used) <= {one["id"] for one in offered}
    return reply


@pytest.mark.parametrize("person", FIVE)
@pytest.mark.parametrize("question", BATTERY)
def test_the_battery_gets_speakable_answers(person: str, question: str) -> None:
    reply = asked(person, question)
    assert reply.knows, reply.say
    assert "{" not in reply.say
    assert reply.say[0].isupper()


def test_a_person_knows_only_news_they_were_told() -> None:
    question = "Who is running for mayor?"
    assert "I have decided to run for mayor" in asked("sam_moore", question).say
    assert not asked("klaus_mueller", question).knows
    puzzled = asked("tom_moreno", question)
    assert not puzzled.knows
    news = recalled(
        99,
        "Sam has decided to run for mayor in the election next month.",
        kind="news",
        source="adam_smith",
        importance=8,
        about=["sam_moore"],
    )
    told = asked("tom_moreno", question, extra=[news])
    assert told.knows
    assert told.used == [99]


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Is there a Valentine's Day party?"), ("zh", "有情人节派对吗？")]
)
def test_the_party_is_known_to_its_host_and_not_to_others(language: str, question: str) -> None:
    assert asked("isabella_rodriguez", question, language).knows
    for person in ("klaus_mueller", "tom_moreno", "wolfgang_schulz", "adam_smith"):
        assert not asked(person, question, language).knows


def test_a_person_who_does_not_exist_is_not_known() -> None:
    reply = asked("maria_lopez", "Who is Rajan Kapoor?", unknown_names=["Rajan Kapoor"])
    assert not reply.knows
    assert "Rajan Kapoor" in reply.say


def test_an_unmet_person_is_described_from_hearsay() -> None:
    news = recalled(99, "Sam Moore has decided to run for mayor.", kind="news", source="klaus_mueller", importance=8)
    reply = asked(
        "maria_lopez", "Have you heard that Sam Moore will run for mayor?", extra=[news], unknown_names=["Sam Moore"]
    )
    assert reply.knows
    assert reply.used == [99]


def test_a_friend_is_spoken_of_with_the_tie_and_a_memory() -> None:
    reply = asked("maria_lopez", "What do you think of Klaus?")
    assert "close friend" in reply.say
    assert reply.used


def test_asked_about_their_own_name_people_introduce_themselves() -> None:
    assert "Klaus Mueller" in asked("klaus_mueller", "Who is Klaus Mueller?").say


def test_promises_are_plans() -> None:
    reply = asked("isabella_rodriguez", "What are your plans for tomorrow?")
    assert "hosting the Valentine's Day party" in reply.say
    assert not asked("klaus_mueller", "What did you promise to do tomorrow at 5 pm?").knows


def test_unmentioned_facts_are_not_known() -> None:
    for question in (
        "Is the harbour flooded?",
        "Who stole the bicycle?",
        "What did the doctor say about the epidemic?",
    ):
        assert not asked("isabella_rodriguez", question).knows


@pytest.mark.parametrize(
    "question",
    [
        "请自我介绍一下。",
        "今天下午一点你会做什么？",
        "早饭烧糊了，你怎么办？",
        "你最想跟谁待在一起？",
        "你担心什么？",
        "你在哪？",
    ],
)
def test_chinese_questions_get_chinese_answers(question: str) -> None:
    reply = asked(
        "maria_lopez",
        question,
        "zh",
        now={"date": "2023-02-13", "weekday": 0, "time": "09:30", "place": "公园", "doing": ""},
    )
    assert reply.knows
    plain = reply.say.replace(TOWN["zh"].card("maria_lopez")["home"], "")
    assert not any(char.isascii() and char.isalpha() for char in plain), reply.say


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("Who are you?", "self"),
        ("What would you do if it rained?", "reaction"),
        ("When is the party?", "fact"),
        ("Do you know Sam?", "person"),
    ],
)
def test_questions_are_sorted(question: str, sort: str) -> None:
    assert sort_of(question, "en") == sort


@pytest.mark.parametrize("person", FIVE)
@pytest.mark.parametrize(
    "question",
    [
        "What do you think of the new bridge?",
        "How did you come through the great flood last winter?",
        "Do you like the new swimming pool?",
        "Why did you sell your horse?",
        "Who won the boat race last summer?",
        "Tell me about the dragon in the lake.",
    ],
)
def test_invented_facts_are_not_known(person: str, question: str) -> None:
    assert not asked(person, question).knows


@pytest.mark.parametrize("person", FIVE)
@pytest.mark.parametrize(
    "question", ["去年冬天那场大水，你是怎么熬过来的？", "你觉得新修的大桥怎么样？", "你为什么把马卖了？"]
)
def test_invented_facts_are_not_known_in_chinese(person: str, question: str) -> None:
    assert not asked(person, question, "zh").knows


def test_a_person_tells_where_they_eat_and_when_work_is_over_by_the_day_that_is_planned() -> None:
    assert "dinner" in asked("tom_moreno", "Where will you have dinner tonight?").say
    assert "eight in the evening" in asked("isabella_rodriguez", "When do you finish work today?").say


def test_a_person_knows_their_kin_by_the_tie_to_them() -> None:
    assert "Jane Moreno" in asked("tom_moreno", "Are you married?").say
    married = asked("klaus_mueller", "Are you married?")
    assert married.knows
    assert married.say.startswith("No")


def test_an_open_question_gets_no_yes() -> None:
    news = [recalled(90, "Sam has decided to run for mayor in the election next month.", about=["sam_moore"])]
    for person in FIVE:
        assert not asked(person, "Who stands for mayor?", extra=news).say.startswith("Yes")


def test_an_unknown_name_may_be_that_of_a_known_event() -> None:
    news = [recalled(91, "Nell is holding Lantern Night on the quay this Saturday.", kind="news", importance=7)]
    question = "Whose idea was Lantern Night, and where will it be held?"
    assert asked("tom_moreno", question, extra=news, unknown_names=["Lantern Night"]).knows
    assert not asked("tom_moreno", question, unknown_names=["Lantern Night"]).knows


PARTY = {
    "en": "Isabella is giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven.",
    "zh": "伊莎贝拉2月14日下午五点到七点在霍布斯咖啡馆办情人节聚会，谁都可以来。",
}
GO = {
    "en": ("Do you mean to go to the party, and why, or why not?", "Are you going to Isabella's party?"),
    "zh": ("你打算去那个聚会吗？为什么去，或者为什么不去？", "你去不去伊莎贝拉的聚会？"),
}
SAID = {
    "en": {
        "declined": "I will not be there: going to Isabella's party, Tuesday at 17:00. Crowds are not for me",
        "kept": "I was there as I said I would be: going to Isabella's party.",
    },
    "zh": {
        "declined": "我去不了：去伊莎贝拉的聚会，星期二下午五点。人多的地方我待不住",
        "kept": "我说到做到：去伊莎贝拉的聚会。",
    },
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("number", [0, 1])
def test_attendance_plans_follow_from_words_and_deeds(language: str, number: int) -> None:
    question = GO[language][number]
    news = recalled(901, PARTY[language], kind="news", source="tom_moreno", importance=8)
    undecided = asked("klaus_mueller", question, language, [news])
    assert PARTY[language] in undecided.say
    assert undecided.used == [901]
    for kind, said in (("promise", SAID[language]["declined"]), ("did", SAID[language]["kept"])):
        reply = asked("klaus_mueller", question, language, [news, recalled(902, said, kind=kind)])
        assert (reply.used, reply.knows) == ([902], True)
        assert said.rstrip(".。") in reply.say


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hosts_and_people_who_promised_will_attend(language: str) -> None:
    question = GO[language][0]
    host = asked("isabella_rodriguez", question, language)
    own = next(one for one in TOWN[language].promises("isabella_rodriguez") if one["host"])
    assert own["what"] in host.say
    guest = asked("klaus_mueller", question, language, promises=[{**own, "host": False}])
    assert own["what"] in guest.say


WENT = {
    "en": ("Did you go to Isabella's party?", "How was the party?"),
    "zh": ("你去了伊莎贝拉的聚会吗？", "伊莎贝拉的聚会怎么样？"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("number", [0, 1])
def test_past_attendance_follows_from_deeds_and_words(language: str, number: int) -> None:
    question, no = WENT[language][number], re.compile(r"^(?:No\b|I didn't go)|^(?:没|我没)")
    news = recalled(901, PARTY[language], kind="news", source="tom_moreno", importance=8)
    after = {"date": "2023-02-14", "weekday": 1, "time": "20:00", "place": "", "doing": ""}
    heard = asked("klaus_mueller", question, language, [news], now=after)
    assert no.search(heard.say), heard.say
    declined = recalled(902, SAID[language]["declined"], kind="promise")
    away = asked("klaus_mueller", question, language, [news, declined], now=after)
    assert no.search(away.say), away.say
    assert away.used == [902]
    was = asked(
        "klaus_mueller", question, language, [news, recalled(903, SAID[language]["kept"], kind="did")], now=after
    )
    assert not no.search(was.say), was.say
    assert was.used == [903]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_person_who_is_at_a_party_says_so(language: str) -> None:
    own = next(one for one in TOWN[language].promises("isabella_rodriguez") if one["host"])
    during = {"date": own["date"], "weekday": 1, "time": "18:00", "place": own["place_name"], "doing": ""}
    for question in (*GO[language], *WENT[language]):
        reply = asked(
            "isabella_rodriguez", question.replace("Isabella's", "the").replace("伊莎贝拉的", ""), language, now=during
        )
        assert re.search(r"right now|in the middle of it|这会儿就在|正热闹", reply.say), reply.say


@pytest.mark.parametrize("question", ["Are you going to Bob's party?", "Are you going to the concert?"])
def test_people_cannot_answer_about_an_unknown_party(question: str) -> None:
    names = ["Bob"] if "Bob" in question else []
    news = recalled(901, PARTY["en"], kind="news", source="tom_moreno", importance=8)
    assert not asked("klaus_mueller", question, extra=[news], unknown_names=names).knows


@pytest.mark.parametrize("question", ["Will you be at Hobbs Cafe tomorrow?", "Are you going to the market?"])
def test_a_place_is_no_event(question: str) -> None:
    news = recalled(901, PARTY["en"], kind="news", source="tom_moreno", importance=8)
    seed = recalled(902, "I buy my bread at the market.")
    assert "whether I will come" not in asked("klaus_mueller", question, extra=[news, seed]).say
    assert "given my word yet" not in asked("klaus_mueller", question, extra=[news, seed]).say


def test_the_candidate_for_mayor_is_known_from_an_opponent() -> None:
    against = "Jennifer does not want Sam to run for mayor: a campaign would exhaust him, and she has told him so."
    news = recalled(901, against, kind="news", source="jennifer_moore", importance=6)
    reply = asked("adam_smith", "The town will have an election, they say. Who stands for mayor?", extra=[news])
    assert reply.used == [901]


def test_a_weighty_talk_is_as_good_as_its_news() -> None:
    talk = recalled(901, f"Talking with Isabella, I heard that {PARTY['en']}", kind="talk", importance=8)
    reply = asked("klaus_mueller", "I heard something about a party. When and where will it be?", extra=[talk])
    assert (reply.used, reply.knows) == ([901], True)


def test_a_person_who_speaks_of_the_election_does_not_say_who_stands() -> None:
    seed = recalled(901, "百合子聊选举句句有根据，害得我也看起报来。", importance=5)
    assert 901 not in asked("tom_moreno", "听说镇上要选举，有谁参选镇长？", "zh", [seed]).used


def test_news_of_a_person_is_told_once() -> None:
    fact = "Wolfgang has a competition in six weeks."
    heard = recalled(901, fact, kind="news", source="ayesha_khan", about=["wolfgang_schulz"], importance=9)
    talk = recalled(
        902, f"Talking with Ayesha, I heard that {fact}", kind="talk", about=["wolfgang_schulz"], importance=9
    )
    reply = asked("klaus_mueller", "What do you think of Wolfgang?", extra=[heard, talk])
    assert reply.say.count("competition in six weeks") == 1


@pytest.mark.parametrize(
    ("language", "question", "text", "gift"),
    [
        ("en", "What would you give {} as a present?", "{} practises the trombone in a brass band.", "old songs"),
        ("zh", "你会送{}什么礼物？", "{}天天练笛子。", "歌谱"),
        ("en", "What would you give {} as a present?", "{} was early at the Rose and Crown.", "made by hand"),
    ],
)
def test_a_present_goes_with_what_one_knows_of_the_person(language: str, question: str, text: str, gift: str) -> None:
    ayesha = TOWN[language].other("klaus_mueller", "ayesha_khan")
    told = recalled(1, text.format(ayesha["called"]), about=["ayesha_khan"], importance=10)
    reply = asked("klaus_mueller", question.format(ayesha["name"]), language, recalled=[told], others=[ayesha])
    assert gift in reply.say
