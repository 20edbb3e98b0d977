"""The web server: the page, its HTTP interface and the live stream, for one machine.

Knows town packs, runs and living runs. Invariant: the past is only shown; an act on a living town is an input like any
other, written down before it takes effect; the server sends nothing except answers to requests.
"""

from milkwood.server.app import create_app

__all__ = ["create_app"]
