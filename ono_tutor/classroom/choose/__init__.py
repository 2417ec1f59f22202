"""Puzzles chosen for a class, dealt to learners, and made into an assignment."""
