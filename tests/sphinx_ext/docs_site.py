"""The project's own pages, read once in a test run, and written by each builder that is asked for."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from sphinx.cmd.build import build_main

DOCS = Path(__file__).parents[2] / "docs"

WITHOUT_ENGINE = ("-D", "suppress_warnings=ono_tutor.engine")
"""The pages are good also where Python for the browser cannot be had."""

Built = Callable[..., Path]


@pytest.fixture(scope="session")
def built_docs(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Where the docs lie as a builder writes them; the workers of a run share what was built.

    ``ONO_DOCS`` names a folder with the pages in HTML where they have been built already.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "docs"
    folder.mkdir(exist_ok=True)

    def built(builder: str = "html") -> Path:
        given, trees = os.environ.get("ONO_DOCS"), folder / "trees"
        if builder == "html" and given:
            return Path(given).absolute()
        out, status = folder / builder, folder / f"{builder}.status"
        if builder != "html":
            built()  # it reads the pages, and says what is wrong with them
        with FileLock(folder / "lock"):
            if given and not trees.exists():
                shutil.copytree(Path(given, ".doctrees"), trees)
            if not status.exists():
                options = ["-q", "-W", "-b", builder, "-d", str(trees), *WITHOUT_ENGINE]
                status.write_text(
                    str(build_main([*options, str(DOCS), str(out)])), encoding="utf-8"
                )
        assert status.read_text(encoding="utf-8") == "0", (
            "the docs do not build; the first test to ask says why"
        )
        return out

    return built
