"""What JupyterLite is told: which packages the site holds, and to ask no other address."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

from ono_tutor.course.lite.error import LiteError
from ono_tutor.i18n import lazy_gettext

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
RUNTIME = "static/pyodide"
FIRST = ("micropip", "packaging", "jedi", "ipython", "comm", "ipywidgets", "anywidget")
"""The packages that a notebook with our widgets needs; what these need is found from them."""

FETCHED_AT_ONCE = ("micropip", "piplite", "jedi", "ipywidgets", "anywidget", "ono-tutor")
EXTENSIONS = ("jupyterlab-widgets", "anywidget", "jupyterlite-pyodide-kernel")
"""The packages whose part in the page goes into the site, whatever else is installed here."""

NEEDED = (*EXTENSIONS, "jupyterlite-core", "pyodide-lock", "uv", "jupyter-server")


def see_that_all_is_installed() -> None:
    """Raise :class:`LiteError` where a package is missing that builds the site."""
    missing = [name for name in NEEDED if not _is_installed(name)]
    if missing:
        raise LiteError(
            f'JupyterLite is missing ({", ".join(missing)}): pip install "ono-tutor[lite]"'
        )


def build_settings() -> dict[str, Any]:
    """The content of ``jupyter_lite_config.json``: what is put together."""
    return {
        "LiteBuildConfig": {
            "contents": ["lessons"],
            "apps": ["lab", "notebooks"],
            "federated_extensions": [str(_extension(name)) for name in EXTENSIONS],
            "ignore_sys_prefix": ["federated_extensions"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        },
        "PyodideLockAddon": {
            "enabled": True,
            "wheels": ["wheels"],
            "specs": list(FIRST),
            "excludes_extra": ["jupyterlab-widgets", "widgetsnbextension"],
            "prefetch_extra": list(FETCHED_AT_ONCE),
        },
    }


def page_settings() -> dict[str, Any]:
    """The content of ``jupyter-lite.json``: how the page behaves."""
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": str(lazy_gettext("The course")),
            "exposeAppInBrowser": True,
            "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
            "litePluginSettings": {KERNEL: {"disablePyPIFallback": True}},
        },
    }


def kernel_settings(page: dict[str, Any]) -> dict[str, Any]:
    """The settings of the kernel in a ``jupyter-lite.json``; empty where there are none."""
    found: Any = page
    for name in ("jupyter-config-data", "litePluginSettings", KERNEL):
        found = found.get(name, {})
    return dict(found)


def _is_installed(name: str) -> bool:
    try:
        return files(name) is not None
    except PackageNotFoundError:
        return False


def _extension(name: str) -> Path:
    """Where a package's part in the page lies."""
    found: Sequence[Any] = files(name) or ()
    for path in found:
        if "labextensions" in path.parts and path.name == "package.json":
            return Path(path.locate()).resolve().parent
    raise LiteError(f"{name} is installed without its part in the page: install it again")
