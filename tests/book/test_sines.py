"""What is timed by sines.py is right, and its record is whole. No time is judged."""

import numpy as np
import pytest
import sines
from speed import native

import rotlib as rl

EXACT = {"third": False, "polynomial": True, "library": True}
C = pytest.mark.skipif(native.compiler() is None, reason="no C compiler")


def right(way, v):
    return rl.quaternion.exp(v) if EXACT[way] else rl.quaternion.exp_third_order(v)


def close(found, wanted, most=1e-15):
    np.testing.assert_allclose(found, wanted, rtol=0, atol=most)


@pytest.mark.parametrize("way", sines.WAYS)
def test_python_and_arrays_make_the_quaternion_that_they_are_timed_for(way):
    v = sines.some_vectors(50).T
    close(sines.on_arrays(way)(v), right(way, v))
    close([sines.in_python(way)(*one) for one in v.tolist()], right(way, v))


@C
@pytest.mark.parametrize("way", sines.WAYS)
def test_c_makes_the_quaternion_that_it_is_timed_for(way):
    v = sines.some_vectors(50)
    for bits in {0, native.widths()[-1]}:
        close(sines.each(way, bits, v).T, right(way, v.T))
    p = np.array([1.0, 0, 0, 0])
    for _ in range(3):
        p = right(way, [0.3 + 1e-3 * p[0], -0.2 + 1e-3 * p[2], 0.1 + 1e-3 * p[3]])
    close(sines.chain(way, 3), p)


@C
@pytest.mark.parametrize("way", sines.WAYS)
def test_the_step_is_that_of_the_article(way):
    h, steps = 0.01, 100
    omega, alpha = np.array(sines.OMEGA), np.array(sines.ALPHA)
    rates = omega + h * np.arange(steps)[:, None] * alpha
    turns = rl.magnus.rotation_vector(rates, alpha, h, terms=2, frame="space")
    q = np.array([1.0, 0, 0, 0])
    for turn in turns:
        q = rl.quaternion.multiply(right(way, turn), q)
    close(sines.step(way, steps, h), q, 1e-14)


def test_the_record_has_each_way_in_each_setting_and_its_machine():
    record = sines.load()
    assert {"processor", "compiler", "numpy", "python"} <= record["machine"].keys()
    rows = record["nanoseconds"]
    assert len(rows) == 6
    for row in rows.values():
        assert row.keys() == sines.WAYS.keys() and all(x > 0 for x in row.values())
