"""`python -m rotlib`: what it prints."""

import os
import subprocess
import sys

import numpy as np
import pytest
from problems import ROOT

import rotlib as rl
from rotlib import __main__ as main
from rotlib import methods
from rotlib._check import EXTRAS

COMMAND = [sys.executable, "-m", "rotlib"]
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}


def run(*arguments, folder=ROOT):
    given = {"cwd": folder, "capture_output": True, "text": True, "timeout": 120}
    return subprocess.run([*COMMAND, *arguments], env=ENV, **given)


def test_all_of_it(tmp_path):
    done = run(folder=tmp_path)
    said = done.stdout
    assert done.returncode == 0 and done.stderr == ""
    python = f"Python {sys.version.split()[0]}, NumPy {np.__version__}"
    assert said.startswith(f"rotlib {rl.__version__}, {python}\n")
    assert all(f"\n  {m.name} " in said for m in methods.ALL)
    assert all(f"\n  {name} " in said for name in EXTRAS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.night
def test_switches():
    assert run("--version").stdout == f"rotlib {rl.__version__}\n"
    assert run("--methods").stdout == main.listing(80) + "\n"
    assert run("--nonsense").returncode == 2


def test_a_reader_who_has_read_enough_may_leave():
    """As `python -m rotlib | head -1` does."""
    ends = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "--methods"], env=ENV, **ends) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_the_table_is_that_of_the_methods_and_fits_a_terminal():
    text = main.listing(80)
    assert max(map(len, text.splitlines())) <= 80
    for row in methods.table().splitlines()[2:]:
        cells = [cell.strip(" `") for cell in row.strip("|").split("|")]
        assert all(cell in " ".join(text.split()) for cell in cells), row


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setitem(EXTRAS, "no_such_one", "rotlib[none]")
    assert "no_such_one not found: pip install rotlib[none]" in main.installation()
