"""Talking: listening, saying the next line, ending a talk.

Invariant (rule T2): talks have turns; a line is said once; the outcome of a talk is taken in some minutes after its
end, whenever the answer came. Writes `state.talk`.
"""

from collections.abc import Awaitable, Sequence

from milkwood.ids import PersonId
from milkwood.mind import absence, attention, day, doing, limits, meeting, news_sharing, topics
from milkwood.mind.calendar import DECLINED
from milkwood.mind.head import Head
from milkwood.mind.port import Decision
from milkwood.mind.state import HeardLine, OnMind, SaidTo
from milkwood.mind.thought import Thought
from milkwood.models.wording import words_of
from milkwood.questions import terms
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.after_talk.schema import Ask as AfterTalk
from milkwood.questions.speak import KIND as SPEAK
from milkwood.questions.speak.schema import Ask as Speak
from milkwood.town.intents import Leave, Say, Stay
from milkwood.town.percepts import Hears, InTalk

LINGER_MINUTES = 1.5
"""How long the speaker stays in the room after each line."""
AFTER_MINUTES = 25
"""Time after a talk until its outcome is taken in, unless another talk begins before."""
MAX_TALK_CONCERNS = 2
"""Maximum number of concerns in a speak question."""
SPOKEN_OF_WORDS = 2
"""Number of words of something that must be said for it to count as mentioned."""
MAX_RECENT_LINES = 24
"""Maximum number of recent lines kept, not to be repeated."""
MAX_KNOWN_NEWS = 12
"""Maximum number of known news items in a question after a talk."""
WAIT_TICKS = 60


def listen(thought: Thought) -> None:
    """Take in the lines of the current talk."""
    for percept in thought.felt:
        if isinstance(percept, Hears):
            thought.head.state.talk.lines.append(HeardLine(percept.speaker, percept.text, percept.small_talk))


def talk(thought: Thought) -> Decision | Awaitable[Decision]:
    """In a talk: listen, speak, or end it."""
    head, own, mine = thought.head, thought.head.state.talk, attention.my_talk(thought)
    if mine is None:
        return _over(thought)
    if own.id != mine.talk:
        _begin(thought, mine)
    for other in mine.others:
        if other not in own.partners:
            if head.people.of(other).last_talk >= max(0, head.state.day.midnight):
                own.again = [*own.again, other]
            own.partners.append(other)
            limits.count(thought, f"{limits.TALKS_WITH}:{other}")
            own.brief = own.brief and topics.nothing_new(thought, other)
        head.people.talk(other, thought.tick)
    own.length = own.length or topics.length(head, mine.others)
    if not mine.my_turn:
        return thought.decide(Stay(), thought.tick + WAIT_TICKS)
    return _speak(thought, mine)


def _begin(thought: Thought, mine: InTalk) -> None:
    head, own = thought.head, thought.head.state.talk
    own.id, own.partners, own.told, own.asked_to, own.again = mine.talk, [], [], [], []
    own.on_mind, own.brief, own.length = None, True, 0
    own.today = own.today if own.day == head.state.day.number else []
    own.talks, own.day = (own.talks if own.day == head.state.day.number else 0) + 1, head.state.day.number
    own.lines = own.lines[-1:] if mine.lines else []
    meeting.met(head)
    began_it = mine.talk == f"{thought.tick - 1}-{head.id}"
    own.reason = head.state.meeting.reason if began_it else ""


async def _speak(thought: Thought, mine: InTalk) -> Decision:
    head, own, tick = thought.head, thought.head.state.talk, thought.tick
    others = [other for other in mine.others if other in head.folk]
    if limits.reached(thought, SPEAK.name):
        return thought.decide(Leave(), tick + 1)
    own.on_mind, more = topics.in_mind(head, tick, others)
    content = _line_question(thought, mine, others, own.on_mind, more)
    reply = await thought.ask(SPEAK, content)
    text = reply.say.strip()
    thought.because(act="say", recalled=_weighed(content["recalled"]), because=own.reason)
    if not text or any(_same(text, line.text) for line in own.lines):
        return thought.decide(Leave(), tick + 1)  # nothing new to say: silence is better than repetition
    offered = {each["id"] for each in content["recalled"]}
    for number in reply.tells:
        if number in offered:
            if number not in own.told:
                head.memories.tell(number, mine.others)
            own.told.append(number)
    hosted = {str(each.id): each.id for each in head.calendar.ahead(tick) if each.host}
    own.asked_to += [hosted[event] for event in reply.invites if event in hosted]
    for number in reply.asks:
        if number in {each["id"] for each in content.get("doubts", ())}:
            news_sharing.asked(head, number, mine.others)
    small_talk = reply.small_talk and not reply.tells and not reply.invites and not reply.asks
    own.lines.append(HeardLine(head.id, text, small_talk))
    own.said = [*own.said, text][-MAX_RECENT_LINES:]
    if not small_talk:
        own.today = [*own.today, SaidTo(tuple(others), text)]
    stays = tick + head.hours.ticks(LINGER_MINUTES)
    doing.linger(head, stays)
    last = content["left"] <= 1 or reply.over
    return thought.decide(Say(text, last, stays, small_talk), tick + WAIT_TICKS)


