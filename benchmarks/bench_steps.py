"""Games a step at a time, beside rlcard and OpenSpiel: ``python benchmarks/bench_steps.py``.

The peers are installed by the extra ``bench``. ``speed.py`` counts the same in instructions,
which other work on the machine does not change.
"""

from contestants import (
    compiled_playouts,
    immutable_steps,
    playouts,
    rlcard_uno,
    spiel_stepped,
    spiel_whole,
)
from harness import rates, report


def main() -> None:
    """Measure and print."""
    found = rates(
        {
            "one immutable step at a time": immutable_steps("1980"),
            "playout loop of simulate": playouts("1980"),
            "rlcard, raw UNO": rlcard_uno(),
            "OpenSpiel, crazy eights stepped": spiel_stepped(),
            "OpenSpiel, crazy eights in C++": spiel_whole(),
            "compiled loop of simulate": compiled_playouts("1980"),
        }
    )
    wanted = {"one immutable step at a time": 3, "playout loop of simulate": 12}
    report("steps a second, two players", found, "rlcard, raw UNO", wanted)
    wanted = {"playout loop of simulate": 2.5}
    report("steps a second, two players", found, "OpenSpiel, crazy eights stepped", wanted)
    wanted = {"compiled loop of simulate": 2}
    report("steps a second, two players", found, "OpenSpiel, crazy eights in C++", wanted)


if __name__ == "__main__":
    main()
