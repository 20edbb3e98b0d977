"""What understudies share about talking: hearing what was said, the calendar, liking, what is fit to be told."""
