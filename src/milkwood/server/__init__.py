"""The window onto a town: a web server for one machine, with the page and what the page asks for.

Knows town packs and pictures; knows nothing of engines yet. Invariant: it only shows; nothing that a browser asks
changes a town, and it speaks to nobody but the one who asked.
"""

from milkwood.server.app import create_app

__all__ = ["create_app"]
