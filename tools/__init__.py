"""What keeps the house: set-up, checks, locks and proofs, run by the Makefile as `python -m tools.NAME`.

Knows nothing of towns and people. Invariant: whatever runs before the environment exists (prepare, packages, front,
browser, apt, stamp) uses the standard library only.
"""
