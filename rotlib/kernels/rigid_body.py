"""Equations of motion of a body about a fixed point, in principal axes.

Generated from book/foundations/rigid-body-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.stumpff import c0, c1


def rates(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
    tau_x: float, tau_y: float, tau_z: float,
) -> tuple[float, float, float, float, float, float, float]:
    """(q', omega_body') under the body torque tau.

    Equation eq-euler; 43 operations (54 before sharing), 8 temporaries.
    """
    t0 = (1/2)*omega_x
    t1 = (1/2)*q_y
    t2 = (1/2)*q_z
    t3 = (1/2)*omega_y
    t4 = (1/2)*omega_z
    t5 = omega_y*omega_z
    t6 = omega_x*omega_z
    t7 = omega_x*omega_y
    return (
        -omega_y*t1 - omega_z*t2 - q_x*t0,
        omega_z*t1 + q_w*t0 - omega_y*t2,
        q_w*t3 + q_z*t0 - q_x*t4,
        q_w*t4 + q_x*t3 - q_y*t0,
        (tau_x + J_2*t5 - J_3*t5)/J_1,
        (tau_y + J_3*t6 - J_1*t6)/J_2,
        (tau_z + J_1*t7 - J_2*t7)/J_3)


def kinetic_energy(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> float:
    """T = omega.J omega/2.

    Equation eq-kinetic-energy; 11 operations (11 before sharing), 0 temporaries.
    """
    return (
        (1/2)*J_1*omega_x*omega_x + (1/2)*J_2*omega_y*omega_y +
        (1/2)*J_3*omega_z*omega_z)


def momentum_space(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """L = R J omega_body.

    Equation eq-momentum; 38 operations (84 before sharing), 6 temporaries.
    """
    t0 = J_1*omega_x
    t1 = J_2*omega_y
    t2 = 2*J_3*omega_z*q_y - 2*q_z*t1
    t3 = 2*J_2*omega_y*q_x - 2*q_y*t0
    t4 = J_3*omega_z
    t5 = 2*q_z*t0 - 2*q_x*t4
    return (
        t0 + q_w*t2 + q_y*t3 - q_z*t5,
        t1 + q_w*t5 + q_z*t2 - q_x*t3,
        t4 + q_w*t3 + q_x*t5 - q_y*t2)


def omega_body(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """omega_body of a body with space momentum L.

    Equation eq-momentum; 35 operations (66 before sharing), 4 temporaries.
    """
    t0 = 2*q_z
    t1 = L_y*t0 - 2*L_z*q_y
    t2 = 2*L_z*q_x - L_x*t0
    t3 = 2*L_x*q_y - 2*L_y*q_x
    return (
        (L_x + q_w*t1 + q_z*t2 - q_y*t3)/J_1,
        (L_y + q_w*t2 + q_x*t3 - q_z*t1)/J_2,
        (L_z + q_w*t3 + q_y*t1 - q_x*t2)/J_3)


def lie_euler(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """q turned by h omega: one step of Buss's first-order method.

    Equation eq-lie-euler; 80 operations (169 before sharing), 16 temporaries.
    """
    t0 = 2*q_z
    t1 = L_y*t0 - 2*L_z*q_y
    t2 = 2*L_z*q_x - L_x*t0
    t3 = 2*L_x*q_y - 2*L_y*q_x
    omega_x = (L_x + q_w*t1 + q_z*t2 - q_y*t3)/J_1
    omega_y = (L_y + q_w*t2 + q_x*t3 - q_z*t1)/J_2
    omega_z = (L_z + q_w*t3 + q_y*t1 - q_x*t2)/J_3
    s = h*h*(omega_x*omega_x + omega_y*omega_y + omega_z*omega_z)
    t4 = (1/4)*s
    t5 = c0(t4)
    t6 = (1/2)*h*c1(t4)
    t7 = omega_x*t6
    t8 = q_y*t6
    t9 = q_z*t6
    t10 = omega_y*t6
    t11 = omega_z*t6
    return (
        q_w*t5 - omega_y*t8 - omega_z*t9 - q_x*t7,
        omega_z*t8 + q_w*t7 + q_x*t5 - omega_y*t9,
        q_w*t10 + q_y*t5 + q_z*t7 - q_x*t11,
        q_w*t11 + q_x*t10 + q_z*t5 - q_y*t7)
