"""What others made and we call: vendors' clients, and weights that run on this machine."""
