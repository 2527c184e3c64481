"""Unit dual quaternions and twists: algebra, exponential, logarithm, screws.

Generated from book/dqvi/screws-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt
from rotlib.stumpff import c0, c1, c2, c3, c4, c5, c6, log_factor

CONJUGATE = (1, -1, -1, -1, 1, -1, -1, -1)


def multiply(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
    r_w: float, r_x: float, r_y: float, r_z: float,
    e_w: float, e_x: float, e_y: float, e_z: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Product (q + eps d)(r + eps e) of dual quaternions.

    Equation eq-screw-product; 88 operations (88 before sharing), 0 temporaries.
    """
    return (
        q_w*r_w - q_x*r_x - q_y*r_y - q_z*r_z,
        q_w*r_x + q_x*r_w + q_y*r_z - q_z*r_y,
        q_w*r_y + q_y*r_w + q_z*r_x - q_x*r_z,
        q_w*r_z + q_x*r_y + q_z*r_w - q_y*r_x,
        d_w*r_w + e_w*q_w - d_x*r_x - d_y*r_y - d_z*r_z - e_x*q_x - e_y*q_y - e_z*q_z,
        d_w*r_x + d_x*r_w + d_y*r_z + e_w*q_x + e_x*q_w + e_z*q_y - d_z*r_y - e_y*q_z,
        d_w*r_y + d_y*r_w + d_z*r_x + e_w*q_y + e_x*q_z + e_y*q_w - d_x*r_z - e_z*q_x,
        d_w*r_z + d_x*r_y + d_z*r_w + e_w*q_z + e_y*q_x + e_z*q_w - d_y*r_x - e_x*q_y)


