"""Being among people: whether to talk, what to say, and what one keeps of it.

Knows the head, asks react, speak and after_talk. Invariant (rule T2): talks have turns; a line is said once; what came
of a talk is taken in some minutes after its end, whenever the answer came.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from milkwood.ids import PersonId, TalkId, ThingId
from milkwood.mind import attention, day, tidings, topics
from milkwood.mind.breakdown import home_room
from milkwood.mind.calendar import DECLINED
from milkwood.mind.head import Head
from milkwood.mind.hours import minutes_in
from milkwood.mind.port import Decision
from milkwood.mind.recall import Recollection
from milkwood.mind.thought import Thought
from milkwood.models.port import Content
from milkwood.questions import terms
from milkwood.questions.after_talk.schema import Ask as AfterTalk
from milkwood.questions.react.schema import Ask as React
from milkwood.questions.speak.schema import Ask as Speak
from milkwood.town.intents import GoTo, Intent, Join, Leave, Say, Stay, TalkTo
from milkwood.town.percepts import InTalk, SeesPerson, SeesThing
from milkwood.understudy.after_talk.idle import idle
from milkwood.understudy.language.sentences import shared
from milkwood.understudy.react.signs import says
from milkwood.understudy.talk.hearing import events

EARSHOT = 4
"""How near somebody must be to be spoken to, in tiles."""
COOL_DOWN_MINUTES = 100
"""How long after a talk the same two do not begin another."""
NOTHING_NEW_MINUTES = 240
"""How long they do not where there is nothing new to tell."""
CONSIDER_MINUTES = 35
"""How long after one thought of talking to somebody one does not think of it again."""
FEW_TALKS = 4
"""Who had fewer talks than this today longs for company: they think of talking more readily, and again sooner."""
LONGING = 0.5
LONELY_MINUTES = 12
BREATHER_MINUTES = 6
"""How long after a talk one does not begin any."""
LINGER_MINUTES = 1.5
"""How long one stays in the room at least after each line one says."""
AFTER_TALK = "after_talk"
AFTER_MINUTES = 25
"""How long after its end one has made something of a talk, if one does not talk again before."""
ENOUGH_TALKS = 7
"""After so many talks on one day one begins no more; the nearer one comes to it, the less one seeks company."""
MOST_REACTIONS = 24
"""How often a day one weighs whether to talk."""
MOST_CONCERNS = 2
"""How many of one's concerns one has in mind while talking."""
CLOSE = 5
"""From this closeness on somebody is met as a friend."""
SPOKEN_OF = 2
"""How many words of something must fall for it to be spoken of."""
MOST_SAID = 160
WAIT_TICKS = 60


# --- whether to talk


def candidate(thought: Thought) -> SeesPerson | None:
    """Somebody near enough, free, and worth a thought now."""
    head, state = thought.head, thought.head.state
    quiet = thought.tick - state.talk_ended < head.hours.ticks(BREATHER_MINUTES)
    if quiet or state.reactions >= MOST_REACTIONS or head.places.is_bathroom(thought.moment.room):
        return None
    for percept in thought.moment.percepts:
        if isinstance(percept, SeesPerson) and percept.away <= EARSHOT and _worth_it(thought, percept):
            return percept
    return None


def _worth_it(thought: Thought, seen: SeesPerson) -> bool:
    head, tick = thought.head, thought.tick
    if seen.person not in head.folk or (seen.deed is not None and seen.deed.asleep):
        return False
    known = head.people.of(seen.person)
    if known.last_talk >= 0 and tick - known.last_talk < head.hours.ticks(COOL_DOWN_MINUTES):
        return False
    lonely = max(0, FEW_TALKS - head.state.talks) / FEW_TALKS
    again = LONELY_MINUTES if lonely else CONSIDER_MINUTES
    if known.considered >= 0 and tick - known.considered < head.hours.ticks(again):
        return False
    known.considered = tick
    if tick - known.last_talk < head.hours.ticks(NOTHING_NEW_MINUTES) and topics.nothing_new(thought, seen.person):
        return False
    if seen.talk is not None and known.closeness < 3:
        return False
    interest = 0.12 + 0.05 * known.closeness + LONGING * lonely
    interest += 0.35 if tidings.has_big_news(head.memories, seen.person) else 0.0
    interest += 0.1 if not head.people.knows(seen.person) else 0.0
    interest *= max(0.0, 1 - head.state.talks / ENOUGH_TALKS)
    return head.draw(tick, "notice", seen.person).happens(min(0.9, interest))


