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

from milkwood.i18n import sentences, t


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
