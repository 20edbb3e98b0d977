"""Milkwood from Python: towns, runs and people for scripts and notebooks. `import milkwood` re-exports these names.

Invariant: these functions do what the commands do, on the same files; a file is open only during a call, and looking at
people leaves no trace.
"""

from milkwood.chronicle.why import Why
from milkwood.models.port import Answer, Model, Question
from milkwood.notebook.person import Activity, DatedPromise, Interview, Memory, Person, PlanItem, Relationship
from milkwood.notebook.run import Conversation, Run, View, import_path, open_run, runs, start
from milkwood.notebook.town import Town, load
from milkwood.run.interview import InterviewReply

__all__ = [
    "Activity",
    "Answer",
    "Conversation",
    "DatedPromise",
    "Interview",
    "InterviewReply",
    "Memory",
    "Model",
    "Person",
    "PlanItem",
    "Question",
    "Relationship",
    "Run",
    "Town",
    "View",
    "Why",
    "import_path",
    "load",
    "open_run",
    "runs",
    "start",
]
