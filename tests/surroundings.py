"""The surroundings of a test run: the same on every machine and for every user."""

import os
import time
from pathlib import Path

SAME = {
    "COLUMNS": "80",
    "LC_ALL": "C.UTF-8",
    "LINES": "24",
    "PYTHONUTF8": "1",
    "TERM": "dumb",
    "TZ": "UTC",
}
"""What every test and each program that it starts finds."""

THEIRS = (
    "BROWSER", "CLICOLOR", "FORCE_COLOR", "IPYTHON", "JUPYTER", "LANG", "LC_", "NBGRADER",
    "NO_COLOR", "ONO_DOCS_", "ONO_PROGRESS", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONWARNINGS",
    "SOURCE_DATE_EPOCH", "XDG_",
)  # fmt: skip
"""How variables begin that a user may have set for this program or for one that it starts."""

FETCHING = {
    "PIP_CONFIG_FILE": ".config/pip/pip.conf",
    "PIP_CACHE_DIR": ".cache/pip",
    "UV_CACHE_DIR": ".cache/uv",
    "npm_config_cache": ".npm",
    "npm_config_userconfig": ".npmrc",
}
"""What pip, uv and npm know of the way to their registries: it stays as the user has it."""


def settle(home: Path) -> None:
    """Give this process, and all that it starts, an empty home and the settings of ``SAME``."""
    users = Path.home()
    for name, place in FETCHING.items():
        if (users / place).exists():
            os.environ.setdefault(name, str(users / place))
    for name in [name for name in os.environ if name.startswith(THEIRS)]:
        del os.environ[name]
    os.environ.update(SAME, HOME=str(home))
    time.tzset()
    os.umask(0o022)
