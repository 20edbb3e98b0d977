"""The border of town packs: what each TOML file may say, checked field by field.

Knows nothing of maps or of whether a named place or person exists. Invariant: past this border a value has
its right type, every text is there in every language, and nothing unknown was swallowed.
"""
