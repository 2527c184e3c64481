"""Execute the code cells of the deriving notebooks as plain Python, without Jupyter."""

import contextlib
import io
import json
import os
import sys
import time
from pathlib import Path

import rotlib.kernels

from ..errors import StaleKernel
from .emit import EMITTED


def book_root(start=None):
    """The folder that holds `book/` and `_toc.yml`, searched upwards from `start`, then from the package."""
    for place in (Path(start or Path.cwd()).resolve(), Path(rotlib.kernels.__file__).resolve()):
        for folder in (place, *place.parents):
            if (folder / "_toc.yml").is_file() and (folder / "book").is_dir():
                return folder
    raise FileNotFoundError("no book/ with a _toc.yml above this folder: run from a checkout; a wheel has no notebooks")


def deriving_notebooks(root):
    """Notebooks whose code emits a kernel module, in the order of their paths."""
    found = []
    for path in sorted((root / "book").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts and "emit(" in "".join(code_cells(path)):
            found.append(path)
    return found


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
        print(EMITTED[topic])
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def check_all(mode="check", only=(), root=None):
    """Run every deriving notebook in `mode`; return the number of stale or orphaned modules."""
    root, before, bad = book_root(root), os.environ.get("ROTLIB_CODEGEN"), 0
    EMITTED.clear()
    os.environ["ROTLIB_CODEGEN"] = mode
    try:
        for path in deriving_notebooks(root):
            name = path.relative_to(root).as_posix()
            if only and not any(part in name for part in only):
                continue
            start = time.perf_counter()
            try:
                run_notebook(path)
                print(f"{name}: {time.perf_counter() - start:.1f} s")
            except StaleKernel as error:
                bad += 1
                print(f"{name}: STALE\n{error}")
    finally:
        os.environ.pop("ROTLIB_CODEGEN") if before is None else os.environ.update(ROTLIB_CODEGEN=before)
    if not only:
        folder = Path(rotlib.kernels.__file__).parent
        for orphan in sorted({p.stem for p in folder.glob("*.py")} - {"__init__"} - set(EMITTED)):
            bad += 1
            print(f"rotlib/kernels/{orphan}.py: no notebook emits it")
    return bad
