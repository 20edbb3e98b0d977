"""The place of a block and the things there.

Invariant: a tool was offered, and is not in another person's private room.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from milkwood.clock import minutes_at
from milkwood.questions.break_down.schema import Ask
from milkwood.questions.terms import Card, Tool
from milkwood.understudy.break_down.clauses import concern_of
from milkwood.understudy.break_down.families import MAIN, NOTHING, DeedTemplate
from milkwood.understudy.break_down.objects import event_of, object_of
from milkwood.understudy.break_down.presence import Rule
from milkwood.understudy.break_down.season import conditions
from milkwood.understudy.break_down.work import hours_of, is_within, is_workplace
from milkwood.understudy.language.doing import begins_with_doing
from milkwood.understudy.language.events import is_sober

PRONOUNS = {
    "she": {"she": "she", "their": "her", "them": "her", "themself": "herself"},
    "he": {"she": "he", "their": "his", "them": "him", "themself": "himself"},
    "they": {"she": "they", "their": "their", "them": "them", "themself": "themself"},
}
PLACES_TO_BE = (
    *("chair", "stool", "sofa", "bench", "garden_chair", "table", "library_table", "desk", "computer_desk", "garden"),
    *("product_shelf", "grocery_shelf", "bookshelf", "bed"),
)
MAX_LATER = {"en": 45, "zh": 12}
"""Maximum number of characters of what comes next, in a deed."""
STAFF_KINDS = frozenset({"behind_counter", "podium"})
"""Things that only staff use."""
STAFF_WORDS = (
    *("owner", "keeper", "baker", "bartender", "shopkeeper", "grocer", "pharmacist", "professor", "teacher"),
    *("waiter", "waitress", "cook", "barista", "clerk", "helping hand", "assistant", "manager", "runs "),
    *(
        "老板",
        "看守",
        "面包师",
        "酒保",
        "店主",
        "店员",
        "药剂师",
        "药师",
        "杂货",
        "教授",
        "老师",
        "帮工",
        "厨师",
        "掌柜",
        "经营",
    ),
)
"""Words that mark a person who serves customers at work."""


@dataclass(frozen=True, slots=True)
class BlockScene:
    """A block's place, as the person sees it."""

    language: str
    kinds: frozenset[str]
    """Kinds of the sector and the room."""
    main: str
    main_kind: str
    tools: tuple[Tool, ...]
    mine: bool
    """Whether the person works here."""
    pronouns: dict[str, str]
    at_work: bool = False
    """Whether it is the person's place of work, with guests or without."""
    on_duty: bool = False
    """Whether it is at the person's place of work, in its hours."""
    conditions: frozenset[str] = frozenset()
    """What holds of place and time: `outdoors`, `day`, `night`, `growing` …"""
    spoken: str = ""
    """The block's own text and the person's work: what they name is there."""
    concerns: tuple[str, ...] = ()
    """The person's concerns, as objects of a sentence."""
    later: str = ""
    """What the person does next, as the object of a sentence."""
    minute: int = 12 * 60
    """When it starts, in minutes since midnight."""
    sober: bool = False
    """Whether it is a sad or solemn event."""

    def permits(self, rules: Iterable[Rule]) -> bool:
        """Whether what some words name is there, and it is the time for it."""
        return all(self._holds(rule) for rule in rules)

    def _holds(self, rule: Rule) -> bool:
        if rule.needs and not rule.needs - {"outdoors"} <= self.conditions:
            return False
        if not rule.kinds and "outdoors" not in rule.needs:
            return True
        if rule.words.search(self.spoken):
            return True
        if "outdoors" in rule.needs and "outdoors" not in self.conditions:
            return False
        there = (
            not rule.kinds or bool(rule.kinds & self.kinds) or any(tool["kind"] in rule.kinds for tool in self.tools)
        )
        return there or any(rule.words.search(tool["name"]) for tool in self.tools)

    def object_of(self, text: str) -> str:
        """What an activity is done to; empty for nothing certain."""
        return object_of(text, self.language)

    def event_of(self, text: str) -> str:
        """The event an activity belongs to; empty for none."""
        return event_of(text, self.language)

    def name_of(self, tool: str) -> str:
        """A thing as a text names it."""
        name = next((one["name"] for one in self.tools if one["id"] == tool), "")
        if not name or self.language == "zh" or name[:1].isupper() or name.lower().startswith("the "):
            return name
        return f"the {name}"

    def tool(self, deed: DeedTemplate) -> tuple[str, bool] | None:
        """The thing a deed is done with (empty for none) and whether it is of a wanted kind.

        None if a needed thing is missing.
        """
        if not deed.kinds or self.main_kind in deed.kinds:
            return self.main, True
        for kind in deed.kinds:
            if kind == NOTHING:
                return "", False
            if kind == MAIN:
                return self.main, False
            for tool in self.tools:
                if tool["kind"] == kind:
                    return tool["id"], True
        return None

    def effect(self, tool: str, state: str) -> str:
        """A state of a thing, in words; empty if its kind does not have it."""
        states = next((one["states"] for one in self.tools if one["id"] == tool), {})
        return states.get(state, "")


