"""break_down without a model: every block of every person of both towns, in both languages."""

import re
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import milkwood
from milkwood.chance import stream
from milkwood.mind.doing import MAX_RECENT_DEEDS
from milkwood.questions.break_down.schema import PlannedDeed
from milkwood.understudy.break_down import answer as understudy
from milkwood.understudy.break_down.clauses import gerund, pieces
from milkwood.understudy.break_down.families import (
    ANYTHING,
    CHOICE,
    MAIN,
    NOTHING,
    OTHER_WORK,
    WORK,
    Family,
    families,
    family,
)
from milkwood.understudy.break_down.filler import is_filler
from milkwood.understudy.break_down.livelihood import doings_of
from milkwood.understudy.break_down.matching import parts_of
from milkwood.understudy.break_down.objects import object_of
from milkwood.understudy.break_down.scene import scene_of
from milkwood.understudy.language.events import MERRY
from tests.questions import days
from tests.story.emoji import misfits
from tests.understudy.bounds import bounded
from tests.yardstick import units

LATIN = re.compile(r"[A-Za-z]")
HAN = re.compile(r"[\u4e00-\u9fff]")
LIKENESS = days.Words()


def deeds(ask: Any, seed: int = 1) -> list[PlannedDeed]:
    draw = stream(seed, ask["self"]["id"], ask["start"])
    return bounded(understudy.answer(ask, draw, LIKENESS)).deeds


def families_of(ask: Any) -> list[str]:
    return [part.family.name for part in parts_of(ask, scene_of(ask), LIKENESS)]


def an_ask(what: str, language: str = "en", minutes: int = 60) -> Any:
    _, ask = next(pair for pair in days.blocks(language) if pair[0].id == "isabella_rodriguez")
    return {**ask, "what": what, "minutes": minutes, "main_tool": "", "room_kind": "park park", "tools": []}


def day(name: str, language: str, seed: int = 1) -> list[PlannedDeed]:
    told: list[PlannedDeed] = []
    for person, ask in days.blocks(language):
        if person.id == name:
            told += deeds({**ask, "lately": [deed.what for deed in told][-MAX_RECENT_DEEDS:]}, seed)
    return told


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_block_of_every_person_becomes_deeds_of_5_to_15_minutes_that_fill_it(language: str, seed: int) -> None:
    for person, ask in days.blocks(language):
        told = deeds(ask, seed)
        assert sum(deed.minutes for deed in told) == ask["minutes"], (person.id, ask["what"])
        assert all(5 <= deed.minutes <= 15 for deed in told), (person.id, ask["what"], told)
        assert all(one.what != other.what for one, other in pairwise(told))


@pytest.mark.parametrize(("language", "strange"), [("en", HAN), ("zh", LATIN)])
def test_deeds_and_effects_are_in_the_language_of_the_run_with_no_token_left(
    language: str, strange: re.Pattern[str]
) -> None:
    for _, ask in days.blocks(language):
        for deed in deeds(ask):
            for text in (deed.what, deed.effect, deed.note):
                assert not strange.search(text), text
                assert not re.search(r"[{}|@/]", text), text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_deed_uses_only_things_that_were_offered_and_changes_only_what_it_uses(language: str) -> None:
    for _, ask in days.blocks(language):
        offered = {tool["id"] for tool in ask["tools"]}
        for deed in deeds(ask):
            assert deed.tool in offered | {""}
            assert deed.tool or not (deed.effect or deed.note)
            assert deed.effect in ("", *(state for tool in ask["tools"] for state in tool["states"].values()))
            assert deed.emoji
            assert not deed.emoji.isascii()


