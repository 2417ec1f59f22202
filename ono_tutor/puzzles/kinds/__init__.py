"""The kinds of question, one a file."""
