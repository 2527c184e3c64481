"""The free rigid body in closed form: rates and attitude at any time, without a step.

The rates are Jacobi elliptic functions, the attitude is one turn about the conserved
momentum, whose angle is linear in time plus the argument of a theta function. Times in
s, attitudes wxyz, body to space, rates in body components, rad/s. InvalidInput for
other shapes, for numbers that are not finite, and for a time so far away that the phase
is lost (2**53 periods); NotAvailable for bodies with rotors.

Chapter: The rigid body.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from . import _check, quaternion
from ._check import require
from ._types import Array, ArrayLike, Attitude
from .body import Body, BodyLike, as_body, one_body, require_no_rotors
from .kernels.rigid_loads import CARLSON
from .quaternion import conjugate, multiply

__all__ = ["free_body", "modulus", "period", "precession_rate"]
__dir__: Any = __all__.copy

Numbers: TypeAlias = tuple[float, ...]
Pair: TypeAlias = tuple[float, float]  # a number as its high and its low part
Four: TypeAlias = tuple[Array, Array, Array, Array]
PI = Decimal("3.14159265358979323846264338327950288419716939937510582")
CLOSE, ONE, NONE = Decimal("1e-22"), Decimal(1), Decimal(0)
TERMS = range(4)


def free_body(
    body: BodyLike, omega: ArrayLike, t: ArrayLike, q0: Attitude | None = None
) -> tuple[Array, Array]:
    """Attitude and body rates of a torque-free body at the times t.

    omega: (..., 3), at t = 0; several bodies are those of the motions in its batch
    t: any shape, in any order, negative ones too
    q0: attitude at t = 0, the identity by default; the attitudes are continuous from
        there, also in sign

    Both results have the axes of t first, then those of the batch; they are float32 if
    omega and q0 are. The attitude is right to 4e-15 rad and the rates to 1e-15 of their
    size, at the separatrix too and at all times. What grows is the effect of the data:
    rates known to a relative eps leave a phase uncertain by eps |omega| t, and near the
    separatrix by a further eps / (1 - k^2) in each period. A new pair of body and rates
    costs about a millisecond, a further time a microsecond.

    >>> box = Body((5 / 12, 13 / 12, 10 / 12))
    >>> free_body(box, (0.01, 0, 10), period(box, (0.01, 0, 10)) / 2)[1].round(6) + 0.0
    array([  0.01,   0.  , -10.  ])
    """
    body = as_body(body)
    require_no_rotors(body, "the closed form holds")
    J = np.stack(body.principal_moments, -1)
    axes = np.stack(body.principal_axes, -1)
    w = _check.trailing(omega, 3, "omega")
    t = _check.array(t, "t").astype(np.float64)
    q0 = np.array([1.0, 0.0, 0.0, 0.0], dtype=w.dtype) if q0 is None else q0
    start = _check.unit_quaternion(q0, "q0")
    dtype = np.result_type(w, start)
    alone = _check.broadcast((w.shape[:-1], body.shape), "omega, body")
    batch = _check.broadcast((start.shape[:-1], alone), "q0, omega")
    w = _principal(axes, J, np.broadcast_to(w, (*alone, 3)).astype(np.float64))
    moments = np.broadcast_to(J, w.shape).reshape(-1, 3).tolist()
    q: Array = np.empty((t.size, len(moments), 4))
    rates: Array = np.empty((t.size, len(moments), 3))
    for i, each in enumerate(zip(moments, w.reshape(-1, 3).tolist(), strict=True)):
        q[:, i], rates[:, i] = _evaluate(_prepare(*map(tuple, each)), t.ravel())
    lead = (*t.shape, *(1,) * (len(batch) - len(alone)), *alone)
    q, rates = q.reshape(*lead, 4), quaternion.rotate(axes, rates.reshape(*lead, 3))
    q = multiply(multiply(axes, q), conjugate(axes))
    q = multiply(start.astype(np.float64), q)
    rates = np.broadcast_to(rates, (*t.shape, *batch, 3))
    return q.astype(dtype), rates.astype(dtype)


def period(body: Body, omega: ArrayLike) -> float:
    """Time after which the body rates are back, s; infinity on the separatrix.

    After half of it two of the three principal rates have changed sign; the attitude
    does not come back. It is 4 K / p, with p^2 = |J_c - J_b| |L^2 - 2 T J_a| / (J1 J2
    J3). InvalidInput for a steady turn, which has no period.
    """
    motion = _of_one(body, omega)
    require(motion.kind != "steady", "omega", "rates that change", "a steady turn")
    return math.inf if motion.kind == "separatrix" else 2 / motion.frequency[0]


def precession_rate(body: Body, omega: ArrayLike) -> float:
    """Mean rate at which an axis of the body goes round the momentum, rad/s, positive.

    Of the axis that the momentum circles in the body: in half a period the attitude
    turns by `precession_rate * period / 2` about the momentum, besides a half turn
    about that axis. On the separatrix |L|/J_b; of a steady turn its rate.
    """
    motion = _of_one(body, omega)
    turns = motion.turns[0]
    if motion.kind in ("small", "large") and motion.k == motion.a:
        # counted for axis a, which goes over once a period
        turns += motion.order * motion.frequency[0] / 2
    return 2 * math.pi * turns


def modulus(body: Body, omega: ArrayLike) -> tuple[float, float]:
    """Square k^2 of the elliptic modulus, and 1 - k^2, both to full relative precision.

    (0, 1) for a symmetric body or a steady turn about a stable axis, (1, 0) exactly on
    the separatrix.
    """
    motion = _of_one(body, omega)
    return motion.k2, motion.kc2


def _of_one(body: Body, omega: ArrayLike) -> Motion:
    body = one_body(body, "rotlib.exact")
    require_no_rotors(body, "the closed form holds")
    axes, J = np.array(body.principal_axes), np.array(body.principal_moments)
    w = _principal(axes, J, np.array(_check.vector(omega, "omega")))
    return _prepare(body.principal_moments, tuple(w.tolist()))


def _principal(axes: Array, J: Array, omega: Array) -> Array:
    """The rates in principal axes; as the body turns, others reach more."""
    with np.errstate(over="ignore"):
        reach = np.abs(omega).max(-1) * (J.max(-1) / J.min(-1))
    good, got = (reach < np.finfo(float).max / 4).all(), f"{omega}; look at the units"
    require(good, "omega", "rates that stay within floating point", got)
    return quaternion.rotate_back(axes, omega)


# --- the constants of a motion, and its value at any times ----------------------------

# All in principal components. Moments and rates are rational numbers, so which side of
# the separatrix a motion lies on, and how close it comes, is decided exactly; the
# constants that multiply time are pairs of doubles, so that phases lose nothing.


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
def _prepare(moments: Numbers, omega: Numbers) -> Motion:
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
    sa, sc, sign_b = (-1 if w[i] < 0 else 1 for i in (a, c, b))
    parity = 1 if (b - a) % 3 == 1 else -1
    order = 1 if J[c] > J[a] else -1
    sb = parity * order * sa * sc  # Euler's equation for axis b: its rate grows with u

    rate = _decimal(cb * C / (J[a] * J[b] * J[c])).sqrt()
    # |u| <= K at t = 0: cn has the sign of omega_a; sn^2, cn^2, dn^2 are rational
    sn2 = J[b] * cb * w[b] ** 2 / A
    cn2, dn2 = J[a] * ca * w[a] ** 2 / A, J[c] * ca * w[c] ** 2 / C
    u0 = NONE
    if sn2:
        u0 = carlson_rf(_decimal(cn2), _decimal(dn2), ONE)
        u0 *= _decimal(sn2).sqrt() * sign_b * sb

    # reference axis: of the extreme ones that farther from L, by 45 degrees or more
    k, o, Lo2, ratio = a, c, Lc2, La2 / Lc2
    if Lc2 < La2:
        k, o, Lo2, ratio = c, a, La2, modulus2 * Lc2 / La2
    lift = _decimal(1 / J[b] - 1 / J[o])
    k2, kc2, g = _decimal(modulus2), _decimal(complement), _decimal(ratio)
    squares = ((sa, La2), (sb, Lb2), (sc, Lc2))
    rates = tuple(float(L / _decimal(x)) for x in J)
    nome = log_nome = shape = NONE
    if not kc2:
        kind, whole, mean = "separatrix", ONE, L / _decimal(J[b])
        log_nome, shape = -Decimal("inf"), PI / 2 - carlson_rf(g, g + 1, g + 1)
    else:
        K, Kc = complete(kc2.sqrt()), complete(k2.sqrt()) if k2 else Decimal("inf")
        share = complete(kc2.sqrt(), 1 + g, NONE) / K * _decimal(Lb2 / Lo2)
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
    theta = float(nome), float(log_nome), float(shape), math.copysign(1.0, lift)
    return Motion(
        kind, a, b, c, k, amplitude, rates, turns, *moduli, *phase, *theta, order
    )


def _evaluate(motion: Motion, t: Array) -> tuple[Array, Array]:
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


SPLIT = 134217729.0  # 2^27 + 1 cuts a double into two halves whose products are exact


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
    most = np.abs(product).max()
    require(most < 2.0**53, "t", "fewer than 2**53 periods", f"{most:.2g}")
    t1, r1 = t * SPLIT, rate[0] * SPLIT
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


# --- elliptic integrals to forty digits, theta functions ------------------------------


def complete(kc: Decimal, p: Decimal = ONE, a: Decimal = ONE) -> Decimal:
    """Integral over 0..pi/2 of (a cos^2 + sin^2) / ((cos^2 + p sin^2) sqrt(cos^2 + kc^2
    sin^2)): K(k) with kc = sqrt(1 - k^2), and with p and a = 0 of the third kind.
    """
    m, e, p = ONE, kc, p.sqrt()
    b = 1 / p
    while True:
        a, b, g = a + b / p, 2 * (b + a * (e / p)), e / p
        p, g = p + g, m
        m += kc
        if abs(g - kc) <= g * CLOSE:  # quadratic: the next one is right to 44 digits
            return PI / 2 * (b + a * m) / (m * (m + p))
        kc = 2 * e.sqrt()
        e = kc * m


def carlson_rf(x: Decimal, y: Decimal, z: Decimal) -> Decimal:
    """Carlson's R_F(x, y, z), at most one argument zero [eq-carlson]."""
    while max(x, y, z) - min(x, y, z) > Decimal("4e-6") * x:
        rx, ry, rz = x.sqrt(), y.sqrt(), z.sqrt()
        shift = rx * (ry + rz) + ry * rz
        x, y, z = (x + shift) / 4, (y + shift) / 4, (z + shift) / 4
    mean = (x + y + z) / 3
    a, b = 1 - x / mean, 1 - y / mean
    p, q = a * b - (a + b) ** 2, -a * b * (a + b)
    by_p, by_q = (ONE, p, p * p, p * p * p), (ONE, q, q * q)
    # the terms left out are below 1e-40
    series = sum([by_p[i] * by_q[j] * m / n for i, j, m, n in CARLSON], NONE)
    return series / mean.sqrt()


