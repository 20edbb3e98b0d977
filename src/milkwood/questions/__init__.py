"""One folder per Question: schema, prompt in every language, understudy, cases. Read `terms`, then `answering`."""
