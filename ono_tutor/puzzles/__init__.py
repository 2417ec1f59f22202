"""Floor 4: a position, a question, a computed answer and its explanation."""
