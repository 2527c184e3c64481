"""What a teacher has and a reader hasn't: python book/_tools/teacher.py [--write
FOLDER] [--collect FOLDER]

Without an option: run the solutions that no page has, those of book/instructor. --write
puts the instructor's copy into FOLDER: the chapters with these solutions, each behind
its hint. --collect says how far the workbooks handed in
under FOLDER have come: one line a file, one column an exercise."""

import copy
import re
import sys
from pathlib import Path

import nbformat
from command import parser_of
from directives import directives
from lint import is_hint
from notebooks import execute
from student import BLANK, WORKBOOKS, has_tag

BOOK = Path(__file__).resolve().parents[1]
FOLDER = BOOK / "instructor"
PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BETWEEN = re.compile(
    r"^```\{solution-start\} (\S+)\n.*?^```\{solution-end\}\n```$",
    re.MULTILINE | re.DOTALL,
)
SECONDS = 120  # that a cell of a workbook handed in may take
UNREADABLE = "unreadable"


def solutions(path):
    """{exercise: its solution, from start to end} of a file of the instructor's."""
    found = BETWEEN.finditer(path.read_text(encoding="utf-8"))
    return {match[1]: match[0] for match in found}


def run(path):
    """Execute the checks of one file, as they stand; none without an assertion."""
    for label, text in solutions(path).items():
        programs = PROGRAM.findall(text)
        if programs and not any("assert" in program for program in programs):
            raise AssertionError(f"{label}: its program checks nothing")
    space = {"__name__": path.stem}
    for number, program in enumerate(PROGRAM.findall(path.read_text("utf-8")), start=1):
        exec(compile(program, f"{path.name}, program {number}", "exec"), space)


def with_solutions(notebook, known):
    """The chapter with a solution behind the hint of each exercise in `known`."""
    whole, cells, label = copy.deepcopy(notebook), [], None
    for cell in whole.cells:
        if cell.cell_type != "markdown":
            cells.append(cell)
            continue
        lines, done = cell.source.splitlines(), 0
        for found in directives(cell.source):
            label = found.options.get("label", label)
            if is_hint(found) and label in known:
                cells.append(markdown([*lines[done : found.end - 1], "", known[label]]))
                done, label = found.end - 1, None
        cells.append(markdown(lines[done:]))
    whole.cells = [cell for cell in cells if cell.source.strip()]
    return whole


def markdown(lines):
    return nbformat.v4.new_markdown_cell("\n".join(lines).strip("\n"))


def levels(path, known=None):
    """{exercise: level} of a workbook handed in, by the checks of the solved one; a
    cell belongs to the solution whose function it defines."""
    solved = {p.stem: p for p in known or WORKBOOKS.glob("*.ipynb")}
    name = next((x for x in solved if path.stem.startswith(x)), None)
    if name is None:
        words = ", ".join(sorted(solved))
        raise ValueError(f"{path.name}: its name begins with none of {words}")
    book = nbformat.read(solved[name], 4)
    try:
        answers = [c.source for c in nbformat.read(path, 4).cells]
    except Exception:  # whatever may be wrong with a file
        return {UNREADABLE: UNREADABLE}
    checks = []
    for cell in book.cells:
        if has_tag(cell, "solution"):
            head = cell.source[: cell.source.index("(") + 1]
            mine = [x for x in answers if re.search(rf"^{re.escape(head)}", x, re.M)]
            blank = f"{head}*_):\n{BLANK}"
            cell.source = mine[-1] if mine else blank
        elif cell.cell_type == "code" and cell.source.startswith("check_"):
            checks.append(cell)
        if cell.cell_type == "code":
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "raises-exception"]
    execute(book, solved[name].parent, SECONDS)
    return {
        check.source[len("check_") :].split("(")[0]: said(check.outputs)
        for check in checks
    }


def said(outputs):
    texts = [x.get("data", {}).get("text/plain", "") for x in outputs]
    return next((t.split(":")[0] for t in texts if ": " in t), "error")


def collect(folder):
    """{file: {exercise: level}} of all workbooks under a folder."""
    return {p.relative_to(folder): levels(p) for p in sorted(folder.rglob("*.ipynb"))}


def main(arguments=None):
    parser = parser_of(__doc__)
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    parser.add_argument("--collect", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    if options.collect:
        for name, found in collect(options.collect).items():
            words = ", ".join(f"{who} {level}" for who, level in found.items())
            print(f"{name}: {words}")
        return 0
    failed = 0
    for path in sorted(FOLDER.rglob("*.md")):
        name, known = path.relative_to(FOLDER).with_suffix(".ipynb"), solutions(path)
        try:
            run(path)
        except Exception as error:
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error}")
            continue
        print(f"ok      {name}: {len(known)} solutions")
        if options.write and (BOOK / name).exists():
            target = options.write / name
            target.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(with_solutions(nbformat.read(BOOK / name, 4), known), target)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
