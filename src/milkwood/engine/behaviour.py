"""The behaviour number: which version of the minds and of the town's rules a run is lived under.

Knows nothing else. Invariant: two runs of one number with the same header and the same answers have the same history.

`BEHAVIOUR` must rise whenever a change of minds, of the engine or of the town's rules changes what happens for the same
answers, or what minds ask. A change of the understudy changes its answers, which are recorded: it does not have to
rise for that alone. `tests/engine/test_behaviour.py` fails when short lives of the bundled towns come out otherwise.
"""

BEHAVIOUR = 2
"""Today's number."""
FIRST = 1
"""The number of runs that do not name one."""
