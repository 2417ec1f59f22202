"""Questions on the command line and the import: ``python benchmarks/bench_questions.py``.

Each is compared with the goal that the project has set itself; the import is measured as what
it adds to an empty Python, runs of both taking turns.
"""

import subprocess
import sys
import time
from statistics import median

ROUNDS = 11
LINES = 5000
POSITIONS = (
    "1980 total=92 hand=7,H,-10,O owes=2 players=3 | H",
    "2022 total=50 hand=7,5,0,O players=4 | 7",
    "ninety-nine total=53 hands=2,A,10/?3/?3 points=5/3/1 | A+11",
    "1980 total=40 hands=4,H,D,O/2,2,R,5 draw=7,3,O | D R",
)


def seconds(command: list[str], text: bytes = b"") -> float:
    """How long a fresh process takes."""
    started = time.perf_counter()
    subprocess.run(command, input=text, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def lines_a_second(question: str) -> float:
    """Lines that a command answers in a second, the start of the process taken off."""
    command = [sys.executable, "-m", "ono_tutor", question, "-", "--json"]
    lines = [POSITIONS[number % len(POSITIONS)] for number in range(LINES)]
    if question != "play":
        lines = [line.split(" | ")[0] for line in lines]
    text = "\n".join(lines).encode()
    one = lines[0].encode()
    rounds = [seconds(command, text) - seconds(command, one) for _ in range(ROUNDS)]
    return LINES / median(rounds)


def import_milliseconds() -> float:
    """What ``import ono_tutor`` adds to an empty Python."""
    empty, full = [], []
    for _ in range(ROUNDS):
        empty.append(seconds([sys.executable, "-c", "pass"]))
        full.append(seconds([sys.executable, "-c", "import ono_tutor"]))
    return 1000 * (median(full) - median(empty))


def main() -> None:
    """Measure and print."""
    for question in ("play", "survive"):
        ratio = lines_a_second(question) / 5000
        print(f"{question} -: {ratio:.2f} x the goal of 5,000 lines a second")
    print(f"import: {import_milliseconds() / 60:.2f} x the allowance of 60 ms")


if __name__ == "__main__":
    main()