def scene_of(ask: Ask) -> BlockScene:
    """The scene of a block."""
    card = ask["self"]
    main = ask["main_tool"]
    room = (main or (ask["tools"][0]["id"] if ask["tools"] else "")).rpartition(":")[0]
    main_kind = next((tool["kind"] for tool in ask["tools"] if tool["id"] == main), "")
    tools = [tool for tool in ask["tools"] if tool["id"].rpartition(":")[0] == room or not _private(tool["id"], card)]
    tools.sort(key=lambda tool: tool["id"].rpartition(":")[0] != room)
    held = conditions(ask["now"], minutes_at(ask["start"]), ask["room_kind"].split(), card["language"])
    return BlockScene(
        language=card["language"],
        kinds=frozenset(ask["room_kind"].split()),
        main=main or _somewhere(tools, room),
        main_kind=main_kind,
        tools=tuple(tools),
        mine=main_kind in STAFF_KINDS or _works_at(card, ask["place"]),
        pronouns=PRONOUNS.get(card["pronoun"], PRONOUNS["they"]),
        at_work=is_workplace(card, ask["place"]),
        on_duty=is_workplace(card, ask["place"]) and is_within(ask["start"], hours_of(card) or (0, 0)),
        conditions=held,
        spoken=f"{ask['what']} {card['work']}",
        concerns=tuple(
            said for each in card["concerns"] if (said := concern_of(each, card)) and said not in ask["what"]
        ),
        later=_later(ask),
        minute=minutes_at(ask["start"]),
        sober=is_sober(ask["what"], card["language"]),
    )


def _later(ask: Ask) -> str:
    """What the person does next; empty where the grammar does not allow it."""
    later, language = ask.get("later", ""), ask["self"]["language"]
    fits = begins_with_doing(later, language) and len(later) <= MAX_LATER[language] and "，" not in later
    return later if fits else ""


def _somewhere(tools: list[Tool], room: str) -> str:
    """The default thing if none is named: a seat, or something to stand at; empty for anywhere."""
    here = {tool["kind"]: tool["id"] for tool in reversed(tools) if tool["id"].rpartition(":")[0] == room}
    return next((here[kind] for kind in PLACES_TO_BE if kind in here), "")


def _private(tool: str, card: Card) -> bool:
    room = tool.split(":")[1] if tool.count(":") > 1 else ""
    given = card["id"].partition("_")[0].capitalize()
    return "'s" in room and given not in room.replace("'s", "").split()


def _works_at(card: Card, place: str) -> bool:
    """Whether the person serves there; a person who brings work along is a guest."""
    return any(word in card["work"].lower() for word in STAFF_WORDS) and is_workplace(card, place)
