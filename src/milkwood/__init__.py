"""A town of people who remember, plan, meet, talk and reflect. Start reading at ARCHITECTURE.md.

From Python, `milkwood.load`, `milkwood.start`, `milkwood.open` and `milkwood.runs` lead to all the rest:

    import milkwood

    run = milkwood.start("gull_quay", "friday")
    run.until("day 1 12:00")
    print(run.person("Ivo").ask("What are you doing today?"))

Invariant: `import milkwood` costs nothing; a name is looked up when it is first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from milkwood.errors import MilkwoodError
    from milkwood.notebook import Person, Run, Town, View, load, runs, start
    from milkwood.notebook import open_run as open

__all__ = ["MilkwoodError", "Person", "Run", "Town", "View", "load", "open", "runs", "start"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "MilkwoodError":
        return import_module("milkwood.errors").MilkwoodError
    return getattr(import_module("milkwood.notebook"), "open_run" if name == "open" else name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
