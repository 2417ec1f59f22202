"""An assignment as a notebook for nbgrader.

- :mod:`.notebook`: the source notebook of an assignment
- :mod:`.answers`: what its test cells ask: can an answer be read, and is it right
- :mod:`.written`: the same outside the kernel, where no learner's code is run
"""
