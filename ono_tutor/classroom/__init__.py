"""The classroom: assign puzzles, collect answers, grade them, and see what the class got wrong."""
