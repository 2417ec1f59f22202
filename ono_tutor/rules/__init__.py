"""Floor 1: the rule points, and what each card does in each rule set."""