def _line_question(
    thought: Thought, mine: InTalk, others: Sequence[PersonId], on_mind: OnMind, more: Sequence[terms.Recalled]
) -> Speak:
    head, own, tick = thought.head, thought.head.state.talk, thought.tick
    recalled = [*on_mind.recalled, *more]
    recalled = [*recalled, *_declined(thought, recalled, others)]
    said = [line.text for line in own.lines]
    named = [*said, *(each["text"] for each in recalled)]
    ask = Speak(
        self=_card(head),
        now=head.now(thought.moment),
        others=[_other(thought, other) for other in others],
        lines=_lines(own.lines),
        reason=own.reason,
        recalled=recalled,
        lasting=len(on_mind.recalled),
        promises=head.engagements(tick),
        usual=head.usual(),
        said_before=list(own.said),
        left=topics.left(head, mine.lines),
        people=head.known_people((*others, *head.spoken_of(named)), 20),
        places=head.known_places(said),
    )
    if today := [each.text for each in own.today if set(others) <= set(each.to) and each.text not in said]:
        ask["said_today"] = today[-MAX_RECENT_LINES:]
    if missed := absence.missed(head, others):
        ask["missed"] = missed
    if doubts := news_sharing.to_ask(head, mine.others):
        ask["doubts"] = [head.as_recalled(tick, each, (), others) for each in doubts]
    return ask


def _declined(thought: Thought, recalled: Sequence[terms.Recalled], others: Sequence[PersonId]) -> list[terms.Recalled]:
    """A declined invitation that is being talked about: the next person who asks hears the same."""
    head = thought.head
    refused = [each for each in head.calendar.promises if each.status == DECLINED and each.end > thought.tick]
    said = " ".join(line.text for line in head.state.talk.lines)
    spoken = [each for each in refused if len(words_of(each.what) & words_of(said)) >= SPOKEN_OF_WORDS]
    if not spoken:
        return []
    there = {each["id"] for each in recalled}
    records = [each for each in head.memories.recent(200, ("promise",)) if each.number not in there]
    return [
        head.as_recalled(thought.tick, record, (), others)
        for record in records
        if any(each.what in record.text for each in spoken)
    ]


def _other(thought: Thought, other: PersonId) -> terms.Other:
    head = thought.head
    found = head.people.other(other, attention.doing_of(thought, other))
    if other in head.state.talk.again:
        found["today"] = True
    return found


def _card(head: Head) -> terms.Card:
    """The speaker's card: the same for every line, so that a provider can cache most of the prompt."""
    card = head.card()
    if not head.switches.impressions:
        return card
    return {**card, "concerns": card["concerns"][:MAX_TALK_CONCERNS]}


def _lines(lines: Sequence[HeardLine]) -> list[terms.SpokenLine]:
    return [terms.SpokenLine(by=line.by, text=line.text) for line in lines]


def _same(one: str, other: str) -> bool:
    return "".join(one.lower().split()) == "".join(other.lower().split())


def _weighed(recalled: Sequence[terms.Recalled]) -> list[list[float]]:
    """Recalled memories by weight, without news to tell."""
    return [[each["id"], *each["scores"]] for each in recalled if each["scores"]]


# --- outcome


def _over(thought: Thought) -> Decision:
    """End a talk: ask for its outcome, and resume the day."""
    head, own, tick = thought.head, thought.head.state.talk, thought.tick
    partners = [partner for partner in own.partners if partner in head.folk]
    if partners and own.lines:
        for partner in partners:
            head.people.part(partner)
        for event in own.asked_to:
            head.calendar.ask_to(event, partners)
        absence.settle(head, partners)
        if head.switches.observation:
            _take_note(thought, partners)
    own.id, own.lines, own.partners, own.ended, own.on_mind = None, [], [], tick, None
    return doing.take_up(thought)


def _take_note(thought: Thought, partners: Sequence[PersonId]) -> None:
    """Note what the others said, and ask what to remember of it."""
    head, own = thought.head, thought.head.state.talk
    news_sharing.heard(head, [(line.by, line.text) for line in own.lines if line.by != head.id])
    if all(line.small_talk for line in own.lines) or limits.reached(thought, AFTER_TALK.name):
        _pass_over(thought, partners)
    else:
        talk = own.id or ""
        thought.ask_for_later(AFTER_TALK, _question(thought, partners), AFTER_MINUTES, talk=talk, partners=partners)


def _question(thought: Thought, partners: Sequence[PersonId]) -> AfterTalk:
    head, lines = thought.head, thought.head.state.talk.lines
    said = [line.text for line in lines]
    return AfterTalk(
        self=head.card(),
        now=head.now(thought.moment),
        others=[head.people.other(partner) for partner in partners],
        lines=_lines(lines),
        known=[each.text for each in head.memories.news()[-MAX_KNOWN_NEWS:]],
        doubtful=news_sharing.doubtful(head, partners),
        promises=head.promises(thought.tick),
        usual=head.usual(),
        people=_people(head, partners, said),
        places=head.known_places(said),
    )


def _people(head: Head, partners: Sequence[PersonId], said: Sequence[str]) -> list[terms.Named]:
    """Those an answer may name; with their closeness if the talk was about them."""
    spoken_of = head.spoken_of(said)
    people = head.known_people((*partners, *spoken_of), 30)
    for one in people:
        if one["id"] in spoken_of and head.people.knows(PersonId(one["id"])):
            one["closeness"] = head.people.of(PersonId(one["id"])).closeness
    return people


def _pass_over(thought: Thought, partners: Sequence[PersonId]) -> None:
    """Remember a talk without content as such only."""
    head = thought.head
    who = head.words.comma.join(head.people.called(partner) for partner in partners)
    text = head.words.few_words.format(who=who)
    place, talk = thought.moment.room or "", head.state.talk.id or ""
    head.remember(thought.tick, "talk", text, about=partners, place=place, talk=talk)
    day.note_done(head, text)
