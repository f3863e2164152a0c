"""Write the golden battles of tests/golden anew; read what changed before committing (git diff tests/golden).

As it is, two staffs of today fight them. With --keep-answers the answers stay and only what comes of them is written:
for when the rules or their words have changed. Those that end in .staff are fought by the staff either way.

    python tools/golden.py                        all of them
    python tools/golden.py --keep-answers
    python tools/golden.py cold-steel/maida.2.12  only this one; a system's name for all of its
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grognard import systems
from grognard.kernel.errors import BadData
from grognard.simulate.golden import kept, write

FOLDERS = [Path(__file__).parents[1] / "tests" / "golden", *(Path(place) / "golden" for place in systems.__path__)]
"""The last are of systems that GROGNARD_SYSTEMS names: theirs lie beside them."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep-answers", action="store_true", help="the same answers, and what comes of them today")
    parser.add_argument("names", nargs="*", help="SYSTEM or SYSTEM/SCENARIO.SEED.TURNS; all where none is named")
    args = parser.parse_args()
    there = [each for folder in FOLDERS for each in kept(folder)]
    for name in args.names:
        if not any(name in (golden.id, golden.path.parent.name) for golden in there):
            parser.error(f"no {name}; there are {', '.join(golden.id for golden in there)}")
    failed = 0
    for golden in there:
        if args.names and not {golden.id, golden.path.parent.name} & set(args.names):
            continue
        try:
            changed = write(golden, keep_answers=args.keep_answers)
            print(f"{golden.id}: {'written' if changed else 'as it was'}")
        except BadData as error:
            failed = 1
            print(f"{error}\n  it is left as it was; write it anew without --keep-answers", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
