"""Gaps of joints between two bodies, and their slopes.

Generated from book/several/joints-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def point(
    a_w: float, a_x: float, a_y: float, a_z: float,
    x_x: float, x_y: float, x_z: float,
    r_x: float, r_y: float, r_z: float,
    b_w: float, b_x: float, b_y: float, b_z: float,
    y_x: float, y_y: float, y_z: float,
    s_x: float, s_y: float, s_z: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float,
]:
    """The gap between two points, then the slopes of each row.

    Equation eq-joint-point; 91 operations (186 before sharing), 14 temporaries.
    """
    t0 = a_w*r_x + a_y*r_z - a_z*r_y
    t1 = a_w*r_z + a_x*r_y - a_y*r_x
    t2 = a_w*r_y + a_z*r_x - a_x*r_z
    t3 = -a_x*r_x - a_y*r_y - a_z*r_z
    A_x = a_w*t0 + a_y*t1 - a_x*t3 - a_z*t2
    t4 = b_w*s_x + b_y*s_z - b_z*s_y
    t5 = b_w*s_z + b_x*s_y - b_y*s_x
    t6 = b_w*s_y + b_z*s_x - b_x*s_z
    t7 = -b_x*s_x - b_y*s_y - b_z*s_z
    B_x = b_w*t4 + b_y*t5 - b_x*t7 - b_z*t6
    A_y = a_w*t2 + a_z*t0 - a_x*t1 - a_y*t3
    B_y = b_w*t6 + b_z*t4 - b_x*t5 - b_y*t7
    A_z = a_w*t1 + a_x*t2 - a_y*t0 - a_z*t3
    B_z = b_w*t5 + b_x*t6 - b_y*t4 - b_z*t7
    return (
        A_x + x_x - B_x - y_x,
        A_y + x_y - B_y - y_y,
        A_z + x_z - B_z - y_z,
        0,
        A_z,
        -A_y,
        1,
        0,
        0,
        0,
        -B_z,
        B_y,
        -1,
        0,
        0,
        -A_z,
        0,
        A_x,
        0,
        1,
        0,
        B_z,
        0,
        -B_x,
        0,
        -1,
        0,
        A_y,
        -A_x,
        0,
        0,
        0,
        1,
        -B_y,
        B_x,
        0,
        0,
        0,
        -1)


def across(
    a_w: float, a_x: float, a_y: float, a_z: float,
    u_x: float, u_y: float, u_z: float,
    b_w: float, b_x: float, b_y: float, b_z: float,
    v_x: float, v_y: float, v_z: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float,
]:
    """The cosine of the angle between two axes, then the slopes of each row.

    Equation eq-joint-across; 96 operations (191 before sharing), 17 temporaries.
    """
    t0 = a_w*u_x + a_y*u_z - a_z*u_y
    t1 = a_w*u_z + a_x*u_y - a_y*u_x
    t2 = a_w*u_y + a_z*u_x - a_x*u_z
    t3 = -a_x*u_x - a_y*u_y - a_z*u_z
    n_x = a_w*t0 + a_y*t1 - a_x*t3 - a_z*t2
    n_y = a_w*t2 + a_z*t0 - a_x*t1 - a_y*t3
    n_z = a_w*t1 + a_x*t2 - a_y*t0 - a_z*t3
    t4 = b_w*v_x + b_y*v_z - b_z*v_y
    t5 = b_w*v_z + b_x*v_y - b_y*v_x
    t6 = b_w*v_y + b_z*v_x - b_x*v_z
    t7 = -b_x*v_x - b_y*v_y - b_z*v_z
    m_x = b_w*t4 + b_y*t5 - b_x*t7 - b_z*t6
    m_y = b_w*t6 + b_z*t4 - b_x*t5 - b_y*t7
    m_z = b_w*t5 + b_x*t6 - b_y*t4 - b_z*t7
    t8 = m_y*n_z - m_z*n_y
    t9 = m_x*n_z - m_z*n_x
    t10 = m_x*n_y - m_y*n_x
    return (m_x*n_x + m_y*n_y + m_z*n_z, -t8, t9, -t10, 0, 0, 0, t8, -t9, t10, 0, 0, 0)


def offset(
    a_w: float, a_x: float, a_y: float, a_z: float,
    x_x: float, x_y: float, x_z: float,
    r_x: float, r_y: float, r_z: float,
    u_x: float, u_y: float, u_z: float,
    b_w: float, b_x: float, b_y: float, b_z: float,
    y_x: float, y_y: float, y_z: float,
    s_x: float, s_y: float, s_z: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float,
]:
    """The offset of two points along an axis of the first body, then the slopes of each row.

    Equation eq-joint-offset; 167 operations (317 before sharing), 24 temporaries.
    """
    t0 = a_w*r_x + a_y*r_z - a_z*r_y
    t1 = a_w*r_z + a_x*r_y - a_y*r_x
    t2 = a_w*r_y + a_z*r_x - a_x*r_z
    t3 = -a_x*r_x - a_y*r_y - a_z*r_z
    A_x = a_w*t0 + a_y*t1 - a_x*t3 - a_z*t2
    t4 = b_w*s_x + b_y*s_z - b_z*s_y
    t5 = b_w*s_z + b_x*s_y - b_y*s_x
    t6 = b_w*s_y + b_z*s_x - b_x*s_z
    t7 = -b_x*s_x - b_y*s_y - b_z*s_z
    B_x = b_w*t4 + b_y*t5 - b_x*t7 - b_z*t6
    t8 = A_x + x_x - B_x - y_x
    A_y = a_w*t2 + a_z*t0 - a_x*t1 - a_y*t3
    B_y = b_w*t6 + b_z*t4 - b_x*t5 - b_y*t7
    t9 = A_y + x_y - B_y - y_y
    A_z = a_w*t1 + a_x*t2 - a_y*t0 - a_z*t3
    B_z = b_w*t5 + b_x*t6 - b_y*t4 - b_z*t7
    t10 = A_z + x_z - B_z - y_z
    t11 = a_w*u_x + a_y*u_z - a_z*u_y
    t12 = a_w*u_z + a_x*u_y - a_y*u_x
    t13 = a_w*u_y + a_z*u_x - a_x*u_z
    t14 = -a_x*u_x - a_y*u_y - a_z*u_z
    n_x = a_w*t11 + a_y*t12 - a_x*t14 - a_z*t13
    n_y = a_w*t13 + a_z*t11 - a_x*t12 - a_y*t14
    n_z = a_w*t12 + a_x*t13 - a_y*t11 - a_z*t14
    return (
        n_x*t8 + n_y*t9 + n_z*t10,
        A_y*n_z + n_y*t10 - A_z*n_y - n_z*t9,
        A_z*n_x + n_z*t8 - A_x*n_z - n_x*t10,
        A_x*n_y + n_x*t9 - A_y*n_x - n_y*t8,
        n_x,
        n_y,
        n_z,
        B_z*n_y - B_y*n_z,
        B_x*n_z - B_z*n_x,
        B_y*n_x - B_x*n_y,
        -n_x,
        -n_y,
        -n_z)


def mobility(
    a_w: float, a_x: float, a_y: float, a_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The inverse inertia in space, row by row, of principal moments.

    Equation eq-joint-newton; 81 operations (123 before sharing), 28 temporaries.
    """
    t0 = 1/J_1
    t1 = 1/J_2
    t2 = 1/J_3
    t3 = a_x*a_x
    t4 = a_y*a_y
    t5 = a_w*a_w
    t6 = a_z*a_z
    t7 = t5 - t6
    R_1_1 = t3 + t7 - t4
    t8 = 2*a_w
    t9 = a_z*t8
    R_1_2 = 2*a_x*a_y - t9
    t10 = a_y*t8
    t11 = 2*a_x
    R_1_3 = t10 + a_z*t11
    t12 = R_1_1*t0
    t13 = R_1_2*t1
    t14 = R_1_3*t2
    R_2_1 = t9 + a_y*t11
    R_2_2 = t4 + t7 - t3
    t15 = a_x*t8
    R_2_3 = 2*a_y*a_z - t15
    t16 = R_2_1*t12 + R_2_2*t13 + R_2_3*t14
    R_3_1 = 2*a_x*a_z - t10
    R_3_2 = t15 + 2*a_y*a_z
    R_3_3 = t5 + t6 - t3 - t4
    t17 = R_3_1*t12 + R_3_2*t13 + R_3_3*t14
    t18 = R_2_1*R_3_1*t0 + R_2_2*R_3_2*t1 + R_2_3*R_3_3*t2
    return (
        R_1_1*R_1_1*t0 + R_1_2*R_1_2*t1 + R_1_3*R_1_3*t2,
        t16,
        t17,
        t16,
        R_2_1*R_2_1*t0 + R_2_2*R_2_2*t1 + R_2_3*R_2_3*t2,
        t18,
        t17,
        t18,
        R_3_1*R_3_1*t0 + R_3_2*R_3_2*t1 + R_3_3*R_3_3*t2)


