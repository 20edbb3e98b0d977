"""Schemas of the TOML files of a town pack, checked field by field.

Knows nothing of maps or of whether a named place or person exists. Invariant: a value that passes has
the right type, every text exists in every language, and unknown fields are refused.
"""
