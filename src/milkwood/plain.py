"""Data as JSON holds it: the types of what enters and leaves as JSON.

Knows no file and no schema. Invariant: what is typed `Json` can be dumped and loaded again without loss, but for
tuples, which come back as lists.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""Anything JSON can hold, to be read only."""
JsonObject: TypeAlias = Mapping[str, Json]
"""An object of JSON, to be read only."""
