"""The course as a folder of files: JupyterLite with everything in it, served by any static host.

Nothing in the folder asks another address for anything; Python runs in the learner's browser.

- :mod:`.site` puts the site together and examines it,
- :mod:`.runtime` makes what runs in the browser: Python, and the wheel of this package,
- :mod:`.compiled` is run by that Python, and compiles what a page would have to.
"""
