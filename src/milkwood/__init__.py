"""A town of people who remember, plan, meet, talk and reflect. Start reading at ARCHITECTURE.md."""
