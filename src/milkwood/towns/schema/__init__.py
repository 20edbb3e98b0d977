"""Schemas of the TOML files of a town pack, checked field by field.

Invariant: a value that passes has the right type, every text exists in a language at least, and unknown fields are
refused.
"""
