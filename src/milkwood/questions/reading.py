"""From what a model wrote to a reply that can be used, or to what is wrong with it.

Knows no vendor and no single question: it goes by the shape of the reply and by what the question offers. Invariants:
what comes out is valid by the kind's own schema and check; nothing is made up: a value is made plain, matched to what
was offered, or left out where it may be; error text never comes through (rule M3).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pydantic import ValidationError

from milkwood.models.port import Content
from milkwood.questions import debris, loose, quantity, tongue
from milkwood.questions.faults import Fault, Unfit
from milkwood.questions.kind import AnyKind
from milkwood.questions.marks import FORM, OFFERED
from milkwood.questions.offer import Offer
from milkwood.questions.offer import offer as offer_of
from milkwood.questions.prompt import template
from milkwood.questions.shape import Shape, shape_of
from milkwood.questions.tokens import whole

_SPACES = re.compile(r"\s+")
_BOLD = re.compile(r"\*\*([^*]+)\*\*|__([^_]+)__")
_WORDS = re.compile(r"[^\W\d_]")
_ADDRESSED = re.compile(r"(?:you|you['’](?:re|ve|ll)|your)\b|你", re.IGNORECASE)
_SPLIT = re.compile(r"[,，、;；\s]+")
_ECHO: Final = {"en": 14, "zh": 7}
"""From how many letters on a text that stands in the rules of the prompt is the rules' own example given back."""
_WRAPPERS: Final = 3
"""How many times an answer may be wrapped in an outer object."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply's content, or what is wrong; and what had to be left out."""

    content: dict[str, Any] | None
    faults: tuple[Fault, ...] = ()
    left_out: tuple[Fault, ...] = ()


def read(kind: AnyKind, ask: Content, text: str, offer: Offer | None = None) -> Reading:
    """What a model's text says in answer to a question."""
    reader = _Reader(kind, ask, offer or offer_of(ask))
    try:
        content = reader.read(text)
    except Unfit as unfit:
        return Reading(None, tuple(dict.fromkeys(unfit.faults)))
    return Reading(content, (), tuple(reader.left_out))


def check(kind: AnyKind, ask: Content, content: Content) -> list[Fault]:
    """What is wrong with a reply that is already plain: an understudy's, say."""
    try:
        reply = kind.reply.model_validate(content)
    except ValidationError as error:
        return [Fault("form", _path(detail["loc"])) for detail in error.errors()]
    return kind.check(ask, reply)


