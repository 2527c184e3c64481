"""What many tests share: the repository's root, bodies, a rate, number formats."""

from pathlib import Path

import numpy as np

import rotlib as rl

ROOT = Path(__file__).resolve().parents[1]

OMEGA = (0.3, 1.0, 0.8)
BODY = rl.Body((1.0, 2.0, 2.6))
SKEWED = rl.Body([[3.0, 0.2, 0.1], [0.2, 4.0, 0.3], [0.1, 0.3, 5.0]])
TILTED = rl.Body(SKEWED.inertia, mass=2.0, centre=(0.1, -0.2, 0.3))
TURNED = rl.Body([[2.0, 0.3, 0.1], [0.3, 2.5, 0.2], [0.1, 0.2, 3.0]])
BOX = rl.Body.box(mass=1.0, sides=(1, 4, 18))
BRICK = rl.Body.box(mass=1.0, sides=(3, 1, 2))
TOP = rl.Body.cone(mass=0.7, radius=0.05, height=0.1)


def truth(problem):
    """The attitude at the end of a motion under a load, for many methods to share."""
    return problem.run("rk4", 20_000, every=20_000).q[-1]


EPS = {np.float64: 2.0**-52, np.float32: 2.0**-23}
SHAPES = [(), (1,), (7,), (3, 1, 2)]
SMALL = [0.0, 1e-160, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.1, 1.0]