def theta_zeros(q: float) -> tuple[float, float, float]:
    """theta_2(0) / (2 q^(1/4)), theta_3(0), theta_4(0)."""
    two = sum(q ** (n * n + n) for n in TERMS)
    three = 1 + sum(2 * q ** (n * n) for n in (1, 2, 3))
    return two, three, 1 + sum(2 * (-1) ** n * q ** (n * n) for n in (1, 2, 3))


def theta_small_modulus(x: Array, nome: float, decay: float) -> Four:
    """sn, cn, dn, arg theta_4(pi x - i delta) at u = 2 K x; decay = q exp(2 delta)."""
    v, q = np.pi * x, nome
    one = sum((-1) ** n * q ** (n * n + n) * np.sin((2 * n + 1) * v) for n in TERMS)
    two = sum(q ** (n * n + n) * np.cos((2 * n + 1) * v) for n in TERMS)
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
    sn, cn, dn = three0 / two0 * one, four0 / two0 * two, four0 / three0 * three
    scale = 1 / four
    return sn * scale, cn * scale, dn * scale, np.arctan2(imag, real)


def theta_large_modulus(y: Array, rise: Array, nome: float, gamma: float) -> Four:
    """sn, cn, dn, arg theta_2(gamma - i y) at y = pi u / (2 K'), from the nome q'."""
    # rise is q' exp(2 |y|) <= 1, which would cancel here; on the separatrix q' = 0
    q, fall, sign = nome, np.exp(-2 * np.abs(y)), np.sign(y)
    # exp(2 n |y|) and exp(-(2 n + 2) |y|), each times q^(n^2 + n)
    up = [(q**n * rise) ** n for n in TERMS]
    down = [q ** (n * n + n) * fall ** (n + 1) for n in TERMS]
    odd = [-np.expm1(-2 * np.abs(y)), *(up[n] - down[n] for n in (1, 2, 3))]
    pair = [up[n] + down[n] for n in TERMS]
    one, two = odd[0] - odd[1] + odd[2] - odd[3], sum(pair)
    even = [(q ** (n - 1) * rise) ** n + q ** (n * n) * fall**n for n in (1, 2, 3, 4)]
    three = 1 + (even[0] + even[1] + even[2] + even[3])
    four = 1 - (even[0] - even[1] + even[2] - even[3])
    two0, three0, four0 = theta_zeros(q)
    half = np.exp(-np.abs(y))
    sine = sum(np.sin((2 * n + 1) * gamma) * odd[n] for n in TERMS)
    cosine = sum(np.cos((2 * n + 1) * gamma) * pair[n] for n in TERMS)
    sn = sign * (three0 / four0) * one / two
    cn, dn = 2 * two0 / four0 * four * half, 2 * two0 / three0 * three * half
    return sn, cn / two, dn / two, sign * np.arctan2(sine, cosine)
