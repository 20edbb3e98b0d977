"""One folder per Question: its schema, its prompt in every language, the understudy's answer, cases. Read `terms` first."""
