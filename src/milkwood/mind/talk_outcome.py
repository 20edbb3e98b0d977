"""The outcome of a talk: news, impressions, promises.

Invariant: news carries its source; a promise goes into the calendar, and into today's plan if it is for today; a failed
answer changes nothing.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import day, reflection
from milkwood.mind.breakdown import home_room
from milkwood.mind.calendar import Promise
from milkwood.mind.head import Head
from milkwood.mind.hours import minutes_in
from milkwood.mind.news_sharing import BIG_IMPORTANCE
from milkwood.mind.state import Pending
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.questions.after_talk.schema import Commitment, News, Reply

LASTS_MINUTES = 60
"""Length of something whose end is not after its start."""


def take_in(thought: Thought, pending: Pending, reply: Reply) -> None:
    """Take in the outcome of a talk."""
    head, tick = thought.head, thought.tick
    if not head.switches.observation:
        return
    partners, place = pending.partners, thought.moment.room or ""
    talked = head.remember(tick, "talk", reply.summary, about=partners, importance=3, place=place, talk=pending.talk)
    reflection.weigh_later(head, talked)
    day.note_done(head, reply.summary)
    if reply.thought and head.switches.reflection:
        head.remember(tick, "thought", reply.thought, about=partners, importance=4, evidence=[talked])
    for news in reply.news:
        _learn(thought, news, pending, talked)
    for commitment in reply.commitments:
        commit(thought, commitment, partners)
    for impression in reply.impressions:
        person = PersonId(impression.person)
        worse = person in head.folk and impression.closeness < head.people.of(person).closeness
        if person in partners or worse:
            head.people.update(person, impression.knows, impression.feeling, impression.closeness)


def _learn(thought: Thought, news: News, pending: Pending, talked: int) -> None:
    """Remember a piece of news with what was said of it; everyone in the talk knows it now."""
    head = thought.head
    number = head.find_text(news.text)
    hidden = [person for person in news.secret_from if person in head.folk and person != head.id]
    if number is None:
        about = [person for person in news.about if person in head.folk]
        number = head.remember(
            thought.tick,
            "news",
            news.text,
            about=about,
            importance=news.importance,
            source=news.by,
            talk=pending.talk,
            evidence=[talked],
            witnesses=[person for person in news.witnesses if person in head.folk and person not in hidden],
            certainty=news.certainty,
            private=news.private,
        )
    else:
        _doubt_or_believe(head, number, news)
    head.memories.hide(number, hidden)
    # Whom a rumour is about may not have heard it: the person can still ask them.
    concerned = {person for person in news.about if person in head.folk and news.certainty != "rumour"}
    for person in {news.by, *concerned, *pending.partners} - {*hidden}:
        head.memories.told(number, person)


def _doubt_or_believe(head: Head, number: int, news: News) -> None:
    """What is heard again: a denial is believed, except of what the person lived; a rumour is confirmed by those who
    must know."""
    record = head.memories.find(number)
    if record is None or record.certainty == "known":
        return
    if news.certainty == "denied" and record.certainty != "denied":
        head.memories.judge(number, "denied")
        head.memories.weigh(number, max(record.importance, BIG_IMPORTANCE))
    elif news.certainty == "told" and record.certainty == "rumour" and _must_know(record, news.by):
        head.memories.judge(number, "told")


def _must_know(record: Record, person: str) -> bool:
    return person in record.about or person in record.witnesses


def _expect(own: Promise, commitment: Commitment, company: Sequence[PersonId]) -> None:
    """Record who of those in a talk comes to the person's own event, or no longer does."""
    named = {person for person in company if person in commitment.company}
    own.coming = sorted({*own.coming, *named} if commitment.accepted else {*own.coming} - named)


def commit(thought: Thought, commitment: Commitment, company: Sequence[PersonId]) -> None:
    """Add an agreed appointment to the calendar, and to today's plan if it is for today."""
    head, tick = thought.head, thought.tick
    begin, close = minutes_in(commitment.start), minutes_in(commitment.end)
    if begin is None or close is None:
        return
    start = head.hours.tick_of(commitment.date, begin)
    end = head.hours.tick_of(commitment.date, close if close > begin else begin + LASTS_MINUTES)
    if start is None or end is None or end <= tick:
        return
    own = head.calendar.hosted(start, end)
    if own is not None:
        _expect(own, commitment, company)
        return
    place = head.places.room_of(commitment.place) or ""
    what, accepted, reason = commitment.what, commitment.accepted, commitment.reason
    with_whom = [person for person in (*commitment.company, *company) if person in head.folk]
    coming = [person for person in commitment.company if person in head.folk]
    made = head.calendar.add(what, start, end, place, with_whom, declined=not accepted, reason=reason, coming=coming)
    if made is None:
        return
    phrase = head.words.promised if accepted else head.words.declined
    day_name = head.words.weekdays[head.hours.weekday(start)]
    text = phrase.format(
        what=what, day=day_name, hour=head.hours.say(start), place=head.places.name(place), reason=reason
    )
    head.remember(tick, "promise", text.strip(), about=sorted(set(with_whom)), importance=6, place=place)
    if accepted and start < head.state.day.bed:
        lead = head.hours.ticks(day.LEAD_MINUTES)
        day.insert(thought, max(tick + 1, start - lead), end, what, place or home_room(head), made.id)
