"""Milkwood from Python: towns, runs and people for scripts and notebooks. `import milkwood` hands these names on.

Knows the rooms below, no command line. Invariant: what is done here is what the commands do, on the same files; a file
is open only while something is done with it, and looking at people leaves no trace.
"""

from milkwood.notebook.person import Activity, DatedPromise, Interview, Memory, PlanItem, Relationship
from milkwood.notebook.person import Person as Person
from milkwood.notebook.run import Conversation, Run, View, open_run, runs, start
from milkwood.notebook.town import Town, load

__all__ = [
    "Activity",
    "Conversation",
    "DatedPromise",
    "Interview",
    "Memory",
    "Person",
    "PlanItem",
    "Relationship",
    "Run",
    "Town",
    "View",
    "load",
    "open_run",
    "runs",
    "start",
]
