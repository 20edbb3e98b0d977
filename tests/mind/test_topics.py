"""Topics of a talk: what stays in mind throughout it, and its intended length."""

import pytest

from milkwood.ids import PersonId, TalkId
from milkwood.mind import topics
from milkwood.mind.head import Head, Switches
from milkwood.mind.state import HeardLine
from milkwood.mind.thought import Thought
from milkwood.models.port import Question
from milkwood.questions import terms
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.run.minds import MindFactory
from milkwood.town.percepts import InTalk, Moment
from milkwood.town.tile import Tile
from milkwood.towns import load
from milkwood.towns.shelf import find

PACK = load(find("gull_quay").folder)
IVO, PETRA, NELL, VISITOR = map(PersonId, ("ivo_marsh", "petra_marsh", "nell_avery", "somebody_else"))
NOON = 5 * 360


class Unasked:
    """An asker that is not asked."""

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        raise AssertionError(kind, ask)

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        raise AssertionError(kind, ask, due)

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        raise AssertionError(kind, question)


def ivo(*, impressions: bool = True) -> Head:
    """Ivo, who remembers a dozen things and has nothing to tell."""
    switches = Switches(impressions=impressions)
    factory = MindFactory(PACK, PACK.clock, PACK.languages[0], 1, shelf=lambda _person: (), switches=switches)
    head = factory.mind(PACK.people[IVO]).head
    factory.introduce(VISITOR, "Ada")
    head.state.day.midnight = 0
    for n in range(20):
        about = [PETRA, NELL][n % 2]
        head.remember(n, "saw", f"I saw {about} carry basket number {n} down the quay.", about=[about])
    return head


def thought(head: Head) -> Thought:
    return Thought(head, Moment(NOON, Tile(0, 0), None, None, False, ()), Unasked())


def recalled(head: Head, tick: int, others: list[PersonId]) -> tuple[list[terms.Recalled], int]:
    """What is in mind for the next line, and how many of the first entries stay so throughout the talk."""
    head.state.talk.on_mind, more = topics.in_mind(head, tick, others)
    lasting = head.state.talk.on_mind.recalled
    return [*lasting, *more], len(lasting)


def in_talk(lines: int, *others: PersonId) -> InTalk:
    return InTalk(TalkId("1-ivo_marsh"), others, True, lines)


def test_first_memories_stay_and_one_more_comes_with_each_line() -> None:
    head = ivo()
    first, lasting = recalled(head, NOON, [PETRA])
    assert lasting == len(first) == topics.FAMILIAR_MEMORIES
    head.state.talk.lines = [HeardLine(PETRA, "Who carried basket number 7 down the quay?")]
    later, still = recalled(head, NOON + 1, [PETRA])
    assert (later[:still], still) == (first, lasting)
    assert len(later) == still + topics.LATER_MEMORIES
    assert "number 7" in later[-1]["text"]


def test_told_memories_stay_in_mind_unchanged() -> None:
    head = ivo()
    first, _ = recalled(head, NOON, [PETRA])
    head.memories.told(first[0]["id"], PETRA)
    assert recalled(head, NOON + 1, [PETRA])[0][:1] == first[:1]


def test_in_other_company_other_things_come_to_mind() -> None:
    head = ivo()
    first, _ = recalled(head, NOON, [PETRA])
    joined, lasting = recalled(head, NOON + 1, [PETRA, NELL])
    assert lasting == len(joined)
    assert joined != first


def test_without_impressions_memories_are_recalled_for_every_line() -> None:
    head = ivo(impressions=False)
    for tick in (NOON, NOON + 1):
        found, lasting = recalled(head, tick, [PETRA])
        assert (len(found), lasting) == (topics.MEMORIES_WITHOUT_IMPRESSIONS, 0)


def test_news_that_the_other_does_not_know_is_in_mind_besides() -> None:
    head = ivo()
    number = head.remember(NOON, "news", "The lamp of the lighthouse is broken.", importance=9, source=NELL)
    found, _ = recalled(head, NOON + 1, [PETRA])
    assert number in [each["id"] for each in found]


@pytest.mark.parametrize(("spoken", "left"), [(0, 5), (3, 2), (4, 1), (5, 1), (12, 1)])
def test_a_talk_without_news_has_its_usual_length(spoken: int, left: int) -> None:
    head = begun(ivo(), NELL)
    assert topics.left(head, spoken) == left


def test_big_news_family_and_guests_make_a_talk_longer() -> None:
    head = ivo()
    assert topics.length(head, [NELL]) == topics.ORDINARY_LINES
    number = head.remember(NOON, "news", "The lamp of the lighthouse is broken.", importance=9, source=VISITOR)
    assert topics.length(head, [NELL]) == topics.LONG_LINES
    head.memories.told(number, NELL)
    assert topics.length(head, [NELL]) == topics.ORDINARY_LINES
    assert topics.length(head, [VISITOR]) == topics.LONG_LINES
    assert head.people.of(PETRA).closeness >= topics.FAMILY_CLOSENESS
    assert topics.length(head, [PETRA]) == topics.LONG_LINES


def test_a_second_talk_on_a_day_is_a_few_words_where_nothing_is_new() -> None:
    head = ivo()
    head.state.talk.brief = True
    assert topics.length(head, [PETRA]) == topics.BRIEF_LINES
    assert topics.length(head, [PETRA, NELL]) == topics.BRIEF_LINES + 2


def test_two_lines_in_a_row_that_bring_nothing_new_close_a_talk() -> None:
    head = ivo()
    head.state.talk.length = 8
    news = [HeardLine(PETRA, "The wind turns to the north."), HeardLine(IVO, "The herring came at dawn.")]
    head.state.talk.lines = news
    assert topics.left(head, 2) == 6
    head.state.talk.lines = [*news, HeardLine(PETRA, "The herring came at dawn!")]
    assert topics.left(head, 3) == 5
    head.state.talk.lines = [*news, HeardLine(PETRA, "The herring came at dawn!"), HeardLine(IVO, "Well.", True)]
    assert topics.left(head, 4) == topics.CLOSING_LINES


def begun(head: Head, *others: PersonId) -> Head:
    head.state.talk.length = topics.length(head, others)
    return head


def test_a_guest_always_hears_something_new() -> None:
    head = ivo()
    head.people.talk(VISITOR, NOON - 10)
    assert not topics.nothing_new(thought(head), VISITOR)


def test_a_partner_of_today_hears_nothing_new_without_news_or_an_event() -> None:
    head = ivo()
    assert not topics.nothing_new(thought(head), PETRA)
    head.people.talk(PETRA, NOON - 10)
    assert topics.nothing_new(thought(head), PETRA)
    head.state.day.midnight = NOON - 5
    assert not topics.nothing_new(thought(head), PETRA)
    head.state.day.midnight = 0
    head.calendar.add("giving a party", NOON + 10, NOON + 90, "", [], host=True)
    assert not topics.nothing_new(thought(head), PETRA)
