"""Floor 5: positions and answers drawn, as JSON, text, SVG and the view of the table."""
