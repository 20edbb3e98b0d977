"""The behaviour number: the version of minds and town rules that a run is lived under.

Invariant: runs with the same number, header and answers have the same history.

`BEHAVIOUR` must rise whenever a change of minds, engine or town rules changes what happens for the same answers, or
what minds ask. A change of the understudy only changes answers, which are recorded: the number need not rise for it.
`tests/engine/test_behaviour.py` fails when short lives of the bundled towns change.
"""

BEHAVIOUR = 3
"""The current number."""
FIRST_BEHAVIOUR = 1
"""The number of runs that do not record one."""
