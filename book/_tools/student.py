"""Make the students' copies of the workbooks: python book/_tools/student.py [--write
FOLDER] [notebooks]

Without an option: check that every workbook can be handed out, and say how many blanks
it has. --write puts a copy without the solutions of each into FOLDER.

A cell tagged `solution` holds one function with a docstring; the copy has `raise
NotImplementedError` for its body. Text from {solution-start} to {solution-end} is left
out, and so are all outputs. Nothing else is changed. A cell tagged `fault` holds a
faulty program that a reader is to mend: a solution may repeat its lines."""

import ast
import copy
import sys
from pathlib import Path

import nbformat
from command import parser_of
from directives import directives

WORKBOOKS = Path(__file__).resolve().parents[1] / "workbooks"
BLANK = "    raise NotImplementedError"
TELLING = 20  # characters from which on a line says enough to give a solution away


class NotTeachable(Exception):
    """A workbook cannot be handed out: what is wrong with it, in one sentence."""


def student_copy(solved):
    """The notebook without its solutions; cells keep their ids, by which they can be
    put back."""
    handed_out, secrets = copy.deepcopy(solved), []
    handed_out.cells, inside = [], False
    for cell in copy.deepcopy(solved.cells):
        if cell.cell_type == "markdown":
            cell.source, taken, inside = without_solutions(cell.source, inside)
            secrets += taken
        else:
            cell.outputs, cell.execution_count = [], None
            if has_tag(cell, "solution"):
                kept, body = parts(cell.source)
                cell.source = "\n".join([*kept, BLANK])
                secrets += body
            elif inside:
                for node in ast.parse(cell.source).body:
                    if isinstance(node, ast.FunctionDef):
                        words = "in a solution, but its cell has not the tag `solution`"
                        raise NotTeachable(f"{node.name}: defined {words}")
        if cell.source:
            handed_out.cells.append(cell)
    if inside:
        raise NotTeachable("the last solution has no {solution-end}")
    require_secrecy(handed_out, secrets)
    return handed_out


def has_tag(cell, tag):
    return tag in cell.metadata.get("tags", [])


def parts(source):
    """The lines of a solution cell that stay, and those of the body, which go."""
    (function, *others), lines = ast.parse(source).body, source.splitlines()
    if others or not isinstance(function, ast.FunctionDef):
        words = "a solution cell is one function, this one begins"
        raise NotTeachable(f"{words} {lines[0]!r}")
    if ast.get_docstring(function) is None or len(function.body) < 2:
        words = "a docstring says what to write, then comes the body"
        raise NotTeachable(f"{function.name}: {words}")
    if function.end_lineno < len(lines):
        words = "something follows the last line of the body"
        raise NotTeachable(f"{function.name}: {words}")
    kept = function.body[0].end_lineno
    return lines[:kept], lines[kept:]


def without_solutions(text, inside):
    """`text` without what stands between {solution-start} and {solution-end}; what
    was taken; whether it ends inside."""
    lines, kept, taken, after = text.splitlines(), [], [], 0
    for mark in directives(text):
        if mark.name in ("solution-start", "solution-end"):
            (taken if inside else kept).extend(lines[after : mark.line - 1])
            inside, after = mark.name == "solution-start", mark.end - 1
    (taken if inside else kept).extend(lines[after:])
    return "\n".join(kept).strip("\n"), taken, inside


def require_secrecy(handed_out, secrets):
    """Raise NotTeachable if a line of a solution that tells something stands
    anywhere in the copy."""
    texts = {True: "", False: ""}
    for cell in handed_out.cells:
        texts[has_tag(cell, "fault")] += cell.source + "\n"
    given, rest = squeezed(texts[True]), squeezed(texts[False])
    for line in map(squeezed, secrets):
        if len(line) >= TELLING and line in rest and line not in given:
            raise NotTeachable(f"a line of a solution stands elsewhere too: {line}")


def squeezed(text):
    return " ".join(text.split())


def main(arguments=None):
    parser = parser_of(__doc__)
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    every = sorted(WORKBOOKS.glob("*.ipynb"))
    parser.add_argument("paths", nargs="*", type=Path, default=every)
    options = parser.parse_args(arguments)
    failed = 0
    for path in options.paths:
        try:
            handed_out = student_copy(nbformat.read(path, 4))
        except NotTeachable as error:
            failed += 1
            print(f"FAILED  {path.name}: {error}")
            continue
        count = sum(has_tag(cell, "solution") for cell in handed_out.cells)
        print(f"ok      {path.name}: {count} blanks")
        if options.write:
            options.write.mkdir(parents=True, exist_ok=True)
            nbformat.write(handed_out, options.write / path.name)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
