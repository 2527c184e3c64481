"""Weight, the gradient of gravity, and rotors; Carlson's series.

Generated from book/foundations/inertia-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

CARLSON = ((0, 0, 1, 1),
           (0, 1, 1, 14),
           (0, 2, 3, 104),
           (1, 0, -1, 10),
           (1, 1, -3, 44),
           (2, 0, 1, 24),
           (3, 0, -5, 208))


def gravity_torque(
    m_c_x: float, m_c_y: float, m_c_z: float,
    gamma_x: float, gamma_y: float, gamma_z: float,
) -> tuple[float, float, float]:
    """Body torque of the weight: m c x gamma, with gamma = R^T g.

    Equation eq-gravity; 9 operations (9 before sharing), 0 temporaries.
    """
    return (
        gamma_z*m_c_y - gamma_y*m_c_z,
        gamma_x*m_c_z - gamma_z*m_c_x,
        gamma_y*m_c_x - gamma_x*m_c_y)


def gravity_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> float:
    """V = -g.R m c.

    Equation eq-gravity; 38 operations (69 before sharing), 3 temporaries.
    """
    t0 = 2*m_c_z*q_y - 2*m_c_y*q_z
    t1 = 2*m_c_y*q_x - 2*m_c_x*q_y
    t2 = 2*m_c_x*q_z - 2*m_c_z*q_x
    return (
        -g_x*(m_c_x + q_w*t0 + q_y*t1 - q_z*t2) - g_y*(m_c_y + q_w*t2 + q_z*t0 -
        q_x*t1) - g_z*(m_c_z + q_w*t1 + q_x*t2 - q_y*t0))


def gradient_torque(
    a_x: float, a_y: float, a_z: float,
    b_x: float, b_y: float, b_z: float,
    I_11: float, I_12: float, I_13: float, I_22: float, I_23: float, I_33: float,
    k: float,
) -> tuple[float, float, float]:
    """3 k a x J b: body torque of a planet's gravity for a = b = u.

    Equation eq-gravity-gradient; 28 operations (45 before sharing), 4 temporaries.
    """
    t0 = I_13*b_x + I_23*b_y + I_33*b_z
    t1 = I_12*b_x + I_22*b_y + I_23*b_z
    t2 = 3*k
    t3 = I_11*b_x + I_12*b_y + I_13*b_z
    return (t2*(a_y*t0 - a_z*t1), t2*(a_z*t3 - a_x*t0), t2*(a_x*t1 - a_y*t3))


def gradient_potential(
    u_x: float, u_y: float, u_z: float,
    I_11: float, I_12: float, I_13: float, I_22: float, I_23: float, I_33: float,
    k: float,
) -> float:
    """V = 3/2 k u.J u.

    Equation eq-gravity-gradient; 22 operations (23 before sharing), 0 temporaries.
    """
    return (
        (3/2)*k*(u_x*(I_11*u_x + I_12*u_y + I_13*u_z) + u_y*(I_12*u_x + I_22*u_y +
        I_23*u_z) + u_z*(I_13*u_x + I_23*u_y + I_33*u_z)))


def rotor_momentum(
    omega_x: float, omega_y: float, omega_z: float,
    a_x: float, a_y: float, a_z: float,
    I: float, s: float,
) -> float:
    """p = I (a.omega + s).

    Equation eq-gyrostat; 7 operations (7 before sharing), 0 temporaries.
    """
    return I*(s + a_x*omega_x + a_y*omega_y + a_z*omega_z)


def rotor_speed(
    omega_x: float, omega_y: float, omega_z: float,
    a_x: float, a_y: float, a_z: float,
    I: float, p: float,
) -> float:
    """s = p/I - a.omega.

    Equation eq-gyrostat; 7 operations (7 before sharing), 0 temporaries.
    """
    return p/I - a_x*omega_x - a_y*omega_y - a_z*omega_z
