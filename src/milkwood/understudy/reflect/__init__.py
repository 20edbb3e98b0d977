"""How reflect is answered without a model."""