def test_no_person_uses_a_thing_in_another_persons_room() -> None:
    for person, ask in days.blocks("en"):
        home = ask["main_tool"].rpartition(":")[0]
        for deed in deeds(ask):
            room = deed.tool.split(":")[1] if deed.tool else ""
            if "'s" in room and not deed.tool.startswith(home):
                assert person.called.in_language("en") in room, (person.id, deed)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_habit_is_known_to_some_family_by_its_words_or_to_the_towns_own_pack(language: str) -> None:
    unknown = []
    for person, ask in days.blocks_with_customs(language):
        if "general" in families_of(ask):
            unknown.append((person.id, ask["what"]))
    assert unknown == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_blocks_own_text_is_among_its_deeds(language: str) -> None:
    missing = []
    for person, ask in days.blocks(language):
        told = [deed.what for deed in deeds(ask)]
        own = [ask["what"], *pieces(ask["what"], language)]
        if not any(text in told for text in own):
            missing.append((person.id, ask["what"]))
    assert missing == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_few_deeds_repeat_in_a_day(language: str) -> None:
    for person, _ in days.people():
        counted = Counter(deed.what for deed in day(person.id, language))
        repeats = sum(count - 1 for count in counted.values())
        assert repeats <= 0.15 * counted.total(), (person.id, counted.most_common(5))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_days_of_the_same_blocks_share_few_deeds(language: str) -> None:
    again = total = 0
    ask: Any
    for _, ask in days.blocks(language):
        reply = understudy.answer(ask, stream(1, ask["self"]["id"], ask["start"]), LIKENESS)
        if ask["minutes"] >= 60:
            first = {deed.what for deed in reply.deeds}
            again += sum(deed.what in first for deed in reply.otherwise)
            total += len(reply.otherwise)
    assert again < 0.2 * total


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_emoji_of_the_tables_speaks_of_something_else(language: str) -> None:
    for one, deed in every_deed():
        parts = CHOICE.split(deed.texts[language])
        for chosen in product(*(group.split("/") for group in parts[1::2])):
            parts[1::2] = chosen
            assert not misfits(deed.emoji, "".join(parts), " ".join(one.at)), (one.name, "".join(parts), deed.emoji)


@pytest.mark.parametrize(
    ("what", "language", "named"),
    [
        ("grinding the lenses", "en", "the lenses"),
        ("winding seven clocks", "en", "seven clocks"),
        ("feeding the elephants", "en", "the elephants"),
        ("打磨镜片", "zh", "镜片"),
        ("给大象洗澡", "zh", "大象"),
        ("把经书放回架上", "zh", "经书"),
    ],
)
def test_work_that_no_table_knows_is_told_in_deeds_about_what_it_is_done_to(
    what: str, language: str, named: str
) -> None:
    told = [deed.what for deed in deeds({**an_ask(what, language, 90), "room_kind": "workshop workshop"})]
    assert sum(named in text for text in told) >= 0.4 * len(told), told


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("padding a bear suit", "the bear suit"),
        ("teaching Ruth the low rope", "the low rope"),
        ("waiting for the ferry", "the ferry"),
        ("listening to the concert", "the concert"),
        ("writing to the towns on the route", ""),
        ("sitting on the wagon steps", ""),
        ("thinking of what was forgotten", ""),
        ("making two neighbours sit at one table", ""),
        ("getting things ready for the fair", "the things"),
    ],
)
def test_an_object_is_what_the_verb_acts_on(what: str, named: str) -> None:
    assert object_of(what, "en") == named


@pytest.mark.parametrize("what", ["arguing with a dictionary", "reading by the shelf", "waiting for the ferry in time"])
def test_what_no_verb_is_done_to_is_no_object(what: str) -> None:
    told = [deed.what for deed in deeds(an_ask(what, minutes=90))]
    assert not [text for text in told if re.search(r"the (?:with|by|for) ", text)]


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("looking for a fault in the engine", r"reading off|a mark in|to change"),
        ("adding up the evening's takings", r"a mark in|is habit|rubbing"),
        ("grinding an edge smooth", r"smooth(?!$)"),
        ("planning the week's dishes", r"treasurer|speech|ruler"),
        ("wiping the tables", r"tables is"),
        ("playing for the guests", r"the guests (?:with|before|at)|of the guests"),
        ("saying the morning prayers", r"left hand|be honest"),
        ("serving customers", r"about the customers|on the customers"),
    ],
)
def test_work_is_not_told_in_deeds_of_other_work(what: str, wrong: str) -> None:
    ask: Any = {**an_ask(what, minutes=180), "room_kind": "workshop workshop"}
    told = {deed.what for seed in range(4) for deed in deeds(ask, seed)} - {what}
    assert not [text for text in told if re.search(wrong, text)]


