"""Do the tests find what they should? Faults drawn at random are planted one by one in
a copy of the checkout, and the tests run until one is red:

    python tests/planted.py            # sixty faults, by day; what is left, at night
    python tests/planted.py 7 12       # these two

A fault turns a sum into a difference or back, a comparison round, or a one, a two or a
half into three."""

import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from layers import DAY

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {  # where, and how many
    "rotlib/kernels/*.py": 14,
    "rotlib/methods/**/*.py": 10,
    "rotlib/runs/*.py": 10,
    "rotlib/*.py": 10,
    "rotlib/backends/*.py": 4,
    "rotlib/exact/*.py rotlib/magnus/*.py": 3,
    "rotlib/plot/*.py": 1,
    "rotlib/codegen/*.py book/_lib/rotbook/[aefls]*.py": 2,
    "book/*/*.ipynb": 6,
}
TWISTED = {ast.Add: "-", ast.Sub: "+", ast.Lt: ">", ast.Gt: "<", ast.Eq: "!="}


def places(source):
    """Each place of a fault: where it begins and ends, and what comes in."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))

    def at(line, column):
        return starts[line - 1] + column

    def end(node):
        return at(node.end_lineno, node.end_col_offset)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and type(node.op) in TWISTED:
            left, right, op = node.left, node.right, node.op
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in TWISTED:
            left, right, op = node.left, node.comparators[0], node.ops[0]
        elif isinstance(node, ast.Constant) and node.value in (1, 2, 2.0, 0.5):
            if type(node.value) in (int, float):
                yield at(node.lineno, node.col_offset), end(node), "3"
            continue
        else:
            continue
        between = source.encode()[end(left) : at(right.lineno, right.col_offset)]
        signs = [s for s in ("==", "+", "-", "<", ">") if s.encode() in between]
        if signs and "=" not in between.decode().replace("==", ""):
            first = end(left) + between.index(signs[0].encode())
            yield first, first + len(signs[0]), TWISTED[type(op)]


def drawn(room, number):
    """The faults of a room, always the same ones: (file, begin, end, text)."""
    files = sorted(f for pattern in room.split() for f in ROOT.glob(pattern))
    chance = random.Random(room)
    for _ in range(number):
        found = []
        while not found:
            file = chance.choice(files)
            source = file.read_text(encoding="utf-8")
            page = file.suffix == ".ipynb"
            found = [*(in_a_page(source, chance) if page else places(source))]
        yield file.relative_to(ROOT), *chance.choice(found)


def in_a_page(stored, chance):
    """Places in one cell of a page, in the lines as they are stored."""
    cells = [c for c in json.loads(stored)["cells"] if c["cell_type"] == "code"]
    source = "".join(chance.choice(cells)["source"])
    for begin, end, text in places(source):
        line = source.encode()[:begin].count(b"\n")
        before = b"".join(source.encode().splitlines(keepends=True)[:line])
        written = json.dumps(source.splitlines()[line], ensure_ascii=False)[1:-1]
        if stored.count(written) == 1 and "\\" not in written:
            at = stored.encode().index(written.encode()) - len(before)
            yield at + begin, at + end, text


def nearest(file):
    """The tests that speak the most of a module, which are tried first."""
    if file.suffix == ".ipynb":
        return [str(file)]
    word = re.compile(rf"(?<![a-z]){file.stem.strip('_')}(?![a-z])")
    said = {
        test: len(word.findall(f"{test.stem} " * 9 + test.read_text(encoding="utf-8")))
        for test in sorted((ROOT / "tests").rglob("test_*.py"))
    }
    first = sorted((t for t in said if said[t]), key=said.get, reverse=True)[:6]
    if file.parent.name == "kernels":
        first = [ROOT / "tests/codegen/test_codegen.py", *first]
    return [str(t.relative_to(ROOT)) for t in first]


def red(checkout, *arguments):
    """The first test that is red, or None."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", *arguments]
    here = {**os.environ, "PYTHONPATH": str(checkout)}  # for kernels of pages, too
    ran = subprocess.run(
        command, cwd=checkout, env=here, capture_output=True, text=True
    )
    if ran.returncode in (0, 5):  # passed, or none there
        return None
    lines = ran.stdout.splitlines()
    said = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return (said or lines or ["it broke"])[-1]


def main(numbers):
    faults = [fault for room, number in ROOMS.items() for fault in drawn(room, number)]
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        ignored = shutil.ignore_patterns("_build", "__pycache__")
        shutil.copytree(ROOT, checkout, ignore=ignored)
        for i in numbers or range(len(faults)):
            file, begin, end, text = faults[i]
            sound = (checkout / file).read_bytes()
            line = sound[:begin].count(b"\n") + 1
            broken = sound[:begin] + text.encode() + sound[end:]
            (checkout / file).write_bytes(broken)
            shown = broken.splitlines()[line - 1].decode().strip()
            was = sound[begin:end].decode()
            print(f"{i:2}  {file}:{line}  {was} -> {text}  {shown}", flush=True)
            first = nearest(file)
            nights = file.suffix == ".ipynb" and ROOT / file not in DAY
            tries = [("night" if nights else "day", first)] if first else []
            tries += [("day", []), ("night", ["-m", "night"])]
            for layer, tests in tries:
                if found := red(checkout, *tests):
                    print(f"    {layer}: {found[:120]}", flush=True)
                    break
            else:
                left += 1
                print("    NOT FOUND", flush=True)
            (checkout / file).write_bytes(sound)
    print(f"{left} faults were not found")
    return left


if __name__ == "__main__":
    raise SystemExit(main([int(a) for a in sys.argv[1:]]) > 0)
