"""``python -m ono_tutor`` is ``ono-tutor``."""

from ono_tutor.cli.main import main

if __name__ == "__main__":
    main(prog_name="ono-tutor")
