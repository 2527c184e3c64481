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
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float, l: float,
) -> float:
    """Potential of spring.

    Equation eq-pair-potentials; 19 operations (20 before sharing), 4 temporaries.
    """
    t0 = u0_x + x_b_x - s0_x - x_a_x
    t1 = u0_y + x_b_y - s0_y - x_a_y
    t2 = u0_z + x_b_z - s0_z - x_a_z
    t3 = sqrt(t0*t0 + t1*t1 + t2*t2) - l
    return (1/2)*k*t3*t3


def spring_pull(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float, l: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of spring.

    Equation eq-pair-potentials; 37 operations (363 before sharing), 10 temporaries.
    """
    t0 = s0_y + x_a_y - u0_y - x_b_y
    t1 = s0_z + x_a_z - u0_z - x_b_z
    t2 = s0_x + x_a_x - u0_x - x_b_x
    t3 = sqrt(t0*t0 + t1*t1 + t2*t2)
    t4 = 1/t3
    t5 = t3 - l
    t6 = k*t4*t5
    t7 = t1*t6
    t8 = t2*t6
    t9 = t0*t6
    return (
        k*s0_z*t0*t4*t5 - s0_y*t7,
        s0_x*t7 - s0_z*t8,
        k*s0_y*t2*t4*t5 - s0_x*t9,
        -t8,
        -t9,
        -t7)


def elastic_potential(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float,
) -> float:
    """Potential of elastic.

    Equation eq-pair-potentials; 16 operations (16 before sharing), 3 temporaries.
    """
    t0 = u0_x + x_b_x - s0_x - x_a_x
    t1 = u0_y + x_b_y - s0_y - x_a_y
    t2 = u0_z + x_b_z - s0_z - x_a_z
    return (1/2)*k*(t0*t0 + t1*t1 + t2*t2)


def elastic_pull(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of elastic.

    Equation eq-pair-potentials; 38 operations (93 before sharing), 6 temporaries.
    """
    t0 = (1/2)*k
    t1 = t0*(2*s0_z + 2*x_a_z - 2*u0_z - 2*x_b_z)
    t2 = 2*s0_y + 2*x_a_y - 2*u0_y - 2*x_b_y
    t3 = 2*s0_x + 2*x_a_x - 2*u0_x - 2*x_b_x
    t4 = t0*t3
    t5 = t0*t2
    return (
        (1/2)*k*s0_z*t2 - s0_y*t1,
        s0_x*t1 - s0_z*t4,
        (1/2)*k*s0_y*t3 - s0_x*t5,
        -t4,
        -t5,
        -t1)


def alignment_potential(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float,
) -> float:
    """Potential of alignment.

    Equation eq-pair-potentials; 6 operations (7 before sharing), 0 temporaries.
    """
    return -k*(s0_x*u0_x + s0_y*u0_y + s0_z*u0_z)


def alignment_pull(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    k: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of alignment.

    Equation eq-pair-potentials; 14 operations (15 before sharing), 1 temporaries.
    """
    t0 = k*u0_z
    return (
        s0_y*t0 - k*s0_z*u0_y,
        k*s0_z*u0_x - s0_x*t0,
        k*s0_x*u0_y - k*s0_y*u0_x,
        0,
        0,
        0)


def magnets_potential(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    s1_x: float, s1_y: float, s1_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    u1_x: float, u1_y: float, u1_z: float,
    mu: float,
) -> float:
    """Potential of magnets.

    Equation eq-pair-potentials; 40 operations (71 before sharing), 5 temporaries.
    """
    t0 = u0_x + x_b_x - s0_x - x_a_x
    t1 = u0_y + x_b_y - s0_y - x_a_y
    t2 = u0_z + x_b_z - s0_z - x_a_z
    t3 = t0*t0 + t1*t1 + t2*t2
    t4 = sqrt(t3)
    return (
        mu*(s1_x*u1_x + s1_y*u1_y + s1_z*u1_z - (3*s1_x*t0 + 3*s1_y*t1 +
        3*s1_z*t2)*(t0*u1_x + t1*u1_y + t2*u1_z)/t3)/(t4*t4*t4))


def gravity_potential(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    s1_x: float, s1_y: float, s1_z: float,
    s2_x: float, s2_y: float, s2_z: float,
    s3_x: float, s3_y: float, s3_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    u1_x: float, u1_y: float, u1_z: float,
    u2_x: float, u2_y: float, u2_z: float,
    u3_x: float, u3_y: float, u3_z: float,
    G: float, m_a: float, m_b: float, J_a_xx: float, J_a_xy: float, J_a_xz: float,
    J_a_yy: float, J_a_yz: float, J_a_zz: float, J_b_xx: float, J_b_xy: float,
    J_b_xz: float, J_b_yy: float, J_b_yz: float, J_b_zz: float,
) -> float:
    """Potential of gravity.

    Equation eq-pair-potentials; 112 operations (396 before sharing), 16 temporaries.
    """
    t0 = u0_x + x_b_x - s0_x - x_a_x
    t1 = u0_y + x_b_y - s0_y - x_a_y
    t2 = u0_z + x_b_z - s0_z - x_a_z
    t3 = t0*t0 + t1*t1 + t2*t2
    t4 = G*m_a
    t5 = 1/t3
    t6 = t0*u1_x + t1*u1_y + t2*u1_z
    t7 = t0*u2_x + t1*u2_y + t2*u2_z
    t8 = t0*u3_x + t1*u3_y + t2*u3_z
    t9 = 6*t6
    t10 = sqrt(t3)
    t11 = (1/2)/(t10*t10*t10)
    t12 = s1_x*t0 + s1_y*t1 + s1_z*t2
    t13 = s2_x*t0 + s2_y*t1 + s2_z*t2
    t14 = s3_x*t0 + s3_y*t1 + s3_z*t2
    t15 = 6*t12
    return (
        -m_b*t4/sqrt(t3) - t11*t4*(J_b_xx + J_b_yy + J_b_zz - t5*(3*J_b_xx*t6*t6 +
        3*J_b_yy*t7*t7 + 3*J_b_zz*t8*t8 + J_b_xy*t7*t9 + J_b_xz*t8*t9 +
        6*J_b_yz*t7*t8)) - G*m_b*t11*(J_a_xx + J_a_yy + J_a_zz - t5*(3*J_a_xx*t12*t12 +
        3*J_a_yy*t13*t13 + 3*J_a_zz*t14*t14 + J_a_xy*t13*t15 + J_a_xz*t14*t15 +
        6*J_a_yz*t13*t14)))


def damper_pull(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    s0_x: float, s0_y: float, s0_z: float,
    u0_x: float, u0_y: float, u0_z: float,
    v_s_x: float, v_s_y: float, v_s_z: float,
    v_u_x: float, v_u_y: float, v_u_z: float,
    c: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first body, space components, of a damper.

    Equation eq-damper; 40 operations (342 before sharing), 9 temporaries.
    """
    t0 = u0_z + x_b_z - s0_z - x_a_z
    t1 = u0_x + x_b_x - s0_x - x_a_x
    t2 = u0_y + x_b_y - s0_y - x_a_y
    t3 = 1/(t0*t0 + t1*t1 + t2*t2)
    t4 = t0*(v_u_z - v_s_z) + t1*(v_u_x - v_s_x) + t2*(v_u_y - v_s_y)
    t5 = c*t3*t4
    t6 = t0*t5
    t7 = t2*t5
    t8 = t1*t5
    return (s0_y*t6 - s0_z*t7, c*s0_z*t1*t3*t4 - s0_x*t6, s0_x*t7 - s0_y*t8, t8, t7, t6)
