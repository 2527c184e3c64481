"""What game engines and simulators do to the rate of a spinning body.

Generated from book/choosing/engines-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def forward(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
    tau_x: float, tau_y: float, tau_z: float,
    h: float,
) -> tuple[float, float, float]:
    """The rate after a forward step, gyroscopic torque at its start.

    Equation eq-engines-forward; 24 operations (27 before sharing), 3 temporaries.
    """
    t0 = omega_y*omega_z
    t1 = omega_x*omega_z
    t2 = omega_x*omega_y
    return (
        omega_x + h*(tau_x + J_2*t0 - J_3*t0)/J_1,
        omega_y + h*(tau_y + J_3*t1 - J_1*t1)/J_2,
        omega_z + h*(tau_z + J_1*t2 - J_2*t2)/J_3)


def clamped(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float, float]:
    """Body momentum after a forward step; its squared sizes before, after.

    Equation eq-engines-clamped; 35 operations (64 before sharing), 6 temporaries.
    """
    t0 = J_1*omega_x
    t1 = J_2*omega_y
    t2 = J_3*omega_z
    t3 = t0 + h*(omega_z*t1 - omega_y*t2)
    t4 = t1 + h*(J_3*omega_x*omega_z - omega_z*t0)
    t5 = t2 + h*(omega_y*t0 - omega_x*t1)
    return (
        t3,
        t4,
        t5,
        J_1*J_1*omega_x*omega_x + J_2*J_2*omega_y*omega_y + J_3*J_3*omega_z*omega_z,
        t3*t3 + t4*t4 + t5*t5)


def catto(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
    tau_x: float, tau_y: float, tau_z: float,
    h: float,
) -> tuple[float, float, float]:
    """The rate after one Newton iteration on the backward step.

    Equation eq-engines-catto; 97 operations (110 before sharing), 24 temporaries.
    """
    K1_y = J_2
    K2_z = J_3
    t0 = K1_y*K2_z
    t1 = J_2*omega_z
    t2 = J_3*omega_z
    K0_y = h*(t2 - t1)
    t3 = J_1*omega_x
    K1_z = h*(t3 - J_3*omega_x)
    t4 = K0_y*K1_z
    K2_y = h*(J_2*omega_x - t3)
    t5 = K1_z*K2_y
    t6 = K0_y*K2_z
    t7 = J_2*omega_y
    K0_z = h*(J_3*omega_y - t7)
    t8 = K0_z*K1_y
    K0_x = J_1
    t9 = J_1*omega_z
    K1_x = h*(t9 - t2)
    K2_x = h*(t7 - J_1*omega_y)
    det = K0_x*t0 + K2_x*t4 + K0_z*K1_x*K2_y - K0_x*t5 - K1_x*t6 - K2_x*t8
    t10 = 1/det
    r_x = h*(tau_x + omega_y*t1 - omega_y*t2)
    r_y = h*(tau_y + omega_x*t2 - omega_x*t9)
    r_z = h*(tau_z + omega_y*t3 - omega_x*t7)
    return (
        omega_x + t10*(r_x*(t0 - t5) + r_y*(K0_z*K2_y - t6) + r_z*(t4 - t8)),
        omega_y + t10*(r_x*(K1_z*K2_x - K1_x*K2_z) + r_y*(K0_x*K2_z - K0_z*K2_x) +
        r_z*(K0_z*K1_x - K0_x*K1_z)),
        omega_z + t10*(r_x*(K1_x*K2_y - K1_y*K2_x) + r_y*(K0_y*K2_x - K0_x*K2_y) +
        r_z*(K0_x*K1_y - K0_y*K1_x)))


def midpoint_newton(
    u_x: float, u_y: float, u_z: float,
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float, float]:
    """Newton's correction of the mean rate u, the squared residual, and the determinant of the Jacobian.

    Equation eq-engines-midpoint; 109 operations (130 before sharing), 22 temporaries.
    """
    K1_y = J_2
    K2_z = J_3
    t0 = K1_y*K2_z
    t1 = (1/2)*h
    t2 = J_3*u_z
    K0_y = t1*(t2 - J_2*u_z)
    t3 = J_1*u_x
    K1_z = t1*(t3 - J_3*u_x)
    t4 = K0_y*K1_z
    t5 = J_2*u_y
    K0_z = t1*(J_3*u_y - t5)
    K2_y = t1*(J_2*u_x - t3)
    t6 = K0_z*K2_y
    t7 = K0_y*K2_z
    K0_x = J_1
    K1_x = t1*(J_1*u_z - t2)
    K2_x = t1*(t5 - J_1*u_y)
    det = K0_x*t0 + K1_x*t6 + K2_x*t4 - K1_x*t7 - K0_x*K1_z*K2_y - K0_z*K1_y*K2_x
    t8 = 1/det
    F_x = t3 + t1*(J_3*u_y*u_z - t5*u_z) - J_1*omega_x
    F_y = t5 + t1*(t3*u_z - t2*u_x) - J_2*omega_y
    F_z = t2 + t1*(J_2*u_x*u_y - t3*u_y) - J_3*omega_z
    return (
        t8*(F_x*(K1_z*K2_y - t0) + F_y*(t7 - t6) + F_z*(K0_z*K1_y - t4)),
        t8*(F_x*(K1_x*K2_z - K1_z*K2_x) + F_y*(K0_z*K2_x - K0_x*K2_z) + F_z*(K0_x*K1_z
        - K0_z*K1_x)),
        t8*(F_x*(K1_y*K2_x - K1_x*K2_y) + F_y*(K0_x*K2_y - K0_y*K2_x) + F_z*(K0_y*K1_x
        - K0_x*K1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)