async def consider(thought: Thought, seen: SeesPerson) -> Decision | None:
    """Ask oneself whether to talk to somebody; None when one lets them be."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    state.reactions += 1
    known = head.people.of(seen.person)
    called, doing = head.people.called(seen.person), seen.deed.what if seen.deed else ""
    noticed = head.words.saw.format(who=called, what=doing) if doing else head.words.saw_walking.format(who=called)
    case = _case(thought, seen)
    usual = head.manners.usually(case, head.draw(tick, "as usual")) if case and head.switches.routines else None
    if usual is not None:
        thought.because(percept=noticed, habit={"case": case, "met": head.manners.met(case)})
        return _turn_to(thought, seen, "") if usual else None
    found = head.recall(tick, [noticed], [seen.person], n=4)
    since = head.hours.minutes(tick - known.last_talk) if known.last_talk >= 0 else -1
    content = _reaction(thought, found, noticed, head.people.other(seen.person, doing), since)
    answer = await thought.ask("react", content)
    thought.because(percept=noticed, recalled=_scores(found), because=answer.get("reason", ""))
    if case:
        head.manners.decided(case, answer["choice"] == "talk")
    if answer["choice"] != "talk":
        thought.because(choice=answer["choice"])
        return None
    return _turn_to(thought, seen, str(answer.get("reason", "")))


def _turn_to(thought: Thought, seen: SeesPerson, reason: str) -> Decision:
    thought.head.state.talk_reason = reason
    thought.because(act="talk")
    intent: Intent = Join(TalkId(seen.talk)) if seen.talk is not None else TalkTo(seen.person)
    return thought.decide(intent, thought.tick + 1)


def _case(thought: Thought, seen: SeesPerson) -> str:
    """What kind of meeting it is, as far as habit knows; empty when it has to be thought about."""
    head, known = thought.head, thought.head.people.of(seen.person)
    hosts = any(each.host and seen.person not in each.company for each in head.calendar.ahead(thought.tick))
    doing = [deed.what for deed in (thought.moment.deed, seen.deed) if deed is not None]
    language = head.character.language
    if hosts or seen.talk or any(says(sign, each, language) for each in doing for sign in ("pressing", "private")):
        return ""
    bond = "close" if known.closeness >= CLOSE else "known" if head.people.knows(seen.person) else "stranger"
    return f"{bond}/news" if tidings.has_big_news(head.memories, seen.person) else bond


def _reaction(
    thought: Thought, found: Sequence[Recollection], noticed: str, other: terms.Other | None, since: int
) -> React:
    head = thought.head
    block = day.this_block(head)
    ahead = head.calendar.ahead(thought.tick)
    free = head.hours.minutes(ahead[0].start - thought.tick) if ahead else 120
    return React(
        self=head.card(),
        now=head.now(thought.moment),
        other=other,
        thing="",
        state="",
        noticed=noticed,
        recalled=head.recalled(found, [other["id"]] if other else []),
        block=block.what if block else "",
        promises=head.promises(thought.tick, 3),
        minutes_free=max(0, min(free, 120)),
        since_talk_minutes=since,
        options=["ignore", "talk"],
        places=[],
    )


async def wonder(thought: Thought, odd: SeesThing) -> Decision | None:
    """Ask oneself what to do about a thing that is not as it should be; None when one lets it be."""
    head, tick = thought.head, thought.tick
    thing, room = head.places.thing_name(odd.thing), head.places.room_of(odd.thing)
    place = head.places.name(odd.thing)
    noticed = head.words.saw_thing.format(thing=thing, place=place, state=odd.state)
    head.remember(tick, "saw", noticed, importance=3, place=room or "")
    case = f"{odd.thing}/{odd.state}"
    if head.switches.routines and head.manners.lets_be(case, head.draw(tick, "as usual", odd.thing)):
        return None
    found = head.recall(tick, [noticed], n=3)
    content = _reaction(thought, found, noticed, None, -1)
    content["thing"], content["state"], content["options"] = thing, odd.state, ["ignore", "wait", "change"]
    answer = await thought.ask("react", content)
    thought.because(percept=noticed, recalled=_scores(found), because=answer.get("reason", ""))
    head.manners.decided(case, answer["choice"] != "ignore")
    if answer["choice"] != "change" or not answer.get("what"):
        return None
    minutes = max(1, min(30, int(answer.get("minutes", 10))))
    day.insert(thought, tick, tick + head.hours.ticks(minutes + 2), str(answer["what"]), odd.thing)
    head.state.mend = [odd.thing, str(answer.get("state") or "idle")]
    return None


# --- talking


def talk(thought: Thought) -> Decision | Awaitable[Decision]:
    """In a talk: listen, speak, or see that it is over."""
    state, mine = thought.head.state, attention.my_talk(thought)
    if mine is None:
        return _over(thought)
    if state.talk != mine.talk:
        _begin(thought, mine)
    for other in mine.others:
        if other not in state.partners:
            if thought.head.people.of(other).last_talk >= max(0, state.midnight):
                state.again = [*state.again, other]
            state.partners.append(other)
            state.brief = state.brief and topics.nothing_new(thought, other)
        thought.head.people.of(other).last_talk = thought.tick
    if not mine.my_turn:
        return thought.decide(Stay(), thought.tick + WAIT_TICKS)
    return _speak(thought, mine)


def _begin(thought: Thought, mine: InTalk) -> None:
    state = thought.head.state
    state.talk, state.partners, state.told, state.on_mind, state.brief = mine.talk, [], [], {}, True
    state.again = []
    state.talks += 1
    state.lines = state.lines[-1:] if mine.lines else []
    if mine.talk != f"{thought.tick - 1}-{thought.head.id}":
        state.talk_reason = ""


async def _speak(thought: Thought, mine: InTalk) -> Decision:
    head, state, tick = thought.head, thought.head.state, thought.tick
    content = _line_question(thought, mine)
    answer = await thought.ask("speak", content)
    text = str(answer["say"]).strip()
    thought.because(act="say", recalled=_weighed(content["recalled"]), because=state.talk_reason)
    if not text or any(_same(text, line[1]) for line in state.lines):
        return thought.decide(Leave(), tick + 1)  # nothing new to say: better none than the same again
    offered = {each["id"] for each in content["recalled"]}
    for number in answer.get("tells", ()):
        if number in offered:
            state.told.append(int(number))
            for other in mine.others:
                head.memories.told(int(number), other)
    state.lines.append([head.id, text])
    state.said = [*state.said, text][-MOST_SAID:]
    stays = tick + head.hours.ticks(LINGER_MINUTES)
    if not state.bound:
        state.lingers = stays
    last = content["left"] <= 1 or bool(answer.get("over", False))
    return thought.decide(Say(text, last, stays), tick + WAIT_TICKS)


def _line_question(thought: Thought, mine: InTalk) -> Speak:
    head, state, tick = thought.head, thought.head.state, thought.tick
    others = [other for other in mine.others if other in head.folk]
    recalled, lasting = topics.recalled(head, tick, others)
    recalled = [*recalled, *_declined(thought, recalled, others)]
    named = [*(line[1] for line in state.lines), *(each["text"] for each in recalled)]
    return Speak(
        self=_card(head),
        now=head.now(thought.moment),
        others=[_other(thought, other) for other in others],
        lines=_lines(state.lines),
        reason=state.talk_reason,
        recalled=recalled,
        lasting=lasting,
        promises=head.engagements(tick),
        usual=head.usual(),
        said_before=state.said[-24:],
        left=topics.left(head, mine),
        people=head.known_people((*others, *head.spoken_of(named)), 20),
        places=head.known_places([line[1] for line in state.lines]),
    )


def _declined(thought: Thought, recalled: Sequence[terms.Recalled], others: Sequence[PersonId]) -> list[terms.Recalled]:
    """That one has said no to what is being talked of: whoever asks next hears the same."""
    head = thought.head
    refused = [each for each in head.calendar.promises if each.status == DECLINED and each.end > thought.tick]
    said = " ".join(line[1] for line in head.state.lines)
    spoken = [each for each in refused if shared(each.what, said) >= SPOKEN_OF]
    if not spoken:
        return []
    there = {each["id"] for each in recalled}
    records = [each for each in head.memories.recent(200, ("promise",)) if each.number not in there]
    return [
        head.as_recalled(record, (), others) for record in records if any(each.what in record.text for each in spoken)
    ]


def _other(thought: Thought, other: PersonId) -> terms.Other:
    head = thought.head
    found = head.people.other(other, attention.doing_of(thought, other))
    if other in head.state.again:
        found["today"] = True
    return found


def _card(head: Head) -> terms.Card:
    """Who speaks: the same for every line, so that a provider has read most of the prompt before."""
    card = head.card()
    if not head.switches.impressions:
        return card
    return {**card, "concerns": card["concerns"][:MOST_CONCERNS]}


def _lines(lines: Sequence[Sequence[str]]) -> list[terms.Line]:
    return [terms.Line(by=by, text=text) for by, text in lines]


def _same(one: str, other: str) -> bool:
    return "".join(one.lower().split()) == "".join(other.lower().split())


def _weighed(recalled: Sequence[terms.Recalled]) -> list[list[float]]:
    """What came to mind by its weight, news that wants to be told apart."""
    return [[each["id"], *each["scores"]] for each in recalled if each["scores"]]


def _scores(found: Sequence[Recollection]) -> list[list[float]]:
    return [[each.number, *each.scores()] for each in found]


# --- what is left of it


def _over(thought: Thought) -> Decision | Awaitable[Decision]:
    """The talk is over: let what comes of it be thought over, and take up the day where it was left."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    partners = [PersonId(partner) for partner in state.partners if partner in head.folk]
    if partners and state.lines:
        for partner in partners:
            head.people.of(partner).talks += 1
        tidings.heard(head.memories, [(by, text) for by, text in state.lines if by != head.id])
        content = AfterTalk(
            self=head.card(),
            now=head.now(thought.moment),
            others=[head.people.other(partner) for partner in partners],
            lines=_lines(state.lines),
            known=[each.text for each in head.memories.news()[-12:]],
            promises=head.promises(tick),
            usual=head.usual(),
            people=head.known_people((*partners, *head.spoken_of([line[1] for line in state.lines])), 30),
            places=head.known_places([line[1] for line in state.lines]),
        )
        _asked_to(thought, content)
        if not _pass_over(thought, content):
            thought.ask_for_later(AFTER_TALK, {**content, "talk": state.talk}, AFTER_MINUTES)
    state.talk, state.lines, state.partners, state.talk_ended = "", [], [], tick
    state.on_mind = {}
    if state.heading and tick < state.lingers:
        state.until, state.heading = state.lingers, ""
        return thought.decide(Stay(), state.lingers)
    if state.heading:
        until, house = day.on_arrival(head, tick)
        return thought.decide(GoTo(ThingId(state.heading), until, house=house), tick + 1)
    if thought.moment.deed is None and state.doing and state.until - tick >= head.hours.ticks(day.REST_MINUTES):
        state.steps, state.until = [state.doing, *state.steps], tick + 1  # the talk came before it could begin
    return thought.decide(Stay(), max(state.until, tick + 1))


