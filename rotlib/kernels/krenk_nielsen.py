"""The energy- and momentum-conserving step of Nielsen and Krenk.

Generated from book/krenk_nielsen/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def known(l_x: float, l_y: float, l_z: float, h: float) -> tuple[float, float, float]:
    """The known m of the cubic, of the momentum l in the body at the start.

    Equation eq-krenk-cubic; 4 operations (6 before sharing), 1 temporaries.
    """
    t0 = (1/4)*h
    return (l_x*t0, l_y*t0, l_z*t0)


def rate(a_x: float, a_y: float, a_z: float, h: float) -> tuple[float, float, float]:
    """The mean rate of a step.

    Equation eq-krenk-cayley; 4 operations (6 before sharing), 1 temporaries.
    """
    t0 = 4/h
    return (a_x*t0, a_y*t0, a_z*t0)


def reduced_free(
    a_x: float, a_y: float, a_z: float,
    m_x: float, m_y: float, m_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float, float]:
    """Newton's correction of a, the squared residual, and the determinant, free body.

    Equation eq-krenk-cubic; 174 operations (325 before sharing), 41 temporaries.
    """
    t0 = 2*a_y
    t1 = 1 - a_x*a_x - a_y*a_y - a_z*a_z
    t2 = J_3*a_z
    t3 = t2 - m_z
    t4 = a_z*t3
    t5 = 2*t4
    t6 = J_2*a_y
    t7 = 2*t6
    t8 = t7 - m_y
    t9 = J_1*a_x
    t10 = t9 - m_x
    t11 = a_x*t10
    t12 = 2*t11
    K1_y = t12 + t5 + J_2*t1 + t0*t8
    t13 = 2*a_z
    t14 = t6 - m_y
    t15 = a_y*t14
    t16 = 2*t15
    t17 = 2*t2
    t18 = t17 - m_z
    K2_z = t12 + t16 + J_3*t1 + t13*t18
    t19 = K1_y*K2_z
    K0_y = t17 + 2*a_x*t8 - J_2*t13 - t0*t10
    t20 = 2*t9
    t21 = 2*a_x
    K1_z = t20 + t0*t18 - J_3*t21 - t13*t14
    t22 = K0_y*K1_z
    K0_z = 2*J_3*a_y + 2*a_x*t18 - t7 - t10*t13
    K2_y = 2*J_2*a_x + 2*a_z*t8 - t20 - t0*t3
    t23 = K0_z*K2_y
    t24 = K0_y*K2_z
    t25 = t20 - m_x
    K0_x = t16 + t5 + J_1*t1 + t21*t25
    K1_x = J_1*t13 + t0*t25 - t17 - t14*t21
    K2_x = t7 + 2*a_z*t25 - J_1*t0 - t21*t3
    det = K0_x*t19 + K1_x*t23 + K2_x*t22 - K1_x*t24 - K0_x*K1_z*K2_y - K0_z*K1_y*K2_x
    t26 = 1/det
    t27 = 2*t11 + 2*t15 + 2*t4
    F_x = a_x*t27 + t0*t2 + t1*t10 - t13*t6
    F_y = a_y*t27 + a_z*t20 + t1*t14 - t2*t21
    F_z = a_z*t27 + t1*t3 + t21*t6 - a_y*t20
    return (
        t26*(F_x*(K1_z*K2_y - t19) + F_y*(t24 - t23) + F_z*(K0_z*K1_y - t22)),
        t26*(F_x*(K1_x*K2_z - K1_z*K2_x) + F_y*(K0_z*K2_x - K0_x*K2_z) + F_z*(K0_x*K1_z
        - K0_z*K1_x)),
        t26*(F_x*(K1_y*K2_x - K1_x*K2_y) + F_y*(K0_x*K2_y - K0_y*K2_x) + F_z*(K0_y*K1_x
        - K0_x*K1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)


def reduced(
    a_x: float, a_y: float, a_z: float,
    m_x: float, m_y: float, m_z: float,
    J_1: float, J_2: float, J_3: float,
    tau_x: float, tau_y: float, tau_z: float,
    D_xx: float, D_xy: float, D_xz: float, D_yx: float, D_yy: float, D_yz: float,
    D_zx: float, D_zy: float, D_zz: float,
    h: float,
) -> tuple[float, float, float, float, float]:
    """The same under a torque tau, whose derivative by a is D.

    Equation eq-krenk-cubic; 203 operations (373 before sharing), 42 temporaries.
    """
    t0 = 2*a_y
    t1 = (1/8)*h*h
    t2 = 1 - a_x*a_x - a_y*a_y - a_z*a_z
    t3 = J_3*a_z
    t4 = t3 - m_z
    t5 = a_z*t4
    t6 = 2*t5
    t7 = J_2*a_y
    t8 = 2*t7
    t9 = t8 - m_y
    t10 = J_1*a_x
    t11 = t10 - m_x
    t12 = a_x*t11
    t13 = 2*t12
    K1_y = t13 + t6 + J_2*t2 + t0*t9 - D_yy*t1
    t14 = 2*a_z
    t15 = t7 - m_y
    t16 = a_y*t15
    t17 = 2*t16
    t18 = 2*t3
    t19 = t18 - m_z
    K2_z = t13 + t17 + J_3*t2 + t14*t19 - D_zz*t1
    t20 = K1_y*K2_z
    K0_y = t18 + 2*a_x*t9 - D_xy*t1 - J_2*t14 - t0*t11
    t21 = 2*t10
    t22 = 2*a_x
    K1_z = t21 + 2*a_y*t19 - D_yz*t1 - J_3*t22 - t14*t15
    t23 = K0_y*K1_z
    K0_z = 2*J_3*a_y + 2*a_x*t19 - t8 - D_xz*t1 - t11*t14
    K2_y = 2*J_2*a_x + 2*a_z*t9 - t21 - D_zy*t1 - t0*t4
    t24 = K0_z*K2_y
    t25 = K0_y*K2_z
    t26 = t21 - m_x
    K0_x = t17 + t6 + J_1*t2 + t22*t26 - D_xx*t1
    K1_x = 2*J_1*a_z + 2*a_y*t26 - t18 - D_yx*t1 - t15*t22
    K2_x = t8 + 2*a_z*t26 - D_zx*t1 - J_1*t0 - t22*t4
    det = K0_x*t20 + K1_x*t24 + K2_x*t23 - K1_x*t25 - K0_x*K1_z*K2_y - K0_z*K1_y*K2_x
    t27 = 1/det
    t28 = 2*t12 + 2*t16 + 2*t5
    F_x = a_x*t28 + t0*t3 + t11*t2 - t1*tau_x - t14*t7
    F_y = a_y*t28 + a_z*t21 + t15*t2 - t1*tau_y - t22*t3
    F_z = a_z*t28 + t2*t4 + t22*t7 - a_y*t21 - t1*tau_z
    return (
        t27*(F_x*(K1_z*K2_y - t20) + F_y*(t25 - t24) + F_z*(K0_z*K1_y - t23)),
        t27*(F_x*(K1_x*K2_z - K1_z*K2_x) + F_y*(K0_z*K2_x - K0_x*K2_z) + F_z*(K0_x*K1_z
        - K0_z*K1_x)),
        t27*(F_x*(K1_y*K2_x - K1_x*K2_y) + F_y*(K0_x*K2_y - K0_y*K2_x) + F_z*(K0_y*K1_x
        - K0_x*K1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)


def cayley(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
) -> tuple[float, float, float, float]:
    """The attitude after the step: q (1 + a)/(1 - a).

    Equation eq-krenk-cayley; 43 operations (57 before sharing), 6 temporaries.
    """
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t0 = 1/(1 + n)
    t1 = 2*a_x
    t2 = 2*a_y
    t3 = 2*a_z
    t4 = 1 - n
    return (
        t0*(q_w*t4 - q_x*t1 - q_y*t2 - q_z*t3),
        t0*(q_w*t1 + q_x*t4 + q_y*t3 - q_z*t2),
        t0*(q_w*t2 + q_y*t4 + q_z*t1 - q_x*t3),
        t0*(q_w*t3 + q_x*t2 + q_z*t4 - q_y*t1))


def middle(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
) -> tuple[float, float, float, float]:
    """The unit quaternion in the middle of the step: q (1 + a)/|1 + a|.

    Equation eq-krenk-cayley; 36 operations (37 before sharing), 1 temporaries.
    """
    n = 1/sqrt(1 + a_x*a_x + a_y*a_y + a_z*a_z)
    return (
        n*(q_w - a_x*q_x - a_y*q_y - a_z*q_z),
        n*(q_x + a_x*q_w + a_z*q_y - a_y*q_z),
        n*(q_y + a_x*q_z + a_y*q_w - a_z*q_x),
        n*(q_z + a_y*q_x + a_z*q_w - a_x*q_y))


def gain(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
    tau_x: float, tau_y: float, tau_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Momentum in space that the torque tau at the middle attitude q adds in a step.

    Equation eq-krenk-cubic; 51 operations (98 before sharing), 6 temporaries.
    """
    t0 = q_w*tau_x + q_y*tau_z - q_z*tau_y
    t1 = q_w*tau_z + q_x*tau_y - q_y*tau_x
    t2 = q_w*tau_y + q_z*tau_x - q_x*tau_z
    t3 = -q_x*tau_x - q_y*tau_y - q_z*tau_z
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t4 = h/(1 + n)
    return (
        t4*(q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2),
        t4*(q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3),
        t4*(q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3))


def balance(
    tau_x: float, tau_y: float, tau_z: float,
    a_x: float, a_y: float, a_z: float,
    d_x: float, d_y: float, d_z: float,
    dV: float,
) -> tuple[float, float, float]:
    """The torque tau, corrected along d to do the work -dV.

    Equation eq-krenk-balanced; 28 operations (75 before sharing), 1 temporaries.
    """
    t0 = (
        (a_x*tau_x + a_y*tau_y + a_z*tau_z + dV*((1/4) + (1/4)*a_x*a_x + (1/4)*a_y*a_y
        + (1/4)*a_z*a_z))/(a_x*d_x + a_y*d_y + a_z*d_z))
    return (tau_x - d_x*t0, tau_y - d_y*t0, tau_z - d_z*t0)


def across(
    a_x: float, a_y: float, a_z: float,
    k_x: float, k_y: float, k_z: float,
) -> tuple[float, float, float]:
    """The part of a across the unit vector k.

    Equation eq-krenk-axis; 11 operations (21 before sharing), 1 temporaries.
    """
    t0 = a_x*k_x + a_y*k_y + a_z*k_z
    return (a_x - k_x*t0, a_y - k_y*t0, a_z - k_z*t0)
