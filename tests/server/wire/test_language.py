"""The server finds the language of the caller."""

import pytest
from starlette.types import Scope

from milkwood.i18n import t
from milkwood.server.wire.language import in_all_languages, language_of


def test_broadcast_messages_come_in_every_language() -> None:
    assert in_all_languages(t("Choose another name.")) == {"en": "Choose another name.", "zh": "请换一个名字。"}
    assert in_all_languages("Quite another thing.") == {"en": "Quite another thing.", "zh": "Quite another thing."}
    assert in_all_languages("") == {}


def scope(header: str = "", query: str = "") -> Scope:
    return {"type": "http", "headers": [(b"accept-language", header.encode())], "query_string": query.encode()}


@pytest.mark.parametrize(
    ("header", "query", "language"),
    [
        ("", "", "en"),
        ("zh", "", "zh"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "", "zh"),
        ("de-DE, en-GB;q=0.5, zh;q=0.7", "", "zh"),
        ("zh;q=0, en;q=0.1", "", "en"),
        ("*", "", "en"),
        ("zh;q=much", "", "zh"),
        ("zh", "lang=en", "en"),
        ("en", "tick=1&lang=zh", "zh"),
        ("en", "lang=xx", "en"),
    ],
)
def test_a_language_is_asked_for_by_address_or_header(header: str, query: str, language: str) -> None:
    assert language_of(scope(header, query)) == language
