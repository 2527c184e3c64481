"""Compositions: that the lengths cancel the errors of any symmetric step, what composed
methods keep and count, and what is refused."""

import numpy as np
import pytest
import reference_methods as plain
from refusals import refused

import rotlib as rl
from rotlib.diagnostics import Problem, order
from rotlib.errors import ConvergenceError, NotAvailable, StepTooLarge
from rotlib.methods import composed
from rotlib.methods.splitting import WEIGHTS

BODY, OMEGA = rl.Body((1.0, 2.0, 2.6)), (0.3, 1.0, 0.8)
TOP = rl.Body.cone(mass=0.7, radius=0.5, height=1.0)
HEAVY = {
    "omega": (0.5, 1.0, 8.0),
    "q0": rl.quaternion.exp([0.6, 0, 0]),
    "load": rl.loads.uniform_gravity(TOP),
}
KRENK = rl.methods.krenk_nielsen()


@pytest.mark.parametrize("p", WEIGHTS)
def test_lengths_are_a_palindrome_and_add_up(p):
    assert WEIGHTS[p] == WEIGHTS[p][::-1] and abs(sum(WEIGHTS[p]) - 1) < 1e-15
    assert np.abs(np.subtract(WEIGHTS[p], plain.parts_of(p))).max() < 2e-15
    assert min(WEIGHTS[p]) < 0  # none can do without
    beyond = np.cumsum(WEIGHTS[p])
    assert (beyond.max() > 1.1) == (p == 4)  # times at which a torque is asked for


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize(
    ("method", "p", "counts"),
    [
        (rl.methods.dmv, 4, (60, 90, 120)),
        (rl.methods.dmv, 6, (24, 32, 40)),
        (KRENK, 4, (60, 90, 120)),
        (KRENK, 6, (24, 32, 40)),
        (rl.methods.kicks2, 4, (40, 60, 90)),
    ],
    ids=lambda x: getattr(x, "name", None),
)
def test_any_symmetric_method_can_be_composed(method, p, counts):
    made = composed(method, p)
    assert made.name == f"composed({method.name}, order={p})"
    assert made.order == p and "symmetric" in made.properties
    assert made.conserves == method.conserves and made.properties == method.properties
    problem = Problem(TOP, HEAVY["omega"], 0.6, tuple(HEAVY["q0"]), HEAVY["load"])
    assert abs(order(made, problem, counts).slope - p) < 0.15
    run = rl.integrate(made, BODY, omega=OMEGA, h=0.1, steps=2000)
    L = run.momentum_space
    assert np.abs(L - L[0]).max() < 1e-11
    assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-11
    assert made == composed(method, p) != composed(method, 10 - p)


def test_statistics_of_a_step_are_those_of_its_parts():
    one = rl.integrate("dqvi", BODY, omega=OMEGA, h=0.1, steps=3)
    parts, w = [], plain.parts_of(4)
    for k in range(3):
        last = parts[-1] if parts else None
        start = (
            {"omega": last.omega[-1], "q0": last.q[-1]} if last else {"omega": OMEGA}
        )
        parts.append(rl.integrate("dqvi", BODY, **start, h=w[k] * 0.1, steps=1))
    run = rl.integrate("dqvi4", BODY, omega=OMEGA, h=0.1, steps=3)
    last = [p.stats for p in parts]
    assert run.stats["iterations"][1] == sum(s["iterations"][1] for s in last)
    turn = max(s["turn"][1] for s in last)
    assert abs(run.stats["turn"][1] - turn) < 1e-12
    # the records after it begin to count anew
    assert run.stats["iterations"][3] < 2 * run.stats["iterations"][1]
    assert run.stats["iterations"][1] > 2 * one.stats["iterations"][1]


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dqvi4", r"part 1 of 3 of a step of h = 0.2 s, 1.35 times as long"),
        ("dqvi6", r"part \d of 9 of a step of h = 0.2 s, 0.\d+ times as long"),
    ],
)
def test_a_part_that_is_too_long_is_named(name, said, batch):
    omega = np.array([(0.0, 16.0, 1.0)] * 2 if batch else (0.0, 16.0, 1.0))
    with pytest.raises((StepTooLarge, ConvergenceError), match=said) as caught:
        rl.integrate(name, rl.Body((1, 2, 2.6)), omega=omega, h=0.2, steps=5)
    assert caught.value.step == 1 and len(caught.value.trajectory) == 1


def test_refusals():
    names = "buss2 rk4 exact kicks4 splitting_231_ep adams_bashforth_moulton".split()
    refused(
        {
            f"{name} is of order.*take splitting_231": (
                lambda name=name: composed(rl.methods.find(name), 4)
            )
            for name in names
        }
        | {
            "dqvi_published counts disturbance": (
                lambda: composed(rl.methods.dqvi_published, 4)
            )
        },
        NotAvailable,
    )
    refused(
        {
            "expected a Method": lambda: composed("dmv", 4),
            "^order: expected one of 4, 6, 8": [
                lambda p=p: composed(rl.methods.dmv, p) for p in (2, 5, 10, "4", None)
            ],
            "order: expected 2 with dual_scalar_mass=0": lambda: rl.methods.dqvi(0, 4),
            "order: expected one of 2, 4, 6": lambda: rl.methods.dqvi(order=8),
        }
    )
    assert rl.methods.dqvi(order=4) is rl.methods.dqvi4 is rl.methods.find("dqvi4")
    assert rl.methods.splitting("312", 8) is rl.methods.splitting8_312