@pytest.mark.parametrize(
    ("what", "named", "wrong"),
    [
        ("蒸弯一根肋骨", "肋骨", "弯一根"),
        ("译一份合同", "合同", "一份合同"),
        ("做早课", "", "早课去掉|早课的料|早课上|早课干|让早课"),
        ("听人诉苦", "", "[于就事]人诉苦|问问同事人"),
        ("磨剃刀", "剃刀", "剃刀的料|剃刀做坏"),
    ],
)
def test_chinese_work_is_told_about_its_object_without_measure_or_result(what: str, named: str, wrong: str) -> None:
    ask: Any = {**an_ask(what, "zh", 180), "room_kind": "workshop workshop"}
    told = {deed.what for seed in range(4) for deed in deeds(ask, seed)} - {what}
    assert not [text for text in told if re.search(wrong, text)], told
    assert any(named in text for text in told)


@pytest.mark.parametrize(
    ("work", "name"), [("musician at the inn", "musicians"), ("drummer", "musicians"), ("actress", "stage_craft")]
)
def test_musicians_do_not_rehearse_like_actors(work: str, name: str) -> None:
    ask = an_ask("working")
    ask["self"] = {**ask["self"], "work": f"{work}, {ask['place']}, 00:00-23:59"}
    assert parts_of(ask, replace(scene_of(ask), on_duty=True, at_work=True), LIKENESS)[0].family.name == name


def test_who_works_in_a_holy_place_does_its_work_and_a_visitor_does_not() -> None:
    ask = an_ask("prayers")
    assert families_of(ask) == ["quiet_prayer"]
    ask["self"] = {**ask["self"], "work": f"priest, {ask['place']}, 00:00-23:59"}
    assert parts_of(ask, replace(scene_of(ask), mine=True), LIKENESS)[0].family.name == "rites"


def test_two_seeds_give_two_days_and_one_seed_gives_one() -> None:
    assert day("isabella_rodriguez", "en") == day("isabella_rodriguez", "en")
    assert day("isabella_rodriguez", "en", 1) != day("isabella_rodriguez", "en", 2)


def test_a_recent_deed_is_not_repeated_while_there_are_others() -> None:
    ask = an_ask("taking a walk", minutes=30)
    before = [deed.what for deed in deeds(ask)]
    after = [deed.what for deed in deeds({**ask, "lately": before})]
    assert set(before) & set(after) <= {"taking a walk"}


def test_the_owner_eats_in_her_cafe_as_an_owner_and_a_guest_as_a_guest() -> None:
    found = {(str(person.id), ask["what"]): families_of(ask) for person, ask in days.blocks("en")}
    assert found["isabella_rodriguez", "having dinner in the quiet cafe"] == ["eating_at_work"]
    assert found["ryan_park", "having lunch with the laptop shut"] == ["eating_out"]
    assert found["klaus_mueller", "having dinner at the window"] == ["eating_out"]


