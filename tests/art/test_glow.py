"""Light at night fades out before the border of what it covers."""

from milkwood_art.glow import HALO_SPAN, POOL, halo_name
from tests.art.tiles import TILES


def test_a_halo_fades_to_nothing_at_its_rim() -> None:
    corner = TILES[halo_name(0, 0)].draw()
    assert corner.at(0, 0)[3] == 0
    middle = TILES[halo_name(HALO_SPAN // 2, HALO_SPAN // 2)].draw()
    assert middle.at(8, 8)[3] > 90


def test_a_pool_of_light_fades_downwards() -> None:
    pool = TILES[POOL].draw()
    assert pool.at(8, 0)[3] > pool.at(8, 8)[3] > pool.at(8, 15)[3]
