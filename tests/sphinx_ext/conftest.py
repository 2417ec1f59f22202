"""Small sites, built in a scratch folder."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from sphinx.cmd.build import build_main

CONF = """
extensions = ["myst_parser", "ono_tutor.sphinx_ext"]
project = version = project_copyright = "p"
smartquotes = False
suppress_warnings = ["toc.not_included"]
"""


@dataclass(frozen=True)
class Site:
    """A site that was built: the exit status, what was said, and where it lies."""

    status: int
    said: str
    out: Path

    def page(self, name: str = "index.html") -> str:
        return (self.out / name).read_text("utf-8")


Build = Callable[..., Site]


@pytest.fixture
def build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Build:
    """Build pages, given by name, or an index page alone; more arguments go to sphinx-build."""

    def made(index: str, *arguments: str, builder: str = "html", **pages: str) -> Site:
        source, out = tmp_path / "source", tmp_path / builder
        source.mkdir(exist_ok=True)
        (source / "conf.py").write_text(CONF, "utf-8")
        for name, body in {"index": index, **pages}.items():
            path, text = source / f"{name}.md", f"# Title\n\n{body}\n"
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")
        doctrees = tmp_path / "doctrees"
        capsys.readouterr()
        status = build_main(
            ["-N", "-q", "-b", builder, "-d", str(doctrees), *arguments, str(source), str(out)]
        )
        return Site(status, capsys.readouterr().err, out)

    return made


@pytest.fixture
def position() -> Callable[..., str]:
    """The directive for a position with these options."""

    def written(line: str, **options: str) -> str:
        lines = "".join(f":{name}: {value}\n" for name, value in options.items())
        return f"```{{ono-position}} {line}\n{lines}```\n"

    return written
