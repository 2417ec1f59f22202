"""An assignment for nbgrader."""
