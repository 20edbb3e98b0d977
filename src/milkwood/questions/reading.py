"""Parses a model's text into a valid reply, or into its faults, from the reply's schema and the question's options.

Invariants: a reply is valid by the kind's schema and check, and its texts are clean; nothing is invented: a value is
normalized, matched to an option, or left out where it is optional; error text never comes through (rule M3).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from unicodedata import east_asian_width

from pydantic import ValidationError

from milkwood.clean import clean_all
from milkwood.models.port import Content
from milkwood.plain import Json, JsonObject
from milkwood.questions import debris, language_check, loose_json, quantity, read_aloud, spoken
from milkwood.questions.faults import Fault, Unfit
from milkwood.questions.kind import AnyKind, DraftReply
from milkwood.questions.offer import Offer
from milkwood.questions.offer import offer as offer_of
from milkwood.questions.prompt import Template, template
from milkwood.questions.shape import Shape, shape_of
from milkwood.questions.tokens import whole

_SPACES = re.compile(r"\s+")
_BOLD = re.compile(r"\*\*([^*]+)\*\*|__([^_]+)__")
_WORDS = re.compile(r"[^\W\d_]")
_ADDRESSED = re.compile(r"(?:you|you['’](?:re|ve|ll)|your)\b|你", re.IGNORECASE)
_SPLIT = re.compile(r"[,，、;；\s]+")
_ECHO_CHARACTERS: Final = 14
_ECHO_WIDE_CHARACTERS: Final = 7
"""Minimum length of a text that counts as an example copied from the prompt; of one in wide characters."""
_MAX_RULES_SHARE: Final = 0.7
"""Share of a text's runs of words that the rules may have."""
_MAX_WRAPPERS: Final = 3
"""Outer objects around an answer."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of a reply, or its faults; what was left out, and what is left to the mind to fill."""

    content: DraftReply | None
    faults: tuple[Fault, ...] = ()
    left_out: tuple[Fault, ...] = ()
    filled: str = ""
    """The field that covers too little of the time; empty for none."""


def read(
    kind: AnyKind, ask: Content, text: str, offer: Offer | None = None, sections: Template | None = None
) -> Reading:
    """The reply in a model's text; it was asked with another template if one is given."""
    reader = _Reader(kind, ask, offer or offer_of(ask), sections)
    try:
        return reader.read(text)
    except Unfit as unfit:
        return Reading(None, tuple(dict.fromkeys(unfit.faults)))


def check(kind: AnyKind, ask: Content, content: Content) -> list[Fault]:
    """Faults of a reply that is already plain, such as the understudy's."""
    try:
        reply = kind.reply.model_validate(content)
    except ValidationError as error:
        return [Fault("form", _path(detail["loc"])) for detail in error.errors()]
    return kind.check(ask, reply)


