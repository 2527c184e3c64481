"""Newton's method stops on the residual, for one and for many, and says when it does
not arrive."""

import numpy as np
import pytest

from rotlib.errors import ConvergenceError
from rotlib.newton import dense, solve


def square_root(x, a):
    """Newton's correction for x^2 = a, the squared residual, the derivative."""
    f = x * x - a
    return -f / (2 * x), f * f, 2 * x


def no_root(x, a):
    f = x * x + a
    return -f / (2 * x + 1e-3), f * f, 2 * x


def test_one_unknown():
    x, slope, count, residual = solve(square_root, (1.0,), (2.0,), 2.0)
    assert abs(x - 2**0.5) < 1e-15
    assert abs(slope - 2 * x) < 1e-15
    assert count == 5
    assert residual < 4e-15


def test_many_at_once_with_the_same_bits():
    a = np.array([2.0, 3.0, 1e-6, 5e7, 0.0])
    x, *rest = solve(square_root, (np.ones(5),), (a,), a)
    for i in range(4):
        assert (x[i], *(part[i] for part in rest)) == solve(
            square_root, (1.0,), (float(a[i]),), float(a[i])
        )
    assert len(set(rest[1])) > 2  # each has its own number of corrections
    assert abs(x[4]) < 1e-7  # at scale zero it ends, too


def test_what_does_not_converge_is_not_returned():
    with pytest.raises(ConvergenceError, match="60 iterations") as caught:
        solve(no_root, (1.0,), (2.0,), 2.0)
    assert caught.value.residual > 0.1

    def one_root(x, a):
        step = np.where(a > 0, square_root(x, a)[0], no_root(x, 2.0)[0])
        return step, np.where(a > 0, square_root(x, a)[1], 1.0), 2 * x

    with pytest.raises(ConvergenceError, match="1 of the motions"):
        solve(one_root, (np.ones(2),), (np.array([2.0, -2.0]),), np.ones(2))


def test_elimination_gives_the_determinant_too():
    rng, units = np.random.default_rng(8), (1.0, 1.0, 1.0)
    r, K = rng.normal(size=(5, 3)), rng.normal(size=(5, 3, 3))
    many = dense(r.T, K.reshape(5, 9).T, units)
    for i in range(5):
        made = dense(r[i].tolist(), K[i].ravel().tolist(), units)
        assert made == tuple(part[i] for part in many)
        *dx, r2, determinant = made
        assert np.allclose(K[i] @ dx, -r[i]) and np.isclose(r2, r[i] @ r[i])
        assert np.isclose(determinant, np.linalg.det(K[i]))


@pytest.mark.parametrize("one", [1.0, np.ones(3)])
def test_a_singular_jacobian_is_refused(one):
    for K in ((0.0, 1.0, 1.0, 0.0), (1.0, 2.0, 2.0, 4.0)):
        with pytest.raises(ConvergenceError, match="singular Jacobian; take a smaller"):
            dense((one, one), [one * x for x in K], (1.0, 1.0))
