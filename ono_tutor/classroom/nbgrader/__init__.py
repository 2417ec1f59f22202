"""What the notebooks made for nbgrader import; the name of :mod:`.answers` stands in them."""
