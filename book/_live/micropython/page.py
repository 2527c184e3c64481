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


def judge(task):
    """{level, message, line} of a task {setup, call, name, given, text}, in JSON."""
    task = json.loads(task)
    rotlib.NUMBERS = task["given"]
    scope = {"__name__": "__main__"}
    exec(compile(task["setup"], "the check", "exec"), scope)
    try:
        exec(compile(task["text"], YOURS, "exec"), scope)
    except Exception as error:
        return json.dumps(_failed(error))
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
            ". The Python of this page is a small one: it has no [*a, *b], no {**a},"
            " no match and no complex numbers."
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
