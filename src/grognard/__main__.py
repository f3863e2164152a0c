"""The command `grognard`, and `python -m grognard`: nothing is imported before Ctrl-C is listened to."""

import sys


def main() -> int:
    """Run the command that was typed."""
    try:
        _listen()
        from grognard.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
    finally:
        _let_go()


def _listen() -> None:
    """Ctrl-C interrupts what is done; while something is imported it ends the command at once. A library that is
    interrupted as it loads may say that a part of it is missing (NumPy does), and print a traceback besides."""
    import os
    import signal
    from types import FrameType

    def interrupted(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
                os._exit(130)
            frame = frame.f_back
        signal.default_int_handler(number, None)

    signal.signal(signal.SIGINT, interrupted)


def _let_go() -> None:
    """Ctrl-C while Python tidies up has nothing left to end, and would only leave a traceback behind."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
