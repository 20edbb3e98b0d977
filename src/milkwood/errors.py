"""Every error Milkwood raises on purpose, sorted by who must act.

    MilkwoodError
    ├── TownAuthorError   the author of a town pack must mend a file
    ├── SetupError        the user must change their machine, command or configuration
    ├── VendorError       a model's maker or server failed; waiting or another model helps
    ├── PurseError        a budget is spent; the user decides
    └── OurBug            an invariant of ours is broken; please report it

Invariant: a message says what is wrong, where, and what to do next, in words a user can act on; the command line prints
it without a traceback (except for OurBug).
"""

from collections.abc import Mapping
from typing import Any

from milkwood.i18n import Finished, Text, sentences, t


class MilkwoodError(Exception):
    """Base class of all expected errors."""

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """What, where and what to do, in one line."""
        said = sentences(self.what, self.remedy)
        return t("{where}: {what}", where=self.where, what=said) if self.where else said


class TownAuthorError(MilkwoodError):
    """A town pack cannot be used as it is."""


class SetupError(MilkwoodError):
    """The command, the machine or the configuration must change."""

    exit_code = 2


class VendorError(MilkwoodError):
    """A model, its server or its maker failed."""


class PurseError(MilkwoodError):
    """A budget is spent."""


class OurBug(MilkwoodError):
    """An invariant of Milkwood itself does not hold."""

    exit_code = 70


def invalid(detail: Mapping[str, Any]) -> str:
    """Why a value is not valid, from one of Pydantic's error details; continues “… is not valid: ”."""
    context: Mapping[str, Any] = detail.get("ctx", {})
    match str(detail["type"]).split("_"):
        case ["missing"]:
            return t("it is missing")
        case ["extra", "forbidden"]:
            return t("there is no such name here")
        case ["int", *_]:
            return t("a whole number is needed")
        case ["float" | "decimal", *_]:
            return t("a number is needed")
        case ["bool", *_]:
            return t("true or false is needed")
        case ["string", "type"]:
            return t("a text is needed")
        case ["list" | "tuple" | "set", "type"]:
            return t("a list is needed")
        case ["dict" | "model", *_]:
            return t("a table is needed")
        case ["literal", "error"] | ["enum"]:
            return t("it must be one of {choices}", choices=str(context["expected"]).replace(" or ", ", "))
        case ["greater", "than", "equal"]:
            return t("it must be at least {number}", number=context["ge"])
        case ["greater", "than"]:
            return t("it must be more than {number}", number=context["gt"])
        case ["less", "than", "equal"]:
            return t("it must be at most {number}", number=context["le"])
        case ["less", "than"]:
            return t("it must be less than {number}", number=context["lt"])
    said = str(context.get("error", detail["msg"]))
    return said if isinstance(said, Text) else Finished(said)
