"""The Stumpff functions: c_0 and c_1 without a branch; series and closed forms of c_2 ... c_7.

Generated from book/foundations/digits-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sin, sqrt

REACH = 16.0
SWITCH_2 = 6.0
SWITCH_3 = 10.0
SWITCH_4 = 15.0
SWITCH_5 = 21.0
SWITCH_6 = 28.0
SWITCH_7 = 36.0


def c0_c1(s: float) -> tuple[float, float]:
    """(c_0(s), c_1(s)) for s <= REACH, without branch, root, sine or cosine.

    Equation eq-doubling; 48 operations (64 before sharing), 6 temporaries.
    """
    u = (1/16)*s
    u2 = u*u
    C = (
        1 + u*(u2*(u2*(u2*(-(1/87178291200) - (1/6402373705728000)*u2) - (1/3628800)) -
        (1/720)) - (1/2)) + u2*((1/24) + u2*((1/40320) + u2*((1/479001600) +
        (1/20922789888000)*u2))))
    S = (
        1 + u*(u2*(u2*(u2*(-(1/1307674368000) - (1/121645100408832000)*u2) -
        (1/39916800)) - (1/5040)) - (1/6)) + u2*((1/120) + u2*((1/362880) +
        u2*((1/6227020800) + (1/355687428096000)*u2))))
    S_2 = C*S
    C_2 = 1 - 2*S*S*u
    return (1 - 8*S_2*S_2*u, C_2*S_2)


def c2_series(s: float) -> float:
    """c_2(s) for s < SWITCH_2: 12 terms in Horner form.

    Equation eq-stumpff-series; 22 operations (33 before sharing), 0 temporaries.
    """
    return (
        (1/2) - s*((1/24) - s*((1/720) - s*((1/40320) - s*((1/3628800) -
        s*((1/479001600) - s*((1/87178291200) - s*((1/20922789888000) -
        s*((1/6402373705728000) - s*((1/2432902008176640000) -
        s*((1/1124000727777607680000) - (1/620448401733239439360000)*s)))))))))))


def c2_closed(s: float) -> float:
    """c_2(s) for s >= SWITCH_2.

    Equation eq-stumpff-closed; 7 operations (8 before sharing), 3 temporaries.
    """
    theta = sqrt(s)
    half = (1/2)*theta
    t0 = sin(half)
    return (1/2)*t0*t0/(half*half)


def c3_series(s: float) -> float:
    """c_3(s) for s < SWITCH_3: 13 terms in Horner form.

    Equation eq-stumpff-series; 24 operations (36 before sharing), 0 temporaries.
    """
    return (
        (1/6) - s*((1/120) - s*((1/5040) - s*((1/362880) - s*((1/39916800) -
        s*((1/6227020800) - s*((1/1307674368000) - s*((1/355687428096000) -
        s*((1/121645100408832000) - s*((1/51090942171709440000) -
        s*((1/25852016738884976640000) - s*((1/15511210043330985984000000) -
        (1/10888869450418352160768000000)*s))))))))))))


def c3_closed(s: float) -> float:
    """c_3(s) for s >= SWITCH_3.

    Equation eq-stumpff-closed; 5 operations (7 before sharing), 1 temporaries.
    """
    theta = sqrt(s)
    return (1 - sin(theta)/theta)/s


def c4_series(s: float) -> float:
    """c_4(s) for s < SWITCH_4: 14 terms in Horner form.

    Equation eq-stumpff-series; 26 operations (39 before sharing), 0 temporaries.
    """
    return (
        (1/24) - s*((1/720) - s*((1/40320) - s*((1/3628800) - s*((1/479001600) -
        s*((1/87178291200) - s*((1/20922789888000) - s*((1/6402373705728000) -
        s*((1/2432902008176640000) - s*((1/1124000727777607680000) -
        s*((1/620448401733239439360000) - s*((1/403291461126605635584000000) -
        s*((1/304888344611713860501504000000) -
        (1/265252859812191058636308480000000)*s)))))))))))))


def c4_closed(s: float) -> float:
    """c_4(s) for s >= SWITCH_4.

    Equation eq-stumpff-closed; 9 operations (11 before sharing), 3 temporaries.
    """
    theta = sqrt(s)
    half = (1/2)*theta
    t0 = sin(half)
    return ((1/2) - (1/2)*t0*t0/(half*half))/s


def c5_series(s: float) -> float:
    """c_5(s) for s < SWITCH_5: 14 terms in Horner form.

    Equation eq-stumpff-series; 26 operations (39 before sharing), 0 temporaries.
    """
    return (
        (1/120) - s*((1/5040) - s*((1/362880) - s*((1/39916800) - s*((1/6227020800) -
        s*((1/1307674368000) - s*((1/355687428096000) - s*((1/121645100408832000) -
        s*((1/51090942171709440000) - s*((1/25852016738884976640000) -
        s*((1/15511210043330985984000000) - s*((1/10888869450418352160768000000) -
        s*((1/8841761993739701954543616000000) -
        (1/8222838654177922817725562880000000)*s)))))))))))))


def c5_closed(s: float) -> float:
    """c_5(s) for s >= SWITCH_5.

    Equation eq-stumpff-closed; 8 operations (10 before sharing), 2 temporaries.
    """
    t0 = 1/s
    theta = sqrt(s)
    return t0*((1/6) - t0*(1 - sin(theta)/theta))


def c6_series(s: float) -> float:
    """c_6(s) for s < SWITCH_6: 15 terms in Horner form.

    Equation eq-stumpff-series; 28 operations (42 before sharing), 0 temporaries.
    """
    return (
        (1/720) - s*((1/40320) - s*((1/3628800) - s*((1/479001600) - s*((1/87178291200)
        - s*((1/20922789888000) - s*((1/6402373705728000) - s*((1/2432902008176640000)
        - s*((1/1124000727777607680000) - s*((1/620448401733239439360000) -
        s*((1/403291461126605635584000000) - s*((1/304888344611713860501504000000) -
        s*((1/265252859812191058636308480000000) -
        s*((1/263130836933693530167218012160000000) -
        (1/295232799039604140847618609643520000000)*s))))))))))))))


def c6_closed(s: float) -> float:
    """c_6(s) for s >= SWITCH_6.

    Equation eq-stumpff-closed; 12 operations (14 before sharing), 4 temporaries.
    """
    t0 = 1/s
    theta = sqrt(s)
    half = (1/2)*theta
    t1 = sin(half)
    return t0*((1/24) - t0*((1/2) - (1/2)*t1*t1/(half*half)))


def c7_series(s: float) -> float:
    """c_7(s) for s < SWITCH_7: 16 terms in Horner form.

    Equation eq-stumpff-series; 30 operations (45 before sharing), 0 temporaries.
    """
    return (
        (1/5040) - s*((1/362880) - s*((1/39916800) - s*((1/6227020800) -
        s*((1/1307674368000) - s*((1/355687428096000) - s*((1/121645100408832000) -
        s*((1/51090942171709440000) - s*((1/25852016738884976640000) -
        s*((1/15511210043330985984000000) - s*((1/10888869450418352160768000000) -
        s*((1/8841761993739701954543616000000) -
        s*((1/8222838654177922817725562880000000) -
        s*((1/8683317618811886495518194401280000000) -
        s*((1/10333147966386144929666651337523200000000) -
        (1/13763753091226345046315979581580902400000000)*s)))))))))))))))


def c7_closed(s: float) -> float:
    """c_7(s) for s >= SWITCH_7.

    Equation eq-stumpff-closed; 10 operations (13 before sharing), 2 temporaries.
    """
    t0 = 1/s
    theta = sqrt(s)
    return t0*((1/120) - t0*((1/6) - t0*(1 - sin(theta)/theta)))
