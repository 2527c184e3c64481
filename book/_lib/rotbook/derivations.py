"""Run the derivations: `python -m rotlib.codegen` compares, `--write` writes.

Each notebook runs whole, in a process of its own. What it emits goes to a folder that
hides those modules of the package. What fails is told, and the next statement runs.
"""

import argparse
import ast
import contextlib
import io
import json
import linecache
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from inspect import ismodule
from pathlib import Path
from typing import Any, NamedTuple

import rotlib.kernels
from rotlib.errors import InvalidInput

from .emit import EMITTED, swap_in
from .slices import touched

PACKAGE = Path(rotlib.kernels.__file__).parent
LONGEST = 60  # lines of a difference
FEW = 3  # faults of a notebook that are told
SOLUTION = re.compile(r"^`+\{solution-(start|end)\}", re.MULTILINE)


class Cell(NamedTuple):
    number: int
    source: str
    exercise: bool  # of a solution: what fails there is no reason not to write


class Report(NamedTuple):
    """What came of a notebook: the texts of its modules, the notebooks that they name,
    what does not hold, in the derivation and in its exercises, and the number of
    assertions that were asked and left out.
    """

    name: str
    seconds: float
    made: dict[str, str]
    named: dict[str, str]
    faults: list[str]
    exercises: list[str]
    asked: int
    left_out: int


class NotHere(BaseException):
    """A statement asks for a package that a page in the browser has not."""


def book_root(start: str | Path | None = None) -> Path:
    for lowest in (Path(start or Path.cwd()), PACKAGE):
        for folder in (lowest.resolve(), *lowest.resolve().parents):
            if (folder / "_toc.yml").is_file() and (folder / "book").is_dir():
                return folder
    raise FileNotFoundError(
        "no book/ with a _toc.yml above this folder: run from a checkout; a wheel has"
        " no notebooks"
    )


def deriving_notebooks(root: Path) -> list[Path]:
    """In the order of the book, where one builds on what those before it emit."""
    found = [
        path
        for path in sorted((root / "book").rglob("*derive.ipynb"))
        if not {".ipynb_checkpoints", "_build"} & {*path.relative_to(root).parts}
    ]
    toc = (root / "_toc.yml").read_text(encoding="utf-8")
    return sorted(found, key=lambda path: _place(toc, path.relative_to(root)))


def _place(toc: str, path: Path) -> int:
    return toc.find(f"{path.with_suffix('').as_posix()}\n") % sys.maxsize


def cells_of(path: Path) -> list[Cell]:
    cells, within = list[Cell](), False
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            cells.append(Cell(len(cells) + 1, source, within))
        elif marks := SOLUTION.findall(source):
            within = marks[-1] == "start"
    return cells


def code_cells(path: Path) -> list[str]:
    return [cell.source for cell in cells_of(path)]


# --- one notebook ---------------------------------------------------------------------


def run(path: Path, name: str, folder: str) -> Report:
    """Execute a notebook's code; its modules are written to the folder."""
    return run_cells(cells_of(path), name, folder)


