"""Stands for NumPy where there is none: names for type hints and tables, no arrays.

Deriving and recording take Python's numbers. Modules that serve arrays too only name
NumPy's functions when they are imported; whoever calls one here is told."""


class _Name(type):
    """What NumPy calls by this name, unless it is called."""

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
        if cls.__name__ == "dtype":  # a key of tables
            return args[0]
        raise NotImplementedError(
            f"numpy.{cls.__name__}: no NumPy on this page; only floats are computed"
            " with"
        )


def _named(name):
    return known.setdefault(name, _Name(name, (), {}))


known = {}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _named(name)
