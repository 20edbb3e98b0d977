"""Routing of questions to models: by person and question, by person, by question, or the default model.

Invariant (rule E4): routing depends on the person and the kind of question, never on load; only a user overrides it, by
pausing the spending.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.port import Answer, Model, Question
from milkwood.plain import Json, JsonObject
from milkwood.questions.registry import KINDS

SPENDING_PAUSED: Final = t("spending is paused")
"""Why the understudy answers while the user has paused spending."""
_SECTIONS: Final = ("usual", "questions", "people")


@dataclass(frozen=True, slots=True)
class RoutingRules:
    """Names of models: the default, by question, by person, and by both."""

    usual: str
    questions: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    both: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def pick(self, person: str, kind: str) -> str:
        """The name of the model that answers; the most specific rule wins."""
        return self.both.get((person, kind)) or self.people.get(person) or self.questions.get(kind) or self.usual


def rules(plain: JsonObject, models: Collection[str], people: Collection[str]) -> RoutingRules:
    """Rules from a plain mapping:

    `{"usual": "fast", "questions": {"plan_day": "strong"}, "people": {"mei_lin": "strong", "tom": {"speak": "fast"}}}`
    """
    for section in plain:
        _known(section, _SECTIONS, "routing", t("There is no part called “{name}”.", name=section))
    questions: dict[str, str] = {}
    for kind, model in _table(plain, "questions").items():
        _known(kind, KINDS, "routing.questions", t("There is no question called “{name}”.", name=kind))
        questions[kind] = _known(
            model, models, f"routing.questions.{kind}", t("There is no model called “{name}”.", name=model)
        )
    alone: dict[str, str] = {}
    both: dict[tuple[str, str], str] = {}
    for person, chosen in _table(plain, "people").items():
        _known(person, people, "routing.people", t("There is no person called “{name}”.", name=person))
        for kind, model in chosen.items() if isinstance(chosen, Mapping) else [("", chosen)]:
            where = f"routing.people.{person}" + (f".{kind}" if kind else "")
            name = _known(model, models, where, t("There is no model called “{name}”.", name=model))
            if kind:
                _known(kind, KINDS, f"routing.people.{person}", t("There is no question called “{name}”.", name=kind))
                both[person, kind] = name
            else:
                alone[person] = name
    first = plain.get("usual", next(iter(models), ""))
    usual = _known(first, models, "routing.usual", t("There is no model called “{name}”.", name=first))
    return RoutingRules(usual, questions, alone, both)


class Router:
    """Several models as one, with an optional override."""

    def __init__(self, models: Mapping[str, Model], rules: RoutingRules) -> None:
        self._models = models
        self._rules = rules
        self.override: Model | None = None
        """Answers instead of the models, if set."""

    @classmethod
    def to(cls, model: Model) -> "Router":
        """A router to one model."""
        return cls({"": model}, RoutingRules(""))

    async def answer(self, question: Question) -> Answer:
        """The answer of the model that the rules name, or of the override."""
        picked = self.override or self._models[self._rules.pick(question.id.person, question.id.kind)]
        return await picked.answer(question)


class Unpaid:
    """Answers while spending is paused, with the reason."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def answer(self, question: Question) -> Answer:
        """The answer of a model that costs nothing."""
        return replace(await self._model.answer(question), why=SPENDING_PAUSED)


def _table(plain: JsonObject, section: str) -> JsonObject:
    table = plain.get(section, {})
    if not isinstance(table, Mapping):
        raise SetupError(
            t("“{section}” must be a table of names.", section=section),
            where="routing",
            remedy=t("For example: {example}.", example=f'{section} = {{ x = "fast" }}'),
        )
    return table


def _known(name: Json, known: Collection[str], where: str, what: str) -> str:
    """The name, checked against the known ones."""
    if isinstance(name, str) and name in known:
        return name
    near = get_close_matches(str(name), list(known), 1)
    choice = ", ".join(sorted(known)[:30])
    raise SetupError(
        what,
        where=where,
        remedy=t("Did you mean {name}?", name=f"“{near[0]}”")
        if near
        else t("There are: {names}.", names=choice or "none"),
    )
