"""Bodies, feelings, states of things, light, weather and sounds on the map, as the run has recorded them."""

import json
import shutil
from pathlib import Path
from typing import Any

import httpx2
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, ViewportSize, expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import SUFFIX
from milkwood.town.posture import pose
from milkwood.towns.shelf import find
from tests.browser.conftest import DESK, PAST, PHONE, TOWN, Open, photograph, picture_of, settle
from tests.browser.up import Up, run
from tests.lived import quay

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
POSES = {
    "walking": {"walking", "carrying"},
    "standing": {"standing", "working", "carrying"},
    "sitting": {"sitting"},
    "lying": {"lying"},
}
"""The ways in which a body that the town describes so may be drawn."""
FIRE = "on fire"
STARTS = 120
"""The tick at which things burn and leak."""
STOVE, SINK = "The Salt Loaf:bakery:bread oven", "The Salt Loaf:pantry:kitchen sink"
FLAME = (239, 122, 31)
WET = "a wet morning"
COVERED = """() => {
    const head = parseFloat(document.querySelector(".labels").style.getPropertyValue("--head"));
    const far = document.querySelector(".labels").classList.contains("far");
    const map = document.querySelector(".stage").getBoundingClientRect();
    const zoom = head / 24;
    const lower = { sitting: 3, lying: 7 };
    const faces = [...document.querySelectorAll(".pin:not(.away)")].map((pin) => {
        const [x, y] = pin.style.transform.match(/-?\\d+/g).map(Number);
        const [left, top] = [map.left + x, map.top + y];
        const down = (lower[pin.dataset.bearing] ?? 0) * zoom;
        return far
            ? { who: pin.dataset.person, left: left - 10, right: left + 10, top: top - 10, bottom: top + 10 }
            : {
                who: pin.dataset.person, left: left - 5 * zoom, right: left + 5 * zoom,
                top: top - 20 * zoom + down, bottom: top - 13 * zoom + down,
            };
    });
    const kinds = far ? ".bubble:not(.away)" : ".bubble:not(.away), .pin:not(.away) .tag";
    const labels = [...document.querySelectorAll(kinds)];
    const shown = labels.filter((label) => label.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    return shown.flatMap((label) => {
        const box = label.getBoundingClientRect();
        const covered = faces.filter((face) =>
            box.left < face.right && face.left < box.right && box.top < face.bottom && face.top < box.bottom);
        return covered.map(({ who }) => `${label.textContent} over ${who}`);
    });
}"""


def path_of(watched: Up, name: str) -> Path:
    return next(watched.home.rglob(f"{name}{SUFFIX}"))


def reel(watched: Up, name: str, until: int) -> list[dict[str, Any]]:
    """What happened in a run."""
    found: list[dict[str, Any]] = httpx2.get(
        f"{watched.address}api/runs/{name}/reel", params={"from": 0, "until": until}, timeout=60
    ).json()["happenings"]
    return found


def still(page: Page) -> None:
    """Pause, and wait until no camera moves."""
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    settle(page)


def lived(home: Path, *arguments: str) -> None:
    process = run(home, *arguments)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0, said


@pytest.fixture(scope="module")
def burning(watched: Up) -> str:
    """A run in which a stove burns and a sink leaks."""
    if not list(watched.home.rglob(f"{FIRE}{SUFFIX}")):
        lived(watched.home, "run", TOWN, "--name", FIRE, "--ticks", str(STARTS))
        lived(watched.home, "change", FIRE, STOVE, "burning")
        lived(watched.home, "change", FIRE, SINK, "leaking")
        lived(watched.home, "run", TOWN, "--name", FIRE, "--ticks", str(STARTS + 300))
    return FIRE


