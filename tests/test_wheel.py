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

    env = os.environ | {"PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        cwd=tmp_path,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    source, lessons, total = done.stdout.splitlines()

    assert Path(source).is_relative_to(installed)
    assert "01-start-here.ipynb" in lessons
    assert total == "92"


def test_the_wheel_carries_every_data_file(installed: Path) -> None:
    """Whatever is no code in the package is in the wheel."""
    files = (path for path in (ROOT / "ono_tutor").rglob("*") if path.is_file())
    data = [p.relative_to(ROOT) for p in files if p.suffix not in (".py", ".pyc", ".so")]

    assert len(data) > 50
    assert [path for path in data if not (installed / path).is_file()] == []
