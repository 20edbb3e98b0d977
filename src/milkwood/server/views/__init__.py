"""Read models: what the page shows, computed from recordings and town packs.

Knows chronicles and packs; knows no requests and no living runs. Invariant: nothing is written.
"""
