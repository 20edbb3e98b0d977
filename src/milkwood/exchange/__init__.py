"""Import and export of towns and runs, for the command line, the server and Python. Start reading at `importing`."""
