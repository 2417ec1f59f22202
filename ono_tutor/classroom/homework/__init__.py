"""A learner's side of an assignment: who sits there, what was answered, and handing it in."""
