"""The texts of the progress display, in each language."""

from milkwood.i18n.phrasebook import Phrasebook


class Signs(Phrasebook, context="progress"):
    """All texts in one language."""

    moment = "day {day} {time}"
    begins = "{run} starts, until {until}."
    goes_on = "{run} continues from {since}, until {until}."
    reached = "{run} has already reached that moment."
    speed = "speed"
    people = "people"
    questions = "questions"
    bill = "bill"
    history = "history"
    times = "{times:,.0f} × real time"
    left = ", about {amount:.0f} {unit} left"
    hour = "a town hour takes about {amount:.0f} {unit}"
    hours = "h"
    minutes = "min"
    seconds = "s"
    awake = "{awake} of {people} awake"
    thinking = "{awake} of {people} awake, {thinking} thinking"
    asked = "{asked} asked: {answers} answered, {under_way} under way, {waiting} waiting"
    answered = "{answers} of {asked} questions answered"
    taken = "{tokens:,} tokens, ${price:.2f}{purse}"
    happened = "{events} events, {talks} talks"
    purse = "; {spent}{under_way} of a budget of {cap}"
    purse_under_way = " and {reserved} for calls under way"
    stopping = "stopping"
    stopping_for_one = (
        "stopping: waiting {most:.0f} s at most for an answer that is being paid for; Ctrl-C leaves at once"
    )
    stopping_for_many = (
        "stopping: waiting {most:.0f} s at most for {count} answers that are being paid for; Ctrl-C leaves at once"
    )
    waits = "waiting for {what}"
    waits_for_one = "waiting for an answer, for {seconds:.0f} s: {longest}"
    waits_for_many = "waiting for {count} answers, the longest for {seconds:.0f} s: {longest}"
    busy = "computing; no answer is pending"
    does = "{person} {doing}"
    note = "{reason}."
    relived = "Replaying the record up to {time}."
    can_stop = "Ctrl-C stops it; nothing is lost."
