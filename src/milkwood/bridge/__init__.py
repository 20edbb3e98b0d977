"""Import and export of other programs' formats. Start reading at `recognise` (the type of a path), then `simulation`
and `step_converter` (their run as our history), `maze` and `ground` (their maps), `people` and `minds` (their people);
the way out is `export`.

Invariant: a file is read completely or refused with the file, the field and a remedy; conversions are deterministic.
"""
