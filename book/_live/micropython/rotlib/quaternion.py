"""Quaternions, scalar first, by the generated functions."""

import numpy as np

from ._arrays import arrays
from .kernels import quaternion as _k

multiply = arrays(_k.multiply, (4, 4))
rotate = arrays(_k.rotate, (4, 3), check=(0,))
rotate_back = arrays(_k.rotate_back, (4, 3), check=(0,))
exp = arrays(_k.exp, (3,))
log = arrays(_k.log, (4,), check=(0,))


def conjugate(q):
    return np.asarray(q, float) * [1.0, -1.0, -1.0, -1.0]


def normalize(q):
    return np.asarray(q, float) / np.linalg.norm(q)


def angle_between(p, q):
    turn = multiply(conjugate(p), q)
    return 2 * np.arctan2(np.linalg.norm(turn[1:]), abs(turn[0]))
