"""Does a derivation say what no longer holds? On each deriving page the statements from
which its kernels come are altered, one at a time: a sign, a number, the order of two
arguments. The page then runs whole, as `python -m rotlib.codegen` runs it:

    python tests/altered.py                  # twenty places of each page
    python tests/altered.py magnus 500       # of these pages, as many

A page that says nothing has either written other kernels, WRONG, or the same, SAME:
there the altered formula is an equal one, or one from which nothing comes."""

import ast
import contextlib
import io
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rotbook import derivations, slices

import rotlib.kernels

TWISTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
ALIKE = {"dot", "Eq", "commute", "isclose", "allclose"}  # of arguments in any order
FRACTIONS = re.compile(r"[-\d/ ]*\d")  # of a table that is written as text
PATIENCE = 300  # seconds that a page may take
FORK = multiprocessing.get_context("fork")


def alterations(cell, wanted):
    """(line, the altered part, the cell with it) of the statements with these texts."""
    tree = ast.parse(cell)
    lines = cell.split("\n")
    for node in tree.body:
        first = min([node.lineno, *(d.lineno for d in slices.decorators(node))])
        text = "\n".join(lines[first - 1 : node.end_lineno])  # with its comment
        if text not in wanted or slices.emits(node):
            continue
        for part in ast.walk(node):
            for field, new in altered(part):
                old = getattr(part, field)
                setattr(part, field, new)
                yield part.lineno, ast.unparse(part), ast.unparse(tree)
                setattr(part, field, old)


def altered(part):
    match part:
        case ast.BinOp(op=op) if type(op) in TWISTED:
            yield "op", TWISTED[type(op)]()
        case ast.UnaryOp(op=ast.USub()):
            yield "op", ast.UAdd()
        case ast.Constant(value=bool()):
            return
        case ast.Constant(value=int() | float() as value):
            yield "value", value + 1
        case ast.Constant(value=str() as text) if FRACTIONS.fullmatch(text):
            for number in re.finditer(r"\d+", text):
                more = str(int(number[0]) + 1)
                yield "value", text[: number.start()] + more + text[number.end() :]
        case ast.Call(func, [a, b], []) if called(func) not in ALIKE:
            if not isinstance(a, ast.Starred) and not isinstance(b, ast.Starred):
                yield "args", [b, a]


def called(func):
    return ast.unparse(func).rpartition(".")[2]  # np.isclose is isclose


class Page:
    """A page that is run up to a cell, to be forked there."""

    def __init__(self, path):
        each = derivations.cells_of(path)
        self.cells = [cell.source for cell in each]
        self.exercises = {i for i, cell in enumerate(each) if cell.exercise}
        self.names = {"__name__": "__main__", "display": lambda *_: None}
        self.next = 0

    def run(self, cell, text):
        code = compile(text, f"cell {cell + 1}", "exec")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, self.names)

    def advance(self, cell):
        while self.next < cell:
            self.run(self.next, self.cells[self.next])
            self.next += 1

    def rest(self, text, folder):
        """How it ends with this text in place of the next cell."""
        rotlib.kernels.__path__.insert(0, folder)
        for cell in range(self.next, len(self.cells)):
            try:
                self.run(cell, text if cell == self.next else self.cells[cell])
            except Exception as error:
                if cell in self.exercises:
                    continue  # the command writes in spite of it
                return f"said in cell {cell + 1}: {type(error).__name__}"
        made = {path.name: path.read_text() for path in Path(folder).glob("*.py")}
        own = derivations.PACKAGE
        wrong = any((own / x).read_text() != made[x] for x in made)
        return "WRONG" if wrong else "SAME"


def forked(work):
    """What it returns, in a process of its own that is given up after a while."""
    ours, theirs = FORK.Pipe()

    def send():
        with contextlib.redirect_stderr(io.StringIO()):
            theirs.send(work())

    child = FORK.Process(target=send)
    child.start()
    said = ours.recv() if ours.poll(PATIENCE) else "said: it does not come to an end"
    child.kill()
    child.join()
    return said


def tried(path, most):
    """Print what becomes of so many alterations of a page; how many it misses."""
    page, clock, count = Page(path), time.perf_counter(), Counter()
    wanted = {s.text for s in slices.needed(page.cells)}
    each = [(i, *a) for i, x in enumerate(page.cells) for a in alterations(x, wanted)]
    drawn, most = random.Random(path.parent.name), min(most, len(each))
    for i in sorted(drawn.sample(range(len(each)), most)):
        cell, line, part, text = each[i]
        page.advance(cell)
        with tempfile.TemporaryDirectory() as folder:
            how = forked(lambda text=text, folder=folder: page.rest(text, folder))
        count[how.split()[0]] += 1
        if not how.startswith("said"):
            print(f"  {how}  cell {cell + 1}, line {line}: {part[:70]}", flush=True)
    said = f"{path.parent.name}/{path.stem}: {len(each)} places, {dict(count)},"
    print(said, f"{time.perf_counter() - clock:.0f} s", flush=True)
    return count["WRONG"]


def main(only="", most="20"):
    os.environ |= {"MPLBACKEND": "Agg", "ROTLIB_CODEGEN": "write"}
    pages = derivations.deriving_notebooks(derivations.book_root())
    return sum([tried(x, int(most)) for x in pages if only in str(x)])


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]) > 0)
