"""A town of people who remember, plan, meet, talk and reflect. Start reading at ARCHITECTURE.md.

The names of `__all__` are the public API (docs/reference/python.md); all other modules may change in any release.

    import milkwood

    run = milkwood.start("gull_quay", "friday")
    run.until("day 1 12:00")
    print(run.person("Ivo").ask("What are you doing today?"))

Invariant: `import milkwood` costs nothing; a name is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from milkwood.errors import MilkwoodError
    from milkwood.notebook import (
        Activity,
        Answer,
        Conversation,
        DatedPromise,
        Interview,
        InterviewReply,
        Memory,
        Model,
        Person,
        PlanItem,
        Question,
        Relationship,
        Run,
        Town,
        View,
        Why,
        import_path,
        load,
        runs,
        start,
    )
    from milkwood.notebook import open_run as open

    __version__: str

__all__ = [
    "Activity",
    "Answer",
    "Conversation",
    "DatedPromise",
    "Interview",
    "InterviewReply",
    "Memory",
    "MilkwoodError",
    "Model",
    "Person",
    "PlanItem",
    "Question",
    "Relationship",
    "Run",
    "Town",
    "View",
    "Why",
    "__version__",
    "import_path",
    "load",
    "open",
    "runs",
    "start",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "__version__":
        return import_module("milkwood.version").release()
    if name == "MilkwoodError":
        return import_module("milkwood.errors").MilkwoodError
    return getattr(import_module("milkwood.notebook"), "open_run" if name == "open" else name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