class _Reader:
    """Reads one text."""

    def __init__(self, kind: AnyKind, ask: Content, offer: Offer) -> None:
        self._kind = kind
        self._ask = ask
        self._offer = offer
        self._language = ask["self"]["language"]
        self._shape = shape_of(kind.reply)
        self._cut = False
        self.left_out: list[Fault] = []

    @cached_property
    def _used(self) -> str:
        return tongue.words_of(self._ask)

    @cached_property
    def _rules(self) -> str:
        return "\n".join(template(self._kind.name, self._language)["rules"])

    def read(self, text: str) -> dict[str, Any]:
        """The content of the reply."""
        said = loose.spoken(text[: 4 * loose.MOST_LETTERS])
        found = self._answer(text, said)
        content = self._fit(self._shape, found, "")
        self._kind.tidy(self._ask, content)
        try:
            reply = self._kind.reply.model_validate(content)
        except ValidationError as error:
            raise Unfit(*(Fault("form", _path(detail["loc"])) for detail in error.errors())) from error
        if faults := self._kind.check(self._ask, reply):
            raise Unfit(*(Fault("cut_off") if self._cut and fault.category == "little" else fault for fault in faults))
        dumped: dict[str, Any] = reply.model_dump()
        return dumped

    def _answer(self, text: str, said: str) -> dict[str, Any]:
        """The last object in the text that looks like an answer to this question."""
        found = [(self._unwrapped(one.value), one.cut) for one in loose.find(said)]
        fields = self._shape["properties"]
        answers = [(value, cut) for value, cut in found if isinstance(value, dict) and _known(value, fields)]
        whole_ones = [value for value, cut in answers if not cut]
        if whole_ones:
            return whole_ones[-1]
        if answers:
            self._cut = True
            return answers[-1][0]
        raise Unfit(_nothing(text, said, [value for value, _ in found], any(cut for _, cut in found)))

    def _unwrapped(self, value: Any) -> Any:
        """An answer inside an outer object, or a bare list where the answer is one list."""
        fields = self._shape["properties"]
        lists = [
            key for key, shape in fields.items() if shape.get("type") == "array" and key in self._shape["required"]
        ]
        for _ in range(_WRAPPERS):
            if isinstance(value, dict) and len(value) == 1 and not _known(value, fields) and "error" not in value:
                value = next(iter(value.values()))
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and _known(value[0], fields):
            return value[0]
        if isinstance(value, list) and len(self._shape["required"]) == 1 and lists:
            return {lists[0]: value}
        return value

    def _fit(self, shape: Shape, value: Any, path: str) -> Any:
        """A value made to fit its place."""
        if "anyOf" in shape:
            return None if value is None else self._fit(shape["anyOf"][0], value, path)
        match shape.get("type"):
            case "object":
                return self._object(shape, value, path)
            case "array":
                return self._list(shape, value, path)
            case "integer":
                return self._number(shape, value, path)
            case "boolean":
                truth = quantity.truth(value)
                if truth is None:
                    raise Unfit(Fault("form", path))
                return truth
        return self._text(shape, value, path)

    def _object(self, shape: Shape, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Unfit(Fault("form", path))
        given = {_bare(key): inner for key, inner in value.items()}
        fitted: dict[str, Any] = {}
        faults: list[Fault] = []
        for key, inner in shape["properties"].items():
            where = f"{path}.{key}".lstrip(".")
            must = key in shape.get("required", ())
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
        return fitted

    def _list(self, shape: Shape, value: Any, path: str) -> list[Any]:
        """The entries that fit; those of no use are left out as long as most stay, numbers in a row never."""
        if isinstance(value, str):
            value = [one for one in _SPLIT.split(value) if one] if shape["items"].get("type") == "integer" else [value]
        if isinstance(value, dict) and shape["items"].get("type") != "object":
            value = list(value.values())
        entries = value if isinstance(value, list) else [value]
        entries = entries[: shape.get("maxItems", len(entries))]
        fitted: list[Any] = []
        faults: list[Fault] = []
        for place, entry in enumerate(entries):
            try:
                fitted.append(self._fit(shape["items"], entry, f"{path}.{place}"))
            except Unfit as unfit:
                faults.extend(unfit.faults)
        in_a_row = shape["items"].get("type") == "integer" and OFFERED not in shape["items"]
        offered = OFFERED in shape["items"]
        few = len(fitted) < shape.get("minItems", 0) or (not offered and 2 * len(fitted) < len(entries))
        if faults and (few or in_a_row):
            raise Unfit(*faults)
        if len(fitted) < shape.get("minItems", 0):
            raise Unfit(Fault("cut_off" if self._cut else "missing", path))
        self.left_out.extend(faults)
        return [one for one in dict.fromkeys(fitted) if one != ""] if offered else fitted

    def _number(self, shape: Shape, value: Any, path: str) -> int:
        if OFFERED in shape:
            return int(self._offered(shape[OFFERED], value, path))
        found = quantity.minutes(value) if shape.get(FORM) == "minutes" else quantity.number(value)
        if found is None:
            raise Unfit(Fault("form", path))
        return max(int(shape.get("minimum", found)), min(int(shape.get("maximum", found)), found))

    def _text(self, shape: Shape, value: Any, path: str) -> str:
        if OFFERED in shape:
            return str(self._offered(shape[OFFERED], value, path))
        form = shape.get(FORM)
        if form in ("hour", "bedtime"):
            return self._hour(value, path, form)
        if form == "date":
            found = quantity.day(value, self._ask["now"]["date"])
            if found is None:
                raise Unfit(Fault("form", path))
            return found
        if form == "emoji":
            return _emoji(str(value))
        return self._prose(shape, value, path)

    def _offered(self, sort: str, value: Any, path: str) -> str | int:
        found = self._offer.find(sort, value)
        if found is None:
            raise Unfit(Fault("unknown", path, str(value)))
        return found

    def _hour(self, value: Any, path: str, form: str) -> str:
        found = quantity.hour(value)
        if found is None:
            raise Unfit(Fault("form", path))
        hours = int(found[:2])
        return f"{hours + 24}{found[2:]}" if form == "bedtime" and hours < 6 else found

    def _prose(self, shape: Shape, value: Any, path: str) -> str:
        """Words for people to read: in their language, without anything only a machine would say."""
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise Unfit(Fault("form", path))
        text = _SPACES.sub(" ", _BOLD.sub(r"\1\2", str(value))).strip()
        if shape.get(FORM) == "state" and text.casefold() == "idle":
            return "idle"
        if debris.is_refusal(text):
            raise Unfit(Fault("refusal", path))
        if debris.is_machine(text):
            raise Unfit(Fault("debris", path))
        if text and not _WORDS.search(text):
            raise Unfit(Fault("form", path))
        if shape.get(FORM) == "own" and _ADDRESSED.match(text):
            raise Unfit(Fault("person", path))
        if len(text) >= _ECHO[self._language] and text in self._rules:
            raise Unfit(Fault("echo", path))
        if tongue.is_foreign(text, self._language, lambda: self._used):
            raise Unfit(Fault("language", path))
        most = shape.get("maxLength", len(text))
        text = whole(text, most)
        if len(text) < shape.get("minLength", 0) or (value and not text):
            raise Unfit(Fault("too_long" if len(str(value)) > most else "missing", path))
        return text


def _nothing(text: str, said: str, found: list[Any], cut: bool) -> Fault:
    """What is wrong with a text in which there is no answer."""
    if not text.strip():
        return Fault("empty")
    if cut or not said:
        return Fault("cut_off")
    if debris.is_refusal(said):
        return Fault("refusal")
    if len(text) > loose.MOST_LETTERS:
        return Fault("too_long")
    if found:
        return Fault("debris" if any(isinstance(one, dict) and "error" in one for one in found) else "no_json")
    return Fault("debris") if debris.is_machine(said) else Fault("no_json")


def _known(value: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether an object has any of the fields of an answer."""
    return bool({_bare(key) for key in value} & {_bare(key) for key in fields})


def _bare(key: Any) -> str:
    return re.sub(r"[\W_]+", "", str(key)).casefold()


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(str(step) for step in location)


def _emoji(text: str) -> str:
    """The first emoji of a text, with what joins it; nothing when there is none."""
    found = re.search(
        r"[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff][\ufe0f\u200d\u20e3\u2640\u2642\U0001f3fb-\U0001f3ff\U0001f000-\U0001faff]*",
        text,
    )
    return found[0][:8] if found else ""
