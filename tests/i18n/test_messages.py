"""Every message of the source has a translation with the same values in every language; no catalogue has more."""

import re
from string import Formatter

import pytest

from milkwood.i18n.catalogue import ENGLISH, languages, read
from tools.messages import CATALOGUES, messages, written

SHIPPED = [language for language in languages() if language != ENGLISH]
EVERY = messages()


def test_messages_are_found_in_the_source() -> None:
    contexts = {context for context, _ in EVERY}
    assert len(EVERY) > 1800
    assert contexts >= {"", "label", "help", "library", "mind", "chronicle", "reasons", "progress", "console", "reel"}


@pytest.mark.parametrize("language", SHIPPED)
def test_every_message_has_every_language_and_no_catalogue_has_more(language: str) -> None:
    known = read((CATALOGUES / f"{language}.po").read_text("utf-8"))
    assert set(known) - {("", "")} == set(EVERY)


@pytest.mark.parametrize("language", SHIPPED)
def test_translations_have_the_same_values_in_them(language: str) -> None:
    known = read((CATALOGUES / f"{language}.po").read_text("utf-8"))
    for key, message in EVERY.items():
        wanted = _values(message.plural or message.template) | _values(message.template)
        assert all(_values(form) in (wanted, _values(message.template)) for form in known[key]), key


@pytest.mark.parametrize("language", SHIPPED)
def test_a_catalogue_is_as_the_tool_writes_it(language: str) -> None:
    text = (CATALOGUES / f"{language}.po").read_text("utf-8")
    assert written(language, read(text)) == text, "run python -m tools.messages"


@pytest.mark.parametrize("language", SHIPPED)
def test_hardly_a_translation_is_the_english(language: str) -> None:
    known = read((CATALOGUES / f"{language}.po").read_text("utf-8"))
    same = [
        template for (_, template), forms in known.items() if forms == [template] and re.search("[a-z]{3}", template)
    ]
    assert len(same) < 20


def _values(template: str) -> set[str]:
    """The names (or positions) of the placeholders in a template, with their format."""
    found = [(name, form) for _, name, form, _ in Formatter().parse(template) if name is not None]
    return {f"{name or place}:{form}" for place, (name, form) in enumerate(found)}