@pytest.mark.parametrize(
    ("language", "what", "name"),
    [
        ("en", "hosting the Valentine's Day party", "party_hosting"),
        ("zh", "主持情人节派对", "party_hosting"),
        ("en", "decorating the cafe for the Valentine's Day party", "decorating"),
        ("zh", "为情人节派对布置咖啡馆", "decorating"),
        ("en", "going to Isabella's Valentine's Day party", "party_attending"),
        ("zh", "去参加伊莎贝拉的情人节派对", "party_attending"),
        ("en", "putting out the fire at the cooking area", "emergency"),
        ("zh", "扑灭灶台上的火", "emergency"),
        ("en", "taking some time for oneself", "resting"),
        ("zh", "歇一会儿", "resting"),
        ("en", "having a coffee and hoping to run into Sam", "coffee_out"),
        ("en", "going to Tom's harvest feast", "banquet"),
        ("en", "listening to the concert", "show"),
        ("zh", "参加修路的会", "assembly"),
        ("zh", "参加音乐会", "show"),
        ("en", "taking a walk to think back to the candle procession of yesterday", "walking"),
        ("en", "watching the kiln", "clay"),
        ("en", "attending the unveiling", "unveiling"),
        ("en", "attending the burial of the old horse", "mourning"),
        ("zh", "参加老校长的告别会", "mourning"),
        ("en", "going to Ruth's counting of the crates", "gathering"),
        ("en", "hosting the sheep census", "gathering"),
        ("en", "hosting Ruth's birthday", "party_hosting"),
        ("zh", "主持开泉节的抽签", "gathering"),
        ("zh", "参加山火演练", "drill"),
        ("en", "attending the beekeeping workshop", "lesson"),
        ("en", "making onion soup", "cooking"),
        ("en", "mending the torn coat", "mending_clothes"),
        ("en", "playing cards at a table", "table_game"),
        ("zh", "打两盘扑克牌", "table_game"),
        ("en", "doing a jigsaw", "puzzle"),
        ("en", "sitting quietly in the prayer hall", "quiet_prayer"),
        ("zh", "去庙里上香", "quiet_prayer"),
        ("en", "preparing tomorrow's lesson", "lesson_preparing"),
        ("zh", "备明天的课", "lesson_preparing"),
        ("zh", "写昨天没写完的论文", "paper"),
    ],
)
def test_promised_and_spontaneous_deeds_find_their_family(language: str, what: str, name: str) -> None:
    ask: Any = {**an_ask(what, language), "room_kind": "cafe cafe"}
    assert parts_of(ask, scene_of(ask), LIKENESS)[0].family.name == name


def test_going_to_a_place_is_no_event() -> None:
    ask: Any = {**an_ask("going to the old library"), "place": "the library", "room_kind": "library reading_room"}
    assert "gathering" not in families_of(ask)


