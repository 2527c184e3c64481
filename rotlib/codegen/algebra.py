"""Vectors and quaternions on symbols: the algebra every derivation starts from.

Vectors are 3x1 SymPy matrices, quaternions 4x1 matrices, scalar part first. Nothing here simplifies.
"""

import sympy as sp


def vector(name, **assumptions):
    """The symbols name_x, name_y, name_z as a 3x1 matrix."""
    return sp.Matrix(sp.symbols([f"{name}_{i}" for i in "xyz"], real=True, **assumptions))


def quaternion(name, **assumptions):
    """The symbols name_w, name_x, name_y, name_z as a 4x1 matrix."""
    return sp.Matrix(sp.symbols([f"{name}_{i}" for i in "wxyz"], real=True, **assumptions))


def scalar(name, **assumptions):
    """One real symbol."""
    return sp.Symbol(name, real=True, **assumptions)


def dot(a, b):
    """Sum of the products of the entries."""
    return sum((x * y for x, y in zip(a, b, strict=True)), sp.Integer(0))


def cross(a, b):
    """The vector product a x b."""
    return sp.Matrix([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def hat(a):
    """The matrix of b -> a x b."""
    return sp.Matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def vee(A):
    """The vector whose hat is the antisymmetric matrix A."""
    return sp.Matrix([A[2, 1], A[0, 2], A[1, 0]])


def join(w, v):
    """The quaternion with scalar part w and vector part v."""
    return sp.Matrix([w, *v])


def pure(v):
    """The quaternion (0, v)."""
    return join(sp.Integer(0), v)


def vec(q):
    """The vector part of a quaternion."""
    return sp.Matrix(q[1:4])


def multiply(p, q):
    """Hamilton product."""
    a, b, u, v = p[0], q[0], vec(p), vec(q)
    return join(a * b - dot(u, v), a * v + b * u + cross(u, v))


def conjugate(q):
    """The quaternion with its vector part reversed."""
    return join(q[0], -vec(q))


def rotate(q, v):
    """Vector part of q (0, v) q*, for any q (scaled by |q|^2)."""
    return vec(multiply(multiply(q, pure(v)), conjugate(q)))


def rotation_matrix(q):
    """The matrix of `rotate`: homogeneous of degree two in q."""
    columns = [rotate(q, sp.eye(3)[:, i]) for i in range(3)]
    return sp.Matrix.hstack(*columns).applyfunc(sp.expand)


def rotate_back(q, v):
    """Vector part of q* (0, v) q: from space components to body components."""
    return rotate(conjugate(q), v)
