"""Floor 3: exact answers."""
