"""Floor 2: positions, plays, whole games, and how they are written."""