def _asked_to(thought: Thought, talk: AfterTalk) -> None:
    """Whoever heard of one's own event in this talk was asked to it, and is not asked again."""
    head = thought.head
    named = {(each.when.date, each.when.start_hour) for each in events(talk["lines"], talk) if each.by == head.id}
    for promise in head.calendar.ahead(thought.tick):
        if promise.host and (head.hours.date(promise.start), head.hours.say(promise.start)) in named:
            promise.company = sorted({*promise.company, *(other["id"] for other in talk["others"])})


def _pass_over(thought: Thought, talk: AfterTalk) -> bool:
    """A talk of nothing new is only remembered as such; False where something came of it."""
    head = thought.head
    records = (head.memories.find(number) for number in head.state.told)
    told = [record.text for record in records if record is not None]
    if not idle(talk, told):
        return False
    who = head.words.comma.join(other["called"] for other in talk["others"])
    text = head.words.told.format(who=who, what=told[0]) if told else head.words.few_words.format(who=who)
    head.remember(
        thought.tick,
        "talk",
        text,
        about=[other["id"] for other in talk["others"]],
        place=thought.moment.room or "",
        talk=head.state.talk,
        evidence=head.state.told,
    )
    head.state.done = [*head.state.done, text][-day.MOST_DONE :]
    return True


