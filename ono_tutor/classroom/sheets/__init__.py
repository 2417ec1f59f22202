"""An assignment on paper: the sheet and its key."""
