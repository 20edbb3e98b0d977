"""The path of a piece of news, from memories and talks written by hand."""

from milkwood.chronicle.rumour import Fact, Rumour, rumour_of
from milkwood.chronicle.transcript import Transcript
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId, TalkId
from milkwood.mind.port import Memory
from milkwood.town.talk import Line

ANN, BEN, CID, DOT = (PersonId(name) for name in ("ann", "ben", "cid", "dot"))
OWN = "I am giving a garden party at the Red House on Sunday at four."
TOLD = "Ann is giving a garden party at the Red House on Sunday at four."
SEED: Remembered = (-1, ANN, Memory("seed", OWN, number=1))


def talk(name: str, began: int, *lines: tuple[PersonId, str]) -> Transcript:
    members = tuple(dict.fromkeys(speaker for speaker, _ in lines))
    said = tuple(Line(speaker, text, began + n) for n, (speaker, text) in enumerate(lines))
    return Transcript(TalkId(name), members, began, said, began + len(lines), "done")


def news(tick: int, person: PersonId, source: PersonId, name: str, text: str = TOLD) -> Remembered:
    return tick, person, Memory("news", text, number=2, source=source, talk=name)


FIRST = talk("one", 10, (ANN, f"Good morning! {OWN} Do come."), (BEN, "I will."))
SECOND = talk("two", 50, (CID, "Anything new?"), (BEN, f"Have you heard? {TOLD}"))


def rumour(*memories: Remembered, talks: tuple[Transcript, ...] = (FIRST, SECOND)) -> Rumour:
    return rumour_of(Fact((OWN,)), memories, talks)


def test_a_chain_leads_back_to_the_person_who_knew_it_from_the_start() -> None:
    found = rumour(SEED, news(20, BEN, ANN, "one"), news(60, CID, BEN, "two"))
    assert found.knowers() == [ANN, BEN, CID]
    assert found.origins() == [ANN]
    assert found.told() == [BEN, CID]
    chain = found.chain(CID)
    assert [link.person for link in chain] == [ANN, BEN, CID]
    assert [link.line.tick if link.line else None for link in chain] == [None, 10, 51]
    assert not found.unexplained()


def test_only_the_first_time_counts() -> None:
    found = rumour(SEED, news(20, BEN, ANN, "one"), news(60, BEN, CID, "two"))
    assert found.knowings[BEN].source == ANN


def test_who_knew_it_before_a_tick_is_found() -> None:
    found = rumour(SEED, news(20, BEN, ANN, "one"))
    assert found.knowers(until=20) == [ANN]
    assert found.knowers(until=21) == [ANN, BEN]


def test_news_from_a_source_that_never_said_it_is_unexplained() -> None:
    silent = talk("two", 50, (CID, "Anything new?"), (BEN, "Nothing at all."))
    found = rumour(SEED, news(20, BEN, ANN, "one"), news(60, CID, BEN, "two"), talks=(FIRST, silent))
    assert [known.person for known in found.unexplained()] == [CID]
    assert found.told() == [BEN]
    assert found.knowers() == [ANN, BEN]


def test_a_person_outside_the_talk_cannot_have_heard_it() -> None:
    found = rumour(SEED, news(60, DOT, BEN, "two"), news(20, BEN, ANN, "one"))
    assert [known.person for known in found.unexplained()] == [DOT]


def test_telling_news_before_knowing_it_breaks_the_chain() -> None:
    found = rumour(SEED, news(70, BEN, ANN, "one"), news(60, CID, BEN, "two"))
    assert [known.person for known in found.unexplained()] == [CID]


def test_a_circular_chain_is_not_a_chain() -> None:
    third = talk("three", 5, (CID, TOLD), (BEN, "Oh!"))
    found = rumour(news(60, CID, BEN, "two"), news(60, BEN, CID, "three"), talks=(SECOND, third))
    assert not found.chain(BEN)
    assert not found.chain(CID)


def test_a_promise_made_in_the_same_breath_is_explained_by_the_news() -> None:
    promise: Remembered = (20, BEN, Memory("promise", f"I have promised: {TOLD}", number=3))
    found = rumour(SEED, promise, news(20, BEN, ANN, "one"))
    assert found.told() == [BEN]


def test_a_sighting_is_not_news_and_another_party_is_another_fact() -> None:
    saw: Remembered = (5, CID, Memory("saw", TOLD))
    other = news(60, DOT, BEN, "two", "Ben is giving a party for the cat.")
    assert rumour(SEED, saw, other).knowers() == [ANN]


def test_a_fact_may_be_told_over_several_lines() -> None:
    slow = talk(
        "one", 10, (ANN, "I am giving a garden party on Sunday."), (BEN, "Where?"), (ANN, "The Red House, at four.")
    )
    found = rumour(SEED, news(20, BEN, ANN, "one"), talks=(slow,))
    line = found.chain(BEN)[-1].line
    assert line is not None
    assert line.tick == 12


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    own, told = "星期天下午四点，我要在红房子办花园派对。", "安要在红房子办花园派对，星期天下午四点。"
    said = talk("one", 10, (ANN, f"对了，{own}"), (BEN, "好啊"))
    memories = [(-1, ANN, Memory("seed", own)), news(20, BEN, ANN, "one", told)]
    assert rumour_of(Fact((own,)), memories, [said]).told() == [BEN]


def test_what_the_user_says_is_known_without_a_talk() -> None:
    told: Remembered = (20, BEN, Memory("news", TOLD, number=2, source="Sam"))
    announced: Remembered = (21, CID, Memory("news", TOLD, number=2, source="~outside"))
    found = rumour(told, announced, talks=())
    assert found.knowers() == found.origins() == [BEN, CID]


def test_what_the_users_avatar_says_is_known() -> None:
    sam = PersonId("sam")
    said = talk("one", 10, (sam, TOLD), (BEN, "Really?"))
    found = rumour(
        news(20, BEN, sam, "one"),
        news(60, CID, BEN, "two"),
        (-1, CID, Memory("seed", "I like tea.")),
        talks=(said, SECOND),
    )
    assert found.knowers() == found.told() == [BEN, CID]


def test_what_was_remembered_before_the_run_is_known_from_the_start() -> None:
    assert rumour((-1, ANN, Memory("talk", TOLD))).origins() == [ANN]
