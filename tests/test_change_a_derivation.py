"""What the README promises a reader: change the order in the notebook, regenerate, and use the new kernel."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = "book/magnus/derive.ipynb"
COMPARE = """
import numpy as np
import rotlib as rl

rate, acceleration, h = np.array([0.9, -0.4, 0.3]), np.array([-0.5, 1.1, 0.7]), 1.0
parts = [rl.magnus.rotation_vector(rate + i * h / 64 * acceleration, acceleration, h / 64, order=10) for i in range(64)]
q = rl.quaternion.exp(parts[0])
for part in parts[1:]:
    q = rl.quaternion.multiply(rl.quaternion.exp(part), q)
for order in (8, 10, 12):
    one = rl.quaternion.exp(rl.magnus.rotation_vector(rate, acceleration, h, order=order))
    print(float(rl.quaternion.angle_between(one, q)))
"""


@pytest.fixture
def checkout(tmp_path):
    for name in ("_toc.yml", "book", "rotlib"):
        source, target = ROOT / name, tmp_path / name
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    return tmp_path


def python(*arguments, folder):
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(folder)})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_higher_order_is_one_number_and_one_command_away(checkout):
    notebook = json.loads((checkout / NOTEBOOK).read_text())
    changed = 0
    for cell in notebook["cells"]:
        for i, line in enumerate(cell["source"]):
            if cell["cell_type"] == "code" and line.startswith("ORDER = 10"):
                cell["source"][i] = line.replace("ORDER = 10", "ORDER = 12")
                changed += 1
    assert changed == 1
    (checkout / NOTEBOOK).write_text(json.dumps(notebook))
    kernels = checkout / "rotlib" / "kernels" / "magnus.py"
    before = kernels.read_text()
    assert "magnus_order_12" not in before
    python("-m", "rotlib.codegen", "--write", "magnus", folder=checkout)
    assert "def magnus_order_12(" in kernels.read_text()
    assert "current" in python("-m", "rotlib.codegen", "--check", "magnus", folder=checkout)
    eight, ten, twelve = map(float, python("-c", COMPARE, folder=checkout).split())
    assert twelve < 0.3 * ten < 0.09 * eight
