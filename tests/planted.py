"""Do the tests find what they should? Faults drawn at random are planted one by one in
a copy of the checkout, and the tests run until one is red:

    pip install coverage               # it says which tests run a line
    python tests/planted.py            # sixty faults, by day; what is left, at night
    python tests/planted.py 7 12       # these two

A fault is one of `faults.py`. It is found, too, where the tests never end."""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from faults import places
from layers import DAY

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {  # where, and how many
    "rotlib/kernels/*.py": 14,
    "rotlib/methods/**/*.py": 10,
    "rotlib/runs/*.py": 10,
    "rotlib/*.py": 10,
    "rotlib/backends/*.py": 4,
    "rotlib/exact.py rotlib/magnus.py": 3,
    "rotlib/plot/*.py": 1,
    "rotlib/codegen.py book/_lib/rotbook/[aefls]*.py": 2,
    "book/*/*.ipynb": 6,
}
PATIENCE = "1800"  # seconds, thrice what the whole day takes


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """This file is a plugin, too, where the lines that each test runs are measured."""
    from coverage import Coverage

    Coverage.current().switch_context(item.nodeid.split("[")[0])


def measured():
    """Which tests run which lines of rotlib: once for these files, outside of them."""
    from coverage import CoverageData

    files = sorted([*ROOT.glob("rotlib/**/*.py"), *ROOT.glob("tests/**/*.py")])
    mark = sha256(b"".join(map(Path.read_bytes, files))).hexdigest()[:16]
    stored = Path(tempfile.gettempdir()) / f"rotlib-lines-{mark}"
    if not stored.exists():
        print("first, which tests run which lines", flush=True)
        fresh = stored.with_suffix(f".{os.getpid()}")
        run = f"-m coverage run --source=rotlib,book/_lib --data-file={fresh} -m pytest"
        day = "-q -n0 -p planted tests rotlib --ignore=tests/book"
        command = [sys.executable, *run.split(), *day.split()]
        here = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        subprocess.run(command, cwd=ROOT, env=here, capture_output=True)
        fresh.rename(stored)
    data = CoverageData(stored)
    data.read()
    return data


def nearest(file, line):
    """The tests that run the broken line, then others of its module; first those that
    run the most of it. What it says as it is imported counts as run by all of these."""
    if file.suffix == ".ipynb":
        return [str(file)]
    ran = measured().contexts_by_lineno(str(ROOT / file))
    most = Counter(test for tests in ran.values() for test in tests if test)
    here = ran.get(max((n for n in ran if n <= line), default=0), [])
    stem = file.stem.strip("_")
    named = [str(p.relative_to(ROOT)) for p in ROOT.glob(f"tests/**/test_*{stem}*.py")]

    def place(test):
        return test not in here, test.split("::")[0] not in named, -most[test], test

    return sorted(most, key=place) or named


def red(checkout, *arguments):
    """The first test that is red, or None."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", *arguments]
    here = {**os.environ, "PYTHONPATH": str(checkout)}  # for kernels of pages, too
    limited = ["timeout", PATIENCE, *command]
    ran = subprocess.run(
        limited, cwd=checkout, env=here, capture_output=True, text=True
    )
    if ran.returncode == 124:
        return "hangs"
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
            first = nearest(file, line)
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
