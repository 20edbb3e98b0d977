"""Read models: what the page shows, computed from recordings and town packs.

Invariant: nothing is written.
"""
