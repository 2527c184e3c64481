"""What the bodies of a pair do to each other, and the reaction.

Generated from book/several/coupled-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def reaction(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    tau_x: float, tau_y: float, tau_z: float,
    F_x: float, F_y: float, F_z: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
]:
    """Wrenches on both bodies of a pair, body components, of that on the first.

    Equation eq-reaction; 179 operations (543 before sharing), 22 temporaries.
    """
    t0 = q_a_x*tau_x + q_a_y*tau_y + q_a_z*tau_z
    t1 = q_a_w*tau_x + q_a_z*tau_y - q_a_y*tau_z
    t2 = q_a_w*tau_y + q_a_x*tau_z - q_a_z*tau_x
    t3 = q_a_w*tau_z + q_a_y*tau_x - q_a_x*tau_y
    t4 = F_x*q_a_x + F_y*q_a_y + F_z*q_a_z
    t5 = F_x*q_a_w + F_y*q_a_z - F_z*q_a_y
    t6 = F_y*q_a_w + F_z*q_a_x - F_x*q_a_z
    t7 = F_x*q_a_y + F_z*q_a_w - F_y*q_a_x
    t8 = x_b_z - x_a_z
    t9 = x_b_y - x_a_y
    t10 = F_z*t9 - tau_x - F_y*t8
    t11 = x_b_x - x_a_x
    t12 = F_x*t8 - tau_y - F_z*t11
    t13 = F_y*t11 - tau_z - F_x*t9
    t14 = q_b_x*t10 + q_b_y*t12 + q_b_z*t13
    t15 = q_b_w*t10 + q_b_z*t12 - q_b_y*t13
    t16 = q_b_w*t12 + q_b_x*t13 - q_b_z*t10
    t17 = q_b_w*t13 + q_b_y*t10 - q_b_x*t12
    t18 = F_z*q_b_y - F_x*q_b_w - F_y*q_b_z
    t19 = F_x*q_b_z - F_y*q_b_w - F_z*q_b_x
    t20 = -F_x*q_b_x - F_y*q_b_y - F_z*q_b_z
    t21 = F_y*q_b_x - F_x*q_b_y - F_z*q_b_w
    return (
        q_a_w*t1 + q_a_x*t0 + q_a_z*t2 - q_a_y*t3,
        q_a_w*t2 + q_a_x*t3 + q_a_y*t0 - q_a_z*t1,
        q_a_w*t3 + q_a_y*t1 + q_a_z*t0 - q_a_x*t2,
        q_a_w*t5 + q_a_x*t4 + q_a_z*t6 - q_a_y*t7,
        q_a_w*t6 + q_a_x*t7 + q_a_y*t4 - q_a_z*t5,
        q_a_w*t7 + q_a_y*t5 + q_a_z*t4 - q_a_x*t6,
        q_b_w*t15 + q_b_x*t14 + q_b_z*t16 - q_b_y*t17,
        q_b_w*t16 + q_b_x*t17 + q_b_y*t14 - q_b_z*t15,
        q_b_w*t17 + q_b_y*t15 + q_b_z*t14 - q_b_x*t16,
        q_b_w*t18 + q_b_x*t20 + q_b_z*t19 - q_b_y*t21,
        q_b_w*t19 + q_b_x*t21 + q_b_y*t20 - q_b_z*t18,
        q_b_w*t21 + q_b_y*t18 + q_b_z*t20 - q_b_x*t19)


def spring_potential(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float, l: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> float:
    """Potential of spring.

    Equation eq-pair-potentials; 101 operations (188 before sharing), 12 temporaries.
    """
    t0 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t1 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t2 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t3 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t4 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t5 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t6 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t7 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t8 = (
        x_b_x + q_a_x*t7 + q_a_z*t3 + q_b_w*t4 + q_b_y*t5 - x_a_x - q_a_w*t0 - q_a_y*t1
        - q_b_x*t6 - q_b_z*t2)
    t9 = (
        x_b_y + q_a_x*t1 + q_a_y*t7 + q_b_w*t2 + q_b_z*t4 - x_a_y - q_a_w*t3 - q_a_z*t0
        - q_b_x*t5 - q_b_y*t6)
    t10 = (
        x_b_z + q_a_y*t0 + q_a_z*t7 + q_b_w*t5 + q_b_x*t2 - x_a_z - q_a_w*t1 - q_a_x*t3
        - q_b_y*t4 - q_b_z*t6)
    t11 = sqrt(t10*t10 + t8*t8 + t9*t9) - l
    return (1/2)*k*t11*t11


def spring_pull(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float, l: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of spring.

    Equation eq-pair-potentials; 116 operations (4059 before sharing), 21 temporaries.
    """
    t0 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t1 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t2 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t3 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t4 = q_a_w*t0 + q_a_x*t1 - q_a_y*t2 - q_a_z*t3
    t5 = q_a_w*t1 + q_a_z*t2 - q_a_x*t0 - q_a_y*t3
    t6 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t7 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t8 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t9 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t10 = t5 + x_a_y + q_b_x*t6 + q_b_y*t7 - x_b_y - q_b_w*t8 - q_b_z*t9
    t11 = q_a_w*t2 + q_a_y*t0 - q_a_x*t3 - q_a_z*t1
    t12 = t11 + x_a_x + q_b_x*t7 + q_b_z*t8 - x_b_x - q_b_w*t9 - q_b_y*t6
    t13 = t4 + x_a_z + q_b_y*t9 + q_b_z*t7 - x_b_z - q_b_w*t6 - q_b_x*t8
    t14 = sqrt(t10*t10 + t12*t12 + t13*t13)
    t15 = 1/t14
    t16 = t14 - l
    t17 = k*t15*t16
    t18 = t10*t17
    t19 = t13*t17
    t20 = t12*t17
    return (
        t18*t4 - t19*t5,
        t11*t19 - t20*t4,
        k*t12*t15*t16*t5 - t11*t18,
        -t20,
        -t18,
        -t19)


