"""A bench for models and prompts: recorded questions of runs, asked again. Read `contexts`, then `bench`."""
