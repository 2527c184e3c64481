"""Derivatives of the rate along the motion.

Generated from book/buss/torque-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def omega_1(
    omega0_x: float, omega0_y: float, omega0_z: float,
    J_1: float, J_2: float, J_3: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
) -> tuple[float, float, float]:
    """Derivative 1 of omega, body components, from the lower ones and derivative 0 of the torque.

    Equation eq-omega-rates; 18 operations (21 before sharing), 3 temporaries.
    """
    t0 = omega0_y*omega0_z
    t1 = omega0_x*omega0_z
    t2 = omega0_x*omega0_y
    return (
        (tau0_x + J_2*t0 - J_3*t0)/J_1,
        (tau0_y + J_3*t1 - J_1*t1)/J_2,
        (tau0_z + J_1*t2 - J_2*t2)/J_3)


def omega_2(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    J_1: float, J_2: float, J_3: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
) -> tuple[float, float, float]:
    """Derivative 2 of omega, body components, from the lower ones and derivative 1 of the torque.

    Equation eq-omega-rates; 33 operations (39 before sharing), 6 temporaries.
    """
    t0 = omega0_y*omega1_z
    t1 = omega0_z*omega1_y
    t2 = omega0_x*omega1_z
    t3 = omega0_z*omega1_x
    t4 = omega0_x*omega1_y
    t5 = omega0_y*omega1_x
    return (
        (tau1_x + J_2*t0 + J_2*t1 - J_3*t0 - J_3*t1)/J_1,
        (tau1_y + J_3*t2 + J_3*t3 - J_1*t2 - J_1*t3)/J_2,
        (tau1_z + J_1*t4 + J_1*t5 - J_2*t4 - J_2*t5)/J_3)
