"""react without a model: whom a person speaks to, how they handle a stove on fire, when they wait."""

import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.react.schema import Reply
from milkwood.understudy.react import answer as understudy
from milkwood.words import Language
from tests.questions import days
from tests.understudy.bounds import bounded


def ask(name: str = "isabella_rodriguez", other: str = "maria_lopez", language: str = "en", **changes: Any) -> Any:
    person, town = next(pair for pair in days.people() if pair[0].id == name)
    seen, code = town.people[other], Language(language)  # type: ignore[index]
    tie = next((tie for tie in person.knows if tie.person == other), None)
    asked: dict[str, Any] = {
        "self": days.card(person, town, language),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "10:00", "place": "", "doing": "wiping the counter"},
        "other": {
            "id": other,
            "name": seen.name[code],
            "called": seen.called[code],
            "pronoun": seen.pronoun,
            "tie": tie.tie[code] if tie else "",
            "feeling": tie.feeling[code] if tie else "",
            "knows": "",
            "closeness": tie.closeness if tie else 0,
            "talks": 0,
            "doing": "",
        },
        "thing": "",
        "state": "",
        "noticed": "",
        "recalled": [],
        "block": "serving the afternoon customers",
        "promises": [],
        "minutes_free": 120,
        "since_talk_minutes": -1,
        "options": ["ignore", "talk"],
        "places": [],
    }
    for key, value in changes.items():
        if key in ("doing", "closeness", "talks"):
            asked["other"][key] = value
        else:
            asked[key] = value
    return asked


def about(thing: str, state: str, language: str = "en") -> Any:
    asked = ask(language=language, options=["ignore", "wait", "change"], thing=thing, state=state)
    asked["other"] = None
    return asked


def answer(asked: Any, seed: int = 1) -> Reply:
    answered = bounded(understudy.answer(asked, stream(seed), days.Words()))
    assert answered.choice in asked["options"]
    assert answered.reason
    return answered


def share(asked: Any) -> float:
    return [answer(asked, seed).choice for seed in range(200)].count("talk") / 200


@pytest.mark.parametrize(
    "hindrance",
    [
        {"doing": "sleeping"},
        {"doing": "brushing her teeth for the night"},
        {"doing": "lecturing on ethics"},
        {"minutes_free": 3},
        {"since_talk_minutes": 20},
    ],
)
def test_sleepers_bathers_and_busy_people_are_left_alone(hindrance: dict[str, Any]) -> None:
    assert share(ask(**hindrance)) == 0


def test_no_person_chats_in_class() -> None:
    asked = ask("klaus_mueller", "maria_lopez")
    asked["now"]["doing"] = "attending the afternoon class"
    assert share(asked) == 0


def test_friends_are_spoken_to_more_than_strangers_and_strangers_now_and_then() -> None:
    friend, stranger = share(ask()), share(ask(other="adam_smith"))
    assert friend > stranger > 0.2


def test_a_person_who_has_news_to_tell_speaks_more() -> None:
    news = days.memory(4, "Sam has decided to run for mayor.", "news", 8, ["sam_moore"])
    assert share(ask(recalled=[news])) > share(ask()) + 0.1


def test_news_the_other_knows_private_things_and_what_is_about_them_are_no_reason() -> None:
    known = days.memory(4, "Sam has decided to run for mayor.", "news", 8) | {"known_to": ["maria_lopez"]}
    private = days.memory(5, "A school has offered me a place.", "seed", 10) | {"private": True}
    theirs = days.memory(6, "Maria likes Klaus.", "news", 8, ["maria_lopez"])
    assert share(ask(recalled=[known, private, theirs])) == share(ask())


def test_people_who_cannot_stand_each_other_mostly_let_it_be() -> None:
    assert share(ask("giorgio_rossi", "carlos_gomez")) < 0.25


def test_a_host_who_means_to_invite_says_so() -> None:
    asked = ask()
    asked["self"]["goals"] = ["Invite everyone I meet to the Valentine's Day party."]
    asked["promises"] = [days.promise("hosting the Valentine's Day party", "17:00", "19:00") | {"host": True}]
    reasons = {answer(asked, seed).reason for seed in range(40)}
    assert any("invite" in reason or "come" in reason for reason in reasons)


