from milkwood_art.drafting.noise import Noise


def test_the_same_place_and_purpose_give_the_same_number() -> None:
    assert Noise(7).dice("tree", 3, 9) == Noise(7).dice("tree", 3, 9)


def test_another_seed_purpose_or_place_gives_another_number() -> None:
    numbers = {Noise(7).dice("tree", 3, 9), Noise(8).dice("tree", 3, 9), Noise(7).dice("bush", 3, 9)}
    assert len(numbers | {Noise(7).dice("tree", 9, 3)}) == 4


def test_a_known_number_has_not_changed_so_old_maps_can_be_drafted_again() -> None:
    assert round(Noise(1123).dice("tree", 12, 34), 6) == 0.772273


def test_dice_are_spread_evenly() -> None:
    numbers = [Noise(1).dice("spread", x, y) for x in range(50) for y in range(50)]
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.03
    assert min(numbers) < 0.02
    assert max(numbers) > 0.98


def test_smooth_fields_have_no_jumps() -> None:
    noise = Noise(4)
    steps = [abs(noise.smooth("hill", x / 10, 3, 8) - noise.smooth("hill", (x + 1) / 10, 3, 8)) for x in range(400)]
    assert max(steps) < 0.05


def test_pick_reaches_every_option() -> None:
    assert {Noise(2).pick("sort", x, 0, "abc") for x in range(60)} == set("abc")
