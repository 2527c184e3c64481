"""Python and Node in processes of their own."""

import os
import shutil
import subprocess
import sys

import pytest
from problems import ROOT


def ended(*words, folder=ROOT, status=0, given=None, **environment):
    """The process of that command, ended with this status; any, if it is None."""
    how = {"cwd": folder, "env": os.environ | environment, "input": given}
    command = [str(word) for word in words]
    done = subprocess.run(command, **how, capture_output=True, text=True, timeout=900)
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done


def python(*words, paths=(ROOT,), **how):
    where = os.pathsep.join(map(str, paths))
    return ended(sys.executable, *words, PYTHONPATH=where, **how)


def node(*words, **how):
    if shutil.which("node") is None:
        pytest.skip("needs node")
    return ended("node", *words, **how)
