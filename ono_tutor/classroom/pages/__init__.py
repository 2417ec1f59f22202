"""Pages that stand alone, and the one with feedback for a learner."""