class _Reader:
    """Reads one text."""

    def __init__(self, kind: AnyKind, ask: Content, offer: Offer, sections: Template | None) -> None:
        self._kind = kind
        self._ask = ask
        self._offer = offer
        self._language = ask["self"]["language"]
        self._sections = sections or template(kind.name, self._language)
        self._shape = shape_of(kind.reply)
        self._cut = False
        self.left_out: list[Fault] = []

    @cached_property
    def _used(self) -> str:
        return language_check.words_of(self._ask)

    @cached_property
    def _rules(self) -> str:
        return "\n".join(self._sections["rules"])

    def read(self, text: str) -> Reading:
        """The reply, if it is usable."""
        said = loose_json.spoken(text[: 4 * loose_json.MAX_REPLY_CHARACTERS])
        found = self._answer(text, said)
        content = self._object(self._shape, clean_all(found), "")
        self.left_out.extend(self._kind.tidy(self._ask, content) or ())
        try:
            reply = self._kind.reply.model_validate(content)
        except ValidationError as error:
            raise Unfit(*(Fault("form", _path(detail["loc"])) for detail in error.errors())) from error
        if faults := self._kind.check(self._ask, reply):
            raise Unfit(*(Fault("cut_off") if self._cut and fault.category == "little" else fault for fault in faults))
        return Reading(reply.model_dump(), (), tuple(self.left_out), self._kind.filled(self._ask, reply))

    def _answer(self, text: str, said: str) -> JsonObject:
        """The last object in the text that looks like an answer to this question."""
        found = [(self._unwrapped(one.value), one.cut) for one in loose_json.find(said)]
        fields = self._shape.fields
        answers = [(value, cut) for value, cut in found if isinstance(value, dict) and _known(value, fields)]
        whole_ones = [value for value, cut in answers if not cut]
        if whole_ones:
            return whole_ones[-1]
        if answers:
            self._cut = True
            return answers[-1][0]
        raise Unfit(_nothing(text, said, [value for value, _ in found], any(cut for _, cut in found)))

    def _unwrapped(self, value: Json) -> Json:
        """An answer inside an outer object, or a bare list where the answer is one list."""
        fields, required = self._shape.fields, self._shape.required
        lists = [key for key, shape in fields.items() if shape.entry is not None and key in required]
        for _ in range(_MAX_WRAPPERS):
            if isinstance(value, dict) and len(value) == 1 and not _known(value, fields) and "error" not in value:
                value = next(iter(value.values()))
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and _known(value[0], fields):
            return value[0]
        if isinstance(value, list) and len(required) == 1 and lists:
            return {lists[0]: value}
        return value

    def _fit(self, shape: Shape, value: Json, path: str) -> Json:
        if shape.either:
            return None if value is None else self._fit(shape.either[0], value, path)
        if shape.entry is not None:
            return self._list(shape, shape.entry, value, path)
        match shape.type:
            case "object":
                return self._object(shape, value, path)
            case "integer":
                return self._number(shape, value, path)
            case "boolean":
                truth = quantity.truth(value)
                if truth is None:
                    raise Unfit(Fault("form", path))
                return truth
        return self._text(shape, value, path)

    def _object(self, shape: Shape, value: Json, path: str) -> dict[str, Json]:
        if not isinstance(value, dict):
            raise Unfit(Fault("form", path))
        given = {_bare(key): inner for key, inner in value.items()}
        fitted: dict[str, Json] = {}
        faults: list[Fault] = []
        for key, inner in shape.fields.items():
            where = f"{path}.{key}".lstrip(".")
            must = key in shape.required
            said = given.get(_bare(key))
            if said is None or (said == "" and not must):
                if must:
                    faults.append(Fault("cut_off" if self._cut else "missing", where))
                continue
            try:
                fitted[key] = self._fit(inner, said, where)
            except Unfit as unfit:
                (faults if must else self.left_out).extend(unfit.faults)
            else:
                if must and fitted[key] == "":
                    faults.append(Fault("missing", where))
        if faults:
            raise Unfit(*faults)
        return {key: inner for key, inner in fitted.items() if _has_meaning(shape.fields[key].when, fitted)}

    def _list(self, shape: Shape, entry: Shape, value: Json, path: str) -> list[Json]:
        """The entries that fit; bad ones are left out as long as most stay, but never from a list of numbers."""
        if isinstance(value, str):
            value = [one for one in _SPLIT.split(value) if one] if entry.type == "integer" else [value]
        if isinstance(value, dict) and entry.type != "object":
            value = list(value.values())
        entries = value if isinstance(value, list) else [value]
        entries = entries[: shape.bound("maxItems", len(entries))]
        fitted: list[Json] = []
        faults: list[Fault] = []
        for place, one in enumerate(entries):
            try:
                fitted.append(self._fit(entry, one, f"{path}.{place}"))
            except Unfit as unfit:
                faults.extend(unfit.faults)
        in_a_row = entry.type == "integer" and not entry.offered
        few = len(fitted) < shape.bound("minItems", 0) or (not entry.offered and 2 * len(fitted) < len(entries))
        if faults and (few or in_a_row):
            raise Unfit(*faults)
        if len(fitted) < shape.bound("minItems", 0):
            raise Unfit(Fault("cut_off" if self._cut else "missing", path))
        self.left_out.extend(faults)
        return [one for one in dict.fromkeys(fitted) if one != ""] if entry.offered else fitted

    def _number(self, shape: Shape, value: Json, path: str) -> int:
        if shape.offered:
            return int(self._offered(shape.offered, value, path))
        found = quantity.minutes(value) if shape.form == "minutes" else quantity.number(value)
        if found is None:
            raise Unfit(Fault("form", path))
        return max(shape.bound("minimum", found), min(shape.bound("maximum", found), found))

    def _text(self, shape: Shape, value: Json, path: str) -> str:
        if shape.offered:
            return str(self._offered(shape.offered, value, path))
        if shape.form in ("hour", "bedtime"):
            return self._hour(value, path, shape.form)
        if shape.form == "date":
            found = quantity.day(value, self._ask["now"]["date"])
            if found is None:
                raise Unfit(Fault("form", path))
            return found
        if shape.form == "emoji":
            return _emoji(str(value))
        return self._prose(shape, value, path)

    def _offered(self, sort: str, value: Json, path: str) -> str | int:
        found = self._offer.find(sort, value)
        if found is None:
            raise Unfit(Fault("unknown", path, str(value)))
        return found

    def _hour(self, value: Json, path: str, form: str) -> str:
        found = quantity.hour(value)
        if found is None:
            raise Unfit(Fault("form", path))
        hours = int(found[:2])
        return f"{hours + 24}{found[2:]}" if form == "bedtime" and hours < 6 else found

    def _prose(self, shape: Shape, value: Json, path: str) -> str:
        """Prose in the right language, without machine text."""
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise Unfit(Fault("form", path))
        text = _SPACES.sub(" ", _BOLD.sub(r"\1\2", str(value))).strip()
        text = self._unmarked(text, path)
        if debris.is_refusal(text):
            raise Unfit(Fault("refusal", path))
        if debris.is_machine(text):
            raise Unfit(Fault("debris", path))
        if text and not _WORDS.search(text):
            raise Unfit(Fault("form", path))
        if shape.form == "deed" and spoken.is_of_oneself(text):
            raise Unfit(Fault("no_deed", path, text))
        if shape.form == "own" and _ADDRESSED.match(text):
            raise Unfit(Fault("person", path))
        if shape.form == "own" and (name := self._told_from_outside(text)):
            raise Unfit(Fault("third", path, name))
        wide = bool(text) and east_asian_width(text[0]) == "W"
        if len(text) >= (_ECHO_WIDE_CHARACTERS if wide else _ECHO_CHARACTERS) and self._restates_rules(text):
            raise Unfit(Fault("echo", path))
        if language_check.is_foreign(text, self._language, lambda: self._used):
            raise Unfit(Fault("language", path))
        most = shape.bound("maxLength", len(text))
        text = whole(text, most)
        if len(text) < shape.bound("minLength", 0) or (value and not text):
            raise Unfit(Fault("too_long" if len(str(value)) > most else "missing", path))
        return text

    def _unmarked(self, text: str, path: str) -> str:
        """A text without the prompt's marks; one within a sentence cannot be taken out."""
        plain = read_aloud.without_marks(text, self._language)
        if mark := read_aloud.mark_in(plain, self._language):
            raise Unfit(Fault("marks", path, mark))
        if text and plain != text:
            self.left_out.append(Fault("marks", path))
            if not plain:
                raise Unfit(Fault("marks", path, text))
        return plain

    def _restates_rules(self, text: str) -> bool:
        """Whether a text is the prompt's rules or example, whole or in most of its words."""
        return text in self._rules or spoken.shared_share(text, self._rules) > _MAX_RULES_SHARE

    def _told_from_outside(self, text: str) -> str:
        """The person's own name where a sentence about them begins; empty if it is in the first person."""
        me = self._ask["self"]
        others = [name for one, name in self._offer.people.items() if one != self._offer.me]
        for name in (me["name"], me["called"]):
            starts = re.search(rf"(?:^|[.!?]\s+|[。！？]){re.escape(name)}(?![\w-])", text) or (
                not name.isascii() and re.search(rf"(?:^|[。！？]){re.escape(name)}", text)
            )
            if starts and not any(name in other for other in others):
                return str(name)
        return ""


