"""Milkwood from Python: towns, runs and people for scripts and notebooks. `import milkwood` re-exports these names.

Invariant: these functions do what the commands do, on the same files; a file is open only during a call, and looking at
people leaves no trace.
"""

from milkwood.chronicle.why import Why
from milkwood.notebook.person import Activity, DatedPromise, Interview, Memory, Person, PlanItem, Relationship
from milkwood.notebook.run import Conversation, Run, View, open_run, runs, start
from milkwood.notebook.town import Town, load
from milkwood.run.interview import InterviewReply

__all__ = [
    "Activity",
    "Conversation",
    "DatedPromise",
    "Interview",
    "InterviewReply",
    "Memory",
    "Person",
    "PlanItem",
    "Relationship",
    "Run",
    "Town",
    "View",
    "Why",
    "load",
    "open_run",
    "runs",
    "start",
]