def test_a_person_in_need_is_always_spoken_to() -> None:
    assert share(ask(doing="crying on the bench")) == 1


@pytest.mark.parametrize(
    ("language", "thing", "state", "what"),
    [
        ("en", "cooking area", "burning", "putting out the fire at the cooking area"),
        ("zh", "灶台", "着火了", "扑灭灶台上的火"),
        ("en", "kitchen sink", "leaking", "stopping the water at the kitchen sink"),
        ("zh", "厨房水槽", "漏水", "堵住厨房水槽的漏水"),
        ("en", "cooking area", "on", "turning off the cooking area"),
    ],
)
def test_fire_water_and_a_stove_left_on_are_taken_care_of(language: str, thing: str, state: str, what: str) -> None:
    answered = answer(about(thing, state, language))
    assert (answered.choice, answered.what) == ("change", what)


def test_whatever_presses_is_set_right_as_its_kind_says() -> None:
    asked = about("fishing boat", "adrift", "en") | {"presses": True, "mend": "bringing the boat back"}
    answered = answer(asked)
    assert (answered.choice, answered.what) == ("change", "bringing the boat back")
    assert answer(about("fishing boat", "adrift", "en")).choice == "ignore"


@pytest.mark.parametrize(("language", "state"), [("en", "in use"), ("zh", "有人在用")])
def test_a_person_waits_for_a_thing_in_use(language: str, state: str) -> None:
    assert answer(about("shower", state, language)).choice == "wait"


@pytest.mark.parametrize(
    ("thing", "state"), [("computer", "on"), ("park garden", "freshly watered"), ("blackboard", "covered in writing")]
)
def test_harmless_things_are_left_alone(thing: str, state: str) -> None:
    assert answer(about(thing, state)).choice == "ignore"


@pytest.mark.parametrize(("language", "strange"), [("en", "[\u4e00-\u9fff]"), ("zh", "[A-Za-z]")])
def test_reasons_are_sentences_of_the_language_with_no_token_left(language: str, strange: str) -> None:
    for seed in range(60):
        for asked in (ask(language=language), ask(other="adam_smith", language=language)):
            reason = answer(asked, seed).reason
            assert not re.search(strange, reason), reason
            assert not re.search(r"[{}]", reason)
            assert reason.endswith((".", "。"))


def test_the_longer_someone_was_alone_the_more_readily_they_speak() -> None:
    shares = [share(ask(other="adam_smith", alone=hours)) for hours in (0, 4, 8)]
    assert shares[0] + 0.1 < shares[1] < shares[2] - 0.1
    assert shares[2] > 0.9


@pytest.mark.parametrize("language", ["en", "zh"])
def test_being_alone_gives_its_own_reasons(language: str) -> None:
    reasons = {answer(ask(other="adam_smith", alone=8, language=language), seed).reason for seed in range(20)}
    assert any(("hours" in reason) or ("钟头" in reason) for reason in reasons)


def test_nobody_is_so_alone_that_they_seek_an_enemy_a_sleeper_or_a_bather() -> None:
    enemy = ask("giorgio_rossi", "carlos_gomez", closeness=-5, alone=9)
    quiet = ask(alone=9)
    quiet["self"] = {**quiet["self"], "manners": ["silent"]}
    asleep, bathing = ask(doing="sleeping", alone=9), ask(doing="brushing her teeth for the night", alone=9)
    assert [share(asked) for asked in (enemy, quiet, asleep, bathing)] == [0, 0, 0, 0]


def test_a_silent_person_begins_no_talk_unless_someone_needs_help() -> None:
    quiet = ask(closeness=8)
    quiet["self"] = {**quiet["self"], "manners": ["silent"]}
    assert share(quiet) == 0
    assert share({**quiet, "other": {**quiet["other"], "doing": "lying on the floor and calling for help"}}) == 1


def test_talkative_people_begin_more_talks_than_laconic_ones() -> None:
    def with_manner(manner: str) -> Any:
        asked = ask()
        return {**asked, "self": {**asked["self"], "manners": [manner]}}

    assert share(with_manner("talkative")) > share(ask()) > share(with_manner("laconic"))
