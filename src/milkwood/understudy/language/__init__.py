"""Language rules of understudies: sentences, dates and hours, first and third person, names."""