@pytest.fixture(scope="module")
def wet(watched: Up, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A run in which it rains from eight to nine, and then snows, in autumn."""
    if not list(watched.home.rglob(f"{WET}{SUFFIX}")):
        pack = tmp_path_factory.mktemp("packs") / "wet"
        shutil.copytree(find(TOWN).folder, pack)
        town = pack / "town.toml"
        spells = "".join(
            f'\n[[weather]]\nfrom = "{start}"\nto = "{end}"\nwhat = "{what}"\n'
            for start, end, what in (
                ("07:00", "08:00", "rain"),
                ("08:00", "09:00", "snow"),
                ("09:00", "12:00", "clear"),
            )
        )
        plain = town.read_text(encoding="utf-8").replace("[defaults]", 'climate = "temperate"\n\n[defaults]', 1)
        town.write_text(plain.replace("2023-03-10", "2023-10-10") + spells, encoding="utf-8")
        for scenario in (pack / "scenarios").glob("*.toml"):
            text = scenario.read_text(encoding="utf-8")
            dates = (("2023-03-10", "2023-10-10"), ("2023-03-11", "2023-10-11"))
            for old, new in dates:
                text = text.replace(old, new)
            scenario.write_text(text, encoding="utf-8")
        lived(watched.home, "run", str(pack), "--name", WET, "--ticks", "800")
    return WET


@SIZES
@pytest.mark.parametrize("tick", [90, 1500, 2700])
def test_bodies_are_drawn_as_the_town_describes_them(visit: Open, watched: Up, tick: int, size: ViewportSize) -> None:
    page = visit(f"run/{PAST['en']}?tick={tick}&lang=en", size=size)
    still(page)
    now = int(page.locator("#time").get_attribute("aria-valuenow") or -1)
    with Chronicle.read(path_of(watched, PAST["en"])) as reader:
        scene = reader.scene(now, quay().town_map)
    expected = {str(who): sorted(POSES[pose(quay().town_map, scene, who)]) for who in scene.bodies}
    page.wait_for_function(
        "(all) => Object.entries(all).every(([who, ways]) => "
        "ways.includes(document.querySelector(`.pin[data-person='${who}']`)?.dataset.bearing))",
        arg=expected,
    )


def test_someone_sits_lies_works_and_carries_in_the_course_of_a_day(visit: Open, watched: Up) -> None:
    page = visit(f"run/{PAST['en']}?tick=0&lang=en")
    still(page)
    seen: set[str] = set()
    for hour in range(8):
        page.locator("#time").press("PageUp" if hour else "Home")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for _ in range(4):
            page.locator("#time").press("ArrowRight")
            page.evaluate("() => new Promise((done) => setTimeout(done, 60))")
            seen |= set(page.evaluate("() => [...document.querySelectorAll('.pin')].map((one) => one.dataset.bearing)"))
    assert {"sitting", "lying", "working", "carrying", "standing"} <= seen, seen


@SIZES
@pytest.mark.parametrize("nearer", [False, True], ids=["afar", "near"])
def test_names_and_bubbles_cover_no_face_and_bubbles_carry_names(visit: Open, size: ViewportSize, nearer: bool) -> None:
    page = visit(f"run/{PAST['en']}?tick=5&lang=en", size=size)
    still(page)
    if size == PHONE:
        page.click("#to-map")
    bubbles = 0
    for _ in range(4):
        page.click("#next-talk")
        page.click("#play")
        settle(page)
        if nearer and not bubbles:
            page.locator(".stage").focus()
            page.keyboard.press("+")
            settle(page)
        assert page.evaluate(COVERED) == []
        shown = page.locator(".bubble:visible")
        bubbles += shown.count()
        for bubble in shown.all():
            expect(bubble.locator("strong")).not_to_be_empty()
        page.keyboard.press("Escape")
        if not nearer:
            page.keyboard.press("0")
    photograph(page, f"faces-{'near' if nearer else 'afar'}-{'phone' if size == PHONE else 'desk'}")
    # From near on a phone the partner is often outside the view.
    assert bubbles >= (1 if nearer and size == PHONE else 2)


def test_a_speaker_moves_and_newcomers_to_a_talk_wave(visit: Open, watched: Up) -> None:
    told = reel(watched, PAST["en"], 3000)
    began = next(each for each in told if each["k"] == "talk_began" and each["t"] > 200)
    page = visit(f"run/{PAST['en']}?tick={began['t'] + 1}&lang=en")
    still(page)
    people = page.locator(f".pin[data-person={began['who']}], .pin[data-person={began['partner']}]")
    gestures = {one.get_attribute("data-gesture") for one in people.all()}
    assert gestures & {"wave", "speak"}, gestures


def near(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels have about this colour."""
    far = ImageChops.difference(picture.convert("RGB"), Image.new("RGB", picture.size, colour))
    worst = ImageChops.lighter(ImageChops.lighter(*far.split()[:2]), far.split()[2])
    return sum(worst.histogram()[:12])


@SIZES
@pytest.mark.parametrize("renderer", ["canvas", "webgl"])
def test_a_burning_stove_has_flames_until_someone_puts_them_out(
    visit: Open, watched: Up, burning: str, size: ViewportSize, renderer: str
) -> None:
    changes = [
        each for each in reel(watched, burning, STARTS + 300) if each.get("thing") == STOVE and each["t"] >= STARTS
    ]
    out = next(each["t"] for each in changes if each["state"] == "idle")
    seen = {}
    for name, tick in (("before", STARTS - 20), ("burning", STARTS + 2), ("after", out + 3)):
        address = f"run/{burning}?tick={tick}&lang=en&thing={STOVE}&renderer={renderer}"
        page = visit(address, size=size)
        still(page)
        if page.locator("#opening-close").is_visible():
            page.click("#opening-close")
        if size == PHONE:
            page.click("#to-map")
            settle(page)
        seen[name] = near(picture_of(page), FLAME)
        photograph(page, f"fire-{name}-{renderer}-{'phone' if size == PHONE else 'desk'}")
    assert seen["burning"] > max(seen["before"], seen["after"]) + 15, seen


def test_from_afar_what_presses_is_seen_through_the_roof(visit: Open, burning: str) -> None:
    page = visit(f"run/{burning}?tick={STARTS + 2}&lang=en")
    still(page)
    assert page.locator(".labels.far").count() == 1
    assert near(picture_of(page), FLAME) > 15
    expect(page.locator(f".alarm[data-thing='{STOVE}']")).to_be_visible()


def light_around(page: Page, who: str) -> float:
    """How bright the map is around a person."""
    pin = page.locator(f".pin[data-person={who}]")
    box = pin.bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert box
    assert stage
    x, y = box["x"] + box["width"] / 2 - stage["x"], box["y"] + box["height"] - stage["y"]
    part = picture_of(page).crop((int(x) - 60, int(y) - 20, int(x) + 60, int(y) + 10))
    return float(ImageStat.Stat(part.convert("L")).mean[0])


def test_at_night_light_is_where_someone_is_awake(visit: Open, watched: Up, tmp_path: Path) -> None:
    name = "a night"
    if not list(watched.home.rglob(f"{name}{SUFFIX}")):
        lived(watched.home, "run", TOWN, "--name", name, "--ticks", "5700")
    tick = 5400
    with Chronicle.read(path_of(watched, name)) as reader:
        scene = reader.scene(tick, quay().town_map)
    rooms = {who: quay().town_map.room_at(body.tile(tick)) for who, body in scene.bodies.items()}
    inside = {who: scene.bodies[who] for who, room in rooms.items() if room is not None and not room.outdoors}
    awake = next(who for who, body in inside.items() if not body.asleep)
    asleep = next(who for who, body in inside.items() if body.asleep)
    seen = {}
    for who in (awake, asleep):
        page = visit(f"run/{name}?tick={tick}&lang=en&person={who}")
        still(page)
        seen[who] = light_around(page, str(who))
        photograph(page, f"night-{'awake' if who == awake else 'asleep'}")
    assert seen[awake] > seen[asleep] * 1.25, seen


def test_the_lighthouse_turns_its_beam_at_night_and_not_by_day(visit: Open, watched: Up) -> None:
    page = visit(f"?town={TOWN}&lang=en")
    settle(page)

    def moves() -> bool:
        first = picture_of(page).tobytes()
        page.evaluate("() => new Promise((done) => setTimeout(done, 900))")
        return picture_of(page).tobytes() != first

    slider = page.locator("#time")
    page.locator(".stage").evaluate("(stage) => stage.focus()")
    for minute, turns in ((12 * 60, False), (23 * 60, True)):
        slider.evaluate(
            "(slider, minute) => { slider.value = minute;"
            " slider.dispatchEvent(new Event('input', { bubbles: true })); }",
            minute,
        )
        page.add_style_tag(content=".labels { visibility: hidden !important }")
        assert moves() == turns


@SIZES
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_talks_change_shows_on_the_faces(visit: Open, watched: Up, size: ViewportSize, language: str) -> None:
    felt = next(each for each in reel(watched, PAST[language], 3000) if each["k"] == "felt" and each["change"] > 0)
    page = visit(f"run/{PAST[language]}?tick={felt['t'] + 1}&lang={language}", size=size)
    still(page)
    pin = page.locator(f".pin[data-person={felt['who']}]")
    expect(pin.locator(".emote")).to_have_attribute("data-emotion", "joy")
    assert {"en": "glad", "zh": "高兴"}[language] in (pin.get_attribute("aria-label") or "")
    photograph(page, f"glad-{language}-{'phone' if size == PHONE else 'desk'}")


@SIZES
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rain_and_snow_fall_and_are_named(visit: Open, wet: str, size: ViewportSize, language: str) -> None:
    for tick, falls, words in ((180, "rain", ("rain", "下雨")), (540, "snow", ("snow", "下雪"))):
        page = visit(f"run/{wet}?tick={tick}&lang={language}", size=size)
        still(page)
        expect(page.locator(".weather")).to_have_attribute("data-falls", falls)
        page.wait_for_function(
            "() => { const canvas = document.querySelector('.weather');"
            " return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean); }"
        )
        assert words[language == "zh"] in (page.locator(".time .date").text_content() or "")
        photograph(page, f"{falls}-{language}-{'phone' if size == PHONE else 'desk'}")


def test_a_town_of_which_nothing_is_said_has_no_weather(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=500&lang=en")
    still(page)
    expect(page.locator(".weather")).to_have_attribute("data-weather", "")
    expect(page.locator(".weather")).to_have_attribute("data-falls", "")


def test_who_wants_no_motion_sees_weather_and_fire_standing_still(visit: Open, wet: str, burning: str) -> None:
    page = visit(f"run/{wet}?tick=180&lang=en", reduced_motion="reduce")
    still(page)
    expect(page.locator(".weather")).to_have_attribute("data-weather", "rain")
    assert not page.evaluate(
        "() => { const canvas = document.querySelector('.weather');"
        " return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean); }"
    )
    page = visit(f"run/{burning}?tick={STARTS + 2}&lang=en", reduced_motion="reduce")
    still(page)
    first = picture_of(page)
    assert near(first, FLAME) > 15
    page.evaluate("() => new Promise((done) => setTimeout(done, 700))")
    assert picture_of(page).tobytes() == first.tobytes()


LISTEN = """
    window.tones = 0;
    const made = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };
    window.contexts = 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts++; } };
"""


@pytest.fixture
def said(watched: Up) -> int:
    """A tick just before a talk with several lines."""
    lines = [each["t"] for each in reel(watched, PAST["en"], 3000) if each["k"] == "said" and each["t"] > 100]
    return int(lines[0]) - 3


def test_sounds_are_off_until_they_are_switched_on_and_the_choice_is_remembered(visit: Open, said: int) -> None:
    page = visit(f"run/{PAST['en']}?tick={said}&lang=en")
    page.context.add_init_script(LISTEN)
    page.reload()
    page.wait_for_selector(".stage[data-ready=true]")
    off = page.get_by_role("button", name="Sounds: off")
    expect(off).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("(tick) => +document.querySelector('#time').ariaValueNow > tick", arg=said + 5)
    assert page.evaluate("[window.tones, window.contexts]") == [0, 0]
    off.click()
    page.locator("#time").press("Home")
    page.reload()
    page.wait_for_selector(".stage[data-ready=true]")
    on = page.get_by_role("button", name="Sounds: on")
    expect(on).to_have_attribute("aria-pressed", "true")
    page.mouse.click(5, 5)
    page.goto(page.url.split("?")[0] + f"?tick={said}&lang=en")
    page.wait_for_selector(".stage[data-ready=true]")
    page.mouse.click(5, 5)
    page.wait_for_function("() => window.tones > 0")
    page.get_by_role("button", name="Sounds: on").click()
    expect(page.get_by_role("button", name="Sounds: off")).to_be_visible()


def test_a_run_tells_its_sky_to_its_recording_too(watched: Up, wet: str) -> None:
    run_out = httpx2.get(f"{watched.address}api/runs/{wet}", timeout=60).json()
    assert [one["weather"] for one in run_out["sky"][:2]] == ["rain", "snow"], json.dumps(run_out["sky"][:4])
    assert httpx2.get(f"{watched.address}api/runs/{PAST['en']}", timeout=60).json()["sky"] == []
