from milkwood.chronicle.transcript import transcripts
from milkwood.ids import PersonId, TalkId
from milkwood.town.events import Event, Happening, Joined, Left, Said, TalkBegan, TalkEnded
from milkwood.town.talk import Line

ADA, BEN, CLEO = PersonId("ada"), PersonId("ben"), PersonId("cleo")
TALK = TalkId("3-ada")


def told(*events: tuple[int, PersonId, Event]) -> list[Happening]:
    return [Happening(tick, person, 0, event) for tick, person, event in events]


def test_a_talk_has_its_members_in_the_order_they_came_and_its_lines_in_the_order_they_were_said() -> None:
    [talk] = transcripts(
        told(
            (3, ADA, TalkBegan(TALK, BEN)),
            (4, ADA, Said(TALK, "Hello")),
            (4, CLEO, Joined(TALK)),
            (5, BEN, Said(TALK, "Hello to you")),
            (6, BEN, Left(TALK)),
            (7, CLEO, Joined(TALK)),
            (8, ADA, TalkEnded(TALK, "said all")),
        )
    )
    assert (talk.id, talk.members, talk.began, talk.ended, talk.why) == (TALK, (ADA, BEN, CLEO), 3, 8, "said all")
    assert talk.lines == (Line(ADA, "Hello", 4), Line(BEN, "Hello to you", 5))


def test_a_talk_that_continues_has_no_end_yet() -> None:
    [talk] = transcripts(told((3, ADA, TalkBegan(TALK, BEN))))
    assert (talk.ended, talk.why, talk.lines) == (None, "", ())


def test_a_line_of_a_talk_with_an_unknown_beginning_is_ignored() -> None:
    assert transcripts(told((4, ADA, Said(TALK, "Hello")))) == []


def test_joiners_and_leavers_heard_only_a_part() -> None:
    [talk] = transcripts(
        told(
            (1, ADA, TalkBegan(TALK, BEN)),
            (2, ADA, Said(TALK, "one")),
            (3, CLEO, Joined(TALK)),
            (4, BEN, Said(TALK, "two")),
            (5, BEN, Left(TALK)),
            (6, CLEO, Said(TALK, "three")),
        )
    )
    heard = {person: [line.text for line in talk.heard_by(person)] for person in (ADA, BEN, CLEO)}
    assert heard == {ADA: ["one", "two", "three"], BEN: ["one", "two"], CLEO: ["two", "three"]}
