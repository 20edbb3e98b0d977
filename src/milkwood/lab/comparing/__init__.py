"""Compares conditions over seeds and towns: what each part of a mind costs and contributes.

Start reading at `experiment`; `crew` runs the trials, `summary` and `page` report the results, `manifest` makes an
experiment reproducible.
"""
