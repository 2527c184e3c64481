"""What the README promises a reader: change the order in the notebook, regenerate,
and use the new kernel. That the page derives the same, the browser's gate shows."""

import json
import shutil

import pytest
from problems import ROOT
from processes import python

pytestmark = [pytest.mark.night, pytest.mark.long]
MAGNUS = """
import numpy as np
import rotlib as rl

rate, acceleration, h = np.array([0.9, -0.4, 0.3]), np.array([-0.5, 1.1, 0.7]), 1.0
turn, exp = rl.magnus.rotation_vector, rl.quaternion.exp
rates = [rate + i * h / 64 * acceleration for i in range(64)]
q, *parts = [exp(turn(a, acceleration, h / 64, order=10)) for a in rates]
for part in parts:
    q = rl.quaternion.multiply(q, part)
for order in (8, 10, 12):
    one = exp(turn(rate, acceleration, h, order=order))
    print(float(rl.quaternion.angle_between(one, q)))
"""
BUSS = """
import rotlib as rl
from rotlib.diagnostics import Problem, order

inertia = [[3.0, 0.2, 0.1], [0.2, 4.0, 0.3], [0.1, 0.3, 5.0]]
body = rl.Body(inertia, mass=2.0, centre=(0.1, -0.2, 0.3))
free = 20.0, (70, 80, 90, 100), None
heavy = 4.0, (24, 28, 32, 36), rl.loads.uniform_gravity(body)
for duration, steps, load in (free, heavy):
    problem = Problem(body, (0.3, 1.0, 0.8), duration, load=load)
    print(order(rl.methods.buss(9), problem, steps).slope)
print(rl.methods.find("buss9").order, rl.lie_taylor.ORDER)
"""


@pytest.fixture
def checkout(tmp_path):
    shutil.copy(ROOT / "_toc.yml", tmp_path)
    for name in ("book", "rotlib"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def there(checkout):
    """What Python prints that runs in the checkout."""
    return lambda *words: python(*words, folder=checkout, paths=[checkout]).stdout


def change(checkout, notebook, old, new):
    """Replace one line of a notebook's code, which must be there once."""
    content, changed = json.loads((checkout / notebook).read_text(encoding="utf-8")), 0
    for cell in content["cells"]:
        for i, line in enumerate(cell["source"]):
            if cell["cell_type"] == "code" and line.startswith(old):
                cell["source"][i] = line.replace(old, new)
                changed += 1
    assert changed == 1
    (checkout / notebook).write_text(json.dumps(content), encoding="utf-8")


def test_a_higher_order_of_the_magnus_series_is_one_number_and_one_command_away(
    checkout, there
):
    change(checkout, "book/magnus/samples-derive.ipynb", "ORDER = 10", "ORDER = 12")
    kernels = checkout / "rotlib" / "kernels" / "magnus_samples.py"
    assert "magnus_order_12" not in kernels.read_text(encoding="utf-8")
    there("-m", "rotlib.codegen", "--write", "magnus/samples")
    assert "def magnus_order_12(" in kernels.read_text(encoding="utf-8")
    assert "current" in there("-m", "rotlib.codegen", "--check", "magnus/samples")
    eight, ten, twelve = map(float, there("-c", MAGNUS).split())
    assert twelve < 0.3 * ten < 0.09 * eight


def test_a_ninth_order_method_for_bodies_under_torque_too(checkout, there):
    """One number in the first notebook; the second follows, and the method measures
    order nine."""
    change(checkout, "book/buss/series-derive.ipynb", "ORDER = 8", "ORDER = 9")
    there("-m", "rotlib.codegen", "--write", "buss")
    table = checkout / "rotlib" / "kernels" / "lie_taylor.py"
    assert "ORDER = 9\n" in table.read_text(encoding="utf-8")
    free, loaded, order, largest = there("-c", BUSS).split()
    assert abs(float(free) - 9) < 0.3 and abs(float(loaded) - 9) < 0.3
    assert (order, largest) == ("9", "9")
