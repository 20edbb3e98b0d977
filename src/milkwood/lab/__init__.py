"""What is measured: models examined, days estimated."""
