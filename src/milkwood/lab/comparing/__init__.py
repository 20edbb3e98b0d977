"""Conditions, seeds and towns lived side by side and measured: what each part of a mind costs and brings.

Begin at `experiment`; `crew` lives the trials, `summary` and `page` tell what came of them, `manifest` lets somebody
else live it again.
"""
