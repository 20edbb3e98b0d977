"""Phrases for memories and reasons, in each language.

Invariant: no phrase is said aloud; they are parts of memories and reasons.
"""

from milkwood.i18n.phrasebook import Phrasebook


class Phrases(Phrasebook, context="mind"):
    """The phrases of one language."""

    saw = "I saw {who} {what}."
    saw_asleep = "I saw {who} asleep."
    saw_walking = "I saw {who} walking by."
    saw_thing = "The {thing} at {place} is {state}."
    plan = "My plan for today: {plan}."
    promised = "I have promised: {what}, {day} at {hour}, {place}."
    declined = "I will not be there: {what}, {day} at {hour}. {reason}"
    kept = "I was there as I said I would be: {what}."
    not_come = "{who} had promised to come and did not: {what}."
    missed = "I had promised to come and did not: {what}."
    free = "taking some time for oneself"
    sleeping = "sleeping"
    waiting_bath = "waiting for the bathroom to be free"
    lingering = (
        "finishing what was begun",
        "putting things in order before leaving",
        "staying a little longer",
        "taking a last look around",
        "getting ready to leave",
    )
    """Pastimes for a person who cannot leave yet."""
    going = "on the way to {place}"
    leaving = "leaving town"
    room = "{sector}, {room}"
    """A room of a place that has several."""
    few_words = "I had a few words with {who}."
    comma = ", "
    full_stop = "."
    voice = "A thought came to me: {text}"
    notice = "{text} ({place}, {day} at {hour})."
    weekdays = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    works = "{title}, {place}"
    works_from = "{work}, {hours}"
    working = "working at {place}"
    hours = "from {opens} to {closes}"
    closed = "{place} is closed then"
    bath_taken = "somebody is in the bathroom"
    thing_taken = "the {thing} is taken"
    avoiding = "keeping out of {who}'s way"
    waiting_thing = "waiting for the {thing}"
    thing_state = "the {thing} is {state}"
    not_there = "{who} is not there"
    held = "I have to stay here until {hour}"
    no_way = "there is no way there"

    def seen(self, phrase: str, who: str, what: str) -> str:
        """A person seen at a deed, whose words may begin with its place."""
        return phrase.format(who=who, what=what).replace("在在", "在")

    def when(self, weekday: int, hour: str) -> str:
        """A day and an hour."""
        return f"{self.weekdays[weekday]} {hour}"
