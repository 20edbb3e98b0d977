"""How plan_day is answered without a model."""
