"""The project's own pages."""

from pathlib import Path

import pytest
from sphinx.cmd.build import build_main

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("builder", ["html", "text", "epub", "latex"])
def test_the_docs_build(builder, tmp_path):
    """The project's pages build without a warning, so every claim in them holds."""
    doctrees = str(tmp_path / "doctrees")

    status = build_main(
        ["-q", "-W", "-b", builder, "-d", doctrees, str(DOCS), str(tmp_path / builder)]
    )

    assert status == 0
