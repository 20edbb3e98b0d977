from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from milkwood.town.looks import Looks
from milkwood_art import figure, inks
from milkwood_art.figure import FigureView, Phase

LOOKS = Looks(skin="tan", hair="brown", hair_style="short", outfit="shirt", top="red", bottom="navy")


def top_row(image: Image.Image) -> int:
    box = image.getbbox()
    assert box is not None
    return box[1]


def test_the_old_are_bent_and_the_young_slighter() -> None:
    adult, old, young = (figure.draw(LOOKS, age, FigureView.DOWN) for age in (35, 70, 17))
    assert top_row(old) == top_row(young) == top_row(adult) + 1
    assert figure.build_at(17).narrow
    assert figure.build_at(70).bend


def test_an_old_head_leans_forward_when_seen_from_the_side() -> None:
    hat = replace(LOOKS, extras=("cap",))
    adult, old = (figure.draw(hat, age, FigureView.LEFT).crop((0, 0, 16, 8)).getbbox() for age in (35, 70))
    assert adult is not None
    assert old is not None
    assert old[0] < adult[0] or old[2] < adult[2]


@pytest.mark.parametrize("view", list(FigureView))
@pytest.mark.parametrize("phase", list(Phase))
def test_the_feet_stand_on_the_lowest_rows(view: FigureView, phase: Phase) -> None:
    solid = figure.draw(LOOKS, 35, view, phase).getchannel("A").point(lambda opacity: 255 * (opacity == 255))
    box = solid.getbbox()
    assert box is not None
    assert box[3] >= 22


@pytest.mark.parametrize("view", list(FigureView))
def test_the_two_steps_differ_from_standing_and_from_each_other(view: FigureView) -> None:
    frames = [figure.draw(LOOKS, 35, view, phase).tobytes() for phase in Phase]
    assert len(set(frames)) == len(frames)


def test_a_flower_is_worn_on_one_side() -> None:
    looks = replace(LOOKS, extras=("flower",))
    near = figure.draw(looks, 35, FigureView.LEFT)
    far = figure.draw(looks, 35, FigureView.LEFT, far_side=True)
    assert near.tobytes() != far.tobytes()
    assert far.tobytes() == figure.draw(LOOKS, 35, FigureView.LEFT).tobytes()


def test_an_outline_surrounds_without_covering() -> None:
    image = Image.new("RGBA", (5, 5))
    image.putpixel((2, 2), (200, 100, 50, 255))
    edged = figure.outlined(image)
    assert edged.getpixel((2, 2)) == (200, 100, 50, 255)
    assert sum(opacity > 0 for opacity in edged.getchannel("A").tobytes()) == 5


def test_a_sleeper_has_closed_eyes_and_a_sheet_up_to_the_chin() -> None:
    awake = figure.draw(LOOKS, 35, FigureView.DOWN).crop((3, 7, 13, 10))
    asleep = figure.tucked_in(LOOKS, 35).crop((3, 8, 13, 11))
    assert ImageChops.difference(awake.convert("RGB"), asleep.convert("RGB")).getbbox()
    assert figure.tucked_in(LOOKS, 35).getpixel((2, 13)) == (*inks.of_linen()["U"], 255)
