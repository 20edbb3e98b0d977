"""How speak is answered without a model."""