def run_cells(
    cells: Sequence[Cell],
    name: str,
    folder: str,
    begin: Callable[[Cell], object] = lambda cell: None,
) -> Report:
    """The same for cells; `begin` is told of each."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    os.environ["ROTLIB_CODEGEN"] = "write"
    rotlib.kernels.__path__.insert(0, folder)
    for emitted in Path(folder).glob("*.py"):  # by a notebook before this one
        sys.modules.pop(f"rotlib.kernels.{emitted.stem}", None)
    namespace: dict[str, Any] = {"__name__": "__main__", "display": lambda *_: None}
    EMITTED.clear()
    faults: dict[bool, list[str]] = {False: [], True: []}
    absent, asked = set[str](), {True: 0, False: 0}
    start = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            begin(cell)
            where = f"{name}, code cell {cell.number}"
            lines = cell.source.splitlines(keepends=True)
            linecache.cache[where] = len(cell.source), None, lines, where
            for node in _statements(cell, where, faults):
                code = compile(ast.Module([node], []), where, "exec")
                here, names = True, touched(node)
                try:
                    exec(code, namespace)
                except NotHere:
                    here = False
                except Exception as error:
                    lost = error.name if isinstance(error, NameError) else None
                    if here := lost not in absent:
                        faults[cell.exercise].append(told(error, where))
                if here:
                    absent -= names
                else:  # nor is there what it was to give or to change, but for modules
                    names -= {n for n in names if ismodule(namespace.get(n))}
                    absent |= names
                    for gone in names & namespace.keys():
                        del namespace[gone]
                asked[here] += sum(isinstance(n, ast.Assert) for n in ast.walk(node))
    home = Path(folder)
    made = {t: (home / f"{t}.py").read_text(encoding="utf-8") for t in EMITTED}
    seconds = time.perf_counter() - start
    each = faults[False], faults[True], asked[True], asked[False]
    return Report(name, seconds, made, dict(EMITTED), *each)


def _statements(
    cell: Cell, where: str, faults: dict[bool, list[str]]
) -> list[ast.stmt]:
    try:
        return ast.parse(cell.source).body
    except SyntaxError as error:
        faults[cell.exercise].append(f"{where}, line {error.lineno}: {error.msg}")
        return []


def told(error: Exception, where: str) -> str:
    """Place, line and reason; of a comparison that fails both sides."""
    inside = [
        frame
        for frame in traceback.walk_tb(error.__traceback__)
        if frame[0].f_code.co_filename.startswith(where.rpartition(", ")[0])
    ]
    if not inside:
        return f"{where}: {type(error).__name__}: {error}"
    frame, line = inside[-1]
    place = frame.f_code.co_filename
    text = linecache.getline(place, line).strip()
    said = str(error) or _sides(frame, line)
    kind = "it does not hold" if type(error) is AssertionError else type(error).__name__
    return f"{place}, line {line}: {kind}: {text}" + f"\n    {said}" * bool(said)


def _sides(frame: Any, line: int) -> str:
    source = "".join(linecache.getlines(frame.f_code.co_filename))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assert(ast.Compare(left, [_], [right]), lineno=at, end_lineno=end):
                if at <= line <= (end or at):
                    both = [_value(side, frame) for side in (left, right)]
                    return f"expected {both[1]}, got {both[0]}"
    return ""


def _value(node: ast.expr, frame: Any) -> str:
    try:
        code = compile(ast.Expression(node), "<side>", "eval")
        shown = repr(eval(code, frame.f_globals, frame.f_locals))
    except Exception as error:
        shown = f"a {type(error).__name__}"
    return shown if len(shown) < 200 else f"{shown[:197]}..."


# --- all of them ----------------------------------------------------------------------


def check_all(
    mode: str = "check",
    only: Sequence[str] = (),
    root: str | Path | None = None,
    experiment: str | Path | None = None,
) -> int:
    """Run the deriving notebooks; the number of those that fail, and of the modules
    that are stale or that no notebook emits.
    """
    root = book_root(root)
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
    bad, emitted = 0, set[str]()
    for report in _reports(wanted, mode == "write", experiment):
        for topic, named in report.named.items():
            if named != report.name:
                raise InvalidInput(
                    f"{report.name}: emit(notebook=...) expects the path of its"
                    f" notebook, got {named!r}"
                )
            if topic in emitted:
                raise InvalidInput(
                    f"topic {topic!r}: two notebooks emit it, the second is"
                    f" {report.name}; one topic, one notebook"
                )
        emitted |= report.named.keys()
        bad += tell(report, mode, experiment)
    if not only:
        found = {p.stem for p in PACKAGE.glob("*.py")} - {"__init__"}
        for orphan in sorted(found - emitted):
            bad += 1
            print(f"rotlib/kernels/{orphan}.py: no notebook emits it")
    return bad


def _reports(
    notebooks: Sequence[tuple[Path, str]], write: bool, experiment: str | Path | None
) -> Iterator[Report]:
    """Side by side, or in order, where each finds what those before it have changed."""
    from concurrent.futures import ProcessPoolExecutor  # a browser has no processes
    from multiprocessing import get_context

    workers = 1 if write or experiment else min(len(notebooks), os.cpu_count() or 1)
    fresh: dict[str, Any] = {"mp_context": get_context("spawn")}
    fresh["max_tasks_per_child"] = 1
    with (
        tempfile.TemporaryDirectory() as scratch,
        ProcessPoolExecutor(workers, **fresh) as pool,
    ):
        each = []
        for i, (path, name) in enumerate(notebooks):
            folder = Path(experiment or f"{scratch}/{i}").resolve()
            folder.mkdir(parents=True, exist_ok=True)
            each.append((path, name, str(folder)))
        if workers > 1:
            yield from pool.map(run, *zip(*each, strict=True))
        else:  # one is told, and written, before the next begins
            for given in each:
                yield pool.submit(run, *given).result()


def tell(report: Report, mode: str, experiment: str | Path | None) -> int:
    """Print what came of a notebook, and write what differs if that is asked for."""
    bad = 0
    head = f"{report.name} ({report.seconds:.1f} s)"
    if report.faults:
        bad += 1
        print(f"{head}: FAILS")
        for fault in report.faults[:FEW]:
            print(f"  {fault}")
        if more := report.faults[FEW:]:
            print(f"  and {len(more)} more")
    elif not report.made:
        print(f"{head}: emits nothing")
    for topic, new in report.made.items():
        label = f"rotlib/kernels/{topic}.py"
        old = _text(PACKAGE / f"{topic}.py")
        count = len(_functions(new))
        if old == new:
            print(f"{head}: {label}: current ({count} functions)")
            continue
        changed = [*_changed(old, new)]
        how = f"{label}: differs in {', '.join(changed)} ({count} functions)"
        if experiment:
            print(f"{head}: {how}; written to {experiment}")
        elif mode == "write" and not report.faults:
            swap_in(PACKAGE / f"{topic}.py", new)
            print(f"{head}: {how}; written")
        else:
            bad += mode != "show"
            print(f"{head}: {how}")
            sides = old.splitlines(True), new.splitlines(True)
            diff = [*unified_diff(*sides, f"{label} (file)", f"{label} (derived)")]
            print("".join(diff[:LONGEST]), end="")
            if len(diff) > LONGEST:
                print(f"    ... {len(diff) - LONGEST} more lines")
    for fault in report.exercises[:FEW]:
        print(f"  in an exercise, which is no matter for the kernels: {fault}")
    if report.faults and mode == "write" and not experiment:
        print("  nothing of it is written; --experiment FOLDER does so all the same")
    return bad


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _functions(text: str) -> dict[str, str]:
    """The functions and constants of a module, by name."""
    made = {}
    for node in ast.parse(text).body:
        names = [getattr(node, "name", None)]
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [ast.unparse(target) for target in targets]
        made |= {name: ast.unparse(node) for name in names if name}
    return made


def _changed(old: str, new: str) -> Iterator[str]:
    before, after = _functions(old), _functions(new)
    for name in before | after:
        if name not in after:
            yield f"{name} (gone)"
        elif name not in before:
            yield f"{name} (new)"
        elif before[name] != after[name]:
            yield name
    if before == after:
        yield "its words"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m rotlib.codegen", description=__doc__
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="fail if a generated file differs or a page does not hold (the default)",
    )
    how.add_argument(
        "--write", action="store_true", help="write what differs, of pages that hold"
    )
    how.add_argument(
        "--show", action="store_true", help="the same as --check, but differ freely"
    )
    how.add_argument(
        "--experiment",
        metavar="FOLDER",
        help="write to this folder, whatever fails; ROTLIB_KERNELS=FOLDER runs rotlib"
        " with it",
    )
    parser.add_argument(
        "only",
        nargs="*",
        help="notebooks to run, by a part of their path; all by default",
    )
    given = parser.parse_args(argv)
    mode = "write" if given.write else "show" if given.show else "check"
    return check_all(mode=mode, only=given.only, experiment=given.experiment)
