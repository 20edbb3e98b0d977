"""Answers questions without a model: by rules, tables and phrases, in every shipped language."""