@pytest.mark.parametrize(
    ("language", "what"),
    [
        ("en", "attending the burial of the old horse"),
        ("en", "walking in the candle procession for the drowned"),
        ("en", "going to the memorial concert"),
        ("zh", "参加老校长的告别会"),
        ("zh", "走悼念溺水者的烛光游行"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_sober_event_has_neither_merry_deeds_nor_merry_emoji(language: str, what: str, seed: int) -> None:
    ask = an_ask(what, language, 120)
    ask["self"] = {**ask["self"], "traits": ["cheerful", "开朗"]}
    told = deeds(ask, seed)
    assert not [deed for deed in told if deed.emoji in MERRY or re.search("enjoying|laughing|笑出声", deed.what)]


def test_an_event_named_for_what_is_done_is_told_in_deeds_about_it() -> None:
    told = [deed.what for deed in deeds(an_ask("attending the counting of the crates", minutes=120))]
    assert sum("the crates" in text for text in told) >= 3, told
    assert object_of("参加清点行李", "zh") == "行李"


@pytest.mark.parametrize(("what", "language"), [("hosting the concert", "en"), ("主持音乐会", "zh")])
def test_a_host_does_what_guests_do_not(what: str, language: str) -> None:
    ask = an_ask(what, language)
    hosting = {deed.texts[language] for part in parts_of(ask, scene_of(ask), LIKENESS) for deed in part.lent}
    assert {deed.texts[language] for deed in family("holding_it").middle} <= hosting


@pytest.mark.parametrize(
    ("language", "what", "work", "name"),
    [
        ("en", "drawing contour lines", "cartographer", "map_making"),
        ("en", "stitching a boot", "cobbler", "leather"),
        ("en", "walking between the desks", "schoolteacher", "teaching"),
        ("zh", "坐在桌后看书", "图书管理员", "keeping_books"),
        ("zh", "擦桌子", "客栈掌柜", "guests"),
    ],
)
def test_who_is_on_duty_does_deeds_of_the_trade(language: str, what: str, work: str, name: str) -> None:
    ask = an_ask(what, language)
    ask["self"] = {**ask["self"], "work": f"{work}, {ask['place']}, 00:00-23:59"}
    scene = replace(scene_of(ask), on_duty=True, at_work=True)
    assert parts_of(ask, scene, LIKENESS)[0].family.name == name


def test_the_next_day_uses_other_wordings_where_there_are_some() -> None:
    ask = an_ask("taking a walk", minutes=60)
    for today in ("2024-03-18", "2024-03-19"):
        ask["now"] = {**ask["now"], "date": today}
        answered = understudy.answer(ask, stream(1), LIKENESS)
        told, later = ({deed.what for deed in some} for some in (answered.deeds, answered.otherwise))
        assert told & later <= {"taking a walk"}


@pytest.mark.parametrize(("date", "time", "dark"), [("2023-12-05", "17:30", False), ("2023-12-05", "22:00", True)])
def test_nobody_finds_the_way_by_the_moon_before_it_is_dark(date: str, time: str, dark: bool) -> None:
    ask = an_ask("taking a walk")
    ask["start"], ask["now"] = time, {**ask["now"], "date": date, "season": "winter"}
    held = scene_of(ask).conditions
    assert ("dark" in held) is dark


def test_without_a_named_thing_the_person_takes_a_seat_in_the_room() -> None:
    ask = next(ask for person, ask in days.blocks("en") if ask["what"] == "having a late beer")
    told = deeds({**ask, "main_tool": ""})
    assert any("seating" in deed.tool for deed in told)


def test_a_stove_a_shower_and_a_lamp_show_what_is_done_with_them() -> None:
    effects = {(deed.tool.rpartition(":")[2], deed.effect) for _, ask in days.blocks("en") for deed in deeds(ask)}
    assert {("shower", "running"), ("great lamp", "lit"), ("fishing boat", "out at sea")} <= effects
    assert {effect for thing, effect in effects if thing == "cooking area"} == {"", "on"}


@pytest.mark.parametrize(
    ("language", "what", "heard"),
    [("en", "whittling a spoon for the fair", "whittling a spoon for the fair"), ("zh", "雕一把木勺", "雕一把木勺")],
)
def test_an_unknown_activity_keeps_its_own_words(language: str, what: str, heard: str) -> None:
    told = [deed.what for deed in deeds(an_ask(what, language))]
    assert heard in told
    assert len(set(told)) == len(told) > 3


def test_an_activity_known_by_its_meaning_alone_finds_its_family() -> None:
    class Alike:
        def alike(self, one: str, other: str) -> float:
            return 0.9 if "nap" in other else 0.1

    told = understudy.answer(an_ask("snoozing gently", minutes=40), stream(1), Alike()).deeds
    nap = {text for deed in family("nap").middle for text in [deed.texts["en"]]}
    assert any(deed.what in nap for deed in told)


def test_a_promise_that_is_no_gerund_is_still_english() -> None:
    told = [deed.what for deed in deeds(an_ask("the Valentine's Day party at Hobbs Cafe"))]
    assert all(CHOICE.search(text) is None for text in told)
    assert gerund("meet Klaus for lunch") == "meeting Klaus for lunch"
    assert gerund("bake bread") == ""
    assert gerund("evening walk") == ""


def test_a_text_is_split_only_before_an_activity() -> None:
    assert pieces("showering and getting dressed", "en") == ["showering", "getting dressed"]
    assert pieces("having bread and black tea", "en") == ["having bread and black tea"]
    assert pieces("having coffee and something sweet", "en") == ["having coffee and something sweet"]


def every_deed() -> list[tuple[Family, Any]]:
    return [(one, deed) for one in families() for deed in (*one.begin, *one.middle, *one.end)]


def test_every_deed_has_the_same_choices_in_both_languages() -> None:
    for one, deed in every_deed():
        chinese = tuple(group.count("/") + 1 for group in CHOICE.findall(deed.texts["zh"]))
        assert sorted(chinese) == sorted(deed.choices), (one.name, deed.texts)
        assert HAN.search(deed.texts["zh"])
        assert not HAN.search(deed.texts["en"])
        assert not LATIN.search(re.sub(r"\{(?:what|it|event|thing|concern|later)\}", "", deed.texts["zh"])), deed.texts[
            "zh"
        ]


def test_every_deed_names_kinds_of_things_that_exist() -> None:
    catalogue = Path(milkwood.__file__).parent / "towns" / "catalogue.toml"
    kinds = set(tomllib.loads(catalogue.read_text(encoding="utf-8"))) | {MAIN, NOTHING}
    for one, deed in every_deed():
        assert set(deed.kinds) <= kinds, (one.name, deed)


def test_a_family_that_leads_on_or_lends_names_families_that_exist() -> None:
    names = {one.name for one in families()}
    assert len(names) == len(families())
    for one in families():
        assert set(one.then) | (one.lends_to - {ANYTHING, WORK, OTHER_WORK}) <= names, one.name


def test_an_answer_costs_little() -> None:
    asks = [ask for _, ask in days.blocks("en")]
    deeds(asks[0])
    assert units(lambda: [deeds(ask) for ask in asks]) / len(asks) < 0.02


@pytest.mark.parametrize("minutes", [1, 4, 16, 90, 333, 600])
@pytest.mark.parametrize("what", ["Lunch", "putting out the fire", "waiting", "running, jumping", "evening"])
def test_whatever_the_block_and_its_length_the_answer_is_whole(what: str, minutes: int) -> None:
    told = deeds(an_ask(what, minutes=minutes))
    assert sum(deed.minutes for deed in told) == minutes
    assert all(one.what != other.what for one, other in pairwise(told))


def test_a_piece_that_continues_does_not_begin_again() -> None:
    ask = {**an_ask("serving coffee and lunches", minutes=90), "begun": True}
    begins = {text for family in families() for deed in family.begin for text in [deed.texts["en"]] if "{" not in text}
    middles = {deed.texts["en"] for family in families() for deed in (*family.middle, *family.end)}
    told = [deed.what for seed in range(5) for deed in deeds(ask, seed)]
    assert not [text for text in told if text in begins - middles]


def test_food_gives_its_emoji() -> None:
    (toast,) = [
        deed for deed in deeds(an_ask("having toast with too much jam")) if deed.what.startswith("having toast")
    ]
    assert toast.emoji == "🍞"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_shop_is_opened_once_and_closed_once(language: str) -> None:
    what = {
        "en": "opening the cafe, serving breakfast and closing the cafe",
        "zh": "开门营业，招呼客人吃早饭，打烊关店",
    }[language]
    middle = {**an_ask(what, language, 90), "begun": True, "goes_on": True}
    for seed in range(6):
        texts = [deed.what for deed in deeds(middle, seed)]
        assert not [text for text in texts if re.match(r"opening the|closing the|开门|打烊", text)]
    assert any(re.match(r"opening the|开门", deed.what) for deed in deeds(an_ask(what, language, 90)))


def test_a_person_who_is_at_a_party_is_not_going_to_it() -> None:
    texts = [deed.what for deed in deeds(an_ask("going to Isabella's Valentine's Day party"))]
    assert "enjoying Isabella's Valentine's Day party" in texts
    assert not [text for text in texts if text.startswith("going to")]


@pytest.mark.parametrize(
    ("language", "what", "biography", "told_of"),
    [
        (
            "en",
            "bookbinder's work",
            "Ana owns a press. She stitches the ledgers, gilds the spines and fears the damp.",
            ["the ledgers", "the spines"],
        ),
        ("zh", "工作", "韩巍在山上守了十一年。他签发日报，修发电机，想家。", ["日报", "发电机"]),
    ],
)
def test_work_of_which_a_block_tells_nothing_is_what_the_persons_own_texts_say(
    language: str, what: str, biography: str, told_of: list[str]
) -> None:
    ask = an_ask(what, language, 120)
    ask["self"] = {
        **ask["self"],
        "name": "Ana Berg" if language == "en" else "韩巍",
        "called": "Ana",
        "biography": biography,
    }
    ask["self"]["work"] = f"unheard-of trade, {ask['place']}"
    told = [deed.what for deed in deeds(ask)]
    assert all(any(named in text for text in told) for named in told_of), told
    assert sum(is_filler(text, language) for text in told) <= 1


def test_doings_have_a_verb_of_work_and_what_it_acts_on() -> None:
    card: Any = {"name": "Tom Bell", "called": "Tom", "language": "en"}
    card["biography"] = (
        "Tom loves the sea. He splices the ropes, was born here and knows who talks. Ropes are his life."
    )
    assert doings_of(card) == ("splicing the ropes",)
