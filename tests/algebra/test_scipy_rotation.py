"""SciPy's own tests of its class Rotation, run on rotlib.

They come with SciPy. A thin class, `scipy_rotation.Rotation`, calls rotlib in place of
SciPy's code. What differs, and what rotlib has not, is written down here, and no more
than that may differ. The words of errors are not compared, but that there is one is."""

import importlib.util
import inspect
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import scipy_rotation
from scipy_rotation import Missing

scipy = pytest.importorskip("scipy")
MADE_FOR = "1.17"
THEIRS = Path(scipy.__file__).parent / "spatial/transform/tests/test_rotation.py"
if not scipy.__version__.startswith(f"{MADE_FOR}."):
    pytest.skip(f"the lists are made for SciPy {MADE_FOR}", allow_module_level=True)
if not THEIRS.exists():
    pytest.skip("SciPy came without its tests", allow_module_level=True)

ROUNDING = "an entry that is 0 comes out as 2e-16, and 1e-16 is asked for"
REFUSED = "a matrix that is no rotation is refused, not made one"
FIXED = "an attitude is an array; entries are assigned there, q[k] = ..."
OURS = "of the class in the test: rotlib has no function of this kind"
DIFFERENCES = {
    "test_as_matrix_single_nd_quaternion": ROUNDING,
    "test_as_matrix_from_square_input": ROUNDING,
    "test_as_matrix_from_generic_input": ROUNDING,
    "test_from_matrix_calculation": REFUSED,
    "test_from_matrix_ortho_output": REFUSED,
    "test_from_matrix_normalize": REFUSED,
    "test_multiplication_stability": "products are not normalised unless one asks",
    "test_setitem_slice": FIXED,
    "test_setitem_integer": FIXED,
    "test_zero_rotation_get_set": FIXED,
    "test_identity_shape": OURS,
    "test_random_rotation": OURS,
    "test_approx_equal_single_rotation": OURS,
    "test_repr_single_rotation": OURS,
    "test_repr_rotation_sequence": OURS,
}
MISSING = {
    "Slerp": "a class; quaternion.slerp goes between two attitudes",
    "_backend": "a name inside SciPy",
    "_quat": "a name inside SciPy",
    "align_vectors": "finding the rotation that fits vectors",
    "as_davenport": "angles about axes that are not those of the frame",
    "as_mrp": "modified Rodrigues parameters",
    "dtype": "a class cannot be looked into; an attitude is an array",
    "from_davenport": "angles about axes that are not those of the frame",
    "from_mrp": "modified Rodrigues parameters",
    "mean": "the mean of rotations",
    "reduce": "symmetry groups",
}


class Raises:
    """pytest, but for the words of errors."""

    def __getattr__(self, name):
        return getattr(pytest, name)

    def raises(self, kind, match=None):
        return pytest.raises(kind)


def loaded():
    spec = importlib.util.spec_from_file_location("their_tests", THEIRS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.Rotation, module.Slerp = scipy_rotation.Rotation, scipy_rotation.Slerp
    module.pytest = Raises()
    return {n: f for n, f in vars(module).items() if n.startswith("test_")}


TESTS = loaded()


def cases(test):
    """The arguments that their decorators give."""
    marks = [m for m in getattr(test, "pytestmark", ()) if m.name == "parametrize"]
    each = [[{mark.args[0]: value} for value in mark.args[1]] for mark in marks]
    for parts in product(*each):
        yield {name: value for part in parts for name, value in part.items()}


@cache
def outcome(name):
    """None, what rotlib has not, or what differs."""
    test = TESTS[name]
    array = importlib.import_module("scipy._lib._array_api").array_namespace
    numpy = {"xp": array(np.empty(0))}
    given = numpy if "xp" in inspect.signature(test).parameters else {}
    for case in cases(test):
        try:
            with np.errstate(all="ignore"):
                test(**given, **case)
        except Missing as missing:
            return missing
        except (Exception, pytest.fail.Exception) as error:
            return error
    return None


@pytest.mark.parametrize("name", [n for n in TESTS if n not in DIFFERENCES])
def test_agrees_with_scipy(name):
    found = outcome(name)
    if found is not None and not isinstance(found, Missing):
        raise found


@pytest.mark.parametrize("name", DIFFERENCES)
def test_what_is_said_to_differ_does(name):
    assert outcome(name) is not None and not isinstance(outcome(name), Missing)


def test_what_is_said_to_be_missing_is():
    """And most is there: more than half of their tests find what they ask for."""
    found = [o for o in map(outcome, TESTS) if isinstance(o, Missing)]
    assert {str(missing) for missing in found} == set(MISSING)
    assert len(TESTS) - len(found) - len(DIFFERENCES) >= 85
