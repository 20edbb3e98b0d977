"""The web server: the page, its HTTP interface and the live stream.

Invariant: recorded ticks are read-only. An act on a living town is an input: it is recorded before it takes effect. The
server opens no connections to other hosts.
"""

from milkwood.server.app import create_app

__all__ = ["create_app"]
