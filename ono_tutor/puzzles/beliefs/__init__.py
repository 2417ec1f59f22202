"""The rules as learners believe them to be: a file a game, a class a misconception."""
