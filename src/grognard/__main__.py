"""The command `grognard`, and `python -m grognard`: nothing is imported before Ctrl-C is listened to."""

import sys


def main() -> int:
    """Run the command that was typed."""
    try:
        from grognard.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
    finally:
        _let_go()


def _let_go() -> None:
    """Ctrl-C while Python tidies up has nothing left to end, and would only leave a traceback behind."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
