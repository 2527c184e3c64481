"""`python -m rotlib`: what it prints."""

import sys

import numpy as np
from processes import python

import rotlib as rl
from rotlib import __main__ as main
from rotlib import methods
from rotlib._check import EXTRAS


def test_it_prints_versions_and_methods(tmp_path):
    done = python("-m", "rotlib", folder=tmp_path)
    below = f"Python {sys.version.split()[0]}, NumPy {np.__version__}"
    assert done.stdout.startswith(f"rotlib {rl.__version__}, {below}\n")
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    for m in methods.ALL:
        said = [line for line in lines if line.startswith(f"  {m.name} ")]
        assert len(said) == 1 and said[0].endswith(m.summary), m.name
    assert all(f"\n  {name} " in done.stdout for name in EXTRAS)
    assert list(tmp_path.iterdir()) == []


def test_what_is_missing_is_said(monkeypatch, capsys):
    monkeypatch.setitem(EXTRAS, "no_such_one", "rotlib[none]")
    main.main()
    assert "no_such_one  not found: pip install rotlib[none]" in capsys.readouterr().out
