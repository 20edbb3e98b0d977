"""How weigh is answered without a model."""
