"""The phrases for events of a chronicle, in each language."""

from collections.abc import Mapping
from datetime import datetime

from milkwood.i18n.phrasebook import Phrasebook


class EventPhrases(Phrasebook, context="chronicle"):
    """All phrases in one language."""

    entered = "is in town"
    departed = "leaves the town"
    set_off = "sets off for {place}"
    set_off_outside = "sets off"
    halted = "stops on the way"
    deed_began = "begins: {what}"
    deed_ended = "is done: {what}"
    thing_changed = "{thing} is now {state}"
    talk_began = "begins to talk to {partner}"
    joined = "joins the talk"
    said = "says {text}"
    left = "leaves the talk"
    talk_ended = "ends the talk ({why})"
    refused = "tries in vain ({tried}: {why})"
    whispered = "hears an inner voice: {text}"
    reminded = "knows from before: {texts}"
    told = "hears from {by}: {text}"
    notice = "hears of {text} at {place}"
    announced = "It is announced: {text} at {place}"
    remembers = "remembers ({kind}): {text}"
    nothing = "nothing"
    at = ", {place}"
    and_ = ", "
    talked = "talks with {names}"
    diary = "{name}: a diary"
    talks = "Talks in {run}"
    no_talks = "Nobody has talked yet."
    goes_on = "still going on"
    until = "until {time}"
    day = "Day {number}, {date}"
    outdoors = "outdoors"
    room = "{sector}, {room}"
    clauses = "; "
    full_stop = "."
    in_talk = "talking"
    on_the_way = "on the way to {place}"
    on_the_way_outside = "on the way"
    deeds = "The day so far"
    by_habit = "{reused} of {blocks} blocks lived by habit ({share:.0%})"
    memories = "Remembered"
    spoken = "Talks"
    quote = ("“", "”")
    weekdays = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    months = (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    )
    date = "{weekday} {day} {month} {year}"
    endings: Mapping[str, str] = {
        "said all": "said all",
        "long enough": "long enough",
        "left": "left",
        "fell silent": "fell silent",
    }
    """Why a talk ended, by the town's word for it."""

    def on(self, number: int, moment: datetime) -> str:
        """A day of the run, with its date."""
        date = self.date.format(
            year=moment.year,
            month=self.months[moment.month - 1],
            day=moment.day,
            weekday=self.weekdays[moment.weekday()],
        )
        return self.day.format(number=number, date=date)

    def quoted(self, text: str) -> str:
        """A spoken line in quotation marks."""
        return text.join(self.quote)

    def ending(self, why: str) -> str:
        """Why a talk ended."""
        return self.endings.get(why, why)

    def listed(self, names: list[str]) -> str:
        """A list of names."""
        return self.and_.join(names)
