"""The free motion of one body: a small set of constants, and its value at any times.

All in principal components. Moments and rates are rational numbers, so which side of
the separatrix a motion lies on, and how close it comes, is decided exactly; the
constants that multiply time are pairs of doubles, so that phases are reduced without
loss however many turns have passed.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import copysign, inf
from typing import NamedTuple, TypeAlias

import numpy as np

from .._types import Array
from ..errors import InvalidInput
from ..quaternion import conjugate, multiply
from ._elliptic import (
    PI,
    carlson_rf,
    complete,
    complete_third,
    theta_large_modulus,
    theta_small_modulus,
)

Numbers: TypeAlias = tuple[float, ...]
Pair: TypeAlias = tuple[float, float]  # a number as its high and its low part


class Motion(NamedTuple):
    """Constants: the momentum circles c, not a; b is the middle, k the reference."""

    kind: str  # "steady", "small" (k^2 <= 1/2), "large" or "separatrix"
    a: int
    b: int
    c: int
    k: int
    amplitude: Numbers  # momentum direction is amplitude * (cn, sn, dn) on axes a, b, c
    rates: Numbers  # |L| / J on axes 1, 2, 3
    turns: Pair  # mean precession of axis k about L in turns a unit of time
    k2: float  # square of the modulus and its complement
    kc2: float
    frequency: Pair = (0.0, 0.0)  # of u / 2K (on the separatrix: of u)
    start: Pair = (0.0, 0.0)
    nome: float = 0.0
    log_nome: float = 0.0
    shape: float = 0.0  # decay or gamma of the theta function behind the precession
    sense: float = 0.0  # its sign
    order: int = 1  # sign of J_c - J_a


@lru_cache(maxsize=1024)
def prepare(moments: Numbers, omega: Numbers) -> Motion:
    J, w = [Fraction(x) for x in moments], [Fraction(x) for x in omega]
    low, b, high = sorted(range(3), key=lambda i: J[i])
    with localcontext(Context(prec=45)):
        if all((J[i] - J[j]) * w[i] * w[j] == 0 for i, j in ((0, 1), (1, 2), (2, 0))):
            speed = _decimal(sum(x * x for x in w)).sqrt()
            axis = tuple(float(_decimal(x) / speed) if speed else 0.0 for x in w)
            saddle = w[b] != 0 and J[low] < J[b] < J[high]
            turns, k2 = pair(speed / (2 * PI)), float(saddle)
            return Motion(
                "steady", low, b, high, high, axis, omega, turns, k2, 1.0 - k2
            )
        about_low = J[low] * (J[b] - J[low]) * w[low] ** 2
        about_high = J[high] * (J[high] - J[b]) * w[high] ** 2
        a, c = (low, high) if about_high >= about_low else (high, low)
        return _oscillating(J, w, a, b, c, abs(about_high - about_low))


def _oscillating(
    J: list[Fraction], w: list[Fraction], a: int, b: int, c: int, gap: Fraction
) -> Motion:
    ba, cb, ca = abs(J[b] - J[a]), abs(J[c] - J[b]), abs(J[c] - J[a])
    # |2 T J_c - L^2| and |L^2 - 2 T J_a|: sums, no cancellation
    A = J[a] * ca * w[a] ** 2 + J[b] * cb * w[b] ** 2
    C = J[b] * ba * w[b] ** 2 + J[c] * ca * w[c] ** 2
    L = _decimal(sum((J[i] * w[i]) ** 2 for i in range(3))).sqrt()
    # squared amplitudes; La2 + Lc2 = L^2
    La2, Lb2, Lc2 = J[a] * A / ca, J[b] * A / cb, J[c] * C / ca
    modulus2, complement = ba * A / (cb * C), ca * gap / (cb * C)
    sa, sc = _sign(w[a]), _sign(w[c])
    parity = 1 if (b - a) % 3 == 1 else -1
    order = 1 if J[c] > J[a] else -1
    sb = parity * order * sa * sc  # Euler's equation for axis b: its rate grows with u

    rate = _decimal(cb * C / (J[a] * J[b] * J[c])).sqrt()
    # |u| <= K at t = 0 because cn has the sign of omega_a; sn^2, cn^2, dn^2 are
    # rational
    sn2 = J[b] * cb * w[b] ** 2 / A
    cn2, dn2 = J[a] * ca * w[a] ** 2 / A, J[c] * ca * w[c] ** 2 / C
    u0 = Decimal(0)
    if sn2:
        u0 = carlson_rf(_decimal(cn2), _decimal(dn2), Decimal(1))
        u0 *= _decimal(sn2).sqrt() * _sign(w[b]) * sb

    # reference axis: the extreme one that keeps the larger distance from L, never less
    # than 45 degrees
    k, o, Lo2, ratio = a, c, Lc2, La2 / Lc2
    if Lc2 < La2:
        k, o, Lo2, ratio = c, a, La2, modulus2 * Lc2 / La2
    lift = _decimal(1 / J[b] - 1 / J[o])
    k2, kc2, g = _decimal(modulus2), _decimal(complement), _decimal(ratio)
    squares = ((sa, La2), (sb, Lb2), (sc, Lc2))
    rates = tuple(float(L / _decimal(x)) for x in J)
    if inf in rates:
        raise InvalidInput(
            "omega: expected rates that stay within floating point, got"
            f" {float(max(map(abs, w))):.2g} rad/s, with which other axes reach more;"
            " look at the units"
        )
    nome = log_nome = shape = Decimal(0)
    if not kc2:
        kind, whole, mean = "separatrix", Decimal(1), L / _decimal(J[b])
        log_nome, shape = -Decimal("inf"), PI / 2 - carlson_rf(g, g + 1, g + 1)
    else:
        K, Kc = complete(kc2.sqrt()), complete(k2.sqrt()) if k2 else Decimal("inf")
        share = complete_third(kc2.sqrt(), 1 + g) / K * _decimal(Lb2 / Lo2)
        whole, mean = 2 * K, L / _decimal(J[o]) + L * lift * share
        # theta function's zero at i alpha; none: alpha = K'
        alpha = carlson_rf(g, g + k2, g + 1) if g else None
        if k2 > kc2:
            kind, log_nome = "large", -PI * K / Kc
            nome, shape = log_nome.exp(), PI / 2 * (1 - alpha / Kc) if alpha else shape
        else:
            kind, nome = "small", (-PI * Kc / K).exp()
            shape = (-PI * alpha / K).exp() if alpha else nome
    amplitude = tuple(s * float(_decimal(x).sqrt() / L) for s, x in squares)
    turns, moduli = pair(mean / (2 * PI)), (float(modulus2), float(complement))
    phase = pair(rate / whole), pair(u0 / whole)
    theta = float(nome), float(log_nome), float(shape), copysign(1.0, lift)
    return Motion(
        kind, a, b, c, k, amplitude, rates, turns, *moduli, *phase, *theta, order
    )


def evaluate(motion: Motion, t: Array) -> tuple[Array, Array]:
    """Attitudes (n, 4) relative to the start, and body rates (n, 3), at times (n,)."""
    t = np.concatenate(([0.0], t))
    if motion.kind == "steady":
        half = np.pi * reduced(*advance(t, motion.turns), 2.0)
        q = np.column_stack((np.cos(half), np.sin(half)[:, None] * motion.amplitude))
        return q[1:], np.tile(np.array(motion.rates, dtype=float), (len(t) - 1, 1))
    a, b, c, k = motion.a, motion.b, motion.c, motion.k
    high, low = advance(t, motion.frequency, motion.start)
    count = np.rint(high) * (motion.kind != "separatrix")  # half periods passed
    x = (high - count) + low
    if motion.kind == "small":
        sn, cn, dn, angle = theta_small_modulus(x, motion.nome, motion.shape)
    else:
        y, rise, turn = x, np.zeros_like(x), 0.0 * x
        if motion.kind == "large":
            y, turn = -motion.log_nome * x, 2 * motion.shape * x
            rise = np.exp(np.minimum(motion.log_nome * (1 - 2 * np.abs(x)), 0.0))
        sn, cn, dn, angle = theta_large_modulus(y, rise, motion.nome, motion.shape)
        angle = turn - angle
    m = np.empty((len(t), 3))
    m[:, [a, b, c]] = np.column_stack((cn, sn, dn)) * motion.amplitude
    m /= np.sqrt((m * m).sum(1))[:, None]

    p = c if k == a else a
    upright = 1.0 if motion.amplitude[0 if p == a else 2] > 0 else -1.0
    tilt = _align(m, k, b, p, upright)
    turns = reduced(*advance(t, motion.turns), 2.0)
    turns = turns + motion.sense * (angle - angle[0]) / (2 * np.pi)
    count = np.mod(count, 4)
    if k == a:
        turns = turns + motion.order * count / 2
    half = upright * np.pi * turns
    spin = _turn(p, np.cos(half), np.sin(half))
    half = -np.sign(motion.amplitude[2]) * motion.order * np.pi / 2 * count
    flip = _turn(c, np.cos(half), np.sin(half))
    q = multiply(multiply(conjugate(tilt[:1]), spin), multiply(tilt, flip))
    m[:, [a, b]] *= 1 - 2 * np.mod(count, 2)[:, None]
    return q[1:], m[1:] * motion.rates


def _align(m: Array, k: int, b: int, p: int, upright: float) -> Array:
    """Turns that carry each direction `m` to upright * e_p, axis k at azimuth zero."""
    parity = upright * (1 if (b - k) % 3 == 1 else -1)
    rho = np.hypot(m[:, b], m[:, p])
    first = _half_turn(k, upright * m[:, p] / rho, parity * m[:, b] / rho)
    return multiply(_half_turn(b, rho, -parity * m[:, k]), first)


def _half_turn(axis: int, cosine: Array, sine: Array) -> Array:
    w = np.sqrt((1 + cosine) / 2)
    return _turn(axis, w, sine / (2 * w))


def _turn(axis: int, w: Array, x: Array) -> Array:
    q = np.zeros((len(w), 4))
    q[:, 0], q[:, 1 + axis] = w, x
    return q


def _decimal(x: Fraction | int) -> Decimal:
    return Decimal(x.numerator) / Decimal(x.denominator)


def _sign(x: Fraction) -> int:
    return -1 if x < 0 else 1


# --- phases that are right after any number of turns ----------------------------------

_SPLIT = 134217729.0  # 2^27 + 1 cuts a double into two halves whose products are exact


def pair(x: Decimal) -> Pair:
    high = float(x)
    return high, float(x - Decimal(high))


def advance(t: Array, rate: Pair, start: Pair = (0.0, 0.0)) -> tuple[Array, Array]:
    """start + t * rate in periods, high and low part (Dekker's product)."""
    # the same product with a rate of about one, so that no half of a number overflows
    size = np.frexp(rate[0])[1]
    with np.errstate(over="ignore", under="ignore"):
        t, rate = np.ldexp(t, size), np.ldexp(rate, -size)
        product = t * rate[0]
    if not np.abs(product).max() < 2.0**53:
        raise InvalidInput(
            f"t: expected fewer than 2**53 periods, got {np.abs(product).max():.2g};"
            " no phase is left"
        )
    t1, r1 = t * _SPLIT, rate[0] * _SPLIT
    t1, r1 = t1 - (t1 - t), r1 - (r1 - rate[0])
    t2, r2 = t - t1, rate[0] - r1
    error = ((t1 * r1 - product) + t1 * r2 + t2 * r1) + t2 * r2
    total = product + start[0]
    back = total - product
    lost = (product - (total - back)) + (start[0] - back)
    return total, lost + (error + t * rate[1] + start[1])


def reduced(high: Array, low: Array, period: float) -> Array:
    """The sum, brought to the interval from -period/2 to period/2."""
    turns: Array = np.rint(high / period)
    return (high - period * turns) + low
