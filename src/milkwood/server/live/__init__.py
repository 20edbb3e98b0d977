"""Living runs: the thread of a run, acts on it, interviews, and the stream that viewers watch.

Invariant (rule O1): a run never waits for a viewer.
"""
