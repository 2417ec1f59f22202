"""The wheel alone carries everything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["build", "--wheel", "--no-isolation", "--outdir", str(folder / "dist"), str(ROOT)]
    subprocess.run([sys.executable, "-m", *build], check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    target = ["--target", str(folder / "site"), "--no-deps", "--no-index", str(wheel)]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *target], check=True, capture_output=True
    )
    return folder / "site"


def ask(installed: Path, code: str, cwd: Path) -> str:
    """What a fresh Python says that finds the wheel's content first."""
    env = os.environ | {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=env, cwd=cwd, check=True, capture_output=True, encoding="utf-8"
    )
    return done.stdout


def test_the_wheel_serves_the_course(installed: Path, tmp_path: Path) -> None:
    """Without a checkout the lessons are copied and the widget finds its view."""
    code = """
from pathlib import Path
from ono_tutor.course.lessons import copy_course
from ono_tutor.widgets import Quiz
import ono_tutor
print(ono_tutor.__file__)
print([item.path.name for item in copy_course(Path("course"))])
print(Quiz("double-play-1980").scene["total"]["value"])
"""

    source, lessons, total = ask(installed, code, tmp_path).splitlines()

    assert Path(source).is_relative_to(installed)
    assert "01-start-here.ipynb" in lessons
    assert total == "92"


def test_the_wheel_carries_every_data_file(installed: Path) -> None:
    """Whatever is data in the package is in the wheel."""
    package = ROOT / "ono_tutor"
    kinds = (".toml", ".js", ".css", ".html", ".json", ".svg", ".typed", ".mo")

    data = [
        p.relative_to(ROOT) for p in package.rglob("*") if p.suffix in kinds or p.name == "py.typed"
    ]

    assert data
    assert [path for path in data if not (installed / path).is_file()] == []
