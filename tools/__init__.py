"""Tools of the project: set-up, checks, locks and proofs, run by the Makefile as `python -m tools.NAME`.

Knows nothing of towns and people. Invariant: everything that runs before the environment exists (prepare, packages,
front, browser, apt, stamp) uses the standard library only.
"""
