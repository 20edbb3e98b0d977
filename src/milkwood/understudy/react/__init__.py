"""How react is answered without a model."""
