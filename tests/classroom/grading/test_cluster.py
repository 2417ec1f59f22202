"""Grading on many machines: any executor will do, such as Dask's."""

from pathlib import Path

import pytest
from classroom.a_class import an_assignment, hand_in

from ono_tutor.classroom.grading.grade import grade_class
from ono_tutor.classroom.submissions.find import find_submissions

distributed = pytest.importorskip("distributed", reason="comes with the extra cluster")


def test_a_cluster_of_separate_processes_gives_what_one_process_gives(tmp_path: Path) -> None:
    """The same learners, marks, pages and refusals in the same order."""
    for number in range(24):
        hand_in(tmp_path, f"{number:02}", f"Learner {number:02}", number % 5)
    (tmp_path / "broken.json").write_text("{")
    wanted = list(grade_class(an_assignment(), find_submissions([tmp_path]), with_feedback=True))

    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        sources = find_submissions(
            [path for path in sorted(tmp_path.iterdir()) if path.suffix == ".json"]
        )
        got = list(grade_class(an_assignment(), sources, executor=executor, with_feedback=True))

    assert got == wanted
    assert len(got) == 25
