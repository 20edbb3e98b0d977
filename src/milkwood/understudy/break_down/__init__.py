"""How break_down is answered without a model."""
