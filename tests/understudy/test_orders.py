"""Statements that look ahead are told from others by their form."""

import pytest

from milkwood.understudy.language.orders import is_ban, is_order, looks_ahead


@pytest.mark.parametrize(
    ("text", "order", "ban"),
    [
        ("Vesna must not be asked to the reading.", True, True),
        ("I must tell people of the reading today.", True, False),
        ("朗读会不能请维斯娜。", True, True),
        ("朗读会一定要叫上维斯娜。", True, False),
        ("Vesna read to us.", False, False),
        ("维斯娜给我们念过书。", False, False),
    ],
)
def test_a_ban_is_an_order_that_says_no(text: str, order: bool, ban: bool) -> None:
    assert (is_order(text), is_ban(text)) == (order, ban)


def test_wishes_and_invitations_look_ahead() -> None:
    assert looks_ahead("Everyone is welcome.")
    assert not looks_ahead("Everyone was there.")
