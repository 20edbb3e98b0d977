"""Messages: English texts that keep their message id, and what they are in another language.

    t("There is no run “{name}”.", name=name)             a message; its id is the English template
    tn("{count} run", "{count} runs", count=count)         one with a plural
    t("left", context="talk")                              a short text that needs a context to be translated
    in_language(text, "zh")                                the text in a language, at the border to a reader

Invariants: a message is an English `str` everywhere it is logged, compared or stored; messages inside a message are
translated with it; a language without a catalogue, and an id without a translation, fall back to English.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath

from milkwood.i18n.catalogue import Catalogue, catalogue, languages
from milkwood.i18n.finished import Finished, recognised

__all__ = ["Finished", "Text", "in_language", "join", "languages", "looked_up", "sentences", "t", "tn"]


class Text(str):
    """A message: an English text that keeps its template and values."""

    template: str
    plural: str
    context: str
    values: Mapping[str, object]

    def __new__(
        cls, template: str, values: Mapping[str, object] | None = None, context: str = "", plural: str = ""
    ) -> "Text":
        """A message; `plural` is used for a `count` other than 1."""
        values = {name: _kept(value) for name, value in values.items()} if values else {}
        used = plural if plural and values["count"] != 1 else template
        made = super().__new__(cls, used.format_map(values))
        made.template, made.plural, made.context, made.values = template, plural, context, values
        return made

    def __getnewargs__(self) -> tuple[str, Mapping[str, object], str, str]:  # type: ignore[override]
        return self.template, self.values, self.context, self.plural

    def __str__(self) -> str:
        """Itself, so that `str(error)` keeps the message."""
        return self

    def mapped(self, change: Callable[[str], str]) -> "Text":
        """The same message with every text in it changed."""
        values = {
            name: change(str(value)) if isinstance(value, str | PurePath) else value
            for name, value in self.values.items()
        }
        return Text(self.template, values, self.context, self.plural)

    def rendered(self, into: Catalogue) -> str:
        """This message from a catalogue."""
        count = self.values.get("count") if self.plural else None
        template = into.find(self.template, self.context, self.plural, count if isinstance(count, int) else None)
        return template.format_map({name: _rendered(value, into) for name, value in self.values.items()})


def t(template: str, /, *, context: str = "", **values: object) -> Text:
    """A message with values in it."""
    return Text(template, values, context)


def tn(one: str, many: str, /, *, count: int, context: str = "", **values: object) -> Text:
    """A message about a number of things: `one` for a count of 1 in English, else `many`."""
    return Text(one, {"count": count, **values}, context, many)


def join(between: str, parts: Iterable[str]) -> Text:
    """Messages in a row, with a separator."""
    named = {f"p{number}": part for number, part in enumerate(parts)}
    return Text("{between}".join(f"{{{name}}}" for name in named), {"between": between, **named})


def sentences(*parts: str) -> str:
    """Sentences in a row; empty ones are left out."""
    first, *others = [part for part in parts if part] or [""]
    for other in others:
        first = t("{first} {second}", context="sentences", first=first, second=other)
    return first


def in_language(text: str, language: str) -> str:
    """A text in a language; a text that is not a message stays as it is."""
    found = catalogue(language)
    return text if found is None else str(_rendered(text, found))


def looked_up(template: str, language: str, context: str = "") -> str:
    """The translation of a message without values, by its id."""
    found = catalogue(language)
    return template if found is None else found.find(template, context)


def _kept(value: object) -> object:
    """A value of a message; an exception as what it says."""
    if isinstance(value, BaseException):
        said = str(getattr(value, "strerror", "") or value) or type(value).__name__
        return said if isinstance(said, Text) else Finished(said)
    return value


def _rendered(value: object, into: Catalogue) -> object:
    if isinstance(value, Text):
        return value.rendered(into)
    return recognised(value, into) if isinstance(value, Finished) else value
