"""``python -m ono_tutor`` is ``ono-tutor``."""

from ono_tutor.cli.start import start

if __name__ == "__main__":
    start()
