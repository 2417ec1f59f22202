"""Grading on many machines: any executor will do, and a Dask cluster by its address."""

import pytest
from classroom.a_class import hand_in, run, task_file

from ono_tutor.classroom.grading.marks_folder import TABLES


@pytest.fixture
def distributed():
    """Dask, which is slow to import."""
    return pytest.importorskip("distributed", reason="comes with the extra cluster")


def written(folder):
    paths = [folder / name for name in (*TABLES, "report.html", "report.json")]
    paths += (folder / "feedback").rglob("*.*") if (folder / "feedback").exists() else ()
    return {path.name: path.read_bytes() for path in paths if path.exists()}


@pytest.mark.slow
def test_a_cluster_of_separate_processes_writes_what_one_process_writes(tmp_path, distributed):
    """Marks, pages, refusals and the report, byte for byte; the bytes of the files travel."""
    for number in range(24):
        hand_in(tmp_path / "in", f"{number:02}", f"Learner {number:02}", number % 5)
    (tmp_path / "in" / "broken.json").write_text("{", encoding="utf-8")
    task = task_file(tmp_path)
    run("grade", task, tmp_path / "in", "-o", tmp_path / "one")
    run("report", task, "--marks", tmp_path / "one", "-o", tmp_path / "one")

    place = {"host": "127.0.0.1", "local_directory": str(tmp_path / "dask")}
    how = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None} | place
    with distributed.LocalCluster(**how, processes=True) as cluster:
        far = ("--scheduler", cluster.scheduler_address)
        run("grade", task, tmp_path / "in", "-o", tmp_path / "two", *far)
        run("report", task, "--marks", tmp_path / "two", "-o", tmp_path / "two", *far)

    assert written(tmp_path / "two") == written(tmp_path / "one")
    pages = [name for name in written(tmp_path / "two") if name.endswith(".html")]
    assert len(pages) == 24 + 1


@pytest.mark.usefixtures("distributed")
def test_a_scheduler_that_does_not_answer_is_told(tmp_path, monkeypatch):
    """In one line, and nothing is written."""
    monkeypatch.setattr("ono_tutor.cli.grade.CONNECT_SECONDS", 0.5)
    hand_in(tmp_path / "in", "1", "Ann", 4)
    task = task_file(tmp_path)

    far = ("-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    said = run("grade", task, tmp_path / "in", *far).output

    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in said
    assert not (tmp_path / "out" / "marks.csv").exists()
