"""Dual quaternions, real part first, by the generated functions."""

from ._arrays import arrays
from .kernels import se3 as _k

multiply = arrays(_k.multiply, (8, 8))
from_pose = arrays(_k.from_pose, (4, 3), check=(0,))
position = arrays(_k.position, (8,))
