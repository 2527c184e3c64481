"""npm, for the tools that take something from its packages: fetch them, and make one
script of one entry."""

import subprocess
from pathlib import Path

QUIET = "--no-audit --no-fund --no-package-lock --loglevel=error".split()


def install(scratch, packages):
    """Put pinned packages, such as "three@0.180.0", into `scratch`/node_modules."""
    subprocess.run(["npm", "install", *QUIET, *packages], cwd=scratch, check=True)


def bundled(scratch, entry, text, *options):
    """The one script that esbuild makes of `text`, which is written to `entry`."""
    Path(scratch, entry).write_text(text, encoding="utf-8")
    return subprocess.run(
        ["node_modules/.bin/esbuild", entry, *options],
        cwd=scratch,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
