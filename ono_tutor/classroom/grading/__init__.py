"""A class graded, and its marks written as tables."""
