"""Read the MyST directives of a page: enough to see what is an exercise, a hint, a picture."""

import re
from typing import NamedTuple

FENCE = re.compile(r"^\s*(`{3,}|:{3,}|~{3,})(.*)$")
NAME = re.compile(r"^\{([\w:-]+)\}[ \t]*(.*)$")
VERBATIM = {"code", "code-block", "code-cell", "math", "raw", "eval-rst"}


class Directive(NamedTuple):
    name: str
    argument: str
    options: dict
    line: int


def walk(text):
    """Yield (line number, line, directive opened here or None, whether the line is prose)."""
    lines, stack = text.splitlines(), []
    for number, line in enumerate(lines, start=1):
        fence = FENCE.match(line)
        if not fence:
            yield number, line, None, not (stack and stack[-1][1])
            continue
        marks, rest = fence[1], fence[2].strip()
        if stack and not rest and marks.startswith(stack[-1][0]):
            stack.pop()
            yield number, line, None, False
        elif stack and stack[-1][1]:
            yield number, line, None, False
        else:
            named = NAME.match(rest)
            stack.append((marks, named is None or named[1] in VERBATIM))
            opened = Directive(named[1], named[2].strip(), options(lines[number:]), number) if named else None
            yield number, line, opened, False


def directives(text):
    """All directives of `text` in their order, nested ones too, none from inside code."""
    return [opened for _, _, opened, _ in walk(text) if opened]


def body(text, directive):
    """The lines inside a directive, its options left out."""
    lines = text.splitlines()
    marks = FENCE.match(lines[directive.line - 1])[1]
    inside = lines[directive.line:]
    end = next(i for i, line in enumerate(inside) if line.strip() == marks)
    return "\n".join(line for line in inside[:end] if not re.match(r"\s*:[\w-]+:", line))


def prose(text):
    """`text` with code blocks and code spans blanked, line for line."""
    return "\n".join(re.sub(r"`[^`]*`", "", line) if is_prose else "" for _, line, _, is_prose in walk(text))


def options(lines):
    """The `:key: value` lines, or the block between `---` lines, right under a directive's first line."""
    block = bool(lines) and lines[0].strip() == "---"
    pattern = r"^\s*([\w-]+):[ \t]*(.*)$" if block else r"^\s*:([\w-]+):[ \t]*(.*)$"
    result = {}
    for line in lines[1:] if block else lines:
        found = re.match(pattern, line)
        if not found:
            break
        result[found[1]] = found[2].strip()
    return result
