"""Python in a process of its own."""

import os
import subprocess
import sys

from problems import ROOT


def python(*words, folder=ROOT, paths=(ROOT,), status=0, **environment):
    """The process, ended with this status if not None, of Python with these words."""
    found = {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    given = {"cwd": folder, "env": os.environ | found | environment, "timeout": 900}
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, **given)
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done
