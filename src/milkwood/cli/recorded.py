"""A recorded run as commands need it.

Knows nothing of its own. Invariant: costs nothing to import.
"""

from milkwood.recorded import Named, names_in, names_of, opened, pack_of, person_of, tick_of

__all__ = ["RUN_HELP", "Named", "names_in", "names_of", "opened", "pack_of", "person_of", "tick_of"]

RUN_HELP = "The run's name, or the path of its file."
