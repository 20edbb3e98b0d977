"""How whisper is answered without a model."""
