"""An assignment as a notebook for nbgrader.

- :mod:`.notebook`: the source notebook of an assignment
- :mod:`.answers`: judges its answers, for its test cells or outside the kernel
"""
