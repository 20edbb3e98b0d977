"""Happenings as sentences, in the language of a run.

Invariant: every kind of happening has a sentence in every shipped language; an unknown kind is shown by its name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from milkwood.chronicle.codec import event_from_plain
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.telling import tell
from milkwood.engine.keeper import OUTSIDE
from milkwood.i18n.phrasebook import Phrasebook

_SUBJECTLESS = frozenset({"thing_changed"})
"""Kinds whose sentence names its own subject."""


class SentenceForms(Phrasebook, context="reel"):
    """Sentence templates that the chronicle does not have."""

    subject = "{name} {what}"
    doing = "{name}: {what}"
    reflected = "{name} thinks things over: {text}"
    planned = "{name} makes a plan: {text}"
    replanned = "{name} changes the plan"
    noted: Mapping[str, str] = {
        "promise": "{name} makes an appointment: {text}",
        "declined": "{name} declines an appointment: {text}",
        "did": "{name} keeps an appointment: {text}",
        "broken": "{name} on a broken promise: {text}",
        "news": "{name} hears from {other}: {text}",
        "thought": "{name} thinks: {text}",
        "voice": "{name} has a thought: {text}",
        "decided": "{name} decides: {text}",
        "met": "{name} and {other} meet for the first time",
        "quarrel": "{name} and {other} have quarrelled: {text}",
    }
    """What people note, by the kind of the memory."""
    inputs: Mapping[str, str] = {
        "whisper": "You whisper to {name}: {text}",
        "remind": "You let {name} remember something",
        "tell": "You tell {name}: {text}",
        "change": "You change a thing: {text}",
        "announce": "You announce: {text}",
        "arrive": "You let {name} come to live here",
        "remove": "You let {name} leave for good",
        "enter": "You walk in as {name}",
        "exit": "{name} walks out",
    }
    """Acts of the user, by kind."""
    other = "{name}: {kind}"


@dataclass(frozen=True, slots=True)
class Narrator:
    """Describes happenings in sentences."""

    names: Names
    words: EventPhrases

    @property
    def _forms(self) -> SentenceForms:
        return SentenceForms.of(self.words.language)

    def say(self, told: Mapping[str, Any]) -> str:
        """One happening as a sentence."""
        kind, forms = str(told["k"]), self._forms
        whom = str(told.get("whom") or told["who"])
        name = self.names.person(whom)
        match kind:
            case "deed_began":
                return forms.doing.format(name=name, what=told["deed"]["what"])
            case "reflected":
                return forms.reflected.format(name=name, text=self._in_a_row(told["insights"]))
            case "planned":
                return (forms.planned if told["text"] else forms.replanned).format(name=name, text=told["text"])
            case "noted":
                return self._noted(name, told)
            case "input":
                return self._input(told)
        return self._event(kind, name, told)

    def _noted(self, name: str, told: Mapping[str, Any]) -> str:
        other = self.names.person(str(told["partner"])) if told.get("partner") else ""
        form = self._forms.noted[told["kind"]]
        return form.format(name=name, other=other, text=told["text"])

    def _in_a_row(self, sentences: Iterable[str]) -> str:
        """Whole sentences, one after the other."""
        return ("" if self.words.language == "zh" else " ").join(sentences)

    def _event(self, kind: str, name: str, told: Mapping[str, Any]) -> str:
        try:
            written = {**told, "room": told["place"]} if "place" in told else dict(told)
            said = tell(event_from_plain(kind, written), self.names, self.words)
        except (KeyError, ValueError, TypeError):
            return self._forms.other.format(name=name, kind=kind)
        if kind in _SUBJECTLESS or (told["who"] == OUTSIDE and "whom" not in told):
            return said
        return self._forms.subject.format(name=name, what=said)

    def _input(self, told: Mapping[str, Any]) -> str:
        person = told.get("person")
        name = self.names.person(str(person)) if person else ""
        known = self._forms.inputs.get(str(told["kind"]), self._forms.other)
        return known.format(name=name, kind=told["kind"], text=self.words.quoted(str(told["text"])))
