"""Pieces of the methods that Buss compares his own with.

Generated from book/buss/rivals-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt
from rotlib.stumpff import c0, c1

ADAMS_BASHFORTH = (2.2916666666666665, -2.4583333333333335, 1.5416666666666667, -0.375)
ADAMS_MOULTON = (0.375, 0.7916666666666666, -0.20833333333333334, 0.041666666666666664)


def omega_space(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """Rate in space of a body with space momentum L.

    Equation eq-space-rate; 65 operations (525 before sharing), 15 temporaries.
    """
    t0 = 1/J_1
    t1 = 2*q_z
    t2 = 2*q_y
    t3 = L_y*t1 - L_z*t2
    t4 = 2*L_x
    t5 = 2*L_z*q_x - q_z*t4
    t6 = 2*q_x
    t7 = q_y*t4 - L_y*t6
    t8 = L_x + q_w*t3 + q_z*t5 - q_y*t7
    t9 = t0*t8
    t10 = (L_y + q_w*t5 + q_x*t7 - q_z*t3)/J_2
    t11 = (L_z + q_w*t7 + q_y*t3 - q_x*t5)/J_3
    t12 = t11*t2 - t1*t10
    t13 = t10*t6 - t2*t9
    t14 = 2*q_z*t0*t8 - t11*t6
    return (
        t9 + q_w*t12 + q_y*t13 - q_z*t14,
        t10 + q_w*t14 + q_z*t12 - q_x*t13,
        t11 + q_w*t13 + q_x*t14 - q_y*t12)


def turn_space(
    v_x: float, v_y: float, v_z: float,
    q_w: float, q_x: float, q_y: float, q_z: float,
) -> tuple[float, float, float, float]:
    """q turned by the rotation vector v in space: exp(v/2) q.

    Equation eq-space-rate; 42 operations (76 before sharing), 6 temporaries.
    """
    s = (1/4)*v_x*v_x + (1/4)*v_y*v_y + (1/4)*v_z*v_z
    t0 = c0(s)
    t1 = (1/2)*c1(s)
    t2 = t1*v_x
    t3 = t1*v_y
    t4 = t1*v_z
    return (
        q_w*t0 - q_x*t2 - q_y*t3 - q_z*t4,
        q_w*t2 + q_x*t0 + q_z*t3 - q_y*t4,
        q_w*t3 + q_x*t4 + q_y*t0 - q_z*t2,
        q_w*t4 + q_y*t2 + q_z*t0 - q_x*t3)


def next_acceleration(
    gained_x: float, gained_y: float, gained_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Newmark's acceleration after a step that changed the rate so much.

    Equation eq-simo-wong; 10 operations (9 before sharing), 1 temporaries.
    """
    t0 = 1/h
    return (2*gained_x*t0 - alpha_x, 2*gained_y*t0 - alpha_y, 2*gained_z*t0 - alpha_z)


def dmv_newton(
    x_x: float, x_y: float, x_z: float,
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float, float]:
    """Newton's correction of x, the squared residual, and the determinant of the Jacobian.

    Equation eq-dmv; 134 operations (193 before sharing), 29 temporaries.
    """
    t0 = 2*J_2
    t1 = 2*h
    t2 = l_y*t1
    D1_y = t0 - t2*x_y
    t3 = 2*J_3
    t4 = l_z*t1
    D2_z = t3 - t4*x_z
    t5 = D1_y*D2_z
    t6 = t3*x_z
    t7 = l_x*t1
    D0_y = t6 - t0*x_z - t7*x_y
    t8 = 2*J_1
    t9 = t8*x_x
    D1_z = t9 - t2*x_z - t3*x_x
    t10 = D0_y*D1_z
    t11 = t0*x_y
    D0_z = 2*J_3*x_y - t11 - t7*x_z
    D2_y = 2*J_2*x_x - t9 - t4*x_y
    t12 = D0_z*D2_y
    t13 = D0_y*D2_z
    D0_x = t8 - t7*x_x
    D1_x = 2*J_1*x_z - t6 - t2*x_x
    D2_x = t11 - t4*x_x - t8*x_y
    det = D0_x*t5 + D1_x*t12 + D2_x*t10 - D1_x*t13 - D0_x*D1_z*D2_y - D0_z*D1_y*D2_x
    t14 = 1/det
    t15 = h*(1 + x_x*x_x + x_y*x_y + x_z*x_z)
    F_x = t9 + t6*x_y - l_x*t15 - t11*x_z
    F_y = t11 + t9*x_z - l_y*t15 - t6*x_x
    F_z = t6 + 2*J_2*x_x*x_y - l_z*t15 - t9*x_y
    return (
        t14*(F_x*(D1_z*D2_y - t5) + F_y*(t13 - t12) + F_z*(D0_z*D1_y - t10)),
        t14*(F_x*(D1_x*D2_z - D1_z*D2_x) + F_y*(D0_z*D2_x - D0_x*D2_z) + F_z*(D0_x*D1_z
        - D0_z*D1_x)),
        t14*(F_x*(D1_y*D2_x - D1_x*D2_y) + F_y*(D0_x*D2_y - D0_y*D2_x) + F_z*(D0_y*D1_x
        - D0_x*D1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)


def turn_cayley(
    q_w: float, q_x: float, q_y: float, q_z: float,
    x_x: float, x_y: float, x_z: float,
) -> tuple[float, float, float, float]:
    """q times (1, x)/|(1, x)|.

    Equation eq-dmv; 36 operations (37 before sharing), 1 temporaries.
    """
    n = 1/sqrt(1 + x_x*x_x + x_y*x_y + x_z*x_z)
    return (
        n*(q_w - q_x*x_x - q_y*x_y - q_z*x_z),
        n*(q_x + q_w*x_x + q_y*x_z - q_z*x_y),
        n*(q_y + q_w*x_y + q_z*x_x - q_x*x_z),
        n*(q_z + q_w*x_z + q_x*x_y - q_y*x_x))
