"""rotlib on a page: generated functions as they are; what needs the whole of NumPy is
known for the calls that the checks make."""

import given

LIVE = ("quaternion", "dual_quaternion", "kernels", "stumpff", "errors")
NUMBERS = {}  # of this exercise, put there by `page`


def require(version):
    pass


class Given:
    """A function, or a place of functions, of the whole rotlib."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        return Given(self._name + "." + name)

    def __call__(self, *arguments, **options):
        call = given.key(self._name, arguments, options)
        if call not in NUMBERS:
            raise NotImplementedHere(
                f"{self._name} needs the whole rotlib, which this page does not have;"
                " use it in the notebook"
            )
        return _unpacked(NUMBERS[call])


class NotImplementedHere(Exception):
    pass


class Run:
    """What a run was asked for."""

    def __init__(self, values):
        for name in values:
            setattr(self, name, _unpacked(values[name]))


def _unpacked(value):
    import numpy

    if isinstance(value, dict):
        if "pair" in value:
            return tuple([_unpacked(v) for v in value["pair"]])
        return Run(value)
    return numpy.array(value) if isinstance(value, list) else value


class Body:
    """Moments of inertia, as they were given."""

    def __init__(self, *arguments, **options):
        self.given_as = given.key("Body", arguments, options)
        self.principal_moments = tuple(arguments[0])


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name in LIVE:
        __import__("rotlib." + name)
        return globals()[name]
    return Given(name)
