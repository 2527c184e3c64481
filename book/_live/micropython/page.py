"""Runs a reader's text and the check of its exercise, and says what came of it."""

import builtins
import json
import sys
import typing
from traceback import TracebackException

sys.modules["collections.abc"] = typing

import rotlib  # noqa: E402
from numpy import KEY  # noqa: E402

YOURS = "your text"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"
BEFORE_A_LIST = ("return", "in", "and", "or", "not", "if", "else", "lambda", "yield")
_zip = zip


def _strict_zip(*parts, strict=False):
    if strict:
        parts = [list(part) for part in parts]
        if len(set([len(part) for part in parts])) > 1:
            raise ValueError("zip(): the arguments are not of one length")
    return _zip(*parts)


def _slice(*ends):
    if len(ends) == 1:
        return KEY[: ends[0]]
    return (
        KEY[ends[0] : ends[1]] if len(ends) == 2 else KEY[ends[0] : ends[1] : ends[2]]
    )


builtins.zip = _strict_zip
builtins.slice = _slice
builtins.list_of = lambda *items: list(items)
builtins.tuple_of = lambda *items: items


def subscript(before):
    """Whether a bracket that comes next takes an item, and is no list."""
    start = len(before)
    while start and before[start - 1].lower() in LETTERS:
        start -= 1
    word = before[start:] or before[-1:]
    return word in (")", "]") or (word[:1].isalpha() and word not in BEFORE_A_LIST)


def lowered(text):
    """[a, *b] becomes list_of(a, *b), and so does what `return` gives: this Python
    can take a star apart in calls only. Lines stay where they are."""
    out, opened, quote, fresh, last = list(text), [], "", True, ""
    returned = None  # [where the value begins, whether a star is in it]
    for i, c in enumerate(text):
        if quote:
            if c == quote or (quote == "#" and c == "\n"):
                quote = ""
            if quote or c != "\n":
                continue
        if c in "'\"#":
            quote = c
        elif c in "([{":
            opened.append([i, c == "[" and not subscript(text[:i].rstrip()), False])
            fresh = True
            last = c
            continue
        elif c in ")]}" and opened:
            place, is_list, starred = opened.pop()
            if is_list and starred:
                out[place], out[i] = "list_of(", ")"
        elif c == "*" and fresh and last != "*":
            if opened:
                opened[-1][2] = True
            elif returned:
                returned[1] = True
        elif c == "\n" and not opened:
            if returned and returned[1]:
                out[returned[0]] = " tuple_of("
                out[i] = ")\n"
            returned = None
        elif c == " " and text[max(0, i - 6) : i] == "return" and not opened:
            returned = [i, False]
        if c == ",":
            fresh = True
        elif c == " " and text[max(0, i - 6) : i] == "return":
            fresh = True
        elif not c.isspace():
            fresh = False
        if not c.isspace():
            last = c
    return "".join(out)


def judge(task):
    """{level, message, line} of a task {setup, call, name, given, text}, in JSON."""
    task = json.loads(task)
    rotlib.NUMBERS = task["given"]
    scope = {"__name__": "__main__"}
    exec(compile(task["setup"], "the check", "exec"), scope)
    try:
        exec(compile(lowered(task["text"]), YOURS, "exec"), scope)
    except Exception as error:
        return json.dumps(_failed(error))
    exec(compile(task.get("after", ""), "the check", "exec"), scope)
    name = task["name"]
    if name not in scope:
        return json.dumps(
            {
                "level": "not started",
                "message": f"`{name}` is not defined in your text.",
            }
        )
    seen = []
    scope[name] = _watched(scope[name], seen)
    try:
        said = eval(task["call"], scope)
    except Exception as error:
        return json.dumps(_failed(error))
    answer = {"level": said.level, "message": said.message}
    if said.level in ("error", "not started") and seen:
        answer["line"] = _line(seen[-1])
    return json.dumps(answer)


def _watched(function, seen):
    """The same function; what it raises is noted on the way."""

    def call(*arguments, **options):
        try:
            return function(*arguments, **options)
        except Exception as error:
            seen.append(error)
            raise

    return call if callable(function) else function


def _failed(error):
    kind = type(error).__name__
    said = {"level": "error", "message": f"{kind}: {error}", "line": _line(error)}
    if isinstance(error, SyntaxError):
        said["message"] += (
            ". The Python of this page is a small one: it has no {**a}, no match and"
            " no complex numbers."
        )
    return said


def _line(error):
    """The last line of the reader's text that the error passed."""
    lines = [
        frame.lineno
        for frame in TracebackException.from_exception(error).stack
        if frame.filename == YOURS
    ]
    return lines[-1] if lines else None
