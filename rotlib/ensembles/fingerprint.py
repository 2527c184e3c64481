"""A short text that changes when a function would compute something else.

It is made of code, defaults, and the values that a function finds in its closure and
among the globals it names; from functions of rotlib itself, of their names. What has no
value that can be read, such as an open file, counts by its type alone.
"""

import dataclasses
import hashlib
from collections.abc import Iterator
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

PLAIN = bool, int, float, complex, str, bytes, type(None)


def fingerprint(value: Any) -> str:
    """The same for the same code and values, in other processes too."""
    digest = hashlib.blake2b(digest_size=16)
    for part in _parts(value, {}):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _parts(value: Any, met: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    """What the value consists of, one after the other; each object once."""
    yield type(value).__qualname__.encode()
    if isinstance(value, PLAIN):
        yield repr(value).encode()
        return
    if id(value) in met:
        yield str(met[id(value)][0]).encode()
        return
    met[id(value)] = len(met), value  # kept, so that no other object gets its id
    inside: Any = ()
    if isinstance(value, (np.ndarray, np.generic)):
        a = np.asarray(value)
        yield f"{a.dtype.str}{a.shape}".encode()
        yield b"" if a.dtype.hasobject else np.ascontiguousarray(a).tobytes()
    elif isinstance(value, (tuple, list)):
        inside = value
    elif isinstance(value, (set, frozenset)):
        inside = sorted(value, key=repr)
    elif isinstance(value, dict):
        inside = [x for key in sorted(value, key=repr) for x in (key, value[key])]
    elif isinstance(value, CodeType):
        inside = value.co_code, value.co_names, value.co_consts
    elif isinstance(value, (type, ModuleType)):
        yield f"{getattr(value, '__module__', '')}.{value.__name__}".encode()
    elif isinstance(value, FunctionType):
        inside = _of_function(value)
    elif isinstance(value, MethodType):
        inside = value.__func__, value.__self__
    elif isinstance(value, partial):
        inside = value.func, value.args, value.keywords
    elif hasattr(value, "__wrapped__"):  # by a compiler or a cache
        inside = (value.__wrapped__,)
    elif dataclasses.is_dataclass(value):
        inside = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif callable(value) or hasattr(value, "__dict__"):
        call = vars(type(value)).get("__call__")
        name = getattr(value, "__name__", None)
        code = call if isinstance(call, FunctionType) else None
        inside = name, code, _attributes(value)
    for x in inside:
        yield from _parts(x, met)


def _of_function(f: FunctionType) -> Iterator[Any]:
    """Code, defaults, closure, and the globals that the code names."""
    yield f.__defaults__, f.__kwdefaults__
    for cell in f.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # a name that has no value yet
            yield None
    if f.__module__ and f.__module__.partition(".")[0] == "rotlib":
        yield f.__module__, f.__qualname__
        return
    yield f.__code__
    for name in sorted(_names(f.__code__)):
        if name in f.__globals__:
            yield name, f.__globals__[name]


def _names(code: CodeType) -> set[str]:
    """The names that code looks up, functions within it too."""
    within = [_names(c) for c in code.co_consts if isinstance(c, CodeType)]
    return {*code.co_names}.union(*within)


def _attributes(value: Any) -> dict[str, Any]:
    """What an object keeps, without what it can compute again."""
    return {
        name: x
        for name, x in getattr(value, "__dict__", {}).items()
        if not isinstance(getattr(type(value), name, None), cached_property)
    }
