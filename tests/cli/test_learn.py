"""The command ``learn``, apart from the server it starts."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.cli import learn as learn_command
from ono_tutor.cli.main import main


def test_without_jupyterlab_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing JupyterLab is named, with the way to get it."""
    monkeypatch.setattr(learn_command, "find_spec", lambda name: None)

    result = CliRunner().invoke(main, ["learn"])

    assert result.exit_code == 1
    assert 'pip install "ono-tutor[lab]"' in result.output


def test_a_folder_that_cannot_be_is_a_clear_error(tmp_path: Path) -> None:
    """The folder and the cause are named, and no server is started."""
    (tmp_path / "file").touch()

    result = CliRunner().invoke(main, ["learn", "--dir", str(tmp_path / "file")])

    assert result.exit_code == 1
    assert "cannot be put into" in result.output


def test_a_port_that_is_none_is_wrong_usage() -> None:
    """A port is a number from 1 to 65535."""
    assert CliRunner().invoke(main, ["learn", "--port", "0"]).exit_code == 2
