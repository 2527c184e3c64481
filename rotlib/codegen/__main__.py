"""Run the derivations: `python -m rotlib.codegen` compares, `--write` writes."""

import argparse
import sys
from collections.abc import Sequence

from .run import check_all


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m rotlib.codegen", description=__doc__
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="fail if a generated file differs (the default)",
    )
    how.add_argument("--write", action="store_true", help="write what differs")
    how.add_argument("--show", action="store_true", help="print what differs and go on")
    parser.add_argument(
        "only",
        nargs="*",
        help="notebooks to run, by a part of their path; all by default",
    )
    given = parser.parse_args(argv)
    mode = "write" if given.write else "show" if given.show else "check"
    return check_all(mode=mode, only=given.only)


if __name__ == "__main__":
    sys.exit(main())
