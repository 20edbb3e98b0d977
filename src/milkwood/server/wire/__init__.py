"""Shapes and encodings that go over the wire; `tools/wire.py` writes the page's TypeScript types from them.

Knows no packs, runs or files. Invariant: models are frozen; field names are part of the HTTP interface.
"""
