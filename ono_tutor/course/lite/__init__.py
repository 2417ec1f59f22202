"""The course as a folder of files: JupyterLite with everything in it, served by any static host.

Nothing in the folder asks another address for anything; Python runs in the learner's browser.

- :mod:`.site` puts the site together and examines it,
- :mod:`.wheel` makes the wheel of this package that the browser installs,
- :mod:`.runtime` fetches and unpacks Python for the browser.
"""