def from_pose(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Dual quaternion of the attitude q and the position t in space.

    Equation eq-screw-2-4; 23 operations (33 before sharing), 3 temporaries.
    """
    t0 = (1/2)*t_x
    t1 = (1/2)*t_y
    t2 = (1/2)*t_z
    return (
        q_w,
        q_x,
        q_y,
        q_z,
        -q_x*t0 - q_y*t1 - q_z*t2,
        q_w*t0 + q_z*t1 - q_y*t2,
        q_w*t1 + q_x*t2 - q_z*t0,
        q_w*t2 + q_y*t0 - q_x*t1)


def position(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
) -> tuple[float, float, float]:
    """Position in space of the reference point of a unit dual quaternion.

    Equation eq-screw-2-4; 31 operations (33 before sharing), 1 temporaries.
    """
    t0 = 2*d_w
    return (
        2*d_x*q_w + 2*d_z*q_y - 2*d_y*q_z - q_x*t0,
        2*d_x*q_z + 2*d_y*q_w - 2*d_z*q_x - q_y*t0,
        2*d_y*q_x + 2*d_z*q_w - 2*d_x*q_y - q_z*t0)


def across(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
) -> tuple[float, float, float, float]:
    """Dual part of q + eps d, |q| = 1, divided by its length 1 + eps q.d.

    Equation eq-screw-unit; 15 operations (36 before sharing), 1 temporaries.
    """
    t0 = d_w*q_w + d_x*q_x + d_y*q_y + d_z*q_z
    return (d_w - q_w*t0, d_x - q_x*t0, d_y - q_y*t0, d_z - q_z*t0)


def transform(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
    p_x: float, p_y: float, p_z: float,
) -> tuple[float, float, float]:
    """Place in space of the point p of the body.

    Equation eq-screw-2-5; 58 operations (69 before sharing), 7 temporaries.
    """
    t0 = 2*q_z
    t1 = 2*q_y
    t2 = 2*q_x
    t3 = 2*q_w
    m_x = 2*p_z*q_y - p_y*t0
    m_y = p_x*t0 - 2*p_z*q_x
    m_z = 2*p_y*q_x - p_x*t1
    return (
        p_x + d_x*t3 + d_z*t1 + m_x*q_w + m_z*q_y - d_w*t2 - d_y*t0 - m_y*q_z,
        p_y + d_x*t0 + d_y*t3 + m_x*q_z + m_y*q_w - d_w*t1 - d_z*t2 - m_z*q_x,
        p_z + d_y*t2 + d_z*t3 + m_y*q_x + m_z*q_w - d_w*t0 - d_x*t1 - m_x*q_y)


def twist(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
    q_rate_w: float, q_rate_x: float, q_rate_y: float, q_rate_z: float,
    d_rate_w: float, d_rate_x: float, d_rate_y: float, d_rate_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Twist (omega, v), body components, of a unit dual quaternion and its rate.

    Equation eq-screw-2-11; 92 operations (102 before sharing), 5 temporaries.
    """
    t0 = 2*q_rate_w
    t1 = 2*q_rate_z
    t2 = 2*q_rate_x
    t3 = 2*q_rate_y
    t4 = 2*d_rate_w
    return (
        2*q_rate_x*q_w + 2*q_rate_y*q_z - q_x*t0 - q_y*t1,
        2*q_rate_y*q_w + 2*q_rate_z*q_x - q_y*t0 - q_z*t2,
        2*q_rate_x*q_y + 2*q_rate_z*q_w - q_x*t3 - q_z*t0,
        2*d_rate_x*q_w + 2*d_rate_y*q_z + 2*d_w*q_rate_x + 2*d_z*q_rate_y -
        2*d_rate_z*q_y - d_x*t0 - d_y*t1 - q_x*t4,
        2*d_rate_y*q_w + 2*d_rate_z*q_x + 2*d_w*q_rate_y + 2*d_x*q_rate_z -
        2*d_rate_x*q_z - d_y*t0 - d_z*t2 - q_y*t4,
        2*d_rate_x*q_y + 2*d_rate_z*q_w + 2*d_w*q_rate_z + 2*d_y*q_rate_x -
        2*d_rate_y*q_x - d_x*t3 - d_z*t0 - q_z*t4)


def rate(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Rate of a unit dual quaternion with the twist (omega, v), body components.

    Equation eq-screw-2-11; 72 operations (102 before sharing), 8 temporaries.
    """
    t0 = (1/2)*omega_x
    t1 = (1/2)*q_y
    t2 = (1/2)*q_z
    t3 = (1/2)*omega_y
    t4 = (1/2)*omega_z
    t5 = (1/2)*v_x
    t6 = (1/2)*q_w
    t7 = (1/2)*q_x
    return (
        -omega_y*t1 - omega_z*t2 - q_x*t0,
        omega_z*t1 + q_w*t0 - omega_y*t2,
        q_w*t3 + q_z*t0 - q_x*t4,
        q_w*t4 + q_x*t3 - q_y*t0,
        -d_x*t0 - d_y*t3 - d_z*t4 - q_x*t5 - t1*v_y - t2*v_z,
        d_w*t0 + d_y*t4 + q_w*t5 + t1*v_z - d_z*t3 - t2*v_y,
        d_w*t3 + d_z*t0 + t2*v_x + t6*v_y - d_x*t4 - t7*v_z,
        d_w*t4 + d_x*t3 + t6*v_z + t7*v_y - d_y*t0 - t1*v_x)


def exp(
    theta_x: float, theta_y: float, theta_z: float,
    rho_x: float, rho_y: float, rho_z: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Unit dual quaternion exp(xi/2) of the twist xi = (theta, rho).

    Equation eq-screw-exp; 36 operations (68 before sharing), 6 temporaries.
    """
    s = theta_x*theta_x + theta_y*theta_y + theta_z*theta_z
    t0 = (1/4)*s
    t1 = c1(t0)
    t2 = (1/2)*t1
    g = rho_x*theta_x + rho_y*theta_y + rho_z*theta_z
    t3 = (1/8)*g*(c2(t0) - c3(t0))
    return (
        c0(t0),
        t2*theta_x,
        t2*theta_y,
        t2*theta_z,
        -(1/4)*g*t1,
        (1/2)*rho_x*t1 - t3*theta_x,
        (1/2)*rho_y*t1 - t3*theta_y,
        (1/2)*rho_z*t1 - t3*theta_z)


def exp_position(
    theta_x: float, theta_y: float, theta_z: float,
    rho_x: float, rho_y: float, rho_z: float,
) -> tuple[float, float, float]:
    """Position part of exp of the twist (theta, rho).

    Equation eq-screw-position; 37 operations (41 before sharing), 6 temporaries.
    """
    s = theta_x*theta_x + theta_y*theta_y + theta_z*theta_z
    t0 = c2(s)
    t1 = c3(s)
    m_x = rho_z*theta_y - rho_y*theta_z
    m_y = rho_x*theta_z - rho_z*theta_x
    m_z = rho_y*theta_x - rho_x*theta_y
    return (
        rho_x + m_x*t0 + t1*(m_z*theta_y - m_y*theta_z),
        rho_y + m_y*t0 + t1*(m_x*theta_z - m_z*theta_x),
        rho_z + m_z*t0 + t1*(m_y*theta_x - m_x*theta_y))


def log(
    q_w: float, q_x: float, q_y: float, q_z: float,
    d_w: float, d_x: float, d_y: float, d_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Twist, with an angle of at most pi, of a unit dual quaternion.

    Equation eq-screw-log; 29 operations (30 before sharing), 5 temporaries.
    """
    n2 = q_x*q_x + q_y*q_y + q_z*q_z
    f = log_factor(q_w, n2)
    t0 = f*f
    u = (1/4)*n2*t0
    k = (1/2)*d_w*t0*(c2(u) - c3(u))/c1(u)
    return (f*q_x, f*q_y, f*q_z, d_x*f - k*q_x, d_y*f - k*q_y, d_z*f - k*q_z)


def screw(
    theta_x: float, theta_y: float, theta_z: float,
    rho_x: float, rho_y: float, rho_z: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Direction, point nearest to the origin, angle and pitch of the axis of a twist.

    Equation eq-screw-chasles; 29 operations (28 before sharing), 5 temporaries.
    """
    s = theta_x*theta_x + theta_y*theta_y + theta_z*theta_z
    length = sqrt(s)
    t0 = 1/length
    t1 = 1/s
    g = rho_x*theta_x + rho_y*theta_y + rho_z*theta_z
    return (
        t0*theta_x,
        t0*theta_y,
        t0*theta_z,
        t1*(rho_z*theta_y - rho_y*theta_z),
        t1*(rho_x*theta_z - rho_z*theta_x),
        t1*(rho_y*theta_x - rho_x*theta_y),
        length,
        g*t1)


def dexp_space_dual(
    theta_x: float, theta_y: float, theta_z: float,
    rho_x: float, rho_y: float, rho_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Block B of dexp_space(theta, rho) = [A, 0; B, A], row by row; A is that of so3.

    Equation eq-screw-dexp-dual; 88 operations (214 before sharing), 31 temporaries.
    """
    t0 = theta_x*theta_x
    t1 = theta_y*theta_y
    t2 = theta_z*theta_z
    s = t0 + t1 + t2
    t3 = c3(s)
    t4 = rho_y*theta_y
    t5 = 2*t4
    t6 = rho_z*theta_z
    t7 = 2*t6
    t8 = c4(s)
    t9 = 3*c5(s) - t8
    t10 = t1*t9
    t11 = t2*t9
    t12 = rho_x*theta_x
    g = t12 + t4 + t6
    t13 = c2(s)
    t14 = rho_z*t13
    t15 = t3*(rho_x*theta_y + rho_y*theta_x)
    t16 = 2*t8 - t3
    t17 = t16*theta_z
    t18 = t9*theta_x
    t19 = t18*theta_y
    t20 = rho_y*t13
    t21 = t3*(rho_x*theta_z + rho_z*theta_x)
    t22 = t16*theta_y
    t23 = t18*theta_z
    t24 = 2*t12
    t25 = t0*t9
    t26 = rho_x*t13
    t27 = t3*(rho_y*theta_z + rho_z*theta_y)
    t28 = t16*theta_x
    return (
        g*(-t10 - t11) + t3*(-t5 - t7),
        t15 + g*(t19 - t17) - t14,
        t20 + t21 + g*(t22 + t23),
        t14 + t15 + g*(t17 + t19),
        g*(-t11 - t25) + t3*(-t24 - t7),
        t27 + g*(t9*theta_y*theta_z - t28) - t26,
        t21 + g*(t23 - t22) - t20,
        t26 + t27 + g*(t28 + t9*theta_y*theta_z),
        g*(-t10 - t25) + t3*(-t24 - t5))


def dexp_space_inverse_dual(
    theta_x: float, theta_y: float, theta_z: float,
    rho_x: float, rho_y: float, rho_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Block below the diagonal of the inverse of dexp_space(theta, rho), row by row.

    Equation eq-screw-dexp-inverse; 72 operations (120 before sharing), 24 temporaries.
    """
    t0 = theta_y*theta_y
    t1 = theta_x*theta_x
    t2 = theta_z*theta_z
    s = t0 + t1 + t2
    t3 = rho_x*theta_x
    t4 = rho_y*theta_y
    t5 = rho_z*theta_z
    g = t3 + t4 + t5
    delta_rate = (1/2)*g*(c5(s) - 4*c6(s))/c2(s)
    t6 = delta_rate*t0
    t7 = delta_rate*t2
    t8 = 2*t4
    t9 = 2*t5
    t10 = (1/4)*s
    delta = (1/4)*(c2(t10) - c3(t10))/c1(t10)
    t11 = (1/2)*rho_z
    t12 = delta_rate*theta_x
    t13 = delta*(rho_x*theta_y + rho_y*theta_x) + t12*theta_y
    t14 = (1/2)*rho_y
    t15 = delta*(rho_x*theta_z + rho_z*theta_x) + t12*theta_z
    t16 = delta_rate*t1
    t17 = 2*t3
    t18 = (1/2)*rho_x
    t19 = delta*(rho_y*theta_z + rho_z*theta_y) + delta_rate*theta_y*theta_z
    return (
        delta*(-t8 - t9) - t6 - t7,
        t11 + t13,
        t15 - t14,
        t13 - t11,
        delta*(-t17 - t9) - t16 - t7,
        t18 + t19,
        t14 + t15,
        t19 - t18,
        delta*(-t17 - t8) - t16 - t6)
