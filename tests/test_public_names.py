"""What an editor shows: public names, complete types, and nothing else."""

import inspect
from types import FunctionType, ModuleType
from typing import get_args

from processes import python

import rotlib as rl
from rotlib._types import Frame

MODULES = [name for name in rl.__all__ if isinstance(getattr(rl, name), ModuleType)]


def test_completion_shows_what_is_public_and_nothing_else():
    for name in MODULES:
        module = getattr(rl, name)
        families = {m.name for m in rl.methods.ALL} if name == "methods" else set()
        assert sorted(dir(module)) == sorted({*module.__all__} | families)
        assert [n for n in module.__all__ if not hasattr(module, n)] == []


def public():
    for name in MODULES:
        module = getattr(rl, name)
        for n in module.__all__:
            yield f"{name}.{n}", getattr(module, n)
    yield from ((n, getattr(rl, n)) for n in rl.__all__ if n not in MODULES)


def functions():
    for name, value in public():
        if isinstance(value, FunctionType):
            yield name, value
        elif inspect.isclass(value) and value.__module__.startswith("rotlib"):
            for n, member in vars(value).items():
                if isinstance(member, FunctionType) and not n.startswith("_"):
                    yield f"{name}.{n}", member


def test_every_public_function_says_what_it_takes_and_returns():
    for name, function in functions():
        hints = function.__annotations__
        named = {*inspect.signature(function).parameters, "return"} - {"self", "cls"}
        assert named <= {*hints}, name


def test_without_a_frame_components_are_those_of_the_body():
    """What the conventions say, for each function that asks."""
    each = [function for _, function in functions()] + [rl.codegen.symbolic_load]
    parameters = [inspect.signature(function).parameters for function in each]
    frames = [known["frame"] for known in parameters if "frame" in known]
    assert len(frames) > 5 and get_args(Frame)[0] == "body"
    for frame in frames:
        assert frame.default == "body" and frame.annotation in ("Frame", Frame)


def test_modules_besides_are_found_without_an_import_of_their_own():
    code = "import rotlib; print(rotlib.kernels.__name__, rotlib.codegen.__name__)"
    assert python("-c", code).stdout == "rotlib.kernels rotlib.codegen\n"


def test_a_method_is_found_by_its_name():
    makers = {"dqvi", "krenk_nielsen", "rattle"}
    for name in {*rl.methods._NAMES} - makers:
        assert getattr(rl.methods, name).name == name
    assert "ALL" in dir(rl.methods) and "splitting_231" in dir(rl.methods)
