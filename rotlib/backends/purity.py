"""What a user's function reads besides its arguments, and whether it may be recorded.

A recorded function is written down once. That is right for a function of its arguments
alone. So its code is read before: what it changes, what it draws, and the values of the
names it uses, which are compared again later.
"""

import dis
import inspect
import io
import sys
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import numpy as np

CHANGING = {"random", "time", "datetime", "secrets", "uuid", "socket", "threading"}
WRITES = {
    "append",
    "add",
    "clear",
    "extend",
    "insert",
    "pop",
    "popleft",
    "appendleft",
    "remove",
    "send",
    "setdefault",
    "update",
}
KEPT = (list, dict, set, bytearray, deque)
FIXED = (int, float, complex, str, bytes, bool, type(None), np.generic, range, slice)
LIBRARIES = {"numpy", "scipy", "rotlib", "sympy"}


class Impure(Exception):
    """Why a function is not one of its arguments alone."""


def is_users(function: Any) -> bool:
    """Whether it is written in Python by somebody else than rotlib and libraries."""
    if not isinstance(function, FunctionType):
        return False
    if function.__code__.co_filename.startswith("<doctest"):
        return True  # an example says what a user would
    home = (function.__module__ or "").partition(".")[0]
    return home not in LIBRARIES and home not in sys.stdlib_module_names


def reads(function: Any) -> Any:
    """What `function` reads besides its arguments, to be compared with `==` later.

    None if these are modules and functions of libraries alone, which stay, or if
    nothing in it is a user's. Impure if it changes something, draws numbers, asks for
    the time, or reads what cannot be compared.
    """
    reader = _Reader()
    found = reader.value(function, getattr(function, "__name__", "it"))
    return found if reader.users and reader.values > 1 else None


def changed(function: Any, before: Any) -> bool:
    """Whether it reads something else by now than `before`, which `reads` gave."""
    try:
        return before is not None and bool(reads(function) != before)
    except Impure:
        return True


class _Reader:
    """Goes through code and values; each object once."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        self.users = False
        self.values = 0  # of what may be another one day
        self.names: set[str] = set()

    def value(self, value: Any, name: str) -> Any:
        """A form of the value that can be compared."""
        if isinstance(value, FIXED):
            self.values += value is not None
            return type(value).__name__, repr(value)
        if id(value) in self.seen:
            return "again", self.seen[id(value)]
        self.seen[id(value)] = len(self.seen)
        if isinstance(value, ModuleType):
            return self.module(value)
        if not _is_of_library(value):
            self.values += 1
        if isinstance(value, np.ndarray):
            if value.dtype == object:
                return tuple(self.value(x, name) for x in value.flat)
            return value.shape, value.dtype.str, value.tobytes()
        if isinstance(value, (list, tuple, set, frozenset)):
            return type(value).__name__, tuple(self.value(x, name) for x in value)
        if isinstance(value, dict):
            return tuple((repr(k), self.value(x, name)) for k, x in value.items())
        if isinstance(value, MethodType):
            return self.value(value.__func__, name), self.value(value.__self__, name)
        if is_users(value) or _closes_over(value):
            return self.function(value, name)
        return self.other(value, name)

    def function(self, function: FunctionType, name: str) -> Any:
        """A function by its code and by what its names mean now."""
        code = function.__code__
        self.users = self.users or is_users(function)
        told = _told(code)
        self.refuse_changes(told, function)
        self.names |= told.attributes
        cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
        found: dict[str, Any] = {n: c.cell_contents for n, c in cells if _filled(c)}
        scope = function.__globals__
        found |= {n: scope[n] for n in told.scope if n in scope}
        found |= {"defaults": function.__defaults__, "options": function.__kwdefaults__}
        return code, tuple((n, self.value(v, n)) for n, v in found.items())

    def refuse_changes(self, told: "_Told", function: FunctionType) -> None:
        """Raise Impure for code that writes outside itself, or that draws."""
        names = (*told.scope, *function.__code__.co_freevars)
        if told.changed:
            raise Impure(f"it changes {told.changed!r} when it is called")
        if told.imported:
            raise Impure(f"it uses the module {told.imported!r}")
        if told.random and any(_meaning(n, function) is np for n in names):
            raise Impure("it draws random numbers")
        if told.writes:
            for n in names:
                if isinstance(_meaning(n, function), KEPT):
                    raise Impure(f"it may change {n!r} when it is called")

    def other(self, value: Any, name: str) -> Any:
        """Modules, classes, functions of libraries, objects of the user's."""
        home = str(getattr(value, "__module__", None) or "").partition(".")[0]
        if isinstance(value, BuiltinFunctionType):
            if home in CHANGING or not _is_plain(value.__self__):
                raise Impure(f"it calls {name!r}, which changes from call to call")
            return "is", id(value)
        if home in CHANGING or isinstance(
            value, (np.random.Generator, np.random.RandomState, io.IOBase)
        ):
            raise Impure(f"it uses {name!r}, a {type(value).__name__}")
        if isinstance(value, (type, np.ufunc)) or home in LIBRARIES:
            return "is", id(value)
        if hasattr(value, "__next__"):
            raise Impure(f"it draws from {name!r}, a {type(value).__name__}")
        if hasattr(value, "__wrapped__"):
            return self.value(value.__wrapped__, name)
        kind = type(value)
        if kind.__name__ == "partial":
            parts = value.func, value.args, value.keywords
            return tuple(self.value(part, name) for part in parts)
        if isinstance(value, FunctionType) or callable(value) and not _has_state(value):
            return "is", id(value)
        if _has_state(value):
            return self.instance(value, name)
        raise Impure(
            f"it uses {name!r}, a {kind.__name__}, whose changes cannot be seen"
        )

    def module(self, module: ModuleType) -> Any:
        home = module.__name__.partition(".")[0]
        if home in CHANGING:
            raise Impure(f"it uses the module {home!r}")
        if home in LIBRARIES or home in sys.stdlib_module_names:
            return "module", module.__name__
        used = sorted(n for n in self.names if n in vars(module))
        return tuple((n, self.value(vars(module)[n], n)) for n in used)

    def instance(self, value: Any, name: str) -> Any:
        """An object by those of its attributes and methods that are named."""
        kind = type(value)
        found: list[Any] = []
        done: set[str] = set()
        call = inspect.getattr_static(kind, "__call__", None)
        if is_users(call):
            found.append(self.value(call, name))
        while more := sorted(self.names - done):
            done |= set(more)
            for n in more:
                of_kind = getattr(kind, n, None)
                if is_users(of_kind):
                    found.append((n, self.value(of_kind, n)))
                elif isinstance(of_kind, property) and is_users(of_kind.fget):
                    found.append((n, self.value(of_kind.fget, n)))
                elif hasattr(value, n) and not callable(of_kind):
                    found.append((n, self.value(getattr(value, n), n)))
        return kind.__name__, tuple(found)