def swung(
    a_w: float, a_x: float, a_y: float, a_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    r_x: float, r_y: float, r_z: float,
) -> tuple[float, float, float]:
    """Velocity of the arm r in space, of the rate in the body.

    Equation eq-joint-twist; 50 operations (192 before sharing), 7 temporaries.
    """
    t0 = omega_y*r_z - omega_z*r_y
    t1 = omega_x*r_y - omega_y*r_x
    t2 = omega_z*r_x - omega_x*r_z
    t3 = a_w*t0 + a_y*t1 - a_z*t2
    t4 = a_w*t1 + a_x*t2 - a_y*t0
    t5 = a_w*t2 + a_z*t0 - a_x*t1
    t6 = -a_x*t0 - a_y*t2 - a_z*t1
    return (
        a_w*t3 + a_y*t4 - a_x*t6 - a_z*t5,
        a_w*t5 + a_z*t3 - a_x*t4 - a_y*t6,
        a_w*t4 + a_x*t5 - a_y*t3 - a_z*t6)


def moment(
    a_w: float, a_x: float, a_y: float, a_z: float,
    r_x: float, r_y: float, r_z: float,
    tau_x: float, tau_y: float, tau_z: float,
    F_x: float, F_y: float, F_z: float,
) -> tuple[float, float, float]:
    """The moment about the end of the arm r, in space.

    Equation eq-joint-moment; 53 operations (180 before sharing), 7 temporaries.
    """
    t0 = a_w*r_z + a_x*r_y - a_y*r_x
    t1 = a_w*r_y + a_z*r_x - a_x*r_z
    t2 = a_w*r_x + a_y*r_z - a_z*r_y
    t3 = -a_x*r_x - a_y*r_y - a_z*r_z
    t4 = a_w*t0 + a_x*t1 - a_y*t2 - a_z*t3
    t5 = a_w*t1 + a_z*t2 - a_x*t0 - a_y*t3
    t6 = a_w*t2 + a_y*t0 - a_x*t3 - a_z*t1
    return (tau_x + F_y*t4 - F_z*t5, tau_y + F_z*t6 - F_x*t4, tau_z + F_x*t5 - F_y*t6)
