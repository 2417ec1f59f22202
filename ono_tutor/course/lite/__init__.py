"""The course as a folder of files: JupyterLite with everything in it, served by any static host.

Nothing in the folder asks another address for anything; Python runs in the learner's browser.
"""

from ono_tutor.course.lite.error import LiteError
from ono_tutor.course.lite.site import Built, build_site
from ono_tutor.course.lite.wheel import browser_wheel

__all__ = ["Built", "LiteError", "browser_wheel", "build_site"]