def _is_of_library(value: Any) -> bool:
    home = str(getattr(value, "__module__", None) or "").partition(".")[0]
    return home in LIBRARIES or isinstance(value, (type, BuiltinFunctionType))


def _closes_over(value: Any) -> bool:
    """Whether it is a function of rotlib's that was made for a load."""
    return isinstance(value, FunctionType) and value.__closure__ is not None


def _meaning(name: str, function: FunctionType) -> Any:
    cells = dict(
        zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )
    if name in cells:
        return cells[name].cell_contents if _filled(cells[name]) else None
    return function.__globals__.get(name)


def _filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _has_state(value: Any) -> bool:
    return hasattr(value, "__dict__") or hasattr(type(value), "__slots__")


def _is_plain(owner: Any) -> bool:
    """Whether a built-in function belongs to a module or to a value that is fixed."""
    return owner is None or isinstance(owner, (ModuleType, *FIXED))


class _Told(NamedTuple):
    """What instructions say: a name that is changed, a module, whether it writes."""

    changed: str
    imported: str
    writes: bool
    random: bool
    scope: tuple[str, ...]  # names looked up in the module
    attributes: frozenset[str]


@lru_cache(maxsize=1024)
def _told(code: CodeType) -> _Told:
    changed = imported = ""
    writes = random = False
    scope, attributes = set(), set()
    for line in _instructions(code):
        name = line.argval
        if line.opname in ("STORE_GLOBAL", "STORE_ATTR", "DELETE_ATTR") or (
            line.opname == "STORE_DEREF" and name in code.co_freevars
        ):
            changed = name
        elif line.opname == "IMPORT_NAME" and name in CHANGING:
            imported = name
        elif line.opname == "STORE_SUBSCR":
            writes = True
        elif line.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            scope.add(name)
        elif line.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            attributes.add(name)
            writes = writes or name in WRITES
            random = random or name == "random"
    names = tuple(sorted(scope)), frozenset(attributes)
    return _Told(changed, imported, writes, random, *names)


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _instructions(inner)
