"""Floor 5: a learner's way through the course."""
