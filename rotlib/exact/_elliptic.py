"""Elliptic integrals in forty-digit `decimal` arithmetic and theta functions in NumPy.

The integrals fix the constants of a motion once. The theta series are what is evaluated
at every time; with a nome of at most exp(-pi) four terms reach round-off.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

import numpy as np

from .._types import Array

Four: TypeAlias = tuple[Array, Array, Array, Array]
PI = Decimal("3.14159265358979323846264338327950288419716939937510582")
CLOSE = Decimal("1e-22")
_TERMS = range(4)


def agm(a: Decimal, b: Decimal) -> Decimal:
    while abs(a - b) > a * CLOSE:  # quadratic: the next mean is right to 44 digits
        a, b = (a + b) / 2, (a * b).sqrt()
    return (a + b) / 2


def complete(kc: Decimal) -> Decimal:
    """K(k), complete elliptic integral of the first kind; kc = sqrt(1 - k^2)."""
    return PI / (2 * agm(Decimal(1), kc))


def complete_third(kc: Decimal, p: Decimal) -> Decimal:
    """Integral over 0..pi/2 of sin^2 / ((cos^2 + p sin^2) sqrt(cos^2 + kc^2 sin^2))."""
    a, m, e, p = Decimal(0), Decimal(1), kc, p.sqrt()
    b = 1 / p
    while True:
        a, b, g = a + b / p, 2 * (b + a * (e / p)), e / p
        p, g = p + g, m
        m += kc
        if abs(g - kc) <= g * CLOSE:
            return PI / 2 * (b + a * m) / (m * (m + p))
        kc = 2 * e.sqrt()
        e = kc * m


def carlson_rf(x: Decimal, y: Decimal, z: Decimal) -> Decimal:
    """Carlson's R_F(x, y, z), at most one argument zero."""
    while True:
        mean = (x + y + z) / 3
        ex, ey, ez = 1 - x / mean, 1 - y / mean, 1 - z / mean
        if max(abs(ex), abs(ey), abs(ez)) < Decimal("4e-6"):
            # the terms left out are below 1e-32
            e2, e3 = ex * ey - ez * ez, ex * ey * ez
            series = 1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44
            return series / mean.sqrt()
        rx, ry, rz = x.sqrt(), y.sqrt(), z.sqrt()
        shift = rx * (ry + rz) + ry * rz
        x, y, z = (x + shift) / 4, (y + shift) / 4, (z + shift) / 4


def theta_zeros(q: float) -> tuple[float, float, float]:
    """theta_2(0) / (2 q^(1/4)), theta_3(0), theta_4(0)."""
    two = sum(q ** (n * n + n) for n in _TERMS)
    three = 1 + sum(2 * q ** (n * n) for n in (1, 2, 3))
    return two, three, 1 + sum(2 * (-1) ** n * q ** (n * n) for n in (1, 2, 3))


def theta_small_modulus(x: Array, nome: float, decay: float) -> Four:
    """sn, cn, dn, arg theta_4(pi x - i delta) at u = 2 K x; decay = q exp(2 delta)."""
    v, q = np.pi * x, nome
    one = sum((-1) ** n * q ** (n * n + n) * np.sin((2 * n + 1) * v) for n in _TERMS)
    two = sum(q ** (n * n + n) * np.cos((2 * n + 1) * v) for n in _TERMS)
    even = [2 * q ** (n * n) * np.cos(2 * n * v) for n in (1, 2, 3)]
    three, four = 1 + (even[0] + even[1] + even[2]), 1 - (even[0] - even[1] + even[2])
    two0, three0, four0 = theta_zeros(q)
    back = q * q / decay if decay else 0.0
    real, imag = np.ones_like(v), np.zeros_like(v)
    for n in (1, 2, 3, 4):
        size = (-1) ** n * q ** (n * n - n)
        grow, fall = size * decay**n, size * back**n
        real = real + (grow + fall) * np.cos(2 * n * v)
        imag = imag + (grow - fall) * np.sin(2 * n * v)
    scale = 1 / four
    return (
        (three0 / two0) * one * scale,
        (four0 / two0) * two * scale,
        (four0 / three0) * three * scale,
        np.arctan2(imag, real),
    )


def theta_large_modulus(y: Array, rise: Array, nome: float, gamma: float) -> Four:
    """sn, cn, dn, arg theta_2(gamma - i y) at y = pi u / (2 K'), from the nome q'."""
    # rise is q' exp(2 |y|) <= 1, which would cancel here; on the separatrix q' = 0
    q, fall, sign = nome, np.exp(-2 * np.abs(y)), np.sign(y)
    # exp(2 n |y|) and exp(-(2 n + 2) |y|), each times q^(n^2 + n)
    up = [(q**n * rise) ** n for n in _TERMS]
    down = [q ** (n * n + n) * fall ** (n + 1) for n in _TERMS]
    odd = [-np.expm1(-2 * np.abs(y)), *(up[n] - down[n] for n in (1, 2, 3))]
    pair = [up[n] + down[n] for n in _TERMS]
    one, two = odd[0] - odd[1] + odd[2] - odd[3], sum(pair)
    even = [(q ** (n - 1) * rise) ** n + q ** (n * n) * fall**n for n in (1, 2, 3, 4)]
    three = 1 + (even[0] + even[1] + even[2] + even[3])
    four = 1 - (even[0] - even[1] + even[2] - even[3])
    two0, three0, four0 = theta_zeros(q)
    half = np.exp(-np.abs(y))
    sine = sum(np.sin((2 * n + 1) * gamma) * odd[n] for n in _TERMS)
    cosine = sum(np.cos((2 * n + 1) * gamma) * pair[n] for n in _TERMS)
    return (
        sign * (three0 / four0) * one / two,
        (2 * two0 / four0) * four * half / two,
        (2 * two0 / three0) * three * half / two,
        sign * np.arctan2(sine, cosine),
    )
