"""SciPy's class of rotations, each of its functions a call of rotlib.

What rotlib has no function for is missing here too, and says so when it is used."""

import warnings

import numpy as np

from rotlib import errors, quaternion


class Missing(Exception):
    """SciPy has it, rotlib does not: its name."""


class Lacking(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise Missing(name)


class Rotation(metaclass=Lacking):
    def __init__(self, quat, normalize=True, copy=True, scalar_first=False):
        q = quat if scalar_first else quaternion.from_xyzw(quat)
        self.q = quaternion.normalize(q)

    def __getattr__(self, name):
        return getattr(type(self), name)

    @classmethod
    def of(cls, q):
        made = cls.__new__(cls)
        made.q = q
        return made

    @classmethod
    def from_quat(cls, quat, *, scalar_first=False):
        return cls(quat, scalar_first=scalar_first)

    def as_quat(self, canonical=False, *, scalar_first=False):
        q = self.q
        if canonical:
            q = quaternion.from_matrix(quaternion.as_matrix(q))
        return q if scalar_first else quaternion.as_xyzw(q)

    @classmethod
    def from_matrix(cls, matrix, *, assume_valid=False):
        return cls.of(quaternion.from_matrix(matrix))

    def as_matrix(self):
        return quaternion.as_matrix(self.q)

    @classmethod
    def from_rotvec(cls, rotvec, degrees=False):
        v = np.deg2rad(rotvec) if degrees else rotvec
        return cls.of(quaternion.exp(v))

    def as_rotvec(self, degrees=False):
        v = quaternion.log(self.q)
        return np.rad2deg(v) if degrees else v

    @classmethod
    def from_euler(cls, seq, angles, degrees=False):
        return cls.of(quaternion.from_euler(seq, angles, degrees))

    def as_euler(self, seq, degrees=False, *, suppress_warnings=False):
        with warnings.catch_warnings():
            if suppress_warnings:
                warnings.simplefilter("ignore", errors.GimbalLock)
            return quaternion.as_euler(self.q, seq, degrees)

    @classmethod
    def identity(cls, num=None, *, shape=None):
        shape = shape if shape is not None else () if num is None else num
        return cls.of(quaternion.exp(np.zeros((*np.atleast_1d(shape).astype(int), 3))))

    @classmethod
    def random(cls, num=None, rng=None, *, shape=None, random_state=None):
        rng = random_state if rng is None else rng
        shape = shape if shape is not None else () if num is None else (num,)
        rng = np.random.default_rng(rng)
        return cls.of(quaternion.normalize(rng.normal(size=(*shape, 4))))

    def inv(self):
        return self.of(quaternion.conjugate(self.q))

    def magnitude(self):
        return quaternion.angle_between([1.0, 0.0, 0.0, 0.0], self.q)

    def __mul__(self, other):
        if not isinstance(other, Rotation):
            return NotImplemented
        return self.of(quaternion.multiply(self.q, other.q))

    def __pow__(self, n, modulus=None):
        if modulus is not None:
            raise NotImplementedError
        if n == 1:
            return self.of(self.q.copy())
        return self.of(quaternion.exp(n * quaternion.log(self.q)))

    def apply(self, vectors, inverse=False):
        turn = quaternion.rotate_back if inverse else quaternion.rotate
        return turn(self.q, vectors)

    def approx_equal(self, other, atol=None, degrees=False):
        limit = 1e-8 if atol is None else np.deg2rad(atol) if degrees else atol
        return quaternion.angle_between(self.q, other.q) < limit

    @classmethod
    def concatenate(cls, rotations):
        each = [rotations] if isinstance(rotations, Rotation) else rotations
        if not all(isinstance(r, Rotation) for r in each):
            raise TypeError
        return cls.of(np.concatenate([np.atleast_2d(r.q) for r in each]))

    @property
    def shape(self):
        return self.q.shape[:-1]

    @property
    def single(self):
        return self.q.ndim == 1

    def __getitem__(self, key):
        if self.single:
            raise TypeError("Single rotation is not subscriptable.")
        return self.of(self.q[key])

    def __bool__(self):
        return True

    def __len__(self):
        if self.single:
            raise TypeError("Single rotation has no len().")
        return len(self.q)


class Slerp:
    def __init__(self, times, rotations):
        raise Missing("Slerp")
