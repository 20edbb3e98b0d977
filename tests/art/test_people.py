"""Every word of the vocabulary can be drawn, people are distinguishable, and drawing is deterministic."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from milkwood.town.looks import BEARDS, COLOURS, EXTRAS, HAIR_STYLES, HAIRS, LEGS, OUTFITS, SKINS, Looks
from milkwood_art import people
from milkwood_art.figure import Arms, Phase
from milkwood_art.people import FIGURE_HEIGHT_PIXELS, FIGURE_WIDTH_PIXELS, portrait, sheet, sleeping

LOOKS = Looks(skin="light", hair="chestnut", hair_style="short", outfit="shirt", top="teal", bottom="brown")

EVERY_WORD = [
    *(replace(LOOKS, skin=word) for word in SKINS),
    *(replace(LOOKS, hair=word) for word in HAIRS),
    *(replace(LOOKS, hair_style=word) for word in HAIR_STYLES),
    *(replace(LOOKS, beard=word) for word in BEARDS),
    *(replace(LOOKS, outfit=word) for word in OUTFITS),
    *(replace(LOOKS, top=word) for word in COLOURS),
    *(replace(LOOKS, bottom=word) for word in COLOURS),
    *(replace(LOOKS, legs=word) for word in LEGS),
    *(replace(LOOKS, extras=(word,)) for word in EXTRAS),
    replace(LOOKS, extras=EXTRAS),
]


def frame(picture: Image.Image, column: int, row: int) -> Image.Image:
    return picture.crop(
        (
            column * FIGURE_WIDTH_PIXELS,
            row * FIGURE_HEIGHT_PIXELS,
            (column + 1) * FIGURE_WIDTH_PIXELS,
            (row + 1) * FIGURE_HEIGHT_PIXELS,
        )
    )


def differing(first: Image.Image, second: Image.Image) -> int:
    """The number of pixels in which two pictures of one size differ."""
    bands = ImageChops.difference(first, second).split()
    most = bands[0]
    for band in bands[1:]:
        most = ImageChops.lighter(most, band)
    return sum(value > 8 for value in most.tobytes())


@pytest.mark.parametrize("looks", EVERY_WORD, ids=str)
def test_every_word_of_the_vocabulary_can_be_drawn(looks: Looks) -> None:
    assert sheet(looks, 30).size == (224, 96)
    assert sleeping(looks, 30).size == (16, 16)
    assert portrait(looks, 30).size == (64, 64)


@pytest.mark.parametrize("age", [5, 17, 20, 45, 60, 99])
def test_the_same_looks_and_age_give_the_same_pixels(age: int) -> None:
    for draw in (sheet, sleeping, portrait):
        assert draw(LOOKS, age).tobytes() == draw(replace(LOOKS), age).tobytes()


def test_the_background_is_transparent_and_figures_fill_their_frames() -> None:
    picture = sheet(LOOKS, 30)
    assert picture.mode == "RGBA"
    for row in range(4):
        for column in range(len(people.FRAMES)):
            alone = frame(picture, column, row)
            assert alone.getpixel((0, 0)) == alone.getpixel((15, 0)) == (0, 0, 0, 0)
            solid = sum(opacity == 255 for opacity in alone.getchannel("A").tobytes())
            assert 150 < solid < 330


@pytest.mark.parametrize("row", range(4))
def test_a_walk_is_stand_step_stand_other_step(row: int) -> None:
    stand, left, again, right = (frame(sheet(LOOKS, 30), column, row) for column in range(4))
    assert stand.tobytes() == again.tobytes()
    assert differing(stand, left) > 20
    assert differing(stand, right) > 20
    assert differing(left, right) > 8


@pytest.mark.parametrize("row", range(4))
def test_at_rest_people_sit_work_wave_and_speak_each_in_their_own_way(row: int) -> None:
    picture = sheet(LOOKS, 30)
    rest = [each for each in dict.fromkeys(people.FRAMES) if each[0] in (Phase.STAND, Phase.SIT)]
    if people.DIRECTIONS[row] == "up":  # the hands are not seen
        rest.remove((Phase.STAND, Arms.LOW))
    for one, other in combinations(map(people.FRAMES.index, rest), 2):
        assert differing(frame(picture, one, row), frame(picture, other, row)) > 2


def top(picture: Image.Image) -> int:
    box = picture.getbbox()
    assert box
    return box[1]


@pytest.mark.parametrize("age", [8, 30, 80])
@pytest.mark.parametrize("outfit", OUTFITS)
def test_who_sits_is_lower(outfit: str, age: int) -> None:
    picture = sheet(replace(LOOKS, outfit=outfit), age)
    sit = people.FRAMES.index((Phase.SIT, Arms.SWING))
    for row in range(4):
        standing, sitting = frame(picture, 0, row), frame(picture, sit, row)
        assert top(sitting) > top(standing)


@pytest.mark.parametrize("style", HAIR_STYLES)
def test_a_raised_hand_is_seen_beside_any_hair(style: str) -> None:
    picture = sheet(replace(LOOKS, hair_style=style), 30)
    wave = people.FRAMES.index((Phase.STAND, Arms.WAVE))
    for row in range(4):
        raised = differing(frame(picture, 0, row).crop((0, 0, 16, 12)), frame(picture, wave, row).crop((0, 0, 16, 12)))
        assert raised >= 8


def test_the_last_column_shows_the_person_lying_awake() -> None:
    awake = frame(sheet(LOOKS, 30), len(people.FRAMES), 0).crop((0, 0, 16, 16))
    assert 2 <= differing(awake, sleeping(LOOKS, 30)) < 20


def test_to_the_right_is_to_the_left_in_a_mirror() -> None:
    picture = sheet(LOOKS, 30)
    for column in range(len(people.FRAMES)):
        right = frame(picture, column, people.DIRECTIONS.index("right"))
        left = frame(picture, column, people.DIRECTIONS.index("left"))
        assert right.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() == left.tobytes()
        assert differing(left, right) > 40


def test_directions_can_be_told_apart() -> None:
    down, left, _, up = (frame(sheet(LOOKS, 30), 0, row) for row in range(4))
    assert differing(down, left) > 40
    assert differing(down, up) > 40
    assert differing(left, up) > 40


@pytest.mark.parametrize("direction", range(4))
@pytest.mark.parametrize(
    "looks",
    [[replace(LOOKS, hair_style=word) for word in HAIR_STYLES], [replace(LOOKS, outfit=word) for word in OUTFITS]],
    ids=["hair", "outfit"],
)
def test_hair_and_outfits_differ_visibly_from_every_side(looks: list[Looks], direction: int) -> None:
    frames = [(each, frame(sheet(each, 30), 0, direction)) for each in looks]
    for (one, seen), (other, seen_too) in combinations(frames, 2):
        assert differing(seen, seen_too) >= 6, f"{one} looks like {other}"


@pytest.mark.parametrize("extra", EXTRAS)
def test_extras_are_visible_on_figure_and_portrait(extra: str) -> None:
    looks = replace(LOOKS, extras=(extra,))
    assert differing(frame(sheet(LOOKS, 30), 0, 0), frame(sheet(looks, 30), 0, 0)) >= 4
    assert differing(portrait(LOOKS, 30), portrait(looks, 30)) > 10


def test_age_shows() -> None:
    assert differing(frame(sheet(LOOKS, 30), 0, 0), frame(sheet(LOOKS, 70), 0, 0)) > 60
    assert differing(frame(sheet(LOOKS, 30), 0, 0), frame(sheet(LOOKS, 17), 0, 0)) > 60
