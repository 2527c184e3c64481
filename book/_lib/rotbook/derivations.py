"""Run the derivations: `python -m rotlib.codegen` compares, `--write` writes."""

import argparse
import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import rotlib.kernels
from rotlib.errors import InvalidInput, StaleKernel

from .emit import EMITTED
from .slices import needed, script

Notebook: TypeAlias = tuple[Path, str]
Result: TypeAlias = tuple[str, int, dict[str, tuple[str, str]]]


def book_root(start: str | Path | None = None) -> Path:
    for lowest in (Path(start or Path.cwd()), Path(rotlib.kernels.__file__)):
        for folder in (lowest.resolve(), *lowest.resolve().parents):
            if (folder / "_toc.yml").is_file() and (folder / "book").is_dir():
                return folder
    raise FileNotFoundError(
        "no book/ with a _toc.yml above this folder: run from a checkout; a wheel has"
        " no notebooks"
    )


def deriving_notebooks(root: Path) -> list[Path]:
    found = sorted((root / "book").rglob("*derive.ipynb"))
    return [
        path
        for path in found
        if not {".ipynb_checkpoints", "_build"} & {*path.relative_to(root).parts}
    ]


def code_cells(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run_notebook(path: Path) -> None:
    """Execute a notebook's code in a fresh namespace; print what `emit` says.

    To compare, the statements from which the kernels come are enough. Before anything
    is written every cell runs, with its assertions.
    """
    os.environ.setdefault("MPLBACKEND", "Agg")
    namespace: dict[str, Any] = {"__name__": "__main__", "display": lambda *_: None}
    cells, known = code_cells(path), set(EMITTED)
    if os.environ.get("ROTLIB_CODEGEN") != "write":
        cells = [script(needed(cells), {})]
    with contextlib.redirect_stdout(io.StringIO()):
        for number, source in enumerate(cells, 1):
            exec(compile(source, f"{path.name}[{number}]", "exec"), namespace)
    for topic in [t for t in EMITTED if t not in known]:
        print(EMITTED[topic][1])
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def run_part(notebooks: Sequence[Notebook]) -> list[Result]:
    return [_run(notebook) for notebook in notebooks]


def write_part(notebooks: Sequence[Notebook]) -> list[Result]:
    """Compare them in order, and run whole what is stale.

    Each is compared in a new process, which loads the kernels written before. What runs
    whole runs here, with the methods loaded before: between two writes kernels may not
    fit.
    """
    import_module("rotlib.methods")
    fresh = ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1)
    results = []
    with fresh:
        for notebook in notebooks:
            compared = fresh.submit(_run, notebook, "check")
            current = compared.exception() is None and not compared.result()[1]
            results.append(compared.result() if current else _run(notebook))
    return results


def _run(notebook: Notebook, mode: str | None = None) -> Result:
    if mode:
        os.environ["ROTLIB_CODEGEN"] = mode
    path, name = notebook
    bad, said, before = 0, io.StringIO(), dict(EMITTED)
    with contextlib.redirect_stdout(said):
        start = time.perf_counter()
        try:
            run_notebook(path)
            print(f"{name}: {time.perf_counter() - start:.1f} s")
        except StaleKernel as error:
            bad += 1
            print(f"{name}: STALE\n{error}")
    new = {topic: x for topic, x in EMITTED.items() if topic not in before}
    return said.getvalue(), bad, new


def check_all(
    mode: str = "check", only: Sequence[str] = (), root: str | Path | None = None
) -> int:
    """Run every deriving notebook; the number of stale or orphaned modules."""
    root, before = book_root(root), os.environ.get("ROTLIB_CODEGEN")
    bad, emitted = 0, dict[str, tuple[str, str]]()
    EMITTED.clear()
    notebooks = [
        (path, path.relative_to(root).as_posix()) for path in deriving_notebooks(root)
    ]
    wanted = [
        (path, name)
        for path, name in notebooks
        if not only or any(part in name for part in only)
    ]
    if not wanted:
        print(f"no deriving notebook has {' or '.join(only)} in its path; there are:")
        print(*(f"  {name}" for _, name in notebooks), sep="\n")
        return 1
    parts = [list(part) for _, part in groupby(wanted, lambda item: item[0].parent)]
    os.environ["ROTLIB_CODEGEN"] = mode
    try:
        for said, stale, new in _side_by_side(parts, mode):
            print(said, end="", flush=True)
            bad += stale
            known = {name for _, name in wanted}
            if wrong := {notebook for notebook, _ in new.values()} - known:
                raise InvalidInput(
                    "emit(notebook=...) expects the path of its notebook, got"
                    f" {wrong.pop()!r}"
                )
            if twice := new.keys() & emitted.keys():
                raise InvalidInput(
                    f"topic {twice.pop()!r}: two notebooks emit it; one topic, one"
                    " notebook"
                )
            emitted |= new
    finally:
        del os.environ["ROTLIB_CODEGEN"]
        if before is not None:
            os.environ["ROTLIB_CODEGEN"] = before
    if not only:
        found = {p.stem for p in Path(rotlib.kernels.__file__).parent.glob("*.py")}
        for orphan in sorted(found - {"__init__"} - set(emitted)):
            bad += 1
            print(f"rotlib/kernels/{orphan}.py: no notebook emits it")
    return bad


def _side_by_side(parts: Sequence[Sequence[Notebook]], mode: str) -> Iterator[Result]:
    run = write_part if mode == "write" else run_part
    if len(parts) == 1:
        yield from run(*parts)
        return
    workers = min(len(parts), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for results in pool.map(run, parts):
            yield from results


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