def _nothing(text: str, said: str, found: list[Json], cut: bool) -> Fault:
    if not text.strip():
        return Fault("empty")
    if cut or not said:
        return Fault("cut_off")
    if debris.is_refusal(said):
        return Fault("refusal")
    if len(text) > loose_json.MAX_REPLY_CHARACTERS:
        return Fault("too_long")
    if found:
        return Fault("debris" if any(isinstance(one, dict) and "error" in one for one in found) else "no_json")
    return Fault("debris") if debris.is_machine(said) else Fault("no_json")


def _has_meaning(when: str, fitted: Mapping[str, Json]) -> bool:
    field, _, value = when.partition("=")
    return not when or fitted.get(field) == value


def _known(value: JsonObject, fields: Mapping[str, Shape]) -> bool:
    return bool({_bare(key) for key in value} & {_bare(key) for key in fields})


def _bare(key: str) -> str:
    return re.sub(r"[\W_]+", "", key).casefold()


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(str(step) for step in location)


def _emoji(text: str) -> str:
    """The first emoji of a text, with its modifiers; empty if there is none."""
    found = re.search(
        r"[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff][\ufe0f\u200d\u20e3\u2640\u2642\U0001f3fb-\U0001f3ff\U0001f000-\U0001faff]*",
        text,
    )
    return found[0][:8] if found else ""
