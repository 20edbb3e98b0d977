"""The place of a block and the things there.

Invariant: a tool was offered, and is not in another person's private room.
"""

from dataclasses import dataclass

from milkwood.questions.break_down.schema import Ask
from milkwood.questions.terms import Card, Tool
from milkwood.understudy.break_down.families import MAIN, NOTHING, DeedTemplate

PRONOUNS = {
    "she": {"she": "she", "their": "her", "them": "her", "themself": "herself"},
    "he": {"she": "he", "their": "his", "them": "him", "themself": "himself"},
    "they": {"she": "they", "their": "their", "them": "them", "themself": "themself"},
}
PLACES_TO_BE = (
    *("chair", "stool", "sofa", "bench", "garden_chair", "table", "library_table", "desk", "computer_desk", "garden"),
    *("product_shelf", "grocery_shelf", "bookshelf", "bed"),
)
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
    return BlockScene(
        language=card["language"],
        kinds=frozenset(ask["room_kind"].split()),
        main=main or _somewhere(tools, room),
        main_kind=main_kind,
        tools=tuple(tools),
        mine=main_kind in STAFF_KINDS or _works_at(card, ask["place"]),
        pronouns=PRONOUNS.get(card["pronoun"], PRONOUNS["they"]),
    )


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
    names = [name.strip() for mark in ",，:：·的" for name in place.split(mark)]
    serves = any(word in card["work"].lower() for word in STAFF_WORDS)
    return serves and any(len(name) > 3 and name in card["work"] for name in names)
