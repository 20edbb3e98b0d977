"""How after_talk is answered without a model."""
