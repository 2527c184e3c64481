"""The free body as a sequence of turns about its principal axes.

Generated from book/buss/rivals-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import cos, sin

YOSHIDA = 1.3512071919596575


def turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    l_x: float, l_y: float, l_z: float,
    share: float,
) -> tuple[float, float, float, float, float, float]:
    """Attitude after a turn about axis 1 of the body, and its momentum about axes 2 and 3; share: time / 2 J_1.

    Equation eq-splitting; 26 operations (27 before sharing), 11 temporaries.
    """
    t0 = l_x*share
    w1 = cos(t0)
    s1 = sin(t0)
    q1_w = q_w*w1 - q_x*s1
    q1_x = q_w*s1 + q_x*w1
    q1_y = q_y*w1 + q_z*s1
    q1_z = q_z*w1 - q_y*s1
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_y = cos1*l_y + l_z*sin1
    l1_z = cos1*l_z - l_y*sin1
    return (q1_w, q1_x, q1_y, q1_z, l1_y, l1_z)


def last_turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    l_x: float, share: float,
) -> tuple[float, float, float, float]:
    """Attitude after a turn about axis 1 of the body; share: time / 2 J_1.

    Equation eq-splitting; 15 operations (16 before sharing), 7 temporaries.
    """
    t0 = l_x*share
    w1 = cos(t0)
    s1 = sin(t0)
    q1_w = q_w*w1 - q_x*s1
    q1_x = q_w*s1 + q_x*w1
    q1_y = q_y*w1 + q_z*s1
    q1_z = q_z*w1 - q_y*s1
    return (q1_w, q1_x, q1_y, q1_z)


def error_energy(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float]:
    """T_2 of the splitting about the axes 1, 2, 3 at the momentum l, and its gradient; for another order give the axes in that order.

    Equation eq-splitting-energy-error; 153 operations (326 before sharing), 38 temporaries.
    """
    t0 = 1/J_2
    t1 = 1/(J_1*J_1)
    t2 = t0*t1
    t3 = l_y*l_y
    t4 = l_x*l_x
    t5 = (1/24)*t4
    t6 = t3*t5
    t7 = l_z*l_z
    t8 = t2*t7
    t9 = 1/J_3
    t10 = t1*t9
    t11 = t10*t7
    t12 = (1/12)*t3
    t13 = 1/J_1
    t14 = 1/(J_2*J_2)
    t15 = t13*t14
    t16 = t15*t4
    t17 = (1/12)*t4
    t18 = 1/(J_3*J_3)
    t19 = t18*t7
    t20 = t13*t19
    t21 = t14*t9
    t22 = t0*t19
    t23 = t13*t4
    t24 = t0*t9
    t25 = t23*t24
    t26 = t13*t24*t7
    t27 = l_x*t12
    t28 = (1/12)*l_x
    t29 = (1/6)*l_x
    t30 = t15*t3
    t31 = t13*t24*t3
    t32 = l_y*t17
    t33 = (1/6)*l_y
    t34 = l_z*t17
    t35 = (1/6)*l_z
    t36 = t18*t35
    t37 = t3*t36
    return (
        t11*t5 + t12*t20 + t12*t25 + t17*t22 + t17*t26 + t2*t6 + t12*t15*t7 +
        (1/24)*t21*t3*t7 - t10*t6 - t12*t16 - t12*t22 - t17*t20 - t21*t6 - (1/6)*t26*t3
        - t5*t8,
        t11*t28 + t2*t27 + t22*t29 + t26*t29 + t29*t31 - t10*t27 - t20*t29 - t21*t27 -
        t28*t8 - t29*t30,
        (1/12)*l_y*t0*t1*t4 + (1/6)*l_y*t13*t14*t7 + (1/6)*l_y*t13*t18*t7 +
        (1/12)*l_y*t14*t7*t9 + (1/6)*l_y*t0*t13*t4*t9 - (1/3)*l_y*t26 - t10*t32 -
        t16*t33 - t21*t32 - t22*t33,
        t10*t34 + t13*t37 + t25*t35 + t30*t35 + l_z*t12*t21 + t0*t36*t4 - (1/3)*l_z*t31
        - t0*t37 - t2*t34 - t23*t36)
