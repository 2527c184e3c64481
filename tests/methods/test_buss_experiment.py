"""Buss's published table, integer for integer, and final errors for a box: numbers
that any slip in a method would change."""

import numpy as np
import pytest

import rotlib as rl
from rotlib.diagnostics import Problem, steps_needed
from rotlib.errors import InvalidInput

J = np.array((95.0, 9.0, 94.0)) / 9
L = 10 * np.array((1.0, 1.0, 0.0)) / np.sqrt(2)
EXPERIMENT = Problem(rl.Body(J), tuple(L / J), 40.0)
TRUTH = rl.exact.free_body(EXPERIMENT.body, EXPERIMENT.omega, 40.0)[0]

# Printed by Buss, but for three rows: his 6616 is 6618 here, the sibling buss2_minus he
# does not have, and the last group he only describes.
TABLE = """
lie_euler_ep 16216   buss2 14546   buss2_ep 11505   buss3_false 15056
buss2_plus 5573   buss2_plus_ep 6618   buss2_minus 19387   buss3 3661   buss3_ep 652
buss4 1304   buss4_ep 688   splitting_123 16131   splitting_123_ep 5210
splitting_231 1191   splitting_231_ep 945   splitting4_231 431
splitting4_231_ep 196   rk4_naive 13512   rk4_naive_ep 12773   rk4_quaternion 1558
adams_bashforth_moulton 12771   adams_bashforth_moulton_ep 12773   simo_wong 11500
simo_wong_ep 11505   buss3_false_ep 12773   splitting_132 5214   splitting_213 1074
splitting_312 4662   splitting_312_ep 1055   splitting_321 14331
splitting4_123 1080   splitting4_123_ep 1403   splitting4_312 990
""".split()
NEEDED = dict(zip(TABLE[::2], map(int, TABLE[1::2]), strict=True))


def error(name, steps):
    end = EXPERIMENT.run(name, steps, every=steps).q[-1]
    return rl.quaternion.angle_between(end, TRUTH)


@pytest.mark.day(6)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", NEEDED)
def test_the_number_of_steps_is_the_first_that_suffices(name):
    assert error(name, NEEDED[name]) <= 1e-3 < error(name, NEEDED[name] - 1)


@pytest.mark.parametrize(
    "name", ["buss4", pytest.param("buss3_ep", marks=pytest.mark.night)]
)
def test_the_search_finds_it(name):
    found = steps_needed(name, EXPERIMENT, 1e-3, least=100)
    assert found.steps == NEEDED[name] and found.error <= 1e-3 < found.error_before


@pytest.mark.night
def test_steps_too_long_for_a_method_count_as_failures():
    problem = Problem(rl.Body((1.0, 2.0, 2.6)), (0.3, 1.0, 0.8), 10.0)
    found = steps_needed("dmv", problem, 1e-3, least=5)
    assert found.error <= 1e-3 < found.error_before and found.steps > 50


def test_the_search_says_when_there_is_nothing_to_find():
    few = {"least": 1000, "most": 2000, "points": 3}
    assert steps_needed("lie_euler", EXPERIMENT, 1e-3, **few) is None
    with pytest.raises(InvalidInput, match="search lower"):
        steps_needed("buss8", EXPERIMENT, 1e-3, **few)
    for wrong in (
        {"error": 0.0},
        {"error": 1e-3, "least": 9, "most": 9},
        {"error": 1e-3, "points": 1},
    ):
        with pytest.raises(InvalidInput):
            steps_needed("buss4", EXPERIMENT, **wrong)
