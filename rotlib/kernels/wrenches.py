"""Potentials of a body in space, and their wrenches about its reference point.

Generated from book/dqvi/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def weight_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    m: float,
    c_x: float, c_y: float, c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> float:
    """Potential of the weight.

    Equation eq-dqvi-4-25; 50 operations (94 before sharing), 4 temporaries.
    """
    t0 = c_x*q_w + c_z*q_y - c_y*q_z
    t1 = c_y*q_x + c_z*q_w - c_x*q_y
    t2 = c_x*q_z + c_y*q_w - c_z*q_x
    t3 = -c_x*q_x - c_y*q_y - c_z*q_z
    return (
        -m*(g_x*(t_x + q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2) + g_y*(t_y + q_w*t2 + q_z*t0
        - q_x*t1 - q_y*t3) + g_z*(t_z + q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3)))


def weight_wrench(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    m: float,
    c_x: float, c_y: float, c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force, body components, of the weight.

    Equation eq-dqvi-4-25; 117 operations (510 before sharing), 24 temporaries.
    """
    t0 = 2*q_x
    t1 = 2*q_y
    t2 = 2*c_z
    t3 = c_x*t0 + c_y*t1 + q_z*t2
    t4 = c_y*t0 + q_w*t2 - 2*c_x*q_y
    t5 = 2*c_x
    t6 = 2*c_y*q_w + q_z*t5 - c_z*t0
    t7 = g_x*t3 + g_z*t6 - g_y*t4
    t8 = (1/2)*m
    t9 = q_w*t8
    t10 = c_z*t1 + q_w*t5 - 2*c_y*q_z
    t11 = g_x*t10 + g_y*t6 + g_z*t4
    t12 = q_x*t8
    t13 = g_y*t10 + g_z*t3 - g_x*t6
    t14 = q_y*t8
    t15 = g_x*t4 + g_y*t3 - g_z*t10
    t16 = q_z*t8
    t17 = g_x*m
    t18 = g_y*m
    t19 = g_z*m
    t20 = q_x*t17 + q_y*t18 + q_z*t19
    t21 = q_w*t17 + q_z*t18 - q_y*t19
    t22 = q_w*t18 + q_x*t19 - q_z*t17
    t23 = q_w*t19 + q_y*t17 - q_x*t18
    return (
        t15*t16 + t7*t9 - t11*t12 - t13*t14,
        t12*t13 + t15*t9 - t11*t14 - t16*t7,
        t13*t9 + t14*t7 - t11*t16 - t12*t15,
        q_w*t21 + q_x*t20 + q_z*t22 - q_y*t23,
        q_w*t22 + q_x*t23 + q_y*t20 - q_z*t21,
        q_w*t23 + q_y*t21 + q_z*t20 - q_x*t22)


def spring_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    k: float,
    a_x: float, a_y: float, a_z: float,
    b_x: float, b_y: float, b_z: float,
) -> float:
    """Potential of the spring.

    Equation eq-dqvi-4-25; 54 operations (97 before sharing), 7 temporaries.
    """
    t0 = a_x*q_z + a_y*q_w - a_z*q_x
    t1 = a_x*q_w + a_z*q_y - a_y*q_z
    t2 = a_y*q_x + a_z*q_w - a_x*q_y
    t3 = -a_x*q_x - a_y*q_y - a_z*q_z
    t4 = t_x + q_w*t1 + q_y*t2 - b_x - q_x*t3 - q_z*t0
    t5 = t_y + q_w*t0 + q_z*t1 - b_y - q_x*t2 - q_y*t3
    t6 = t_z + q_w*t2 + q_x*t0 - b_z - q_y*t1 - q_z*t3
    return (1/2)*k*(t4*t4 + t5*t5 + t6*t6)