def elastic_potential(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> float:
    """Potential of elastic.

    Equation eq-pair-potentials; 98 operations (184 before sharing), 11 temporaries.
    """
    t0 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t1 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t2 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t3 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t4 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t5 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t6 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t7 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t8 = (
        x_b_x + q_a_x*t7 + q_a_z*t3 + q_b_w*t4 + q_b_y*t5 - x_a_x - q_a_w*t0 - q_a_y*t1
        - q_b_x*t6 - q_b_z*t2)
    t9 = (
        x_b_y + q_a_x*t1 + q_a_y*t7 + q_b_w*t2 + q_b_z*t4 - x_a_y - q_a_w*t3 - q_a_z*t0
        - q_b_x*t5 - q_b_y*t6)
    t10 = (
        x_b_z + q_a_y*t0 + q_a_z*t7 + q_b_w*t5 + q_b_x*t2 - x_a_z - q_a_w*t1 - q_a_x*t3
        - q_b_y*t4 - q_b_z*t6)
    return (1/2)*k*(t10*t10 + t8*t8 + t9*t9)


def elastic_pull(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of elastic.

    Equation eq-pair-potentials; 139 operations (819 before sharing), 32 temporaries.
    """
    t0 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t1 = q_a_w*t0
    t2 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t3 = q_a_x*t2
    t4 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t5 = q_a_y*t4
    t6 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t7 = q_a_z*t6
    t8 = t1 + t3 - t5 - t7
    t9 = q_a_w*t2
    t10 = q_a_x*t0
    t11 = q_a_z*t4
    t12 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t13 = 2*q_b_w
    t14 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t15 = 2*q_b_x
    t16 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t17 = 2*t16
    t18 = q_a_y*t6
    t19 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t20 = 2*t19
    t21 = (1/2)*k
    t22 = (
        t21*(2*t11 + 2*t9 + 2*x_a_y + q_b_y*t20 + t14*t15 - 2*t10 - 2*t18 - 2*x_b_y -
        q_b_z*t17 - t12*t13))
    t23 = t11 + t9 - t10 - t18
    t24 = (
        t21*(2*t1 + 2*t3 + 2*x_a_z + q_b_y*t17 + q_b_z*t20 - 2*t5 - 2*t7 - 2*x_b_z -
        t12*t15 - t13*t14))
    t25 = q_a_w*t4
    t26 = q_a_y*t0
    t27 = q_a_z*t2
    t28 = q_a_x*t6
    t29 = t25 + t26 - t27 - t28
    t30 = (
        2*t25 + 2*t26 + 2*x_a_x + 2*q_b_z*t12 + t15*t19 - 2*t27 - 2*t28 - 2*x_b_x -
        2*q_b_y*t14 - t13*t16)
    t31 = t21*t30
    return (
        t22*t8 - t23*t24,
        t24*t29 - t31*t8,
        (1/2)*k*t23*t30 - t22*t29,
        -t31,
        -t22,
        -t24)


def alignment_potential(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> float:
    """Potential of alignment.

    Equation eq-pair-potentials; 88 operations (175 before sharing), 8 temporaries.
    """
    t0 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t1 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t2 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t3 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t4 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t5 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t6 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t7 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    return (
        -k*((q_a_w*t0 + q_a_y*t1 - q_a_x*t3 - q_a_z*t2)*(q_b_w*t4 + q_b_y*t5 - q_b_x*t7
        - q_b_z*t6) + (q_a_w*t1 + q_a_x*t2 - q_a_y*t0 - q_a_z*t3)*(q_b_w*t5 + q_b_x*t6
        - q_b_y*t4 - q_b_z*t7) + (q_a_w*t2 + q_a_z*t0 - q_a_x*t1 - q_a_y*t3)*(q_b_w*t6
        + q_b_z*t4 - q_b_x*t5 - q_b_y*t7)))


def alignment_pull(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    k: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of alignment.

    Equation eq-pair-potentials; 97 operations (351 before sharing), 14 temporaries.
    """
    t0 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t1 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t2 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t3 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t4 = q_b_w*t0 + q_b_z*t1 - q_b_x*t2 - q_b_y*t3
    t5 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t6 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t7 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t8 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t9 = q_a_w*t5 + q_a_x*t6 - q_a_y*t7 - q_a_z*t8
    t10 = q_a_w*t6 + q_a_z*t7 - q_a_x*t5 - q_a_y*t8
    t11 = q_b_w*t2 + q_b_x*t0 - q_b_y*t1 - q_b_z*t3
    t12 = q_a_w*t7 + q_a_y*t5 - q_a_x*t8 - q_a_z*t6
    t13 = q_b_w*t1 + q_b_y*t2 - q_b_x*t3 - q_b_z*t0
    return (k*t10*t11 - k*t4*t9, k*t13*t9 - k*t11*t12, k*t12*t4 - k*t10*t13, 0, 0, 0)


def magnets_potential(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    mu: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
    m_a_x: float, m_a_y: float, m_a_z: float,
    m_b_x: float, m_b_y: float, m_b_z: float,
) -> float:
    """Potential of magnets.

    Equation eq-pair-potentials; 204 operations (1079 before sharing), 27 temporaries.
    """
    t0 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t1 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t2 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t3 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t4 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t5 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t6 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t7 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t8 = (
        x_b_x + q_a_x*t7 + q_a_z*t3 + q_b_w*t4 + q_b_y*t5 - x_a_x - q_a_w*t0 - q_a_y*t1
        - q_b_x*t6 - q_b_z*t2)
    t9 = (
        x_b_z + q_a_y*t0 + q_a_z*t7 + q_b_w*t5 + q_b_x*t2 - x_a_z - q_a_w*t1 - q_a_x*t3
        - q_b_y*t4 - q_b_z*t6)
    t10 = (
        x_b_y + q_a_x*t1 + q_a_y*t7 + q_b_w*t2 + q_b_z*t4 - x_a_y - q_a_w*t3 - q_a_z*t0
        - q_b_x*t5 - q_b_y*t6)
    t11 = t10*t10 + t8*t8 + t9*t9
    t12 = m_a_x*q_a_w + m_a_z*q_a_y - m_a_y*q_a_z
    t13 = m_a_y*q_a_x + m_a_z*q_a_w - m_a_x*q_a_y
    t14 = m_a_x*q_a_z + m_a_y*q_a_w - m_a_z*q_a_x
    t15 = -m_a_x*q_a_x - m_a_y*q_a_y - m_a_z*q_a_z
    t16 = q_a_w*t12 + q_a_y*t13 - q_a_x*t15 - q_a_z*t14
    t17 = m_b_x*q_b_w + m_b_z*q_b_y - m_b_y*q_b_z
    t18 = m_b_y*q_b_x + m_b_z*q_b_w - m_b_x*q_b_y
    t19 = m_b_x*q_b_z + m_b_y*q_b_w - m_b_z*q_b_x
    t20 = -m_b_x*q_b_x - m_b_y*q_b_y - m_b_z*q_b_z
    t21 = q_b_w*t17 + q_b_y*t18 - q_b_x*t20 - q_b_z*t19
    t22 = q_a_w*t13 + q_a_x*t14 - q_a_y*t12 - q_a_z*t15
    t23 = q_b_w*t18 + q_b_x*t19 - q_b_y*t17 - q_b_z*t20
    t24 = q_a_w*t14 + q_a_z*t12 - q_a_x*t13 - q_a_y*t15
    t25 = q_b_w*t19 + q_b_z*t17 - q_b_x*t18 - q_b_y*t20
    t26 = sqrt(t11)
    return (
        mu*(t16*t21 + t22*t23 + t24*t25 - (3*t10*t24 + 3*t16*t8 + 3*t22*t9)*(t10*t25 +
        t21*t8 + t23*t9)/t11)/(t26*t26*t26))


def gravity_potential(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    G: float, m_a: float, m_b: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
    J_a_xx: float, J_a_xy: float, J_a_xz: float, J_a_yy: float, J_a_yz: float,
    J_a_zz: float, J_b_xx: float, J_b_xy: float, J_b_xz: float, J_b_yy: float,
    J_b_yz: float, J_b_zz: float,
) -> float:
    """Potential of gravity.

    Equation eq-pair-potentials; 260 operations (4566 before sharing), 44 temporaries.
    """
    t0 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t1 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t2 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t3 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t4 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t5 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t6 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t7 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t8 = (
        x_b_x + q_a_x*t7 + q_a_z*t3 + q_b_w*t4 + q_b_y*t5 - x_a_x - q_a_w*t0 - q_a_y*t1
        - q_b_x*t6 - q_b_z*t2)
    t9 = (
        x_b_z + q_a_y*t0 + q_a_z*t7 + q_b_w*t5 + q_b_x*t2 - x_a_z - q_a_w*t1 - q_a_x*t3
        - q_b_y*t4 - q_b_z*t6)
    t10 = (
        x_b_y + q_a_x*t1 + q_a_y*t7 + q_b_w*t2 + q_b_z*t4 - x_a_y - q_a_w*t3 - q_a_z*t0
        - q_b_x*t5 - q_b_y*t6)
    t11 = t10*t10 + t8*t8 + t9*t9
    t12 = G*m_a
    t13 = 1/t11
    t14 = 2*q_b_w
    t15 = q_b_y*t14
    t16 = q_b_z*t14
    t17 = 2*q_b_x
    t18 = q_b_x*q_b_x
    t19 = q_b_y*q_b_y
    t20 = q_b_w*q_b_w
    t21 = q_b_z*q_b_z
    t22 = t20 - t21
    t23 = t10*(t16 + q_b_y*t17) + t8*(t18 + t22 - t19) + t9*(2*q_b_x*q_b_z - t15)
    t24 = q_b_x*t14
    t25 = t10*(t19 + t22 - t18) + t8*(2*q_b_x*q_b_y - t16) + t9*(t24 + 2*q_b_y*q_b_z)
    t26 = t10*(2*q_b_y*q_b_z - t24) + t8*(t15 + q_b_z*t17) + t9*(t20 + t21 - t18 - t19)
    t27 = 6*t23
    t28 = sqrt(t11)
    t29 = (1/2)/(t28*t28*t28)
    t30 = 2*q_a_w
    t31 = q_a_y*t30
    t32 = q_a_z*t30
    t33 = 2*q_a_x
    t34 = q_a_x*q_a_x
    t35 = q_a_y*q_a_y
    t36 = q_a_w*q_a_w
    t37 = q_a_z*q_a_z
    t38 = t36 - t37
    t39 = t10*(t32 + q_a_y*t33) + t8*(t34 + t38 - t35) + t9*(2*q_a_x*q_a_z - t31)
    t40 = q_a_x*t30
    t41 = t10*(t35 + t38 - t34) + t8*(2*q_a_x*q_a_y - t32) + t9*(t40 + 2*q_a_y*q_a_z)
    t42 = t10*(2*q_a_y*q_a_z - t40) + t8*(t31 + q_a_z*t33) + t9*(t36 + t37 - t34 - t35)
    t43 = 6*t39
    return (
        -m_b*t12/sqrt(t11) - t12*t29*(J_b_xx + J_b_yy + J_b_zz - t13*(3*J_b_xx*t23*t23
        + 3*J_b_yy*t25*t25 + 3*J_b_zz*t26*t26 + J_b_xy*t25*t27 + J_b_xz*t26*t27 +
        6*J_b_yz*t25*t26)) - G*m_b*t29*(J_a_xx + J_a_yy + J_a_zz -
        t13*(3*J_a_xx*t39*t39 + 3*J_a_yy*t41*t41 + 3*J_a_zz*t42*t42 + J_a_xy*t41*t43 +
        J_a_xz*t42*t43 + 6*J_a_yz*t41*t42)))


def damper_pull(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    omega_a_x: float, omega_a_y: float, omega_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    v_a_x: float, v_a_y: float, v_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    omega_b_x: float, omega_b_y: float, omega_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    v_b_x: float, v_b_y: float, v_b_z: float,
    c: float,
    p_a_x: float, p_a_y: float, p_a_z: float,
    p_b_x: float, p_b_y: float, p_b_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of a damper.

    Equation eq-damper; 231 operations (8142 before sharing), 34 temporaries.
    """
    t0 = p_a_y*q_a_x + p_a_z*q_a_w - p_a_x*q_a_y
    t1 = p_a_x*q_a_z + p_a_y*q_a_w - p_a_z*q_a_x
    t2 = p_a_x*q_a_w + p_a_z*q_a_y - p_a_y*q_a_z
    t3 = -p_a_x*q_a_x - p_a_y*q_a_y - p_a_z*q_a_z
    t4 = q_a_w*t0 + q_a_x*t1 - q_a_y*t2 - q_a_z*t3
    t5 = q_a_w*t1 + q_a_z*t2 - q_a_x*t0 - q_a_y*t3
    t6 = p_b_y*q_b_x + p_b_z*q_b_w - p_b_x*q_b_y
    t7 = -p_b_x*q_b_x - p_b_y*q_b_y - p_b_z*q_b_z
    t8 = p_b_x*q_b_z + p_b_y*q_b_w - p_b_z*q_b_x
    t9 = p_b_x*q_b_w + p_b_z*q_b_y - p_b_y*q_b_z
    t10 = x_b_z + q_b_w*t6 + q_b_x*t8 - t4 - x_a_z - q_b_y*t9 - q_b_z*t7
    t11 = x_b_y + q_b_w*t8 + q_b_z*t9 - t5 - x_a_y - q_b_x*t6 - q_b_y*t7
    t12 = q_a_w*t2 + q_a_y*t0 - q_a_x*t3 - q_a_z*t1
    t13 = x_b_x + q_b_w*t9 + q_b_y*t6 - t12 - x_a_x - q_b_x*t7 - q_b_z*t8
    t14 = 1/(t10*t10 + t11*t11 + t13*t13)
    t15 = v_a_z + omega_a_x*p_a_y - omega_a_y*p_a_x
    t16 = v_a_y + omega_a_z*p_a_x - omega_a_x*p_a_z
    t17 = v_a_x + omega_a_y*p_a_z - omega_a_z*p_a_y
    t18 = q_a_w*t15 + q_a_x*t16 - q_a_y*t17
    t19 = q_a_w*t16 + q_a_z*t17 - q_a_x*t15
    t20 = v_b_x + omega_b_y*p_b_z - omega_b_z*p_b_y
    t21 = v_b_z + omega_b_x*p_b_y - omega_b_y*p_b_x
    t22 = v_b_y + omega_b_z*p_b_x - omega_b_x*p_b_z
    t23 = q_b_w*t20 + q_b_y*t21 - q_b_z*t22
    t24 = q_a_w*t17 + q_a_y*t15 - q_a_z*t16
    t25 = q_b_w*t21 + q_b_x*t22 - q_b_y*t20
    t26 = q_b_w*t22 + q_b_z*t20 - q_b_x*t21
    t27 = -q_b_x*t20 - q_b_y*t22 - q_b_z*t21
    t28 = -q_a_x*t17 - q_a_y*t16 - q_a_z*t15
    t29 = (
        t10*(q_a_y*t24 + q_a_z*t28 + q_b_w*t25 + q_b_x*t26 - q_a_w*t18 - q_a_x*t19 -
        q_b_y*t23 - q_b_z*t27) + t11*(q_a_x*t18 + q_a_y*t28 + q_b_w*t26 + q_b_z*t23 -
        q_a_w*t19 - q_a_z*t24 - q_b_x*t25 - q_b_y*t27) + t13*(q_a_x*t28 + q_a_z*t19 +
        q_b_w*t23 + q_b_y*t25 - q_a_w*t24 - q_a_y*t18 - q_b_x*t27 - q_b_z*t26))
    t30 = c*t14*t29
    t31 = t11*t30
    t32 = t10*t30
    t33 = t13*t30
    return (
        c*t10*t14*t29*t5 - t31*t4,
        c*t13*t14*t29*t4 - t12*t32,
        t12*t31 - t33*t5,
        t33,
        t31,
        t32)
