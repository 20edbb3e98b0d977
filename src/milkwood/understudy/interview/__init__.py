"""How interview is answered without a model."""