def take_in(thought: Thought, question: Content, answer: Content) -> None:
    """What one keeps of a talk."""
    head, tick = thought.head, thought.tick
    partners = [other["id"] for other in question["others"]]
    talk_id, place = str(question.get("talk", "")), thought.moment.room or ""
    talked = head.remember(
        tick, "talk", str(answer["summary"]), about=partners, importance=3, place=place, talk=talk_id
    )
    head.state.unweighed.append(talked)
    head.state.done = [*head.state.done, str(answer["summary"])][-day.MOST_DONE :]
    if answer.get("thought"):
        head.remember(tick, "thought", str(answer["thought"]), about=partners, importance=4, evidence=[talked])
    if head.switches.observation:
        for news in answer.get("news", ()):
            _learn(thought, news, talk_id, talked)
    for commitment in answer.get("commitments", ()):
        commit(thought, commitment, partners)
    for impression in answer.get("impressions", ()):
        if impression["person"] in partners:
            head.people.update(
                PersonId(impression["person"]),
                str(impression.get("knows", "")),
                str(impression.get("feeling", "")),
                int(impression["closeness"]),
            )


def _learn(thought: Thought, news: Mapping[str, Any], talk_id: str, talked: int) -> None:
    head, text, by = thought.head, str(news["text"]), str(news["by"])
    known = head.find_text(text)
    if known is not None:
        head.memories.told(known, by)
        return
    about = [person for person in news.get("about", ()) if person in head.folk]
    number = head.remember(
        thought.tick,
        "news",
        text,
        about=about,
        importance=int(news.get("importance", 4)),
        source=by,
        talk=talk_id,
        evidence=[talked],
    )
    head.memories.told(number, by)
    for person in about:
        head.memories.told(number, person)


