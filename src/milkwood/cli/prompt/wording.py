"""The texts of the prompt, in each language."""

from collections.abc import Mapping

from milkwood.clock import TownClock
from milkwood.errors import MilkwoodError
from milkwood.i18n import in_language
from milkwood.i18n.phrasebook import Phrasebook


class PromptTexts(Phrasebook, context="console"):
    """All sentences in one language."""

    ask_forked = "Name of the forked simulation: "
    ask_new = "Name of the new simulation: "
    need_a_name = "Write a name; Ctrl-D leaves."
    taken = (
        "There is a run “{name}” already, and it does not come from “{forked}”. Choose another name; to "
        "continue it, give “{name}” as both names."
    )
    ask_go_on = "There is a run “{name}” already, at {when}. Continue it? [y/N] "
    yes = "y yes"
    begun = "{name} starts in {town}, at {when}."
    forked = "{name} continues from {parent}, at {when}."
    goes_on = "{name} is at {when}."
    hint = "“help” lists the commands. Everything is recorded as it happens."
    ask = "Enter option: "
    unknown = "“{text}” is not a command; nothing was done. “help” lists them all."
    near = "Did you mean: {near}?"
    saved = "{name} is saved: everything up to {when} is in {path}."
    left = "{name} is saved, at {when}. “milkwood console {shell} {shell}” continues it."
    ask_delete = "Leave {name} as it is, or delete it for good? To delete it, type its name; Enter keeps it: "
    deleted = "{name} is deleted."
    kept = "{name} is kept."
    stays = "Nothing was done."
    interrupted = "Interrupted; nothing is lost."
    need: Mapping[str, str] = {
        "number": "How many steps? Write for example “run 360”, at most {most:,}.",
        "name": "Which person? Write the name after it; there are: {names}.",
        "tile": "Which tile? Write for example “print tile details 72, 14”.",
        "file": "Which file? Write its path after it.",
    }
    need_a_tile = "Which tile? Write for example “72, 14”; “end” ends this."
    lived = "{steps} steps done; it is {when}."
    stopped = "Stopped after {steps} steps; it is {when}."
    now = "{date}, {when}, step {step} from midnight of the first day."
    at_tile = "{name}: {x}, {y} ({place})"
    away = "{name} is not in town."
    unplanned = "(not planned yet: the usual day)"
    no_buffer = "{name} has talked with nobody yet."
    buffer = "{other}: {left} steps left of {most}, last talk {when}"
    nothing = "There is nothing of that kind."
    memory = "{number}. {when} ({importance}) {text}"
    on_tile = "{name}: {what}"
    state = "{thing}: {state}"
    idle = "idle"
    off_map = "{x}, {y} is not on the map of {width} x {height} tiles."
    labelled = "{label}: {value}"
    details = ("world", "sector", "room", "thing", "ground")
    blocked = "blocked"
    free = "free to walk on"
    none = "none"
    comma = ", "
    interview = "You speak with {name}, at {when}; they will not remember it. “end_convo” ends it."
    said = "{name}: {text}"
    end = "The talk is over."
    told = "{name}: {count}"
    told_known = "{count} memories were there already."
    told_nothing = "{name}: the table has nothing new."
    told_when = "{name}: {count} memories for {people} people, who have them at {when}, when the run continues."
    tester = (
        "A walk over the map: type tiles (“72, 14”) to see what is visible from there; “end” ends it. The "
        "simulation does not change."
    )
    tester_saw = "{place}: {things} ({ground})"
    tester_way = "{steps} steps from the last tile"
    tester_no_way = "there is no way from the last tile"
    tester_left = "Known by now:"
    moment = "day {day} {time} (tick {tick})"
    blanks: Mapping[str, str] = {"nothing": "", "number": " N", "name": " NAME", "tile": " X, Y", "file": " FILE"}
    """Placeholders for arguments in the list of commands."""
    help: Mapping[str, str] = {
        "run": "run so many more steps; Ctrl-C stops",
        "save": "say that it is saved, and where",
        "fin": "leave; everything is kept (also f, finish, save and finish)",
        "exit": "leave; asks whether to delete the simulation",
        "time": "the time, and the step",
        "schedule": "today's plan, deed by deed",
        "schedules": "everyone's plan",
        "hourly": "today's plan in outline",
        "tile": "where a person is",
        "buffer": "the people a person has talked with, and how long ago",
        "events": "what a person saw and did",
        "thoughts": "what a person thinks, knows and means to do",
        "chats": "the people a person talked with, and what was said",
        "places": "the places a person knows",
        "tile_event": "who and what is on a tile",
        "tile_details": "what a tile is",
        "analysis": "interview a person until “end_convo”",
        "history": "give people memories from before",
        "tester": "see what is visible from tiles",
        "help": "this list",
    }

    def when(self, clock: TownClock, tick: int) -> str:
        """A tick for people."""
        return self.moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M:%S}", tick=tick)

    def wrong(self, error: MilkwoodError) -> str:
        """What is wrong, where, and what to do."""
        return in_language(error.sentence(), self.language)
