"""How new_self is answered without a model."""
