"""Wire models and encodings; `tools/wire.py` writes the page's TypeScript types from them.

Invariant: models are frozen; field names are part of the HTTP interface.
"""
