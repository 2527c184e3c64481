"""Stands for packages that the page does not have: there are names, for type hints and
tables, and no arrays.

Deriving and recording take Python's numbers. Modules that serve arrays too only name
NumPy's functions when they are imported; a statement that calls one is left out."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGES = {"numpy", "scipy", "matplotlib", "IPython", "atlas"}


class _Name(type):
    """What a package calls by this name, unless it is called."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _named(f"{cls.__name__}.{name}")

    def __getitem__(cls, item):
        return cls

    def __or__(cls, other):
        return cls

    __ror__ = __or__

    def __call__(cls, *args, **kwargs):
        if cls.__name__ == "numpy.dtype":  # a key of tables
            return args[0]
        refuse(cls.__name__)

    def _asked(cls, *other):
        refuse(cls.__name__)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _asked
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = __iter__ = __float__ = _asked


def refuse(name):
    from rotbook.derivations import NotHere  # which is imported anew for each run

    raise NotHere(name)


def _named(name):
    return known.setdefault(name, _Name(name, (), {}))


known = {}


class _Module(ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name == "__all__":  # `from numpy import *` makes a function of arrays
            refuse(self.__name__)
        if name.startswith("__"):
            raise AttributeError(name)
        return _named(f"{self.__name__}.{name}")


class Finder:
    """Finds them, last of all, and their modules."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] in PACKAGES:
            return ModuleSpec(name, Finder, is_package=True)

    @staticmethod
    def create_module(spec):
        return _Module(spec.name)

    @staticmethod
    def exec_module(module):
        pass


def install():
    sys.meta_path.insert(0, Finder)
