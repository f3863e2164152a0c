"""Rulebooks to be read and checks to be asked, for whoever shows them: the command line, the pages of the server."""
