"""Projects of pages for the tests: one a test module, or one a test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sphinx_ext.docs_site import built_docs  # noqa: F401 - a fixture
from sphinx_ext.projects import Site, build_pages

Build = Callable[..., Site]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Build an index page and others, given by name; more arguments go to sphinx-build."""

    def made(index: str, *arguments: str, builder: str = "html", **pages: str) -> Site:
        return build_pages(tmp_path, {"index": index, **pages}, *arguments, builder=builder)

    return made


@pytest.fixture(scope="module")
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The test module's ``PAGES`` in one project, by the builder; each is built once."""
    folder, known = tmp_path_factory.mktemp("site"), {}
    pages = {"index": "Text."} | request.module.PAGES

    def made(builder: str = "html") -> Site:
        if builder not in known:
            known[builder] = build_pages(folder, pages, builder=builder)
        return known[builder]

    return made


@pytest.fixture(scope="module")
def site(sites: Build) -> Site:
    """The test module's ``PAGES`` as one web site."""
    return sites()
