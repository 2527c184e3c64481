"""What a page derives, outside a browser: its files alone, without NumPy."""

import json
from pathlib import Path

import derive
import derive_bundle
import mpmath
import sympy
from processes import python

RUN = """
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = {paths}
import derive_here
answer = [derive_here.derive(**given) for given in json.load(open("given.json"))]
assert not hasattr(sys.modules["numpy"], "__file__")
names = [name.replace(".", "/") + ".py" for name in sys.modules]
json.dump((answer, names), open("answer.json", "w"))
"""


def page(name, folder, *changes):
    """The answers of a page, one after the other, to texts that a reader changes."""
    home = folder / "derive"
    for path, text in derive.mounted().items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")
    packages = folder / "packages"
    packages.mkdir(exist_ok=True)
    for module in (sympy, mpmath):
        link = packages / module.__name__
        if not link.exists():
            link.symlink_to(Path(module.__file__).parent, target_is_directory=True)
    cells, _ = derive.given(name)
    jobs = [
        {"name": name, "cells": changed(cells["cells"], *change), "choice": ""}
        for change in changes or [("", "")]
    ]
    (folder / "given.json").write_text(json.dumps(jobs), encoding="utf-8")
    code = RUN.format(paths=[str(home), str(packages)])
    python("-I", "-S", "-c", code, folder=folder)
    answer, names = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    out = [name for name in names if derive_bundle.LEFT_OUT.search(name)]
    assert not out, f"{out}: not in the script that the page loads"
    return answer


def changed(cells, old, new):
    """The cells with another text in the one that has it."""
    assert not old or sum(old in cell.source for cell in cells) == 1
    return [
        c._replace(source=c.source.replace(old, new) if old else c.source)
        for c in cells
    ]
