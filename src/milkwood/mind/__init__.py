"""One person's thinking. Start reading at `port`: what a mind is given and what it gives back."""
