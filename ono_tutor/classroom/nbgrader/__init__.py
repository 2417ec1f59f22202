"""The modules that notebooks made for nbgrader import by name.

- :mod:`.answers`: what test cells ask: can an answer be read, and is it right
- :mod:`.written`: the same outside the kernel, where no learner's code is run
"""
