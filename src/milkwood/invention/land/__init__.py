"""The land of an invented town: floor plans, streets, water and woods as a blueprint, for the drafting of maps.

Knows places and furniture, no people. Invariant: the same seed and the same places give the same blueprint.
"""
