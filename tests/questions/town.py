"""Every question as the bundled towns would ask it of each person on a full day, to measure prompt sizes."""

from collections.abc import Iterator
from typing import Any

from milkwood.mind.gazetteer import Gazetteer
from milkwood.questions.registry import KINDS
from milkwood.towns import Pack, Person
from milkwood.words import Language
from tests.questions import days

DATE = "2023-02-13"


def asks(person: Person, pack: Pack, language: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """One question of each kind, as full as a day makes it."""
    full = _full(person, pack, language)
    wanted = {
        kind: __import__(f"milkwood.questions.{kind}.schema", fromlist=["Ask"]).Ask.__required_keys__ for kind in KINDS
    }
    for kind, keys in wanted.items():
        if kind == "break_down":
            for block in person.habits.day:
                yield kind, {**days.break_down(person, block, pack, language), "lately": full["yesterday"][:6]}
        else:
            own = {"places": full["spots"]} if kind == "plan_day" else {}
            yield kind, {key: own.get(key, full[key]) for key in keys}


def _full(person: Person, pack: Pack, language: str) -> dict[str, Any]:
    code = Language(language)
    book = Gazetteer(pack.town_map, code)
    home = person.bed.split(":")[0]
    known = [sector for sector in pack.town_map.sectors if sector in (*person.places, home)]
    rooms = [room for sector in known for room in book.rooms_of(sector)]
    others = [_other(pack, tie, code) for tie in person.knows]
    memories = _memories(person, code)
    usual = _usual(person, code)
    promise = {
        "id": 7,
        "what": usual[-1]["what"],
        "date": "2023-02-14",
        "start": "17:00",
        "end": "19:00",
        "place": rooms[0],
        "place_name": book.name(rooms[0]),
        "company": [others[0]["id"]],
        "host": False,
    }
    lines = [{"by": (person.id, others[0]["id"])[n % 2], "text": memories[n]["text"]} for n in range(6)]
    texts = [memory["text"] for memory in memories]
    return {
        "self": days.card(person, pack, language),
        "now": {"date": DATE, "weekday": 0, "time": "07:10", "place": book.name(rooms[0]), "doing": usual[0]["what"]},
        "wake": days.clock(person.habits.wake),
        "sleep": "23:00",
        "usual": usual,
        "today": usual,
        "promises": [promise],
        "yesterday": [piece["what"] for piece in usual],
        "recalled": memories[:8],
        "recent": memories,
        "spots": [book.spot(room, mine=room.startswith(home)) for room in rooms],
        "places": book.named(known),
        "people": [{"id": other.id, "name": other.name[code]} for other in pack.people.values()],
        "memories": texts[:8],
        "other": others[0],
        "others": others[:1],
        "thing": "",
        "state": "",
        "noticed": usual[1]["what"],
        "block": usual[2]["what"],
        "minutes_free": 45,
        "since_talk_minutes": 200,
        "alone": 5,
        "missed": [
            {
                "who": others[0]["id"],
                "other": others[0]["id"],
                "what": usual[-1]["what"],
                "date": "2023-02-12",
                "start": "17:00",
                "place_name": book.name(rooms[0]),
                "instead": "",
                "sure": True,
            }
        ],
        "talks": 1,
        "options": ["ignore", "talk"],
        "lines": lines,
        "reason": texts[0],
        "said_before": texts[:6],
        "left": 10,
        "lasting": 0,
        "known": texts[:6],
        "insights": texts[:3],
        "question": texts[1],
        "before": [],
        "unknown_names": [],
        "voice": texts[1],
        "lived": memories[8:12],
        "attended": [_attended(promise, others[:2], memories[8:10])],
    }


def _attended(promise: dict[str, Any], met: list[dict[str, Any]], memories: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "what": promise["what"],
        "when": memories[0]["when"],
        "place_name": promise["place_name"],
        "company": [{"id": one["id"], "name": one["name"], "called": one["called"]} for one in met],
        "met": memories,
    }


def _memories(person: Person, code: Language) -> list[dict[str, Any]]:
    return [
        {
            "id": 1200 + n,
            "kind": "seed",
            "text": memory.text[code],
            "when": "星期一09:10" if code == "zh" else "Monday 09:10",
            "about": list(memory.about),
            "importance": memory.importance,
            "source": "me",
            "known_to": [],
            "private": memory.private,
            "scores": [1.0, 0.5, 0.4, 0.1, 2.0],
        }
        for n, memory in enumerate(person.memories)
    ]


def _usual(person: Person, code: Language) -> list[dict[str, Any]]:
    return [
        {
            "start": days.clock(block.start),
            "end": days.clock(block.end),
            "what": block.what[code],
            "place": str(block.where.thing_id or block.where.room_id),
        }
        for block in person.habits.day
    ]


def _other(pack: Pack, tie: Any, code: Language) -> dict[str, Any]:
    them = pack.people[tie.person]
    return {
        "id": them.id,
        "name": them.name[code],
        "called": them.called[code],
        "pronoun": them.pronoun,
        "tie": tie.tie[code],
        "feeling": tie.feeling[code],
        "knows": them.biography[code][:60],
        "closeness": tie.closeness,
        "talks": 2,
        "doing": them.habits.day[0].what[code],
    }
