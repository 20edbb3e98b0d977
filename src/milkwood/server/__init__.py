"""The window onto a town: a web server for one machine, with the page and what the page asks for.

Knows town packs, runs and those that live. Invariant: the past is only shown; what a browser does to a living town is
an input like any other, written down before it takes effect; it speaks to nobody but the one who asked.
"""

from milkwood.server.app import create_app

__all__ = ["create_app"]
