"""Execute the code cells of the deriving notebooks as plain Python, without Jupyter."""

import contextlib
import io
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

import rotlib.kernels

from ..errors import InvalidInput, StaleKernel
from .emit import EMITTED


def book_root(start=None):
    """The folder that holds `book/` and `_toc.yml`, searched upwards from `start`, then from the package."""
    for place in (Path(start or Path.cwd()).resolve(), Path(rotlib.kernels.__file__).resolve()):
        for folder in (place, *place.parents):
            if (folder / "_toc.yml").is_file() and (folder / "book").is_dir():
                return folder
    raise FileNotFoundError("no book/ with a _toc.yml above this folder: run from a checkout; a wheel has no notebooks")


def deriving_notebooks(root):
    """Notebooks that emit kernel modules, in the order of their paths: those whose name ends in `derive`."""
    found = sorted((root / "book").rglob("*derive.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts and "_build" not in path.parts]


def code_cells(path):
    """Sources of the code cells of a notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run_notebook(path):
    """Execute a notebook's code cells in one fresh namespace; print what `emit` says of them, nothing else."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    namespace = {"__name__": "__main__", "display": lambda *_: None}
    known = set(EMITTED)
    with contextlib.redirect_stdout(io.StringIO()):
        for number, source in enumerate(code_cells(path), 1):
            exec(compile(source, f"{path.name}[{number}]", "exec"), namespace)
    for topic in [t for t in EMITTED if t not in known]:
        print(EMITTED[topic][1])
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def run_part(notebooks):
    """Run notebooks of one part, a later one of which may build on what an earlier one writes.

    Returns what is to be printed, the number of stale modules, and {topic: (notebook, verdict)}.
    """
    bad, said, before = 0, io.StringIO(), dict(EMITTED)
    with contextlib.redirect_stdout(said):
        for path, name in notebooks:
            start = time.perf_counter()
            try:
                run_notebook(path)
                print(f"{name}: {time.perf_counter() - start:.1f} s")
            except StaleKernel as error:
                bad += 1
                print(f"{name}: STALE\n{error}")
    return said.getvalue(), bad, {topic: x for topic, x in EMITTED.items() if topic not in before}


def check_all(mode="check", only=(), root=None):
    """Run every deriving notebook in `mode`, parts side by side; return the number of stale or orphaned modules."""
    root, before, bad, emitted = book_root(root), os.environ.get("ROTLIB_CODEGEN"), 0, {}
    EMITTED.clear()
    notebooks = [(path, path.relative_to(root).as_posix()) for path in deriving_notebooks(root)]
    wanted = [(path, name) for path, name in notebooks if not only or any(part in name for part in only)]
    if not wanted:
        print(f"no deriving notebook has {' or '.join(only)} in its path; there are:")
        print(*(f"  {name}" for _, name in notebooks), sep="\n")
        return 1
    parts = [list(part) for _, part in groupby(wanted, key=lambda notebook: notebook[0].parent)]
    os.environ["ROTLIB_CODEGEN"] = mode
    try:
        for said, stale, new in _side_by_side(parts):
            print(said, end="", flush=True)
            bad += stale
            if wrong := {notebook for notebook, _ in new.values()} - {name for _, name in wanted}:
                raise InvalidInput(f"emit(notebook=...) expects the path of its notebook, got {wrong.pop()!r}")
            if twice := new.keys() & emitted.keys():
                raise InvalidInput(f"topic {twice.pop()!r}: two parts emit it; one topic, one notebook")
            emitted |= new
    finally:
        os.environ.pop("ROTLIB_CODEGEN") if before is None else os.environ.update(ROTLIB_CODEGEN=before)
    if not only:
        folder = Path(rotlib.kernels.__file__).parent
        for orphan in sorted({p.stem for p in folder.glob("*.py")} - {"__init__"} - set(emitted)):
            bad += 1
            print(f"rotlib/kernels/{orphan}.py: no notebook emits it")
    return bad


def _side_by_side(parts):
    """What `run_part` returns for each part, one process a core."""
    if len(parts) == 1:
        yield run_part(*parts)
        return
    with ProcessPoolExecutor(min(len(parts), os.cpu_count() or 1), get_context("spawn")) as pool:
        yield from pool.map(run_part, parts)
