"""What understudies know of language: sentences, dates and hours, first and third person, names.

Phrases in two languages.
"""