def commit(thought: Thought, commitment: Mapping[str, Any], company: Sequence[str]) -> None:
    """Something dated was agreed: it goes into the calendar, and into today's plan if it is for today."""
    head, tick = thought.head, thought.tick
    begin, close = minutes_in(str(commitment["start"])), minutes_in(str(commitment["end"]))
    if begin is None or close is None:
        return
    start = head.hours.tick_of(str(commitment["date"]), begin)
    end = head.hours.tick_of(str(commitment["date"]), close if close > begin else begin + 60)
    if start is None or end is None or end <= tick:
        return
    place = head.places.room_of(str(commitment.get("place", ""))) or ""
    what, accepted = str(commitment["what"]), bool(commitment.get("accepted", True))
    reason = str(commitment.get("reason", ""))
    with_whom = [person for person in (*commitment.get("company", ()), *company) if person in head.folk]
    made = head.calendar.add(what, start, end, place, with_whom, declined=not accepted, reason=reason)
    if made is None:
        return
    phrase = head.words.promised if accepted else head.words.declined
    day_name = head.words.weekdays[head.hours.weekday(start)]
    text = phrase.format(
        what=what, day=day_name, hour=head.hours.say(start), place=head.places.name(place), reason=reason
    )
    head.remember(tick, "promise", text.strip(), about=sorted(set(with_whom)), importance=6, place=place)
    if accepted and start < head.state.bed:
        lead = head.hours.ticks(day.LEAD_MINUTES)
        day.insert(thought, max(tick + 1, start - lead), end, what, place or home_room(head), made.id)
