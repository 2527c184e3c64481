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
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from faults import places, planted
from rotbook import derivations, slices

import rotlib.kernels

PATIENCE = 300  # seconds that a page may take
FORK = multiprocessing.get_context("fork")


def alterations(cell, wanted):
    """(line, as it is altered, the cell with it) of the statements with these texts."""
    lines = cell.split("\n")
    for node in ast.parse(cell).body:
        first = min([node.lineno, *(d.lineno for d in slices.decorators(node))])
        text = "\n".join(lines[first - 1 : node.end_lineno])  # with its comment
        if text not in wanted or slices.emits(node):
            continue
        for place in places(text):
            new = planted(text, *place)
            line = text.encode()[: place[0]].count(b"\n")
            whole = [*lines[: first - 1], new, *lines[node.end_lineno :]]
            yield first + line, new.split("\n")[line].strip(), "\n".join(whole)


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
        stored = {name: (derivations.PACKAGE / name).read_text() for name in made}
        return "SAME" if made == stored else "WRONG"


def forked(work):
    """What it returns, in a process of its own that is given up after a while."""
    answer = FORK.SimpleQueue()
    child = FORK.Process(target=lambda: answer.put(work()))
    child.start()
    child.join(PATIENCE)
    child.kill()
    return "said: it does not come to an end" if answer.empty() else answer.get()


def tried(path, most):
    """Print what becomes of so many alterations of a page; how many it misses."""
    page, clock = Page(path), time.perf_counter()
    wanted = {s.text for s in slices.needed(page.cells)}
    each = [(i, *a) for i, x in enumerate(page.cells) for a in alterations(x, wanted)]
    chance, count = random.Random(path.parent.name), Counter()
    chosen = sorted(chance.sample(range(len(each)), min(most, len(each))))
    for cell, line, part, text in [each[i] for i in chosen]:
        page.advance(cell)
        with tempfile.TemporaryDirectory() as folder:
            how = forked(lambda text=text, folder=folder: page.rest(text, folder))
        count[how.split()[0]] += 1
        if not how.startswith("said"):
            print(f"  {how}  cell {cell + 1}, line {line}: {part[:70]}", flush=True)
    name, seconds = f"{path.parent.name}/{path.stem}", time.perf_counter() - clock
    print(f"{name}: {len(each)} places, {dict(count)}, {seconds:.0f} s", flush=True)
    return count["WRONG"]


def main(only="", most="20"):
    os.environ |= {"MPLBACKEND": "Agg", "ROTLIB_CODEGEN": "write"}
    pages = derivations.deriving_notebooks(derivations.book_root())
    return sum([tried(x, int(most)) for x in pages if only in str(x)])


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]) > 0)
