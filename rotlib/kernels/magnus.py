"""Constant angular acceleration, and the exponential without sines.

Generated from book/magnus/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt
from rotlib.stumpff import c0, c1


def step_space(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Attitude and rate after h, for the space rate omega + alpha t.

    Equation eq-magnus-step; 75 operations (130 before sharing), 17 temporaries.
    """
    t0 = alpha_x*h
    t1 = (1/2)*h
    t2 = alpha_z*h
    t3 = omega_z + t2
    t4 = alpha_y*h
    t5 = omega_y + t4
    t6 = (1/12)*h*h
    Y_x = t1*(2*omega_x + t0) + t6*(omega_z*t5 - omega_y*t3)
    t7 = omega_x + t0
    Y_y = t1*(2*omega_y + t4) + t6*(omega_x*t3 - omega_z*t7)
    Y_z = t1*(2*omega_z + t2) + t6*(omega_y*t7 - omega_x*t5)
    s = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t8 = c0(s)
    t9 = (1/2)*c1(s)
    t10 = Y_x*t9
    t11 = Y_y*t9
    t12 = Y_z*t9
    return (
        q_w*t8 - q_x*t10 - q_y*t11 - q_z*t12,
        q_w*t10 + q_x*t8 + q_z*t11 - q_y*t12,
        q_w*t11 + q_x*t12 + q_y*t8 - q_z*t10,
        q_w*t12 + q_y*t10 + q_z*t8 - q_x*t11,
        t7,
        t5,
        t3)


def step_body(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Attitude and rate after h, for the body rate omega + alpha t.

    Equation eq-magnus-step; 79 operations (130 before sharing), 18 temporaries.
    """
    t0 = alpha_x*h
    t1 = alpha_z*h
    t2 = omega_z + t1
    t3 = alpha_y*h
    t4 = omega_y + t3
    t5 = (1/12)*h*h
    Y_x = (1/2)*h*(2*omega_x + t0) - t5*(omega_z*t4 - omega_y*t2)
    t6 = omega_x + t0
    Y_y = (1/2)*h*(2*omega_y + t3) - t5*(omega_x*t2 - omega_z*t6)
    Y_z = (1/2)*h*(2*omega_z + t1) - t5*(omega_y*t6 - omega_x*t4)
    s = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t7 = c0(s)
    t8 = (1/2)*c1(s)
    t9 = Y_x*t8
    t10 = q_y*t8
    t11 = q_z*t8
    t12 = Y_y*t8
    t13 = Y_z*t8
    return (
        q_w*t7 - Y_y*t10 - Y_z*t11 - q_x*t9,
        Y_z*t10 + q_w*t9 + q_x*t7 - Y_y*t11,
        q_w*t12 + q_y*t7 + q_z*t9 - q_x*t13,
        q_w*t13 + q_x*t12 + q_z*t7 - q_y*t9,
        t6,
        t4,
        t2)


def exp_truncated_3(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float]:
    """Series of exp(v/2), cut after degree 3 and normalised.

    Equation eq-magnus-exp-third; 20 operations (24 before sharing), 5 temporaries.
    """
    n2 = v_x*v_x + v_y*v_y + v_z*v_z
    a = 1 - (1/8)*n2
    b = (1/2) - (1/48)*n2
    size = 1/sqrt(a*a + b*b*n2)
    t0 = b*size
    return (a*size, t0*v_x, t0*v_y, t0*v_z)
