"""Derivatives of the rate and of the torque along the motion, and the momentum that a torque adds.

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


def omega_3(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    J_1: float, J_2: float, J_3: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
) -> tuple[float, float, float]:
    """Derivative 3 of omega, body components, from the lower ones and derivative 2 of the torque.

    Equation eq-omega-rates; 50 operations (63 before sharing), 10 temporaries.
    """
    t0 = omega0_y*omega2_z
    t1 = omega0_z*omega2_y
    t2 = 2*omega1_z
    t3 = omega1_y*t2
    t4 = omega0_x*omega2_z
    t5 = omega0_z*omega2_x
    t6 = omega1_x*t2
    t7 = omega0_x*omega2_y
    t8 = omega0_y*omega2_x
    t9 = 2*omega1_x*omega1_y
    return (
        (tau2_x + J_2*t0 + J_2*t1 + J_2*t3 - J_3*t0 - J_3*t1 - J_3*t3)/J_1,
        (tau2_y + J_3*t4 + J_3*t5 + J_3*t6 - J_1*t4 - J_1*t5 - J_1*t6)/J_2,
        (tau2_z + J_1*t7 + J_1*t8 + J_1*t9 - J_2*t7 - J_2*t8 - J_2*t9)/J_3)


def omega_4(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    J_1: float, J_2: float, J_3: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
) -> tuple[float, float, float]:
    """Derivative 4 of omega, body components, from the lower ones and derivative 3 of the torque.

    Equation eq-omega-rates; 66 operations (87 before sharing), 15 temporaries.
    """
    t0 = omega0_y*omega3_z
    t1 = omega0_z*omega3_y
    t2 = omega1_y*omega2_z
    t3 = 3*J_2
    t4 = omega1_z*omega2_y
    t5 = 3*J_3
    t6 = omega0_x*omega3_z
    t7 = omega0_z*omega3_x
    t8 = 3*J_1
    t9 = omega1_x*omega2_z
    t10 = omega1_z*omega2_x
    t11 = omega0_x*omega3_y
    t12 = omega0_y*omega3_x
    t13 = omega1_x*omega2_y
    t14 = omega1_y*omega2_x
    return (
        (tau3_x + J_2*t0 + J_2*t1 + t2*t3 + t3*t4 - J_3*t0 - J_3*t1 - t2*t5 -
        t4*t5)/J_1,
        (tau3_y + J_3*t6 + J_3*t7 + t10*t5 + t5*t9 - J_1*t6 - J_1*t7 - t10*t8 -
        t8*t9)/J_2,
        (tau3_z + J_1*t11 + J_1*t12 + t13*t8 + t14*t8 - J_2*t11 - J_2*t12 - t13*t3 -
        t14*t3)/J_3)


def omega_5(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    J_1: float, J_2: float, J_3: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
) -> tuple[float, float, float]:
    """Derivative 5 of omega, body components, from the lower ones and derivative 4 of the torque.

    Equation eq-omega-rates; 83 operations (111 before sharing), 19 temporaries.
    """
    t0 = omega0_y*omega4_z
    t1 = omega0_z*omega4_y
    t2 = omega1_y*omega3_z
    t3 = 4*J_2
    t4 = omega1_z*omega3_y
    t5 = 6*omega2_z
    t6 = omega2_y*t5
    t7 = 4*J_3
    t8 = omega0_x*omega4_z
    t9 = omega0_z*omega4_x
    t10 = 4*J_1
    t11 = omega1_x*omega3_z
    t12 = omega1_z*omega3_x
    t13 = omega2_x*t5
    t14 = omega0_x*omega4_y
    t15 = omega0_y*omega4_x
    t16 = omega1_x*omega3_y
    t17 = omega1_y*omega3_x
    t18 = 6*omega2_x*omega2_y
    return (
        (tau4_x + J_2*t0 + J_2*t1 + J_2*t6 + t2*t3 + t3*t4 - J_3*t0 - J_3*t1 - J_3*t6 -
        t2*t7 - t4*t7)/J_1,
        (tau4_y + J_3*t13 + J_3*t8 + J_3*t9 + t11*t7 + t12*t7 - J_1*t13 - J_1*t8 -
        J_1*t9 - t10*t11 - t10*t12)/J_2,
        (tau4_z + J_1*t14 + J_1*t15 + J_1*t18 + t10*t16 + t10*t17 - J_2*t14 - J_2*t15 -
        J_2*t18 - t16*t3 - t17*t3)/J_3)


def omega_6(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    J_1: float, J_2: float, J_3: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
) -> tuple[float, float, float]:
    """Derivative 6 of omega, body components, from the lower ones and derivative 5 of the torque.

    Equation eq-omega-rates; 99 operations (135 before sharing), 24 temporaries.
    """
    t0 = omega0_y*omega5_z
    t1 = omega0_z*omega5_y
    t2 = omega1_y*omega4_z
    t3 = 5*J_2
    t4 = omega1_z*omega4_y
    t5 = omega2_y*omega3_z
    t6 = 10*J_2
    t7 = omega2_z*omega3_y
    t8 = 5*J_3
    t9 = 10*J_3
    t10 = omega0_x*omega5_z
    t11 = omega0_z*omega5_x
    t12 = 5*J_1
    t13 = omega1_x*omega4_z
    t14 = omega1_z*omega4_x
    t15 = 10*J_1
    t16 = omega2_x*omega3_z
    t17 = omega2_z*omega3_x
    t18 = omega0_x*omega5_y
    t19 = omega0_y*omega5_x
    t20 = omega1_x*omega4_y
    t21 = omega1_y*omega4_x
    t22 = omega2_x*omega3_y
    t23 = omega2_y*omega3_x
    return (
        (tau5_x + J_2*t0 + J_2*t1 + t2*t3 + t3*t4 + t5*t6 + t6*t7 - J_3*t0 - J_3*t1 -
        t2*t8 - t4*t8 - t5*t9 - t7*t9)/J_1,
        (tau5_y + J_3*t10 + J_3*t11 + t13*t8 + t14*t8 + t16*t9 + t17*t9 - J_1*t10 -
        J_1*t11 - t12*t13 - t12*t14 - t15*t16 - t15*t17)/J_2,
        (tau5_z + J_1*t18 + J_1*t19 + t12*t20 + t12*t21 + t15*t22 + t15*t23 - J_2*t18 -
        J_2*t19 - t20*t3 - t21*t3 - t22*t6 - t23*t6)/J_3)


def omega_7(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    J_1: float, J_2: float, J_3: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
) -> tuple[float, float, float]:
    """Derivative 7 of omega, body components, from the lower ones and derivative 6 of the torque.

    Equation eq-omega-rates; 116 operations (159 before sharing), 28 temporaries.
    """
    t0 = omega0_y*omega6_z
    t1 = omega0_z*omega6_y
    t2 = omega1_y*omega5_z
    t3 = 6*J_2
    t4 = omega1_z*omega5_y
    t5 = omega2_y*omega4_z
    t6 = 15*J_2
    t7 = omega2_z*omega4_y
    t8 = 20*omega3_z
    t9 = omega3_y*t8
    t10 = 6*J_3
    t11 = 15*J_3
    t12 = omega0_x*omega6_z
    t13 = omega0_z*omega6_x
    t14 = 6*J_1
    t15 = omega1_x*omega5_z
    t16 = omega1_z*omega5_x
    t17 = 15*J_1
    t18 = omega2_x*omega4_z
    t19 = omega2_z*omega4_x
    t20 = omega3_x*t8
    t21 = omega0_x*omega6_y
    t22 = omega0_y*omega6_x
    t23 = omega1_x*omega5_y
    t24 = omega1_y*omega5_x
    t25 = omega2_x*omega4_y
    t26 = omega2_y*omega4_x
    t27 = 20*omega3_x*omega3_y
    return (
        (tau6_x + J_2*t0 + J_2*t1 + J_2*t9 + t2*t3 + t3*t4 + t5*t6 + t6*t7 - J_3*t0 -
        J_3*t1 - J_3*t9 - t10*t2 - t10*t4 - t11*t5 - t11*t7)/J_1,
        (tau6_y + J_3*t12 + J_3*t13 + J_3*t20 + t10*t15 + t10*t16 + t11*t18 + t11*t19 -
        J_1*t12 - J_1*t13 - J_1*t20 - t14*t15 - t14*t16 - t17*t18 - t17*t19)/J_2,
        (tau6_z + J_1*t21 + J_1*t22 + J_1*t27 + t14*t23 + t14*t24 + t17*t25 + t17*t26 -
        J_2*t21 - J_2*t22 - J_2*t27 - t23*t3 - t24*t3 - t25*t6 - t26*t6)/J_3)


def impulse_2(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 2.

    Equation eq-impulse-recursion; 64 operations (96 before sharing), 19 temporaries.
    """
    w1_x = h*omega0_x
    w1_z = h*omega0_z
    t1_y = h*tau0_y
    t0 = h*h
    t2_y = t0*tau1_y
    t1_x = h*tau0_x
    V1_x = (1/2)*t1_x
    t1_z = h*tau0_z
    V1_z = (1/2)*t1_z
    V0_y = t1_y + (1/2)*t2_y + V1_x*w1_z - V1_z*w1_x
    w1_y = h*omega0_y
    t2_z = t0*tau1_z
    V1_y = (1/2)*t1_y
    V0_z = t1_z + (1/2)*t2_z + V1_y*w1_x - V1_x*w1_y
    t1 = 2*V0_z*q_y - 2*V0_y*q_z
    t2_x = t0*tau1_x
    V0_x = t1_x + (1/2)*t2_x + V1_z*w1_y - V1_y*w1_z
    t2 = 2*V0_y*q_x - 2*V0_x*q_y
    t3 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t1 + q_y*t2 - q_z*t3,
        V0_y + q_w*t3 + q_z*t1 - q_x*t2,
        V0_z + q_w*t2 + q_x*t3 - q_y*t1)


def impulse_3(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 3.

    Equation eq-impulse-recursion; 116 operations (162 before sharing), 33 temporaries.
    """
    t1_z = h*tau0_z
    V2_z = (1/3)*t1_z
    t0 = (1/2)*V2_z
    t1_x = h*tau0_x
    V2_x = (1/3)*t1_x
    t1 = (1/2)*V2_x
    w1_x = h*omega0_x
    w1_z = h*omega0_z
    t2 = h*h
    w2_x = omega1_x*t2
    w2_z = omega1_z*t2
    t1_y = h*tau0_y
    t2_y = t2*tau1_y
    t3 = (1/2)*h*h*h
    t3_y = t3*tau2_y
    t4 = (1/2)*w1_z
    w1_y = h*omega0_y
    t2_x = t2*tau1_x
    V2_y = (1/3)*t1_y
    V1_x = (1/2)*t1_x + (1/3)*t2_x + t0*w1_y - V2_y*t4
    t5 = (1/2)*V2_y
    t2_z = t2*tau1_z
    V1_z = (1/2)*t1_z + (1/3)*t2_z + t5*w1_x - t1*w1_y
    V0_y = t1_y + (1/2)*t2_y + (1/3)*t3_y + V1_x*w1_z + t1*w2_z - V1_z*w1_x - t0*w2_x
    w2_y = omega1_y*t2
    t3_z = t3*tau2_z
    V1_y = (1/2)*t1_y + (1/3)*t2_y + V2_x*t4 - t0*w1_x
    V0_z = t1_z + (1/2)*t2_z + (1/3)*t3_z + V1_y*w1_x + t5*w2_x - V1_x*w1_y - t1*w2_y
    t6 = 2*V0_z*q_y - 2*V0_y*q_z
    t3_x = t3*tau2_x
    V0_x = t1_x + (1/2)*t2_x + (1/3)*t3_x + V1_z*w1_y + t0*w2_y - V1_y*w1_z - t5*w2_z
    t7 = 2*V0_y*q_x - 2*V0_x*q_y
    t8 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t6 + q_y*t7 - q_z*t8,
        V0_y + q_w*t8 + q_z*t6 - q_x*t7,
        V0_z + q_w*t7 + q_x*t8 - q_y*t6)


def impulse_4(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 4.

    Equation eq-impulse-recursion; 186 operations (255 before sharing), 49 temporaries.
    """
    t1_z = h*tau0_z
    V3_z = (1/4)*t1_z
    t0 = (1/3)*V3_z
    t1_x = h*tau0_x
    V3_x = (1/4)*t1_x
    t1 = (1/3)*V3_x
    t1_y = h*tau0_y
    V3_y = (1/4)*t1_y
    t2 = (1/3)*V3_y
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    t3 = h*h
    t2_z = t3*tau1_z
    V2_z = (1/3)*t1_z + (1/4)*t2_z + t2*w1_x - t1*w1_y
    t4 = (1/2)*V2_z
    w1_z = h*omega0_z
    t5 = (1/3)*w1_z
    t2_x = t3*tau1_x
    V2_x = (1/3)*t1_x + (1/4)*t2_x + t0*w1_y - V3_y*t5
    t6 = (1/2)*V2_x
    w2_x = omega1_x*t3
    w2_z = omega1_z*t3
    t7 = (1/2)*h*h*h
    w3_x = omega2_x*t7
    w3_z = omega2_z*t7
    t2_y = t3*tau1_y
    t3_y = t7*tau2_y
    t8 = h*h
    t9 = t8*t8
    t10 = (1/6)*t9
    t4_y = t10*tau3_y
    t11 = (1/2)*w1_z
    w2_y = omega1_y*t3
    t3_x = t7*tau2_x
    V2_y = (1/3)*t1_y + (1/4)*t2_y + V3_x*t5 - t0*w1_x
    V1_x = (1/2)*t1_x + (1/3)*t2_x + (1/4)*t3_x + t0*w2_y + t4*w1_y - V2_y*t11 - t2*w2_z
    t12 = (1/2)*V2_y
    t3_z = t7*tau2_z
    V1_z = (1/2)*t1_z + (1/3)*t2_z + (1/4)*t3_z + t12*w1_x + t2*w2_x - t1*w2_y - t6*w1_y
    V0_y = (
        t1_y + (1/2)*t2_y + (1/3)*t3_y + (1/4)*t4_y + V1_x*w1_z + t1*w3_z + t6*w2_z -
        V1_z*w1_x - t0*w3_x - t4*w2_x)
    w3_y = omega2_y*t7
    t4_z = t10*tau3_z
    V1_y = (1/2)*t1_y + (1/3)*t2_y + (1/4)*t3_y + V2_x*t11 + t1*w2_z - t0*w2_x - t4*w1_x
    V0_z = (
        t1_z + (1/2)*t2_z + (1/3)*t3_z + (1/4)*t4_z + V1_y*w1_x + t12*w2_x + t2*w3_x -
        V1_x*w1_y - t1*w3_y - t6*w2_y)
    t13 = 2*V0_z*q_y - 2*V0_y*q_z
    t4_x = t10*tau3_x
    V0_x = (
        t1_x + (1/2)*t2_x + (1/3)*t3_x + (1/4)*t4_x + V1_z*w1_y + t0*w3_y + t4*w2_y -
        V1_y*w1_z - t12*w2_z - t2*w3_z)
    t14 = 2*V0_y*q_x - 2*V0_x*q_y
    t15 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t13 + q_y*t14 - q_z*t15,
        V0_y + q_w*t15 + q_z*t13 - q_x*t14,
        V0_z + q_w*t14 + q_x*t15 - q_y*t13)


def impulse_5(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 5.

    Equation eq-impulse-recursion; 274 operations (372 before sharing), 64 temporaries.
    """
    t1_z = h*tau0_z
    V4_z = (1/5)*t1_z
    t0 = (1/4)*V4_z
    t1_x = h*tau0_x
    V4_x = (1/5)*t1_x
    t1 = (1/4)*V4_x
    t1_y = h*tau0_y
    V4_y = (1/5)*t1_y
    t2 = (1/4)*V4_y
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    t3 = h*h
    t2_z = t3*tau1_z
    V3_z = (1/4)*t1_z + (1/5)*t2_z + t2*w1_x - t1*w1_y
    t4 = (1/3)*V3_z
    w1_z = h*omega0_z
    t5 = (1/4)*w1_z
    t2_x = t3*tau1_x
    V3_x = (1/4)*t1_x + (1/5)*t2_x + t0*w1_y - V4_y*t5
    t6 = (1/3)*V3_x
    t2_y = t3*tau1_y
    V3_y = (1/4)*t1_y + (1/5)*t2_y + V4_x*t5 - t0*w1_x
    t7 = (1/3)*V3_y
    w2_x = omega1_x*t3
    w2_y = omega1_y*t3
    t8 = (1/2)*h*h*h
    t3_z = t8*tau2_z
    V2_z = (1/3)*t1_z + (1/4)*t2_z + (1/5)*t3_z + t2*w2_x + t7*w1_x - t1*w2_y - t6*w1_y
    t9 = (1/2)*V2_z
    t10 = (1/3)*w1_z
    w2_z = omega1_z*t3
    t3_x = t8*tau2_x
    V2_x = (1/3)*t1_x + (1/4)*t2_x + (1/5)*t3_x + t0*w2_y + t4*w1_y - V3_y*t10 - t2*w2_z
    t11 = (1/2)*V2_x
    w3_x = omega2_x*t8
    w3_z = omega2_z*t8
    t12 = h*h
    t13 = t12*t12
    t14 = (1/6)*t13
    w4_x = omega3_x*t14
    w4_z = omega3_z*t14
    t3_y = t8*tau2_y
    t4_y = t14*tau3_y
    t15 = h*t12*t12
    t16 = (1/24)*t15
    t5_y = t16*tau4_y
    t17 = (1/2)*w1_z
    w3_y = omega2_y*t8
    t4_x = t14*tau3_x
    V2_y = (1/3)*t1_y + (1/4)*t2_y + (1/5)*t3_y + V3_x*t10 + t1*w2_z - t0*w2_x - t4*w1_x
    V1_x = (
        (1/2)*t1_x + (1/3)*t2_x + (1/4)*t3_x + (1/5)*t4_x + t0*w3_y + t4*w2_y + t9*w1_y
        - V2_y*t17 - t2*w3_z - t7*w2_z)
    t18 = (1/2)*V2_y
    t4_z = t14*tau3_z
    V1_z = (
        (1/2)*t1_z + (1/3)*t2_z + (1/4)*t3_z + (1/5)*t4_z + t18*w1_x + t2*w3_x +
        t7*w2_x - t1*w3_y - t11*w1_y - t6*w2_y)
    V0_y = (
        t1_y + (1/2)*t2_y + (1/3)*t3_y + (1/4)*t4_y + (1/5)*t5_y + V1_x*w1_z + t1*w4_z
        + t11*w2_z + t6*w3_z - V1_z*w1_x - t0*w4_x - t4*w3_x - t9*w2_x)
    w4_y = omega3_y*t14
    t5_z = t16*tau4_z
    V1_y = (
        (1/2)*t1_y + (1/3)*t2_y + (1/4)*t3_y + (1/5)*t4_y + V2_x*t17 + t1*w3_z +
        t6*w2_z - t0*w3_x - t4*w2_x - t9*w1_x)
    V0_z = (
        t1_z + (1/2)*t2_z + (1/3)*t3_z + (1/4)*t4_z + (1/5)*t5_z + V1_y*w1_x + t18*w2_x
        + t2*w4_x + t7*w3_x - V1_x*w1_y - t1*w4_y - t11*w2_y - t6*w3_y)
    t19 = 2*V0_z*q_y - 2*V0_y*q_z
    t5_x = t16*tau4_x
    V0_x = (
        t1_x + (1/2)*t2_x + (1/3)*t3_x + (1/4)*t4_x + (1/5)*t5_x + V1_z*w1_y + t0*w4_y
        + t4*w3_y + t9*w2_y - V1_y*w1_z - t18*w2_z - t2*w4_z - t7*w3_z)
    t20 = 2*V0_y*q_x - 2*V0_x*q_y
    t21 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t19 + q_y*t20 - q_z*t21,
        V0_y + q_w*t21 + q_z*t19 - q_x*t20,
        V0_z + q_w*t20 + q_x*t21 - q_y*t19)


def impulse_6(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 6.

    Equation eq-impulse-recursion; 381 operations (513 before sharing), 80 temporaries.
    """
    t1_z = h*tau0_z
    V5_z = (1/6)*t1_z
    t0 = (1/5)*V5_z
    t1_x = h*tau0_x
    V5_x = (1/6)*t1_x
    t1 = (1/5)*V5_x
    t1_y = h*tau0_y
    V5_y = (1/6)*t1_y
    t2 = (1/5)*V5_y
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    t3 = h*h
    t2_z = t3*tau1_z
    V4_z = (1/5)*t1_z + (1/6)*t2_z + t2*w1_x - t1*w1_y
    t4 = (1/4)*V4_z
    w1_z = h*omega0_z
    t5 = (1/5)*w1_z
    t2_x = t3*tau1_x
    V4_x = (1/5)*t1_x + (1/6)*t2_x + t0*w1_y - V5_y*t5
    t6 = (1/4)*V4_x
    t2_y = t3*tau1_y
    V4_y = (1/5)*t1_y + (1/6)*t2_y + V5_x*t5 - t0*w1_x
    t7 = (1/4)*V4_y
    w2_x = omega1_x*t3
    w2_y = omega1_y*t3
    t8 = (1/2)*h*h*h
    t3_z = t8*tau2_z
    V3_z = (1/4)*t1_z + (1/5)*t2_z + (1/6)*t3_z + t2*w2_x + t7*w1_x - t1*w2_y - t6*w1_y
    t9 = (1/3)*V3_z
    t10 = (1/4)*w1_z
    w2_z = omega1_z*t3
    t3_x = t8*tau2_x
    V3_x = (1/4)*t1_x + (1/5)*t2_x + (1/6)*t3_x + t0*w2_y + t4*w1_y - V4_y*t10 - t2*w2_z
    t11 = (1/3)*V3_x
    t3_y = t8*tau2_y
    V3_y = (1/4)*t1_y + (1/5)*t2_y + (1/6)*t3_y + V4_x*t10 + t1*w2_z - t0*w2_x - t4*w1_x
    t12 = (1/3)*V3_y
    w3_x = omega2_x*t8
    w3_y = omega2_y*t8
    t13 = h*h
    t14 = t13*t13
    t15 = (1/6)*t14
    t4_z = t15*tau3_z
    V2_z = (
        (1/3)*t1_z + (1/4)*t2_z + (1/5)*t3_z + (1/6)*t4_z + t12*w1_x + t2*w3_x +
        t7*w2_x - t1*w3_y - t11*w1_y - t6*w2_y)
    t16 = (1/2)*V2_z
    t17 = (1/3)*w1_z
    w3_z = omega2_z*t8
    t4_x = t15*tau3_x
    V2_x = (
        (1/3)*t1_x + (1/4)*t2_x + (1/5)*t3_x + (1/6)*t4_x + t0*w3_y + t4*w2_y + t9*w1_y
        - V3_y*t17 - t2*w3_z - t7*w2_z)
    t18 = (1/2)*V2_x
    w4_x = omega3_x*t15
    w4_z = omega3_z*t15
    t19 = h*t13*t13
    t20 = (1/24)*t19
    w5_x = omega4_x*t20
    w5_z = omega4_z*t20
    t4_y = t15*tau3_y
    t5_y = t20*tau4_y
    t21 = h*h*h
    t22 = t21*t21
    t23 = (1/120)*t22
    t6_y = t23*tau5_y
    t24 = (1/2)*w1_z
    w4_y = omega3_y*t15
    t5_x = t20*tau4_x
    V2_y = (
        (1/3)*t1_y + (1/4)*t2_y + (1/5)*t3_y + (1/6)*t4_y + V3_x*t17 + t1*w3_z +
        t6*w2_z - t0*w3_x - t4*w2_x - t9*w1_x)
    V1_x = (
        (1/2)*t1_x + (1/3)*t2_x + (1/4)*t3_x + (1/5)*t4_x + (1/6)*t5_x + t0*w4_y +
        t16*w1_y + t4*w3_y + t9*w2_y - V2_y*t24 - t12*w2_z - t2*w4_z - t7*w3_z)
    t25 = (1/2)*V2_y
    t5_z = t20*tau4_z
    V1_z = (
        (1/2)*t1_z + (1/3)*t2_z + (1/4)*t3_z + (1/5)*t4_z + (1/6)*t5_z + t12*w2_x +
        t2*w4_x + t25*w1_x + t7*w3_x - t1*w4_y - t11*w2_y - t18*w1_y - t6*w3_y)
    V0_y = (
        t1_y + (1/2)*t2_y + (1/3)*t3_y + (1/4)*t4_y + (1/5)*t5_y + (1/6)*t6_y +
        V1_x*w1_z + t1*w5_z + t11*w3_z + t18*w2_z + t6*w4_z - V1_z*w1_x - t0*w5_x -
        t16*w2_x - t4*w4_x - t9*w3_x)
    w5_y = omega4_y*t20
    t6_z = t23*tau5_z
    V1_y = (
        (1/2)*t1_y + (1/3)*t2_y + (1/4)*t3_y + (1/5)*t4_y + (1/6)*t5_y + V2_x*t24 +
        t1*w4_z + t11*w2_z + t6*w3_z - t0*w4_x - t16*w1_x - t4*w3_x - t9*w2_x)
    V0_z = (
        t1_z + (1/2)*t2_z + (1/3)*t3_z + (1/4)*t4_z + (1/5)*t5_z + (1/6)*t6_z +
        V1_y*w1_x + t12*w3_x + t2*w5_x + t25*w2_x + t7*w4_x - V1_x*w1_y - t1*w5_y -
        t11*w3_y - t18*w2_y - t6*w4_y)
    t26 = 2*V0_z*q_y - 2*V0_y*q_z
    t6_x = t23*tau5_x
    V0_x = (
        t1_x + (1/2)*t2_x + (1/3)*t3_x + (1/4)*t4_x + (1/5)*t5_x + (1/6)*t6_x +
        V1_z*w1_y + t0*w5_y + t16*w2_y + t4*w4_y + t9*w3_y - V1_y*w1_z - t12*w3_z -
        t2*w5_z - t25*w2_z - t7*w4_z)
    t27 = 2*V0_y*q_x - 2*V0_x*q_y
    t28 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t26 + q_y*t27 - q_z*t28,
        V0_y + q_w*t28 + q_z*t26 - q_x*t27,
        V0_z + q_w*t27 + q_x*t28 - q_y*t26)


def impulse_7(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 7.

    Equation eq-impulse-recursion; 505 operations (678 before sharing), 95 temporaries.
    """
    t1_z = h*tau0_z
    V6_z = (1/7)*t1_z
    t0 = (1/6)*V6_z
    t1_x = h*tau0_x
    V6_x = (1/7)*t1_x
    t1 = (1/6)*V6_x
    t1_y = h*tau0_y
    V6_y = (1/7)*t1_y
    t2 = (1/6)*V6_y
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    t3 = h*h
    t2_z = t3*tau1_z
    V5_z = (1/6)*t1_z + (1/7)*t2_z + t2*w1_x - t1*w1_y
    t4 = (1/5)*V5_z
    w1_z = h*omega0_z
    t5 = (1/6)*w1_z
    t2_x = t3*tau1_x
    V5_x = (1/6)*t1_x + (1/7)*t2_x + t0*w1_y - V6_y*t5
    t6 = (1/5)*V5_x
    t2_y = t3*tau1_y
    V5_y = (1/6)*t1_y + (1/7)*t2_y + V6_x*t5 - t0*w1_x
    t7 = (1/5)*V5_y
    w2_x = omega1_x*t3
    w2_y = omega1_y*t3
    t8 = (1/2)*h*h*h
    t3_z = t8*tau2_z
    V4_z = (1/5)*t1_z + (1/6)*t2_z + (1/7)*t3_z + t2*w2_x + t7*w1_x - t1*w2_y - t6*w1_y
    t9 = (1/4)*V4_z
    t10 = (1/5)*w1_z
    w2_z = omega1_z*t3
    t3_x = t8*tau2_x
    V4_x = (1/5)*t1_x + (1/6)*t2_x + (1/7)*t3_x + t0*w2_y + t4*w1_y - V5_y*t10 - t2*w2_z
    t11 = (1/4)*V4_x
    t3_y = t8*tau2_y
    V4_y = (1/5)*t1_y + (1/6)*t2_y + (1/7)*t3_y + V5_x*t10 + t1*w2_z - t0*w2_x - t4*w1_x
    t12 = (1/4)*V4_y
    w3_x = omega2_x*t8
    w3_y = omega2_y*t8
    t13 = h*h
    t14 = t13*t13
    t15 = (1/6)*t14
    t4_z = t15*tau3_z
    V3_z = (
        (1/4)*t1_z + (1/5)*t2_z + (1/6)*t3_z + (1/7)*t4_z + t12*w1_x + t2*w3_x +
        t7*w2_x - t1*w3_y - t11*w1_y - t6*w2_y)
    t16 = (1/3)*V3_z
    t17 = (1/4)*w1_z
    w3_z = omega2_z*t8
    t4_x = t15*tau3_x
    V3_x = (
        (1/4)*t1_x + (1/5)*t2_x + (1/6)*t3_x + (1/7)*t4_x + t0*w3_y + t4*w2_y + t9*w1_y
        - V4_y*t17 - t2*w3_z - t7*w2_z)
    t18 = (1/3)*V3_x
    t4_y = t15*tau3_y
    V3_y = (
        (1/4)*t1_y + (1/5)*t2_y + (1/6)*t3_y + (1/7)*t4_y + V4_x*t17 + t1*w3_z +
        t6*w2_z - t0*w3_x - t4*w2_x - t9*w1_x)
    t19 = (1/3)*V3_y
    w4_x = omega3_x*t15
    w4_y = omega3_y*t15
    t20 = h*t13*t13
    t21 = (1/24)*t20
    t5_z = t21*tau4_z
    V2_z = (
        (1/3)*t1_z + (1/4)*t2_z + (1/5)*t3_z + (1/6)*t4_z + (1/7)*t5_z + t12*w2_x +
        t19*w1_x + t2*w4_x + t7*w3_x - t1*w4_y - t11*w2_y - t18*w1_y - t6*w3_y)
    t22 = (1/2)*V2_z
    t23 = (1/3)*w1_z
    w4_z = omega3_z*t15
    t5_x = t21*tau4_x
    V2_x = (
        (1/3)*t1_x + (1/4)*t2_x + (1/5)*t3_x + (1/6)*t4_x + (1/7)*t5_x + t0*w4_y +
        t16*w1_y + t4*w3_y + t9*w2_y - V3_y*t23 - t12*w2_z - t2*w4_z - t7*w3_z)
    t24 = (1/2)*V2_x
    w5_x = omega4_x*t21
    w5_z = omega4_z*t21
    t25 = h*h*h
    t26 = t25*t25
    t27 = (1/120)*t26
    w6_x = omega5_x*t27
    w6_z = omega5_z*t27
    t5_y = t21*tau4_y
    t6_y = t27*tau5_y
    t28 = h*t25*t25
    t29 = (1/720)*t28
    t7_y = t29*tau6_y
    t30 = (1/2)*w1_z
    w5_y = omega4_y*t21
    t6_x = t27*tau5_x
    V2_y = (
        (1/3)*t1_y + (1/4)*t2_y + (1/5)*t3_y + (1/6)*t4_y + (1/7)*t5_y + V3_x*t23 +
        t1*w4_z + t11*w2_z + t6*w3_z - t0*w4_x - t16*w1_x - t4*w3_x - t9*w2_x)
    V1_x = (
        (1/2)*t1_x + (1/3)*t2_x + (1/4)*t3_x + (1/5)*t4_x + (1/6)*t5_x + (1/7)*t6_x +
        t0*w5_y + t16*w2_y + t22*w1_y + t4*w4_y + t9*w3_y - V2_y*t30 - t12*w3_z -
        t19*w2_z - t2*w5_z - t7*w4_z)
    t31 = (1/2)*V2_y
    t6_z = t27*tau5_z
    V1_z = (
        (1/2)*t1_z + (1/3)*t2_z + (1/4)*t3_z + (1/5)*t4_z + (1/6)*t5_z + (1/7)*t6_z +
        t12*w3_x + t19*w2_x + t2*w5_x + t31*w1_x + t7*w4_x - t1*w5_y - t11*w3_y -
        t18*w2_y - t24*w1_y - t6*w4_y)
    V0_y = (
        t1_y + (1/2)*t2_y + (1/3)*t3_y + (1/4)*t4_y + (1/5)*t5_y + (1/6)*t6_y +
        (1/7)*t7_y + V1_x*w1_z + t1*w6_z + t11*w4_z + t18*w3_z + t24*w2_z + t6*w5_z -
        V1_z*w1_x - t0*w6_x - t16*w3_x - t22*w2_x - t4*w5_x - t9*w4_x)
    w6_y = omega5_y*t27
    t7_z = t29*tau6_z
    V1_y = (
        (1/2)*t1_y + (1/3)*t2_y + (1/4)*t3_y + (1/5)*t4_y + (1/6)*t5_y + (1/7)*t6_y +
        V2_x*t30 + t1*w5_z + t11*w3_z + t18*w2_z + t6*w4_z - t0*w5_x - t16*w2_x -
        t22*w1_x - t4*w4_x - t9*w3_x)
    V0_z = (
        t1_z + (1/2)*t2_z + (1/3)*t3_z + (1/4)*t4_z + (1/5)*t5_z + (1/6)*t6_z +
        (1/7)*t7_z + V1_y*w1_x + t12*w4_x + t19*w3_x + t2*w6_x + t31*w2_x + t7*w5_x -
        V1_x*w1_y - t1*w6_y - t11*w4_y - t18*w3_y - t24*w2_y - t6*w5_y)
    t32 = 2*V0_z*q_y - 2*V0_y*q_z
    t7_x = t29*tau6_x
    V0_x = (
        t1_x + (1/2)*t2_x + (1/3)*t3_x + (1/4)*t4_x + (1/5)*t5_x + (1/6)*t6_x +
        (1/7)*t7_x + V1_z*w1_y + t0*w6_y + t16*w3_y + t22*w2_y + t4*w5_y + t9*w4_y -
        V1_y*w1_z - t12*w4_z - t19*w3_z - t2*w6_z - t31*w2_z - t7*w5_z)
    t33 = 2*V0_y*q_x - 2*V0_x*q_y
    t34 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t32 + q_y*t33 - q_z*t34,
        V0_y + q_w*t34 + q_z*t32 - q_x*t33,
        V0_z + q_w*t33 + q_x*t34 - q_y*t32)


def impulse_8(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    tau7_x: float, tau7_y: float, tau7_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step from q, to order 8.

    Equation eq-impulse-recursion; 646 operations (867 before sharing), 110 temporaries.
    """
    t1_z = h*tau0_z
    V7_z = (1/8)*t1_z
    t0 = (1/7)*V7_z
    t1_x = h*tau0_x
    V7_x = (1/8)*t1_x
    t1 = (1/7)*V7_x
    t1_y = h*tau0_y
    V7_y = (1/8)*t1_y
    t2 = (1/7)*V7_y
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    t3 = h*h
    t2_z = t3*tau1_z
    V6_z = (1/7)*t1_z + (1/8)*t2_z + t2*w1_x - t1*w1_y
    t4 = (1/6)*V6_z
    w1_z = h*omega0_z
    t5 = (1/7)*w1_z
    t2_x = t3*tau1_x
    V6_x = (1/7)*t1_x + (1/8)*t2_x + t0*w1_y - V7_y*t5
    t6 = (1/6)*V6_x
    t2_y = t3*tau1_y
    V6_y = (1/7)*t1_y + (1/8)*t2_y + V7_x*t5 - t0*w1_x
    t7 = (1/6)*V6_y
    w2_x = omega1_x*t3
    w2_y = omega1_y*t3
    t8 = (1/2)*h*h*h
    t3_z = t8*tau2_z
    V5_z = (1/6)*t1_z + (1/7)*t2_z + (1/8)*t3_z + t2*w2_x + t7*w1_x - t1*w2_y - t6*w1_y
    t9 = (1/5)*V5_z
    t10 = (1/6)*w1_z
    w2_z = omega1_z*t3
    t3_x = t8*tau2_x
    V5_x = (1/6)*t1_x + (1/7)*t2_x + (1/8)*t3_x + t0*w2_y + t4*w1_y - V6_y*t10 - t2*w2_z
    t11 = (1/5)*V5_x
    t3_y = t8*tau2_y
    V5_y = (1/6)*t1_y + (1/7)*t2_y + (1/8)*t3_y + V6_x*t10 + t1*w2_z - t0*w2_x - t4*w1_x
    t12 = (1/5)*V5_y
    w3_x = omega2_x*t8
    w3_y = omega2_y*t8
    t13 = h*h
    t14 = t13*t13
    t15 = (1/6)*t14
    t4_z = t15*tau3_z
    V4_z = (
        (1/5)*t1_z + (1/6)*t2_z + (1/7)*t3_z + (1/8)*t4_z + t12*w1_x + t2*w3_x +
        t7*w2_x - t1*w3_y - t11*w1_y - t6*w2_y)
    t16 = (1/4)*V4_z
    t17 = (1/5)*w1_z
    w3_z = omega2_z*t8
    t4_x = t15*tau3_x
    V4_x = (
        (1/5)*t1_x + (1/6)*t2_x + (1/7)*t3_x + (1/8)*t4_x + t0*w3_y + t4*w2_y + t9*w1_y
        - V5_y*t17 - t2*w3_z - t7*w2_z)
    t18 = (1/4)*V4_x
    t4_y = t15*tau3_y
    V4_y = (
        (1/5)*t1_y + (1/6)*t2_y + (1/7)*t3_y + (1/8)*t4_y + V5_x*t17 + t1*w3_z +
        t6*w2_z - t0*w3_x - t4*w2_x - t9*w1_x)
    t19 = (1/4)*V4_y
    w4_x = omega3_x*t15
    w4_y = omega3_y*t15
    t20 = h*t13*t13
    t21 = (1/24)*t20
    t5_z = t21*tau4_z
    V3_z = (
        (1/4)*t1_z + (1/5)*t2_z + (1/6)*t3_z + (1/7)*t4_z + (1/8)*t5_z + t12*w2_x +
        t19*w1_x + t2*w4_x + t7*w3_x - t1*w4_y - t11*w2_y - t18*w1_y - t6*w3_y)
    t22 = (1/3)*V3_z
    t23 = (1/4)*w1_z
    w4_z = omega3_z*t15
    t5_x = t21*tau4_x
    V3_x = (
        (1/4)*t1_x + (1/5)*t2_x + (1/6)*t3_x + (1/7)*t4_x + (1/8)*t5_x + t0*w4_y +
        t16*w1_y + t4*w3_y + t9*w2_y - V4_y*t23 - t12*w2_z - t2*w4_z - t7*w3_z)
    t24 = (1/3)*V3_x
    t5_y = t21*tau4_y
    V3_y = (
        (1/4)*t1_y + (1/5)*t2_y + (1/6)*t3_y + (1/7)*t4_y + (1/8)*t5_y + V4_x*t23 +
        t1*w4_z + t11*w2_z + t6*w3_z - t0*w4_x - t16*w1_x - t4*w3_x - t9*w2_x)
    t25 = (1/3)*V3_y
    w5_x = omega4_x*t21
    w5_y = omega4_y*t21
    t26 = h*h*h
    t27 = t26*t26
    t28 = (1/120)*t27
    t6_z = t28*tau5_z
    V2_z = (
        (1/3)*t1_z + (1/4)*t2_z + (1/5)*t3_z + (1/6)*t4_z + (1/7)*t5_z + (1/8)*t6_z +
        t12*w3_x + t19*w2_x + t2*w5_x + t25*w1_x + t7*w4_x - t1*w5_y - t11*w3_y -
        t18*w2_y - t24*w1_y - t6*w4_y)
    t29 = (1/2)*V2_z
    t30 = (1/3)*w1_z
    w5_z = omega4_z*t21
    t6_x = t28*tau5_x
    V2_x = (
        (1/3)*t1_x + (1/4)*t2_x + (1/5)*t3_x + (1/6)*t4_x + (1/7)*t5_x + (1/8)*t6_x +
        t0*w5_y + t16*w2_y + t22*w1_y + t4*w4_y + t9*w3_y - V3_y*t30 - t12*w3_z -
        t19*w2_z - t2*w5_z - t7*w4_z)
    t31 = (1/2)*V2_x
    w6_x = omega5_x*t28
    w6_z = omega5_z*t28
    t32 = h*t26*t26
    t33 = (1/720)*t32
    w7_x = omega6_x*t33
    w7_z = omega6_z*t33
    t6_y = t28*tau5_y
    t7_y = t33*tau6_y
    t34 = t14*t14
    t35 = (1/5040)*t34
    t8_y = t35*tau7_y
    t36 = (1/2)*w1_z
    w6_y = omega5_y*t28
    t7_x = t33*tau6_x
    V2_y = (
        (1/3)*t1_y + (1/4)*t2_y + (1/5)*t3_y + (1/6)*t4_y + (1/7)*t5_y + (1/8)*t6_y +
        V3_x*t30 + t1*w5_z + t11*w3_z + t18*w2_z + t6*w4_z - t0*w5_x - t16*w2_x -
        t22*w1_x - t4*w4_x - t9*w3_x)
    V1_x = (
        (1/2)*t1_x + (1/3)*t2_x + (1/4)*t3_x + (1/5)*t4_x + (1/6)*t5_x + (1/7)*t6_x +
        (1/8)*t7_x + t0*w6_y + t16*w3_y + t22*w2_y + t29*w1_y + t4*w5_y + t9*w4_y -
        V2_y*t36 - t12*w4_z - t19*w3_z - t2*w6_z - t25*w2_z - t7*w5_z)
    t37 = (1/2)*V2_y
    t7_z = t33*tau6_z
    V1_z = (
        (1/2)*t1_z + (1/3)*t2_z + (1/4)*t3_z + (1/5)*t4_z + (1/6)*t5_z + (1/7)*t6_z +
        (1/8)*t7_z + t12*w4_x + t19*w3_x + t2*w6_x + t25*w2_x + t37*w1_x + t7*w5_x -
        t1*w6_y - t11*w4_y - t18*w3_y - t24*w2_y - t31*w1_y - t6*w5_y)
    V0_y = (
        t1_y + (1/2)*t2_y + (1/3)*t3_y + (1/4)*t4_y + (1/5)*t5_y + (1/6)*t6_y +
        (1/7)*t7_y + (1/8)*t8_y + V1_x*w1_z + t1*w7_z + t11*w5_z + t18*w4_z + t24*w3_z
        + t31*w2_z + t6*w6_z - V1_z*w1_x - t0*w7_x - t16*w4_x - t22*w3_x - t29*w2_x -
        t4*w6_x - t9*w5_x)
    w7_y = omega6_y*t33
    t8_z = t35*tau7_z
    V1_y = (
        (1/2)*t1_y + (1/3)*t2_y + (1/4)*t3_y + (1/5)*t4_y + (1/6)*t5_y + (1/7)*t6_y +
        (1/8)*t7_y + V2_x*t36 + t1*w6_z + t11*w4_z + t18*w3_z + t24*w2_z + t6*w5_z -
        t0*w6_x - t16*w3_x - t22*w2_x - t29*w1_x - t4*w5_x - t9*w4_x)
    V0_z = (
        t1_z + (1/2)*t2_z + (1/3)*t3_z + (1/4)*t4_z + (1/5)*t5_z + (1/6)*t6_z +
        (1/7)*t7_z + (1/8)*t8_z + V1_y*w1_x + t12*w5_x + t19*w4_x + t2*w7_x + t25*w3_x
        + t37*w2_x + t7*w6_x - V1_x*w1_y - t1*w7_y - t11*w5_y - t18*w4_y - t24*w3_y -
        t31*w2_y - t6*w6_y)
    t38 = 2*V0_z*q_y - 2*V0_y*q_z
    t8_x = t35*tau7_x
    V0_x = (
        t1_x + (1/2)*t2_x + (1/3)*t3_x + (1/4)*t4_x + (1/5)*t5_x + (1/6)*t6_x +
        (1/7)*t7_x + (1/8)*t8_x + V1_z*w1_y + t0*w7_y + t16*w4_y + t22*w3_y + t29*w2_y
        + t4*w6_y + t9*w5_y - V1_y*w1_z - t12*w5_z - t19*w4_z - t2*w7_z - t25*w3_z -
        t37*w2_z - t7*w6_z)
    t39 = 2*V0_y*q_x - 2*V0_x*q_y
    t40 = 2*V0_x*q_z - 2*V0_z*q_x
    return (
        V0_x + q_w*t38 + q_y*t39 - q_z*t40,
        V0_y + q_w*t40 + q_z*t38 - q_x*t39,
        V0_z + q_w*t39 + q_x*t40 - q_y*t38)


def impulse_body_2(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 2.

    Equation eq-impulse-body; 63 operations (99 before sharing), 18 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = (1/2)*h*h
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t2*tau1_y - S1_x*t0
    S_y = S1_y + S2_y
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t2*tau1_z - (1/2)*S1_y*w1_x
    S_z = S1_z + S2_z
    t3 = 2*S_z*q1_y - 2*S_y*q1_z
    S2_x = S1_y*t0 + t2*tau1_x - t1*w1_y
    S_x = S1_x + S2_x
    t4 = 2*S_y*q1_x - 2*S_x*q1_y
    t5 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t3 + q1_y*t4 - q1_z*t5,
        S_y + q1_w*t5 + q1_z*t3 - q1_x*t4,
        S_z + q1_w*t4 + q1_x*t5 - q1_y*t3)


def impulse_body_3(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 3.

    Equation eq-impulse-body; 107 operations (153 before sharing), 30 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = (1/6)*h*h*h
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t8*tau2_y - S1_x*t4 - S2_x*t6
    S_y = S1_y + S2_y + S3_y
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t8*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    S_z = S1_z + S2_z + S3_z
    t9 = 2*S_z*q1_y - 2*S_y*q1_z
    S3_x = S1_y*t4 + S2_y*t6 + t8*tau2_x - t5*w2_y - t7*w1_y
    S_x = S1_x + S2_x + S3_x
    t10 = 2*S_y*q1_x - 2*S_x*q1_y
    t11 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t9 + q1_y*t10 - q1_z*t11,
        S_y + q1_w*t11 + q1_z*t9 - q1_x*t10,
        S_z + q1_w*t10 + q1_x*t11 - q1_y*t9)


def impulse_body_4(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 4.

    Equation eq-impulse-body; 168 operations (228 before sharing), 47 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = h*h*h
    t9 = (1/6)*t8
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t9*tau2_y - S1_x*t4 - S2_x*t6
    t10 = (1/2)*t8
    w3_z = omega2_z*t10
    t11 = (1/4)*w3_z
    t12 = (1/4)*S1_z
    t13 = (1/4)*w2_z
    t14 = (1/4)*S2_z
    t15 = (1/4)*w1_z
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t9*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    t16 = (1/4)*S3_z
    t17 = h*h
    t18 = t17*t17
    t19 = (1/24)*t18
    w3_x = omega2_x*t10
    S3_x = S1_y*t4 + S2_y*t6 + t9*tau2_x - t5*w2_y - t7*w1_y
    S4_y = t12*w3_x + t14*w2_x + t16*w1_x + t19*tau3_y - S1_x*t11 - S2_x*t13 - S3_x*t15
    S_y = S1_y + S2_y + S3_y + S4_y
    w3_y = omega2_y*t10
    S4_z = (
        (1/4)*S1_x*w3_y + (1/4)*S2_x*w2_y + (1/4)*S3_x*w1_y + t19*tau3_z -
        (1/4)*S1_y*w3_x - (1/4)*S2_y*w2_x - (1/4)*S3_y*w1_x)
    S_z = S1_z + S2_z + S3_z + S4_z
    t20 = 2*S_z*q1_y - 2*S_y*q1_z
    S4_x = S1_y*t11 + S2_y*t13 + S3_y*t15 + t19*tau3_x - t12*w3_y - t14*w2_y - t16*w1_y
    S_x = S1_x + S2_x + S3_x + S4_x
    t21 = 2*S_y*q1_x - 2*S_x*q1_y
    t22 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t20 + q1_y*t21 - q1_z*t22,
        S_y + q1_w*t22 + q1_z*t20 - q1_x*t21,
        S_z + q1_w*t21 + q1_x*t22 - q1_y*t20)


def impulse_body_5(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 5.

    Equation eq-impulse-body; 245 operations (321 before sharing), 65 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = h*h*h
    t9 = (1/6)*t8
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t9*tau2_y - S1_x*t4 - S2_x*t6
    t10 = (1/2)*t8
    w3_z = omega2_z*t10
    t11 = (1/4)*w3_z
    t12 = (1/4)*S1_z
    t13 = (1/4)*w2_z
    t14 = (1/4)*S2_z
    t15 = (1/4)*w1_z
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t9*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    t16 = (1/4)*S3_z
    t17 = h*h
    t18 = t17*t17
    t19 = t18
    t20 = (1/24)*t19
    w3_x = omega2_x*t10
    S3_x = S1_y*t4 + S2_y*t6 + t9*tau2_x - t5*w2_y - t7*w1_y
    S4_y = t12*w3_x + t14*w2_x + t16*w1_x + t20*tau3_y - S1_x*t11 - S2_x*t13 - S3_x*t15
    t21 = (1/6)*t19
    w4_z = omega3_z*t21
    t22 = (1/5)*w4_z
    t23 = (1/5)*S1_z
    t24 = (1/5)*w3_z
    t25 = (1/5)*S2_z
    t26 = (1/5)*w2_z
    t27 = (1/5)*S3_z
    t28 = (1/5)*w1_z
    w3_y = omega2_y*t10
    S4_z = (
        (1/4)*S1_x*w3_y + (1/4)*S2_x*w2_y + (1/4)*S3_x*w1_y + t20*tau3_z -
        (1/4)*S1_y*w3_x - (1/4)*S2_y*w2_x - (1/4)*S3_y*w1_x)
    t29 = (1/5)*S4_z
    t30 = h*t17*t17
    t31 = (1/120)*t30
    w4_x = omega3_x*t21
    S4_x = S1_y*t11 + S2_y*t13 + S3_y*t15 + t20*tau3_x - t12*w3_y - t14*w2_y - t16*w1_y
    S5_y = (
        t23*w4_x + t25*w3_x + t27*w2_x + t29*w1_x + t31*tau4_y - S1_x*t22 - S2_x*t24 -
        S3_x*t26 - S4_x*t28)
    S_y = S1_y + S2_y + S3_y + S4_y + S5_y
    w4_y = omega3_y*t21
    S5_z = (
        (1/5)*S1_x*w4_y + (1/5)*S2_x*w3_y + (1/5)*S3_x*w2_y + (1/5)*S4_x*w1_y +
        t31*tau4_z - (1/5)*S1_y*w4_x - (1/5)*S2_y*w3_x - (1/5)*S3_y*w2_x -
        (1/5)*S4_y*w1_x)
    S_z = S1_z + S2_z + S3_z + S4_z + S5_z
    t32 = 2*S_z*q1_y - 2*S_y*q1_z
    S5_x = (
        S1_y*t22 + S2_y*t24 + S3_y*t26 + S4_y*t28 + t31*tau4_x - t23*w4_y - t25*w3_y -
        t27*w2_y - t29*w1_y)
    S_x = S1_x + S2_x + S3_x + S4_x + S5_x
    t33 = 2*S_y*q1_x - 2*S_x*q1_y
    t34 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t32 + q1_y*t33 - q1_z*t34,
        S_y + q1_w*t34 + q1_z*t32 - q1_x*t33,
        S_z + q1_w*t33 + q1_x*t34 - q1_y*t32)


def impulse_body_6(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 6.

    Equation eq-impulse-body; 339 operations (432 before sharing), 86 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = h*h*h
    t9 = (1/6)*t8
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t9*tau2_y - S1_x*t4 - S2_x*t6
    t10 = (1/2)*t8
    w3_z = omega2_z*t10
    t11 = (1/4)*w3_z
    t12 = (1/4)*S1_z
    t13 = (1/4)*w2_z
    t14 = (1/4)*S2_z
    t15 = (1/4)*w1_z
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t9*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    t16 = (1/4)*S3_z
    t17 = h*h
    t18 = t17*t17
    t19 = t18
    t20 = (1/24)*t19
    w3_x = omega2_x*t10
    S3_x = S1_y*t4 + S2_y*t6 + t9*tau2_x - t5*w2_y - t7*w1_y
    S4_y = t12*w3_x + t14*w2_x + t16*w1_x + t20*tau3_y - S1_x*t11 - S2_x*t13 - S3_x*t15
    t21 = (1/6)*t19
    w4_z = omega3_z*t21
    t22 = (1/5)*w4_z
    t23 = (1/5)*S1_z
    t24 = (1/5)*w3_z
    t25 = (1/5)*S2_z
    t26 = (1/5)*w2_z
    t27 = (1/5)*S3_z
    t28 = (1/5)*w1_z
    w3_y = omega2_y*t10
    S4_z = (
        (1/4)*S1_x*w3_y + (1/4)*S2_x*w2_y + (1/4)*S3_x*w1_y + t20*tau3_z -
        (1/4)*S1_y*w3_x - (1/4)*S2_y*w2_x - (1/4)*S3_y*w1_x)
    t29 = (1/5)*S4_z
    t30 = h*t17*t17
    t31 = t30
    t32 = (1/120)*t31
    w4_x = omega3_x*t21
    S4_x = S1_y*t11 + S2_y*t13 + S3_y*t15 + t20*tau3_x - t12*w3_y - t14*w2_y - t16*w1_y
    S5_y = (
        t23*w4_x + t25*w3_x + t27*w2_x + t29*w1_x + t32*tau4_y - S1_x*t22 - S2_x*t24 -
        S3_x*t26 - S4_x*t28)
    t33 = (1/24)*t31
    w5_z = omega4_z*t33
    t34 = (1/6)*w5_z
    t35 = (1/6)*S1_z
    t36 = (1/6)*w4_z
    t37 = (1/6)*S2_z
    t38 = (1/6)*w3_z
    t39 = (1/6)*S3_z
    t40 = (1/6)*w2_z
    t41 = (1/6)*S4_z
    t42 = (1/6)*w1_z
    w4_y = omega3_y*t21
    S5_z = (
        (1/5)*S1_x*w4_y + (1/5)*S2_x*w3_y + (1/5)*S3_x*w2_y + (1/5)*S4_x*w1_y +
        t32*tau4_z - (1/5)*S1_y*w4_x - (1/5)*S2_y*w3_x - (1/5)*S3_y*w2_x -
        (1/5)*S4_y*w1_x)
    t43 = (1/6)*S5_z
    t44 = h*h*h
    t45 = t44*t44
    t46 = (1/720)*t45
    w5_x = omega4_x*t33
    S5_x = (
        S1_y*t22 + S2_y*t24 + S3_y*t26 + S4_y*t28 + t32*tau4_x - t23*w4_y - t25*w3_y -
        t27*w2_y - t29*w1_y)
    S6_y = (
        t35*w5_x + t37*w4_x + t39*w3_x + t41*w2_x + t43*w1_x + t46*tau5_y - S1_x*t34 -
        S2_x*t36 - S3_x*t38 - S4_x*t40 - S5_x*t42)
    S_y = S1_y + S2_y + S3_y + S4_y + S5_y + S6_y
    w5_y = omega4_y*t33
    S6_z = (
        (1/6)*S1_x*w5_y + (1/6)*S2_x*w4_y + (1/6)*S3_x*w3_y + (1/6)*S4_x*w2_y +
        (1/6)*S5_x*w1_y + t46*tau5_z - (1/6)*S1_y*w5_x - (1/6)*S2_y*w4_x -
        (1/6)*S3_y*w3_x - (1/6)*S4_y*w2_x - (1/6)*S5_y*w1_x)
    S_z = S1_z + S2_z + S3_z + S4_z + S5_z + S6_z
    t47 = 2*S_z*q1_y - 2*S_y*q1_z
    S6_x = (
        S1_y*t34 + S2_y*t36 + S3_y*t38 + S4_y*t40 + S5_y*t42 + t46*tau5_x - t35*w5_y -
        t37*w4_y - t39*w3_y - t41*w2_y - t43*w1_y)
    S_x = S1_x + S2_x + S3_x + S4_x + S5_x + S6_x
    t48 = 2*S_y*q1_x - 2*S_x*q1_y
    t49 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t47 + q1_y*t48 - q1_z*t49,
        S_y + q1_w*t49 + q1_z*t47 - q1_x*t48,
        S_z + q1_w*t48 + q1_x*t49 - q1_y*t47)


def impulse_body_7(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 7.

    Equation eq-impulse-body; 448 operations (561 before sharing), 108 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = h*h*h
    t9 = (1/6)*t8
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t9*tau2_y - S1_x*t4 - S2_x*t6
    t10 = (1/2)*t8
    w3_z = omega2_z*t10
    t11 = (1/4)*w3_z
    t12 = (1/4)*S1_z
    t13 = (1/4)*w2_z
    t14 = (1/4)*S2_z
    t15 = (1/4)*w1_z
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t9*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    t16 = (1/4)*S3_z
    t17 = h*h
    t18 = t17*t17
    t19 = t18
    t20 = (1/24)*t19
    w3_x = omega2_x*t10
    S3_x = S1_y*t4 + S2_y*t6 + t9*tau2_x - t5*w2_y - t7*w1_y
    S4_y = t12*w3_x + t14*w2_x + t16*w1_x + t20*tau3_y - S1_x*t11 - S2_x*t13 - S3_x*t15
    t21 = (1/6)*t19
    w4_z = omega3_z*t21
    t22 = (1/5)*w4_z
    t23 = (1/5)*S1_z
    t24 = (1/5)*w3_z
    t25 = (1/5)*S2_z
    t26 = (1/5)*w2_z
    t27 = (1/5)*S3_z
    t28 = (1/5)*w1_z
    w3_y = omega2_y*t10
    S4_z = (
        (1/4)*S1_x*w3_y + (1/4)*S2_x*w2_y + (1/4)*S3_x*w1_y + t20*tau3_z -
        (1/4)*S1_y*w3_x - (1/4)*S2_y*w2_x - (1/4)*S3_y*w1_x)
    t29 = (1/5)*S4_z
    t30 = h*t17*t17
    t31 = t30
    t32 = (1/120)*t31
    w4_x = omega3_x*t21
    S4_x = S1_y*t11 + S2_y*t13 + S3_y*t15 + t20*tau3_x - t12*w3_y - t14*w2_y - t16*w1_y
    S5_y = (
        t23*w4_x + t25*w3_x + t27*w2_x + t29*w1_x + t32*tau4_y - S1_x*t22 - S2_x*t24 -
        S3_x*t26 - S4_x*t28)
    t33 = (1/24)*t31
    w5_z = omega4_z*t33
    t34 = (1/6)*w5_z
    t35 = (1/6)*S1_z
    t36 = (1/6)*w4_z
    t37 = (1/6)*S2_z
    t38 = (1/6)*w3_z
    t39 = (1/6)*S3_z
    t40 = (1/6)*w2_z
    t41 = (1/6)*S4_z
    t42 = (1/6)*w1_z
    w4_y = omega3_y*t21
    S5_z = (
        (1/5)*S1_x*w4_y + (1/5)*S2_x*w3_y + (1/5)*S3_x*w2_y + (1/5)*S4_x*w1_y +
        t32*tau4_z - (1/5)*S1_y*w4_x - (1/5)*S2_y*w3_x - (1/5)*S3_y*w2_x -
        (1/5)*S4_y*w1_x)
    t43 = (1/6)*S5_z
    t44 = h*h*h
    t45 = t44*t44
    t46 = t45
    t47 = (1/720)*t46
    w5_x = omega4_x*t33
    S5_x = (
        S1_y*t22 + S2_y*t24 + S3_y*t26 + S4_y*t28 + t32*tau4_x - t23*w4_y - t25*w3_y -
        t27*w2_y - t29*w1_y)
    S6_y = (
        t35*w5_x + t37*w4_x + t39*w3_x + t41*w2_x + t43*w1_x + t47*tau5_y - S1_x*t34 -
        S2_x*t36 - S3_x*t38 - S4_x*t40 - S5_x*t42)
    t48 = (1/120)*t46
    w6_z = omega5_z*t48
    t49 = (1/7)*w6_z
    t50 = (1/7)*S1_z
    t51 = (1/7)*w5_z
    t52 = (1/7)*S2_z
    t53 = (1/7)*w4_z
    t54 = (1/7)*S3_z
    t55 = (1/7)*w3_z
    t56 = (1/7)*S4_z
    t57 = (1/7)*w2_z
    t58 = (1/7)*S5_z
    t59 = (1/7)*w1_z
    w5_y = omega4_y*t33
    S6_z = (
        (1/6)*S1_x*w5_y + (1/6)*S2_x*w4_y + (1/6)*S3_x*w3_y + (1/6)*S4_x*w2_y +
        (1/6)*S5_x*w1_y + t47*tau5_z - (1/6)*S1_y*w5_x - (1/6)*S2_y*w4_x -
        (1/6)*S3_y*w3_x - (1/6)*S4_y*w2_x - (1/6)*S5_y*w1_x)
    t60 = (1/7)*S6_z
    t61 = h*t44*t44
    t62 = (1/5040)*t61
    w6_x = omega5_x*t48
    S6_x = (
        S1_y*t34 + S2_y*t36 + S3_y*t38 + S4_y*t40 + S5_y*t42 + t47*tau5_x - t35*w5_y -
        t37*w4_y - t39*w3_y - t41*w2_y - t43*w1_y)
    S7_y = (
        t50*w6_x + t52*w5_x + t54*w4_x + t56*w3_x + t58*w2_x + t60*w1_x + t62*tau6_y -
        S1_x*t49 - S2_x*t51 - S3_x*t53 - S4_x*t55 - S5_x*t57 - S6_x*t59)
    S_y = S1_y + S2_y + S3_y + S4_y + S5_y + S6_y + S7_y
    w6_y = omega5_y*t48
    S7_z = (
        (1/7)*S1_x*w6_y + (1/7)*S2_x*w5_y + (1/7)*S3_x*w4_y + (1/7)*S4_x*w3_y +
        (1/7)*S5_x*w2_y + (1/7)*S6_x*w1_y + t62*tau6_z - (1/7)*S1_y*w6_x -
        (1/7)*S2_y*w5_x - (1/7)*S3_y*w4_x - (1/7)*S4_y*w3_x - (1/7)*S5_y*w2_x -
        (1/7)*S6_y*w1_x)
    S_z = S1_z + S2_z + S3_z + S4_z + S5_z + S6_z + S7_z
    t63 = 2*S_z*q1_y - 2*S_y*q1_z
    S7_x = (
        S1_y*t49 + S2_y*t51 + S3_y*t53 + S4_y*t55 + S5_y*t57 + S6_y*t59 + t62*tau6_x -
        t50*w6_y - t52*w5_y - t54*w4_y - t56*w3_y - t58*w2_y - t60*w1_y)
    S_x = S1_x + S2_x + S3_x + S4_x + S5_x + S6_x + S7_x
    t64 = 2*S_y*q1_x - 2*S_x*q1_y
    t65 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t63 + q1_y*t64 - q1_z*t65,
        S_y + q1_w*t65 + q1_z*t63 - q1_x*t64,
        S_z + q1_w*t64 + q1_x*t65 - q1_y*t63)


def impulse_body_8(
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    tau7_x: float, tau7_y: float, tau7_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Space momentum that the torque adds in a step that ends at q1, expanded in the body, to order 8.

    Equation eq-impulse-body; 572 operations (708 before sharing), 132 temporaries.
    """
    S1_y = h*tau0_y
    w1_z = h*omega0_z
    t0 = (1/2)*w1_z
    S1_z = h*tau0_z
    t1 = (1/2)*S1_z
    t2 = h*h
    t3 = (1/2)*t2
    w1_x = h*omega0_x
    S1_x = h*tau0_x
    S2_y = t1*w1_x + t3*tau1_y - S1_x*t0
    w2_z = omega1_z*t2
    t4 = (1/3)*w2_z
    t5 = (1/3)*S1_z
    t6 = (1/3)*w1_z
    w1_y = h*omega0_y
    S2_z = (1/2)*S1_x*w1_y + t3*tau1_z - (1/2)*S1_y*w1_x
    t7 = (1/3)*S2_z
    t8 = h*h*h
    t9 = (1/6)*t8
    w2_x = omega1_x*t2
    S2_x = S1_y*t0 + t3*tau1_x - t1*w1_y
    S3_y = t5*w2_x + t7*w1_x + t9*tau2_y - S1_x*t4 - S2_x*t6
    t10 = (1/2)*t8
    w3_z = omega2_z*t10
    t11 = (1/4)*w3_z
    t12 = (1/4)*S1_z
    t13 = (1/4)*w2_z
    t14 = (1/4)*S2_z
    t15 = (1/4)*w1_z
    w2_y = omega1_y*t2
    S3_z = (
        (1/3)*S1_x*w2_y + (1/3)*S2_x*w1_y + t9*tau2_z - (1/3)*S1_y*w2_x -
        (1/3)*S2_y*w1_x)
    t16 = (1/4)*S3_z
    t17 = h*h
    t18 = t17*t17
    t19 = t18
    t20 = (1/24)*t19
    w3_x = omega2_x*t10
    S3_x = S1_y*t4 + S2_y*t6 + t9*tau2_x - t5*w2_y - t7*w1_y
    S4_y = t12*w3_x + t14*w2_x + t16*w1_x + t20*tau3_y - S1_x*t11 - S2_x*t13 - S3_x*t15
    t21 = (1/6)*t19
    w4_z = omega3_z*t21
    t22 = (1/5)*w4_z
    t23 = (1/5)*S1_z
    t24 = (1/5)*w3_z
    t25 = (1/5)*S2_z
    t26 = (1/5)*w2_z
    t27 = (1/5)*S3_z
    t28 = (1/5)*w1_z
    w3_y = omega2_y*t10
    S4_z = (
        (1/4)*S1_x*w3_y + (1/4)*S2_x*w2_y + (1/4)*S3_x*w1_y + t20*tau3_z -
        (1/4)*S1_y*w3_x - (1/4)*S2_y*w2_x - (1/4)*S3_y*w1_x)
    t29 = (1/5)*S4_z
    t30 = h*t17*t17
    t31 = t30
    t32 = (1/120)*t31
    w4_x = omega3_x*t21
    S4_x = S1_y*t11 + S2_y*t13 + S3_y*t15 + t20*tau3_x - t12*w3_y - t14*w2_y - t16*w1_y
    S5_y = (
        t23*w4_x + t25*w3_x + t27*w2_x + t29*w1_x + t32*tau4_y - S1_x*t22 - S2_x*t24 -
        S3_x*t26 - S4_x*t28)
    t33 = (1/24)*t31
    w5_z = omega4_z*t33
    t34 = (1/6)*w5_z
    t35 = (1/6)*S1_z
    t36 = (1/6)*w4_z
    t37 = (1/6)*S2_z
    t38 = (1/6)*w3_z
    t39 = (1/6)*S3_z
    t40 = (1/6)*w2_z
    t41 = (1/6)*S4_z
    t42 = (1/6)*w1_z
    w4_y = omega3_y*t21
    S5_z = (
        (1/5)*S1_x*w4_y + (1/5)*S2_x*w3_y + (1/5)*S3_x*w2_y + (1/5)*S4_x*w1_y +
        t32*tau4_z - (1/5)*S1_y*w4_x - (1/5)*S2_y*w3_x - (1/5)*S3_y*w2_x -
        (1/5)*S4_y*w1_x)
    t43 = (1/6)*S5_z
    t44 = h*h*h
    t45 = t44*t44
    t46 = t45
    t47 = (1/720)*t46
    w5_x = omega4_x*t33
    S5_x = (
        S1_y*t22 + S2_y*t24 + S3_y*t26 + S4_y*t28 + t32*tau4_x - t23*w4_y - t25*w3_y -
        t27*w2_y - t29*w1_y)
    S6_y = (
        t35*w5_x + t37*w4_x + t39*w3_x + t41*w2_x + t43*w1_x + t47*tau5_y - S1_x*t34 -
        S2_x*t36 - S3_x*t38 - S4_x*t40 - S5_x*t42)
    t48 = (1/120)*t46
    w6_z = omega5_z*t48
    t49 = (1/7)*w6_z
    t50 = (1/7)*S1_z
    t51 = (1/7)*w5_z
    t52 = (1/7)*S2_z
    t53 = (1/7)*w4_z
    t54 = (1/7)*S3_z
    t55 = (1/7)*w3_z
    t56 = (1/7)*S4_z
    t57 = (1/7)*w2_z
    t58 = (1/7)*S5_z
    t59 = (1/7)*w1_z
    w5_y = omega4_y*t33
    S6_z = (
        (1/6)*S1_x*w5_y + (1/6)*S2_x*w4_y + (1/6)*S3_x*w3_y + (1/6)*S4_x*w2_y +
        (1/6)*S5_x*w1_y + t47*tau5_z - (1/6)*S1_y*w5_x - (1/6)*S2_y*w4_x -
        (1/6)*S3_y*w3_x - (1/6)*S4_y*w2_x - (1/6)*S5_y*w1_x)
    t60 = (1/7)*S6_z
    t61 = h*t44*t44
    t62 = t61
    t63 = (1/5040)*t62
    w6_x = omega5_x*t48
    S6_x = (
        S1_y*t34 + S2_y*t36 + S3_y*t38 + S4_y*t40 + S5_y*t42 + t47*tau5_x - t35*w5_y -
        t37*w4_y - t39*w3_y - t41*w2_y - t43*w1_y)
    S7_y = (
        t50*w6_x + t52*w5_x + t54*w4_x + t56*w3_x + t58*w2_x + t60*w1_x + t63*tau6_y -
        S1_x*t49 - S2_x*t51 - S3_x*t53 - S4_x*t55 - S5_x*t57 - S6_x*t59)
    t64 = (1/720)*t62
    w7_z = omega6_z*t64
    t65 = (1/8)*w7_z
    t66 = (1/8)*S1_z
    t67 = (1/8)*w6_z
    t68 = (1/8)*S2_z
    t69 = (1/8)*w5_z
    t70 = (1/8)*S3_z
    t71 = (1/8)*w4_z
    t72 = (1/8)*S4_z
    t73 = (1/8)*w3_z
    t74 = (1/8)*S5_z
    t75 = (1/8)*w2_z
    t76 = (1/8)*S6_z
    t77 = (1/8)*w1_z
    w6_y = omega5_y*t48
    S7_z = (
        (1/7)*S1_x*w6_y + (1/7)*S2_x*w5_y + (1/7)*S3_x*w4_y + (1/7)*S4_x*w3_y +
        (1/7)*S5_x*w2_y + (1/7)*S6_x*w1_y + t63*tau6_z - (1/7)*S1_y*w6_x -
        (1/7)*S2_y*w5_x - (1/7)*S3_y*w4_x - (1/7)*S4_y*w3_x - (1/7)*S5_y*w2_x -
        (1/7)*S6_y*w1_x)
    t78 = (1/8)*S7_z
    t79 = t18*t18
    t80 = (1/40320)*t79
    w7_x = omega6_x*t64
    S7_x = (
        S1_y*t49 + S2_y*t51 + S3_y*t53 + S4_y*t55 + S5_y*t57 + S6_y*t59 + t63*tau6_x -
        t50*w6_y - t52*w5_y - t54*w4_y - t56*w3_y - t58*w2_y - t60*w1_y)
    S8_y = (
        t66*w7_x + t68*w6_x + t70*w5_x + t72*w4_x + t74*w3_x + t76*w2_x + t78*w1_x +
        t80*tau7_y - S1_x*t65 - S2_x*t67 - S3_x*t69 - S4_x*t71 - S5_x*t73 - S6_x*t75 -
        S7_x*t77)
    S_y = S1_y + S2_y + S3_y + S4_y + S5_y + S6_y + S7_y + S8_y
    w7_y = omega6_y*t64
    S8_z = (
        (1/8)*S1_x*w7_y + (1/8)*S2_x*w6_y + (1/8)*S3_x*w5_y + (1/8)*S4_x*w4_y +
        (1/8)*S5_x*w3_y + (1/8)*S6_x*w2_y + (1/8)*S7_x*w1_y + t80*tau7_z -
        (1/8)*S1_y*w7_x - (1/8)*S2_y*w6_x - (1/8)*S3_y*w5_x - (1/8)*S4_y*w4_x -
        (1/8)*S5_y*w3_x - (1/8)*S6_y*w2_x - (1/8)*S7_y*w1_x)
    S_z = S1_z + S2_z + S3_z + S4_z + S5_z + S6_z + S7_z + S8_z
    t81 = 2*S_z*q1_y - 2*S_y*q1_z
    S8_x = (
        S1_y*t65 + S2_y*t67 + S3_y*t69 + S4_y*t71 + S5_y*t73 + S6_y*t75 + S7_y*t77 +
        t80*tau7_x - t66*w7_y - t68*w6_y - t70*w5_y - t72*w4_y - t74*w3_y - t76*w2_y -
        t78*w1_y)
    S_x = S1_x + S2_x + S3_x + S4_x + S5_x + S6_x + S7_x + S8_x
    t82 = 2*S_y*q1_x - 2*S_x*q1_y
    t83 = 2*S_x*q1_z - 2*S_z*q1_x
    return (
        S_x + q1_w*t81 + q1_y*t82 - q1_z*t83,
        S_y + q1_w*t83 + q1_z*t81 - q1_x*t82,
        S_z + q1_w*t82 + q1_x*t83 - q1_y*t81)


def impulse_term_2(
    omega0_x: float, omega0_y: float, omega0_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
) -> tuple[float, float, float]:
    """What stands with h^2 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 18 operations (18 before sharing), 6 temporaries.
    """
    V1_y = (1/2)*tau0_y
    V1_z = (1/2)*tau0_z
    V0_x = (1/2)*tau1_x + V1_z*omega0_y - V1_y*omega0_z
    V1_x = (1/2)*tau0_x
    V0_y = (1/2)*tau1_y + V1_x*omega0_z - V1_z*omega0_x
    V0_z = (1/2)*tau1_z + V1_y*omega0_x - V1_x*omega0_y
    return (V0_x, V0_y, V0_z)


def impulse_term_3(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
) -> tuple[float, float, float]:
    """What stands with h^3 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 45 operations (45 before sharing), 9 temporaries.
    """
    V2_y = (1/6)*tau0_y
    V2_z = (1/6)*tau0_z
    V2_x = (1/6)*tau0_x
    V1_y = (1/3)*tau1_y + V2_x*omega0_z - V2_z*omega0_x
    V1_z = (1/3)*tau1_z + V2_y*omega0_x - V2_x*omega0_y
    V0_x = (1/6)*tau2_x + V1_z*omega0_y + V2_z*omega1_y - V1_y*omega0_z - V2_y*omega1_z
    V1_x = (1/3)*tau1_x + V2_z*omega0_y - V2_y*omega0_z
    V0_y = (1/6)*tau2_y + V1_x*omega0_z + V2_x*omega1_z - V1_z*omega0_x - V2_z*omega1_x
    V0_z = (1/6)*tau2_z + V1_y*omega0_x + V2_y*omega1_x - V1_x*omega0_y - V2_x*omega1_y
    return (V0_x, V0_y, V0_z)


def impulse_term_4(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
) -> tuple[float, float, float]:
    """What stands with h^4 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 88 operations (96 before sharing), 16 temporaries.
    """
    V3_z = (1/12)*tau0_z
    t0 = (1/2)*V3_z
    V3_y = (1/12)*tau0_y
    t1 = (1/2)*V3_y
    t2 = (1/2)*omega0_z
    V3_x = (1/12)*tau0_x
    V2_y = (1/8)*tau1_y + V3_x*t2 - omega0_x*t0
    t3 = (1/2)*V3_x
    V2_z = (1/8)*tau1_z + omega0_x*t1 - omega0_y*t3
    V2_x = (1/8)*tau1_x + omega0_y*t0 - V3_y*t2
    V1_y = (1/8)*tau2_y + V2_x*omega0_z + V3_x*omega1_z - V2_z*omega0_x - V3_z*omega1_x
    V1_z = (1/8)*tau2_z + V2_y*omega0_x + V3_y*omega1_x - V2_x*omega0_y - V3_x*omega1_y
    V0_x = (
        (1/24)*tau3_x + V1_z*omega0_y + V2_z*omega1_y + omega2_y*t0 - V1_y*omega0_z -
        V2_y*omega1_z - omega2_z*t1)
    V1_x = (1/8)*tau2_x + V2_z*omega0_y + V3_z*omega1_y - V2_y*omega0_z - V3_y*omega1_z
    V0_y = (
        (1/24)*tau3_y + V1_x*omega0_z + V2_x*omega1_z + omega2_z*t3 - V1_z*omega0_x -
        V2_z*omega1_x - omega2_x*t0)
    V0_z = (
        (1/24)*tau3_z + V1_y*omega0_x + V2_y*omega1_x + omega2_x*t1 - V1_x*omega0_y -
        V2_x*omega1_y - omega2_y*t3)
    return (V0_x, V0_y, V0_z)


def impulse_term_5(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
) -> tuple[float, float, float]:
    """What stands with h^5 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 151 operations (171 before sharing), 27 temporaries.
    """
    V4_x = (1/20)*tau0_x
    V4_y = (1/20)*tau0_y
    V3_z = (1/15)*tau1_z + (1/3)*V4_y*omega0_x - (1/3)*V4_x*omega0_y
    t0 = (1/2)*V3_z
    t1 = (1/3)*omega0_z
    V4_z = (1/20)*tau0_z
    t2 = (1/3)*V4_z
    V3_y = (1/15)*tau1_y + V4_x*t1 - omega0_x*t2
    t3 = (1/2)*V3_y
    t4 = (1/6)*omega3_z
    t5 = (1/6)*V4_z
    t6 = (1/2)*omega0_z
    t7 = (1/2)*omega1_z
    t8 = (1/2)*V4_z
    V3_x = (1/15)*tau1_x + omega0_y*t2 - V4_y*t1
    V2_y = (1/20)*tau2_y + V3_x*t6 + V4_x*t7 - omega0_x*t0 - omega1_x*t8
    t9 = (1/2)*V3_x
    t10 = (1/2)*V4_x
    t11 = (1/2)*V4_y
    V2_z = (1/20)*tau2_z + omega0_x*t3 + omega1_x*t11 - omega0_y*t9 - omega1_y*t10
    V2_x = (1/20)*tau2_x + omega0_y*t0 + omega1_y*t8 - V3_y*t6 - V4_y*t7
    V1_y = (
        (1/30)*tau3_y + V2_x*omega0_z + V3_x*omega1_z + omega2_z*t10 - V2_z*omega0_x -
        V3_z*omega1_x - omega2_x*t8)
    V1_z = (
        (1/30)*tau3_z + V2_y*omega0_x + V3_y*omega1_x + omega2_x*t11 - V2_x*omega0_y -
        V3_x*omega1_y - omega2_y*t10)
    V0_x = (
        (1/120)*tau4_x + V1_z*omega0_y + V2_z*omega1_y + omega2_y*t0 + omega3_y*t5 -
        V1_y*omega0_z - V2_y*omega1_z - V4_y*t4 - omega2_z*t3)
    V1_x = (
        (1/30)*tau3_x + V2_z*omega0_y + V3_z*omega1_y + omega2_y*t8 - V2_y*omega0_z -
        V3_y*omega1_z - omega2_z*t11)
    V0_y = (
        (1/120)*tau4_y + V1_x*omega0_z + V2_x*omega1_z + V4_x*t4 + omega2_z*t9 -
        V1_z*omega0_x - V2_z*omega1_x - omega2_x*t0 - omega3_x*t5)
    V0_z = (
        (1/120)*tau4_z + V1_y*omega0_x + V2_y*omega1_x + (1/6)*V4_y*omega3_x +
        omega2_x*t3 - V1_x*omega0_y - V2_x*omega1_y - (1/6)*V4_x*omega3_y - omega2_y*t9)
    return (V0_x, V0_y, V0_z)


def impulse_term_6(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
) -> tuple[float, float, float]:
    """What stands with h^6 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 226 operations (264 before sharing), 40 temporaries.
    """
    V5_x = (1/30)*tau0_x
    V5_y = (1/30)*tau0_y
    t0 = (1/4)*omega0_z
    V5_z = (1/30)*tau0_z
    t1 = (1/4)*V5_z
    V4_x = (1/24)*tau1_x + omega0_y*t1 - V5_y*t0
    V4_y = (1/24)*tau1_y + V5_x*t0 - omega0_x*t1
    V3_z = (
        (1/36)*tau2_z + (1/3)*V4_y*omega0_x + (1/3)*V5_y*omega1_x - (1/3)*V4_x*omega0_y
        - (1/3)*V5_x*omega1_y)
    t2 = (1/2)*V3_z
    t3 = (1/3)*omega0_z
    t4 = (1/4)*V5_x
    t5 = (1/4)*V5_y
    V4_z = (1/24)*tau1_z + omega0_x*t5 - omega0_y*t4
    t6 = (1/3)*V4_z
    t7 = (1/3)*omega1_z
    t8 = (1/3)*V5_z
    V3_y = (1/36)*tau2_y + V4_x*t3 + V5_x*t7 - omega0_x*t6 - omega1_x*t8
    t9 = (1/2)*V3_y
    t10 = (1/6)*omega3_z
    t11 = (1/6)*omega3_y
    t12 = (1/24)*omega4_z
    t13 = (1/24)*V5_z
    t14 = (1/2)*omega0_z
    t15 = (1/2)*omega1_z
    t16 = (1/2)*V4_z
    V3_x = (1/36)*tau2_x + omega0_y*t6 + omega1_y*t8 - V4_y*t3 - V5_y*t7
    V2_y = (
        (1/72)*tau3_y + V3_x*t14 + V4_x*t15 + omega2_z*t4 - omega0_x*t2 - omega1_x*t16
        - omega2_x*t1)
    t17 = (1/2)*V3_x
    t18 = (1/2)*V4_x
    t19 = (1/2)*V4_y
    V2_z = (
        (1/72)*tau3_z + omega0_x*t9 + omega1_x*t19 + omega2_x*t5 - omega0_y*t17 -
        omega1_y*t18 - omega2_y*t4)
    t20 = (1/6)*V5_z
    V2_x = (
        (1/72)*tau3_x + omega0_y*t2 + omega1_y*t16 + omega2_y*t1 - V3_y*t14 - V4_y*t15
        - omega2_z*t5)
    V1_y = (
        (1/144)*tau4_y + V2_x*omega0_z + V3_x*omega1_z + V5_x*t10 + omega2_z*t18 -
        V2_z*omega0_x - V3_z*omega1_x - omega2_x*t16 - omega3_x*t20)
    t21 = (1/6)*omega3_x
    V1_z = (
        (1/144)*tau4_z + V2_y*omega0_x + V3_y*omega1_x + V5_y*t21 + omega2_x*t19 -
        V2_x*omega0_y - V3_x*omega1_y - V5_x*t11 - omega2_y*t18)
    V0_x = (
        (1/720)*tau5_x + V1_z*omega0_y + V2_z*omega1_y + V4_z*t11 + omega2_y*t2 +
        omega4_y*t13 - V1_y*omega0_z - V2_y*omega1_z - V4_y*t10 - V5_y*t12 -
        omega2_z*t9)
    V1_x = (
        (1/144)*tau4_x + V2_z*omega0_y + V3_z*omega1_y + omega2_y*t16 + omega3_y*t20 -
        V2_y*omega0_z - V3_y*omega1_z - V5_y*t10 - omega2_z*t19)
    V0_y = (
        (1/720)*tau5_y + V1_x*omega0_z + V2_x*omega1_z + V4_x*t10 + V5_x*t12 +
        omega2_z*t17 - V1_z*omega0_x - V2_z*omega1_x - V4_z*t21 - omega2_x*t2 -
        omega4_x*t13)
    V0_z = (
        (1/720)*tau5_z + V1_y*omega0_x + V2_y*omega1_x + V4_y*t21 +
        (1/24)*V5_y*omega4_x + omega2_x*t9 - V1_x*omega0_y - V2_x*omega1_y - V4_x*t11 -
        (1/24)*V5_x*omega4_y - omega2_y*t17)
    return (V0_x, V0_y, V0_z)


def impulse_term_7(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
) -> tuple[float, float, float]:
    """What stands with h^7 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 321 operations (375 before sharing), 55 temporaries.
    """
    V6_x = (1/42)*tau0_x
    V6_y = (1/42)*tau0_y
    t0 = (1/5)*omega0_z
    V6_z = (1/42)*tau0_z
    t1 = (1/5)*V6_z
    V5_x = (1/35)*tau1_x + omega0_y*t1 - V6_y*t0
    V5_y = (1/35)*tau1_y + V6_x*t0 - omega0_x*t1
    t2 = (1/4)*omega0_z
    V5_z = (1/35)*tau1_z + (1/5)*V6_y*omega0_x - (1/5)*V6_x*omega0_y
    t3 = (1/4)*V5_z
    t4 = (1/4)*omega1_z
    t5 = (1/4)*V6_z
    V4_x = (1/56)*tau2_x + omega0_y*t3 + omega1_y*t5 - V5_y*t2 - V6_y*t4
    V4_y = (1/56)*tau2_y + V5_x*t2 + V6_x*t4 - omega0_x*t3 - omega1_x*t5
    V3_z = (
        (1/126)*tau3_z + (1/3)*V4_y*omega0_x + (1/3)*V5_y*omega1_x +
        (1/6)*V6_y*omega2_x - (1/3)*V4_x*omega0_y - (1/3)*V5_x*omega1_y -
        (1/6)*V6_x*omega2_y)
    t6 = (1/2)*V3_z
    t7 = (1/3)*omega0_z
    t8 = (1/4)*V5_x
    t9 = (1/4)*V5_y
    V4_z = (
        (1/56)*tau2_z + (1/4)*V6_y*omega1_x + omega0_x*t9 - (1/4)*V6_x*omega1_y -
        omega0_y*t8)
    t10 = (1/3)*V4_z
    t11 = (1/3)*omega1_z
    t12 = (1/3)*V5_z
    t13 = (1/6)*omega2_z
    t14 = (1/6)*V6_z
    V3_y = (
        (1/126)*tau3_y + V4_x*t7 + V5_x*t11 + V6_x*t13 - omega0_x*t10 - omega1_x*t12 -
        omega2_x*t14)
    t15 = (1/2)*V3_y
    t16 = (1/6)*omega3_z
    t17 = (1/24)*omega4_z
    t18 = (1/6)*omega3_y
    t19 = (1/24)*omega4_y
    t20 = (1/120)*omega5_z
    t21 = (1/120)*V6_z
    t22 = (1/2)*omega0_z
    t23 = (1/2)*omega1_z
    t24 = (1/2)*V4_z
    t25 = (1/12)*omega3_z
    t26 = (1/12)*V6_z
    V3_x = (
        (1/126)*tau3_x + omega0_y*t10 + omega1_y*t12 + omega2_y*t14 - V4_y*t7 -
        V5_y*t11 - V6_y*t13)
    V2_y = (
        (1/336)*tau4_y + V3_x*t22 + V4_x*t23 + V6_x*t25 + omega2_z*t8 - omega0_x*t6 -
        omega1_x*t24 - omega2_x*t3 - omega3_x*t26)
    t27 = (1/2)*V3_x
    t28 = (1/2)*V4_x
    t29 = (1/2)*V4_y
    V2_z = (
        (1/336)*tau4_z + (1/12)*V6_y*omega3_x + omega0_x*t15 + omega1_x*t29 +
        omega2_x*t9 - (1/12)*V6_x*omega3_y - omega0_y*t27 - omega1_y*t28 - omega2_y*t8)
    t30 = (1/6)*V5_z
    t31 = (1/24)*V6_z
    V2_x = (
        (1/336)*tau4_x + omega0_y*t6 + omega1_y*t24 + omega2_y*t3 + omega3_y*t26 -
        V3_y*t22 - V4_y*t23 - V6_y*t25 - omega2_z*t9)
    V1_y = (
        (1/840)*tau5_y + V2_x*omega0_z + V3_x*omega1_z + V5_x*t16 + V6_x*t17 +
        omega2_z*t28 - V2_z*omega0_x - V3_z*omega1_x - omega2_x*t24 - omega3_x*t30 -
        omega4_x*t31)
    t32 = (1/6)*omega3_x
    t33 = (1/24)*omega4_x
    V1_z = (
        (1/840)*tau5_z + V2_y*omega0_x + V3_y*omega1_x + V5_y*t32 + V6_y*t33 +
        omega2_x*t29 - V2_x*omega0_y - V3_x*omega1_y - V5_x*t18 - V6_x*t19 -
        omega2_y*t28)
    V0_x = (
        (1/5040)*tau6_x + V1_z*omega0_y + V2_z*omega1_y + V4_z*t18 + V5_z*t19 +
        omega2_y*t6 + omega5_y*t21 - V1_y*omega0_z - V2_y*omega1_z - V4_y*t16 -
        V5_y*t17 - V6_y*t20 - omega2_z*t15)
    V1_x = (
        (1/840)*tau5_x + V2_z*omega0_y + V3_z*omega1_y + omega2_y*t24 + omega3_y*t30 +
        omega4_y*t31 - V2_y*omega0_z - V3_y*omega1_z - V5_y*t16 - V6_y*t17 -
        omega2_z*t29)
    V0_y = (
        (1/5040)*tau6_y + V1_x*omega0_z + V2_x*omega1_z + V4_x*t16 + V5_x*t17 +
        V6_x*t20 + omega2_z*t27 - V1_z*omega0_x - V2_z*omega1_x - V4_z*t32 - V5_z*t33 -
        omega2_x*t6 - omega5_x*t21)
    V0_z = (
        (1/5040)*tau6_z + V1_y*omega0_x + V2_y*omega1_x + V4_y*t32 + V5_y*t33 +
        (1/120)*V6_y*omega5_x + omega2_x*t15 - V1_x*omega0_y - V2_x*omega1_y - V4_x*t18
        - V5_x*t19 - (1/120)*V6_x*omega5_y - omega2_y*t27)
    return (V0_x, V0_y, V0_z)


def impulse_term_8(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    tau7_x: float, tau7_y: float, tau7_z: float,
) -> tuple[float, float, float]:
    """What stands with h^8 in the momentum that the torque adds, body components at the start.

    Equation eq-buss-next; 432 operations (504 before sharing), 72 temporaries.
    """
    V7_x = (1/56)*tau0_x
    V7_y = (1/56)*tau0_y
    t0 = (1/6)*omega0_z
    V7_z = (1/56)*tau0_z
    t1 = (1/6)*V7_z
    V6_x = (1/48)*tau1_x + omega0_y*t1 - V7_y*t0
    V6_y = (1/48)*tau1_y + V7_x*t0 - omega0_x*t1
    t2 = (1/5)*omega0_z
    V6_z = (1/48)*tau1_z + (1/6)*V7_y*omega0_x - (1/6)*V7_x*omega0_y
    t3 = (1/5)*V6_z
    t4 = (1/5)*omega1_z
    t5 = (1/5)*V7_z
    V5_x = (1/80)*tau2_x + omega0_y*t3 + omega1_y*t5 - V6_y*t2 - V7_y*t4
    V5_y = (1/80)*tau2_y + V6_x*t2 + V7_x*t4 - omega0_x*t3 - omega1_x*t5
    t6 = (1/4)*omega0_z
    V5_z = (
        (1/80)*tau2_z + (1/5)*V6_y*omega0_x + (1/5)*V7_y*omega1_x - (1/5)*V6_x*omega0_y
        - (1/5)*V7_x*omega1_y)
    t7 = (1/4)*V5_z
    t8 = (1/4)*omega1_z
    t9 = (1/4)*V6_z
    t10 = (1/8)*omega2_z
    t11 = (1/8)*V7_z
    V4_x = (
        (1/192)*tau3_x + omega0_y*t7 + omega1_y*t9 + omega2_y*t11 - V5_y*t6 - V6_y*t8 -
        V7_y*t10)
    V4_y = (
        (1/192)*tau3_y + V5_x*t6 + V6_x*t8 + V7_x*t10 - omega0_x*t7 - omega1_x*t9 -
        omega2_x*t11)
    V3_z = (
        (1/576)*tau4_z + (1/3)*V4_y*omega0_x + (1/3)*V5_y*omega1_x +
        (1/6)*V6_y*omega2_x + (1/18)*V7_y*omega3_x - (1/3)*V4_x*omega0_y -
        (1/3)*V5_x*omega1_y - (1/6)*V6_x*omega2_y - (1/18)*V7_x*omega3_y)
    t12 = (1/2)*V3_z
    t13 = (1/3)*omega0_z
    t14 = (1/4)*V5_x
    t15 = (1/4)*V5_y
    V4_z = (
        (1/192)*tau3_z + (1/4)*V6_y*omega1_x + (1/8)*V7_y*omega2_x + omega0_x*t15 -
        (1/4)*V6_x*omega1_y - (1/8)*V7_x*omega2_y - omega0_y*t14)
    t16 = (1/3)*V4_z
    t17 = (1/3)*omega1_z
    t18 = (1/3)*V5_z
    t19 = (1/6)*omega2_z
    t20 = (1/6)*V6_z
    t21 = (1/18)*omega3_z
    t22 = (1/18)*V7_z
    V3_y = (
        (1/576)*tau4_y + V4_x*t13 + V5_x*t17 + V6_x*t19 + V7_x*t21 - omega0_x*t16 -
        omega1_x*t18 - omega2_x*t20 - omega3_x*t22)
    t23 = (1/2)*V3_y
    t24 = (1/6)*omega3_z
    t25 = (1/24)*omega4_z
    t26 = (1/120)*omega5_z
    t27 = (1/6)*omega3_y
    t28 = (1/24)*omega4_y
    t29 = (1/120)*omega5_y
    t30 = (1/720)*omega6_z
    t31 = (1/720)*V7_z
    t32 = (1/2)*omega0_z
    t33 = (1/2)*omega1_z
    t34 = (1/2)*V4_z
    t35 = (1/12)*omega3_z
    t36 = (1/12)*V6_z
    t37 = (1/48)*omega4_z
    t38 = (1/48)*V7_z
    V3_x = (
        (1/576)*tau4_x + omega0_y*t16 + omega1_y*t18 + omega2_y*t20 + omega3_y*t22 -
        V4_y*t13 - V5_y*t17 - V6_y*t19 - V7_y*t21)
    V2_y = (
        (1/1920)*tau5_y + V3_x*t32 + V4_x*t33 + V6_x*t35 + V7_x*t37 + omega2_z*t14 -
        omega0_x*t12 - omega1_x*t34 - omega2_x*t7 - omega3_x*t36 - omega4_x*t38)
    t39 = (1/2)*V3_x
    t40 = (1/2)*V4_x
    t41 = (1/2)*V4_y
    V2_z = (
        (1/1920)*tau5_z + (1/12)*V6_y*omega3_x + (1/48)*V7_y*omega4_x + omega0_x*t23 +
        omega1_x*t41 + omega2_x*t15 - (1/12)*V6_x*omega3_y - (1/48)*V7_x*omega4_y -
        omega0_y*t39 - omega1_y*t40 - omega2_y*t14)
    t42 = (1/6)*V5_z
    t43 = (1/24)*V6_z
    t44 = (1/120)*V7_z
    V2_x = (
        (1/1920)*tau5_x + omega0_y*t12 + omega1_y*t34 + omega2_y*t7 + omega3_y*t36 +
        omega4_y*t38 - V3_y*t32 - V4_y*t33 - V6_y*t35 - V7_y*t37 - omega2_z*t15)
    V1_y = (
        (1/5760)*tau6_y + V2_x*omega0_z + V3_x*omega1_z + V5_x*t24 + V6_x*t25 +
        V7_x*t26 + omega2_z*t40 - V2_z*omega0_x - V3_z*omega1_x - omega2_x*t34 -
        omega3_x*t42 - omega4_x*t43 - omega5_x*t44)
    t45 = (1/6)*omega3_x
    t46 = (1/24)*omega4_x
    t47 = (1/120)*omega5_x
    V1_z = (
        (1/5760)*tau6_z + V2_y*omega0_x + V3_y*omega1_x + V5_y*t45 + V6_y*t46 +
        V7_y*t47 + omega2_x*t41 - V2_x*omega0_y - V3_x*omega1_y - V5_x*t27 - V6_x*t28 -
        V7_x*t29 - omega2_y*t40)
    V0_x = (
        (1/40320)*tau7_x + V1_z*omega0_y + V2_z*omega1_y + V4_z*t27 + V5_z*t28 +
        V6_z*t29 + omega2_y*t12 + omega6_y*t31 - V1_y*omega0_z - V2_y*omega1_z -
        V4_y*t24 - V5_y*t25 - V6_y*t26 - V7_y*t30 - omega2_z*t23)
    V1_x = (
        (1/5760)*tau6_x + V2_z*omega0_y + V3_z*omega1_y + omega2_y*t34 + omega3_y*t42 +
        omega4_y*t43 + omega5_y*t44 - V2_y*omega0_z - V3_y*omega1_z - V5_y*t24 -
        V6_y*t25 - V7_y*t26 - omega2_z*t41)
    V0_y = (
        (1/40320)*tau7_y + V1_x*omega0_z + V2_x*omega1_z + V4_x*t24 + V5_x*t25 +
        V6_x*t26 + V7_x*t30 + omega2_z*t39 - V1_z*omega0_x - V2_z*omega1_x - V4_z*t45 -
        V5_z*t46 - V6_z*t47 - omega2_x*t12 - omega6_x*t31)
    V0_z = (
        (1/40320)*tau7_z + V1_y*omega0_x + V2_y*omega1_x + V4_y*t45 + V5_y*t46 +
        V6_y*t47 + (1/720)*V7_y*omega6_x + omega2_x*t23 - V1_x*omega0_y - V2_x*omega1_y
        - V4_x*t27 - V5_x*t28 - V6_x*t29 - (1/720)*V7_x*omega6_y - omega2_y*t39)
    return (V0_x, V0_y, V0_z)


def impulse_body_term_2(
    omega0_x: float, omega0_y: float, omega0_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
) -> tuple[float, float, float]:
    """What stands with h^2 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 19 operations (21 before sharing), 8 temporaries.
    """
    t0 = (1/2)*omega0_z
    S1_z = tau0_z
    t1 = (1/2)*S1_z
    S1_y = tau0_y
    S2_x = (1/2)*tau1_x + S1_y*t0 - omega0_y*t1
    S1_x = tau0_x
    S2_y = (1/2)*tau1_y + omega0_x*t1 - S1_x*t0
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    return (S2_x, S2_y, S2_z)


def impulse_body_term_3(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
) -> tuple[float, float, float]:
    """What stands with h^3 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 54 operations (60 before sharing), 15 temporaries.
    """
    t0 = (1/3)*omega1_z
    S1_z = tau0_z
    t1 = (1/3)*S1_z
    t2 = (1/3)*omega0_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/3)*S2_z
    t4 = (1/2)*omega0_z
    t5 = (1/2)*S1_z
    S2_y = (1/2)*tau1_y + omega0_x*t5 - S1_x*t4
    S3_x = (1/6)*tau2_x + S1_y*t0 + S2_y*t2 - omega0_y*t3 - omega1_y*t1
    S2_x = (1/2)*tau1_x + S1_y*t4 - omega0_y*t5
    S3_y = (1/6)*tau2_y + omega0_x*t3 + omega1_x*t1 - S1_x*t0 - S2_x*t2
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    return (S3_x, S3_y, S3_z)


def impulse_body_term_4(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
) -> tuple[float, float, float]:
    """What stands with h^4 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 105 operations (117 before sharing), 24 temporaries.
    """
    t0 = (1/8)*omega2_z
    S1_z = tau0_z
    t1 = (1/8)*S1_z
    t2 = (1/4)*omega1_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/4)*S2_z
    t4 = (1/4)*omega0_z
    t5 = (1/2)*omega0_z
    t6 = (1/2)*S1_z
    S2_x = (1/2)*tau1_x + S1_y*t5 - omega0_y*t6
    S2_y = (1/2)*tau1_y + omega0_x*t6 - S1_x*t5
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    t7 = (1/4)*S3_z
    t8 = (1/3)*omega1_z
    t9 = (1/3)*S1_z
    t10 = (1/3)*omega0_z
    t11 = (1/3)*S2_z
    S3_y = (1/6)*tau2_y + omega0_x*t11 + omega1_x*t9 - S1_x*t8 - S2_x*t10
    S4_x = (
        (1/24)*tau3_x + S1_y*t0 + S2_y*t2 + S3_y*t4 - omega0_y*t7 - omega1_y*t3 -
        omega2_y*t1)
    S3_x = (1/6)*tau2_x + S1_y*t8 + S2_y*t10 - omega0_y*t11 - omega1_y*t9
    S4_y = (
        (1/24)*tau3_y + omega0_x*t7 + omega1_x*t3 + omega2_x*t1 - S1_x*t0 - S2_x*t2 -
        S3_x*t4)
    S4_z = (
        (1/24)*tau3_z + (1/8)*S1_x*omega2_y + (1/4)*S2_x*omega1_y + (1/4)*S3_x*omega0_y
        - (1/8)*S1_y*omega2_x - (1/4)*S2_y*omega1_x - (1/4)*S3_y*omega0_x)
    return (S4_x, S4_y, S4_z)


def impulse_body_term_5(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
) -> tuple[float, float, float]:
    """What stands with h^5 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 172 operations (192 before sharing), 35 temporaries.
    """
    t0 = (1/30)*omega3_z
    S1_z = tau0_z
    t1 = (1/30)*S1_z
    t2 = (1/10)*omega2_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/10)*S2_z
    t4 = (1/5)*omega1_z
    t5 = (1/2)*omega0_z
    t6 = (1/2)*S1_z
    S2_x = (1/2)*tau1_x + S1_y*t5 - omega0_y*t6
    S2_y = (1/2)*tau1_y + omega0_x*t6 - S1_x*t5
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    t7 = (1/5)*S3_z
    t8 = (1/5)*omega0_z
    t9 = (1/3)*omega1_z
    t10 = (1/3)*S1_z
    t11 = (1/3)*omega0_z
    t12 = (1/3)*S2_z
    S3_x = (1/6)*tau2_x + S1_y*t9 + S2_y*t11 - omega0_y*t12 - omega1_y*t10
    S3_y = (1/6)*tau2_y + omega0_x*t12 + omega1_x*t10 - S1_x*t9 - S2_x*t11
    S4_z = (
        (1/24)*tau3_z + (1/8)*S1_x*omega2_y + (1/4)*S2_x*omega1_y + (1/4)*S3_x*omega0_y
        - (1/8)*S1_y*omega2_x - (1/4)*S2_y*omega1_x - (1/4)*S3_y*omega0_x)
    t13 = (1/5)*S4_z
    t14 = (1/8)*omega2_z
    t15 = (1/8)*S1_z
    t16 = (1/4)*omega1_z
    t17 = (1/4)*S2_z
    t18 = (1/4)*omega0_z
    t19 = (1/4)*S3_z
    S4_y = (
        (1/24)*tau3_y + omega0_x*t19 + omega1_x*t17 + omega2_x*t15 - S1_x*t14 -
        S2_x*t16 - S3_x*t18)
    S5_x = (
        (1/120)*tau4_x + S1_y*t0 + S2_y*t2 + S3_y*t4 + S4_y*t8 - omega0_y*t13 -
        omega1_y*t7 - omega2_y*t3 - omega3_y*t1)
    S4_x = (
        (1/24)*tau3_x + S1_y*t14 + S2_y*t16 + S3_y*t18 - omega0_y*t19 - omega1_y*t17 -
        omega2_y*t15)
    S5_y = (
        (1/120)*tau4_y + omega0_x*t13 + omega1_x*t7 + omega2_x*t3 + omega3_x*t1 -
        S1_x*t0 - S2_x*t2 - S3_x*t4 - S4_x*t8)
    S5_z = (
        (1/120)*tau4_z + (1/30)*S1_x*omega3_y + (1/10)*S2_x*omega2_y +
        (1/5)*S3_x*omega1_y + (1/5)*S4_x*omega0_y - (1/30)*S1_y*omega3_x -
        (1/10)*S2_y*omega2_x - (1/5)*S3_y*omega1_x - (1/5)*S4_y*omega0_x)
    return (S5_x, S5_y, S5_z)


def impulse_body_term_6(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
) -> tuple[float, float, float]:
    """What stands with h^6 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 255 operations (285 before sharing), 48 temporaries.
    """
    t0 = (1/144)*omega4_z
    S1_z = tau0_z
    t1 = (1/144)*S1_z
    t2 = (1/36)*omega3_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/36)*S2_z
    t4 = (1/12)*omega2_z
    t5 = (1/2)*omega0_z
    t6 = (1/2)*S1_z
    S2_x = (1/2)*tau1_x + S1_y*t5 - omega0_y*t6
    S2_y = (1/2)*tau1_y + omega0_x*t6 - S1_x*t5
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    t7 = (1/12)*S3_z
    t8 = (1/6)*omega1_z
    t9 = (1/3)*omega1_z
    t10 = (1/3)*S1_z
    t11 = (1/3)*omega0_z
    t12 = (1/3)*S2_z
    S3_x = (1/6)*tau2_x + S1_y*t9 + S2_y*t11 - omega0_y*t12 - omega1_y*t10
    S3_y = (1/6)*tau2_y + omega0_x*t12 + omega1_x*t10 - S1_x*t9 - S2_x*t11
    S4_z = (
        (1/24)*tau3_z + (1/8)*S1_x*omega2_y + (1/4)*S2_x*omega1_y + (1/4)*S3_x*omega0_y
        - (1/8)*S1_y*omega2_x - (1/4)*S2_y*omega1_x - (1/4)*S3_y*omega0_x)
    t13 = (1/6)*S4_z
    t14 = (1/6)*omega0_z
    t15 = (1/8)*omega2_z
    t16 = (1/8)*S1_z
    t17 = (1/4)*omega1_z
    t18 = (1/4)*S2_z
    t19 = (1/4)*omega0_z
    t20 = (1/4)*S3_z
    S4_x = (
        (1/24)*tau3_x + S1_y*t15 + S2_y*t17 + S3_y*t19 - omega0_y*t20 - omega1_y*t18 -
        omega2_y*t16)
    S4_y = (
        (1/24)*tau3_y + omega0_x*t20 + omega1_x*t18 + omega2_x*t16 - S1_x*t15 -
        S2_x*t17 - S3_x*t19)
    S5_z = (
        (1/120)*tau4_z + (1/30)*S1_x*omega3_y + (1/10)*S2_x*omega2_y +
        (1/5)*S3_x*omega1_y + (1/5)*S4_x*omega0_y - (1/30)*S1_y*omega3_x -
        (1/10)*S2_y*omega2_x - (1/5)*S3_y*omega1_x - (1/5)*S4_y*omega0_x)
    t21 = (1/6)*S5_z
    t22 = (1/30)*omega3_z
    t23 = (1/30)*S1_z
    t24 = (1/10)*omega2_z
    t25 = (1/10)*S2_z
    t26 = (1/5)*omega1_z
    t27 = (1/5)*S3_z
    t28 = (1/5)*omega0_z
    t29 = (1/5)*S4_z
    S5_y = (
        (1/120)*tau4_y + omega0_x*t29 + omega1_x*t27 + omega2_x*t25 + omega3_x*t23 -
        S1_x*t22 - S2_x*t24 - S3_x*t26 - S4_x*t28)
    S6_x = (
        (1/720)*tau5_x + S1_y*t0 + S2_y*t2 + S3_y*t4 + S4_y*t8 + S5_y*t14 -
        omega0_y*t21 - omega1_y*t13 - omega2_y*t7 - omega3_y*t3 - omega4_y*t1)
    S5_x = (
        (1/120)*tau4_x + S1_y*t22 + S2_y*t24 + S3_y*t26 + S4_y*t28 - omega0_y*t29 -
        omega1_y*t27 - omega2_y*t25 - omega3_y*t23)
    S6_y = (
        (1/720)*tau5_y + omega0_x*t21 + omega1_x*t13 + omega2_x*t7 + omega3_x*t3 +
        omega4_x*t1 - S1_x*t0 - S2_x*t2 - S3_x*t4 - S4_x*t8 - S5_x*t14)
    S6_z = (
        (1/720)*tau5_z + (1/144)*S1_x*omega4_y + (1/36)*S2_x*omega3_y +
        (1/12)*S3_x*omega2_y + (1/6)*S4_x*omega1_y + (1/6)*S5_x*omega0_y -
        (1/144)*S1_y*omega4_x - (1/36)*S2_y*omega3_x - (1/12)*S3_y*omega2_x -
        (1/6)*S4_y*omega1_x - (1/6)*S5_y*omega0_x)
    return (S6_x, S6_y, S6_z)


def impulse_body_term_7(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
) -> tuple[float, float, float]:
    """What stands with h^7 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 354 operations (396 before sharing), 63 temporaries.
    """
    t0 = (1/840)*omega5_z
    S1_z = tau0_z
    t1 = (1/840)*S1_z
    t2 = (1/168)*omega4_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/168)*S2_z
    t4 = (1/42)*omega3_z
    t5 = (1/2)*omega0_z
    t6 = (1/2)*S1_z
    S2_x = (1/2)*tau1_x + S1_y*t5 - omega0_y*t6
    S2_y = (1/2)*tau1_y + omega0_x*t6 - S1_x*t5
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    t7 = (1/42)*S3_z
    t8 = (1/14)*omega2_z
    t9 = (1/3)*omega1_z
    t10 = (1/3)*S1_z
    t11 = (1/3)*omega0_z
    t12 = (1/3)*S2_z
    S3_x = (1/6)*tau2_x + S1_y*t9 + S2_y*t11 - omega0_y*t12 - omega1_y*t10
    S3_y = (1/6)*tau2_y + omega0_x*t12 + omega1_x*t10 - S1_x*t9 - S2_x*t11
    S4_z = (
        (1/24)*tau3_z + (1/8)*S1_x*omega2_y + (1/4)*S2_x*omega1_y + (1/4)*S3_x*omega0_y
        - (1/8)*S1_y*omega2_x - (1/4)*S2_y*omega1_x - (1/4)*S3_y*omega0_x)
    t13 = (1/14)*S4_z
    t14 = (1/7)*omega1_z
    t15 = (1/8)*omega2_z
    t16 = (1/8)*S1_z
    t17 = (1/4)*omega1_z
    t18 = (1/4)*S2_z
    t19 = (1/4)*omega0_z
    t20 = (1/4)*S3_z
    S4_x = (
        (1/24)*tau3_x + S1_y*t15 + S2_y*t17 + S3_y*t19 - omega0_y*t20 - omega1_y*t18 -
        omega2_y*t16)
    S4_y = (
        (1/24)*tau3_y + omega0_x*t20 + omega1_x*t18 + omega2_x*t16 - S1_x*t15 -
        S2_x*t17 - S3_x*t19)
    S5_z = (
        (1/120)*tau4_z + (1/30)*S1_x*omega3_y + (1/10)*S2_x*omega2_y +
        (1/5)*S3_x*omega1_y + (1/5)*S4_x*omega0_y - (1/30)*S1_y*omega3_x -
        (1/10)*S2_y*omega2_x - (1/5)*S3_y*omega1_x - (1/5)*S4_y*omega0_x)
    t21 = (1/7)*S5_z
    t22 = (1/7)*omega0_z
    t23 = (1/30)*omega3_z
    t24 = (1/30)*S1_z
    t25 = (1/10)*omega2_z
    t26 = (1/10)*S2_z
    t27 = (1/5)*omega1_z
    t28 = (1/5)*S3_z
    t29 = (1/5)*omega0_z
    t30 = (1/5)*S4_z
    S5_x = (
        (1/120)*tau4_x + S1_y*t23 + S2_y*t25 + S3_y*t27 + S4_y*t29 - omega0_y*t30 -
        omega1_y*t28 - omega2_y*t26 - omega3_y*t24)
    S5_y = (
        (1/120)*tau4_y + omega0_x*t30 + omega1_x*t28 + omega2_x*t26 + omega3_x*t24 -
        S1_x*t23 - S2_x*t25 - S3_x*t27 - S4_x*t29)
    S6_z = (
        (1/720)*tau5_z + (1/144)*S1_x*omega4_y + (1/36)*S2_x*omega3_y +
        (1/12)*S3_x*omega2_y + (1/6)*S4_x*omega1_y + (1/6)*S5_x*omega0_y -
        (1/144)*S1_y*omega4_x - (1/36)*S2_y*omega3_x - (1/12)*S3_y*omega2_x -
        (1/6)*S4_y*omega1_x - (1/6)*S5_y*omega0_x)
    t31 = (1/7)*S6_z
    t32 = (1/144)*omega4_z
    t33 = (1/144)*S1_z
    t34 = (1/36)*omega3_z
    t35 = (1/36)*S2_z
    t36 = (1/12)*omega2_z
    t37 = (1/12)*S3_z
    t38 = (1/6)*omega1_z
    t39 = (1/6)*S4_z
    t40 = (1/6)*omega0_z
    t41 = (1/6)*S5_z
    S6_y = (
        (1/720)*tau5_y + omega0_x*t41 + omega1_x*t39 + omega2_x*t37 + omega3_x*t35 +
        omega4_x*t33 - S1_x*t32 - S2_x*t34 - S3_x*t36 - S4_x*t38 - S5_x*t40)
    S7_x = (
        (1/5040)*tau6_x + S1_y*t0 + S2_y*t2 + S3_y*t4 + S4_y*t8 + S5_y*t14 + S6_y*t22 -
        omega0_y*t31 - omega1_y*t21 - omega2_y*t13 - omega3_y*t7 - omega4_y*t3 -
        omega5_y*t1)
    S6_x = (
        (1/720)*tau5_x + S1_y*t32 + S2_y*t34 + S3_y*t36 + S4_y*t38 + S5_y*t40 -
        omega0_y*t41 - omega1_y*t39 - omega2_y*t37 - omega3_y*t35 - omega4_y*t33)
    S7_y = (
        (1/5040)*tau6_y + omega0_x*t31 + omega1_x*t21 + omega2_x*t13 + omega3_x*t7 +
        omega4_x*t3 + omega5_x*t1 - S1_x*t0 - S2_x*t2 - S3_x*t4 - S4_x*t8 - S5_x*t14 -
        S6_x*t22)
    S7_z = (
        (1/5040)*tau6_z + (1/840)*S1_x*omega5_y + (1/168)*S2_x*omega4_y +
        (1/42)*S3_x*omega3_y + (1/14)*S4_x*omega2_y + (1/7)*S5_x*omega1_y +
        (1/7)*S6_x*omega0_y - (1/840)*S1_y*omega5_x - (1/168)*S2_y*omega4_x -
        (1/42)*S3_y*omega3_x - (1/14)*S4_y*omega2_x - (1/7)*S5_y*omega1_x -
        (1/7)*S6_y*omega0_x)
    return (S7_x, S7_y, S7_z)


def impulse_body_term_8(
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    tau0_x: float, tau0_y: float, tau0_z: float,
    tau1_x: float, tau1_y: float, tau1_z: float,
    tau2_x: float, tau2_y: float, tau2_z: float,
    tau3_x: float, tau3_y: float, tau3_z: float,
    tau4_x: float, tau4_y: float, tau4_z: float,
    tau5_x: float, tau5_y: float, tau5_z: float,
    tau6_x: float, tau6_y: float, tau6_z: float,
    tau7_x: float, tau7_y: float, tau7_z: float,
) -> tuple[float, float, float]:
    """What stands with h^8 in the momentum that the torque adds, expanded in the body.

    Equation eq-impulse-body; 469 operations (525 before sharing), 80 temporaries.
    """
    t0 = (1/5760)*omega6_z
    S1_z = tau0_z
    t1 = (1/5760)*S1_z
    t2 = (1/960)*omega5_z
    S1_x = tau0_x
    S1_y = tau0_y
    S2_z = (1/2)*tau1_z + (1/2)*S1_x*omega0_y - (1/2)*S1_y*omega0_x
    t3 = (1/960)*S2_z
    t4 = (1/192)*omega4_z
    t5 = (1/2)*omega0_z
    t6 = (1/2)*S1_z
    S2_x = (1/2)*tau1_x + S1_y*t5 - omega0_y*t6
    S2_y = (1/2)*tau1_y + omega0_x*t6 - S1_x*t5
    S3_z = (
        (1/6)*tau2_z + (1/3)*S1_x*omega1_y + (1/3)*S2_x*omega0_y - (1/3)*S1_y*omega1_x
        - (1/3)*S2_y*omega0_x)
    t7 = (1/192)*S3_z
    t8 = (1/48)*omega3_z
    t9 = (1/3)*omega1_z
    t10 = (1/3)*S1_z
    t11 = (1/3)*omega0_z
    t12 = (1/3)*S2_z
    S3_x = (1/6)*tau2_x + S1_y*t9 + S2_y*t11 - omega0_y*t12 - omega1_y*t10
    S3_y = (1/6)*tau2_y + omega0_x*t12 + omega1_x*t10 - S1_x*t9 - S2_x*t11
    S4_z = (
        (1/24)*tau3_z + (1/8)*S1_x*omega2_y + (1/4)*S2_x*omega1_y + (1/4)*S3_x*omega0_y
        - (1/8)*S1_y*omega2_x - (1/4)*S2_y*omega1_x - (1/4)*S3_y*omega0_x)
    t13 = (1/48)*S4_z
    t14 = (1/16)*omega2_z
    t15 = (1/8)*omega2_z
    t16 = (1/8)*S1_z
    t17 = (1/4)*omega1_z
    t18 = (1/4)*S2_z
    t19 = (1/4)*omega0_z
    t20 = (1/4)*S3_z
    S4_x = (
        (1/24)*tau3_x + S1_y*t15 + S2_y*t17 + S3_y*t19 - omega0_y*t20 - omega1_y*t18 -
        omega2_y*t16)
    S4_y = (
        (1/24)*tau3_y + omega0_x*t20 + omega1_x*t18 + omega2_x*t16 - S1_x*t15 -
        S2_x*t17 - S3_x*t19)
    S5_z = (
        (1/120)*tau4_z + (1/30)*S1_x*omega3_y + (1/10)*S2_x*omega2_y +
        (1/5)*S3_x*omega1_y + (1/5)*S4_x*omega0_y - (1/30)*S1_y*omega3_x -
        (1/10)*S2_y*omega2_x - (1/5)*S3_y*omega1_x - (1/5)*S4_y*omega0_x)
    t21 = (1/16)*S5_z
    t22 = (1/8)*omega1_z
    t23 = (1/30)*omega3_z
    t24 = (1/30)*S1_z
    t25 = (1/10)*omega2_z
    t26 = (1/10)*S2_z
    t27 = (1/5)*omega1_z
    t28 = (1/5)*S3_z
    t29 = (1/5)*omega0_z
    t30 = (1/5)*S4_z
    S5_x = (
        (1/120)*tau4_x + S1_y*t23 + S2_y*t25 + S3_y*t27 + S4_y*t29 - omega0_y*t30 -
        omega1_y*t28 - omega2_y*t26 - omega3_y*t24)
    S5_y = (
        (1/120)*tau4_y + omega0_x*t30 + omega1_x*t28 + omega2_x*t26 + omega3_x*t24 -
        S1_x*t23 - S2_x*t25 - S3_x*t27 - S4_x*t29)
    S6_z = (
        (1/720)*tau5_z + (1/144)*S1_x*omega4_y + (1/36)*S2_x*omega3_y +
        (1/12)*S3_x*omega2_y + (1/6)*S4_x*omega1_y + (1/6)*S5_x*omega0_y -
        (1/144)*S1_y*omega4_x - (1/36)*S2_y*omega3_x - (1/12)*S3_y*omega2_x -
        (1/6)*S4_y*omega1_x - (1/6)*S5_y*omega0_x)
    t31 = (1/8)*S6_z
    t32 = (1/8)*omega0_z
    t33 = (1/144)*omega4_z
    t34 = (1/144)*S1_z
    t35 = (1/36)*omega3_z
    t36 = (1/36)*S2_z
    t37 = (1/12)*omega2_z
    t38 = (1/12)*S3_z
    t39 = (1/6)*omega1_z
    t40 = (1/6)*S4_z
    t41 = (1/6)*omega0_z
    t42 = (1/6)*S5_z
    S6_x = (
        (1/720)*tau5_x + S1_y*t33 + S2_y*t35 + S3_y*t37 + S4_y*t39 + S5_y*t41 -
        omega0_y*t42 - omega1_y*t40 - omega2_y*t38 - omega3_y*t36 - omega4_y*t34)
    S6_y = (
        (1/720)*tau5_y + omega0_x*t42 + omega1_x*t40 + omega2_x*t38 + omega3_x*t36 +
        omega4_x*t34 - S1_x*t33 - S2_x*t35 - S3_x*t37 - S4_x*t39 - S5_x*t41)
    S7_z = (
        (1/5040)*tau6_z + (1/840)*S1_x*omega5_y + (1/168)*S2_x*omega4_y +
        (1/42)*S3_x*omega3_y + (1/14)*S4_x*omega2_y + (1/7)*S5_x*omega1_y +
        (1/7)*S6_x*omega0_y - (1/840)*S1_y*omega5_x - (1/168)*S2_y*omega4_x -
        (1/42)*S3_y*omega3_x - (1/14)*S4_y*omega2_x - (1/7)*S5_y*omega1_x -
        (1/7)*S6_y*omega0_x)
    t43 = (1/8)*S7_z
    t44 = (1/840)*omega5_z
    t45 = (1/840)*S1_z
    t46 = (1/168)*omega4_z
    t47 = (1/168)*S2_z
    t48 = (1/42)*omega3_z
    t49 = (1/42)*S3_z
    t50 = (1/14)*omega2_z
    t51 = (1/14)*S4_z
    t52 = (1/7)*omega1_z
    t53 = (1/7)*S5_z
    t54 = (1/7)*omega0_z
    t55 = (1/7)*S6_z
    S7_y = (
        (1/5040)*tau6_y + omega0_x*t55 + omega1_x*t53 + omega2_x*t51 + omega3_x*t49 +
        omega4_x*t47 + omega5_x*t45 - S1_x*t44 - S2_x*t46 - S3_x*t48 - S4_x*t50 -
        S5_x*t52 - S6_x*t54)
    S8_x = (
        (1/40320)*tau7_x + S1_y*t0 + S2_y*t2 + S3_y*t4 + S4_y*t8 + S5_y*t14 + S6_y*t22
        + S7_y*t32 - omega0_y*t43 - omega1_y*t31 - omega2_y*t21 - omega3_y*t13 -
        omega4_y*t7 - omega5_y*t3 - omega6_y*t1)
    S7_x = (
        (1/5040)*tau6_x + S1_y*t44 + S2_y*t46 + S3_y*t48 + S4_y*t50 + S5_y*t52 +
        S6_y*t54 - omega0_y*t55 - omega1_y*t53 - omega2_y*t51 - omega3_y*t49 -
        omega4_y*t47 - omega5_y*t45)
    S8_y = (
        (1/40320)*tau7_y + omega0_x*t43 + omega1_x*t31 + omega2_x*t21 + omega3_x*t13 +
        omega4_x*t7 + omega5_x*t3 + omega6_x*t1 - S1_x*t0 - S2_x*t2 - S3_x*t4 - S4_x*t8
        - S5_x*t14 - S6_x*t22 - S7_x*t32)
    S8_z = (
        (1/40320)*tau7_z + (1/5760)*S1_x*omega6_y + (1/960)*S2_x*omega5_y +
        (1/192)*S3_x*omega4_y + (1/48)*S4_x*omega3_y + (1/16)*S5_x*omega2_y +
        (1/8)*S6_x*omega1_y + (1/8)*S7_x*omega0_y - (1/5760)*S1_y*omega6_x -
        (1/960)*S2_y*omega5_x - (1/192)*S3_y*omega4_x - (1/48)*S4_y*omega3_x -
        (1/16)*S5_y*omega2_x - (1/8)*S6_y*omega1_x - (1/8)*S7_y*omega0_x)
    return (S8_x, S8_y, S8_z)


def gravity_torque_1(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 1 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 50 operations (81 before sharing), 10 temporaries.
    """
    t0 = 2*q_z
    t1 = g_y*t0 - 2*g_z*q_y
    t2 = 2*g_z*q_x - g_x*t0
    t3 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t1 + q_z*t2 - q_y*t3
    g0_z = g_z + q_w*t3 + q_y*t1 - q_x*t2
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g0_y = g_y + q_w*t2 + q_x*t3 - q_z*t1
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    return (g1_z*m_c_y - g1_y*m_c_z, g1_x*m_c_z - g1_z*m_c_x, g1_y*m_c_x - g1_x*m_c_y)


def gravity_torque_2(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 2 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 71 operations (102 before sharing), 13 temporaries.
    """
    t0 = 2*q_z
    t1 = g_y*t0 - 2*g_z*q_y
    t2 = 2*g_z*q_x - g_x*t0
    t3 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t1 + q_z*t2 - q_y*t3
    g0_z = g_z + q_w*t3 + q_y*t1 - q_x*t2
    g0_y = g_y + q_w*t2 + q_x*t3 - q_z*t1
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    return (g2_z*m_c_y - g2_y*m_c_z, g2_x*m_c_z - g2_z*m_c_x, g2_y*m_c_x - g2_x*m_c_y)


def gravity_torque_3(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 3 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 109 operations (141 before sharing), 17 temporaries.
    """
    t0 = 2*omega1_z
    t1 = 2*q_z
    t2 = g_y*t1 - 2*g_z*q_y
    t3 = 2*g_z*q_x - g_x*t1
    t4 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t2 + q_z*t3 - q_y*t4
    g0_z = g_z + q_w*t4 + q_y*t2 - q_x*t3
    g0_y = g_y + q_w*t3 + q_x*t4 - q_z*t2
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    g3_y = (
        g0_z*omega2_x + 2*g1_z*omega1_x + g2_z*omega0_x - g0_x*omega2_z - g1_x*t0 -
        g2_x*omega0_z)
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g3_z = (
        g0_x*omega2_y + 2*g1_x*omega1_y + g2_x*omega0_y - g0_y*omega2_x -
        2*g1_y*omega1_x - g2_y*omega0_x)
    g3_x = (
        g0_y*omega2_z + g1_y*t0 + g2_y*omega0_z - g0_z*omega2_y - 2*g1_z*omega1_y -
        g2_z*omega0_y)
    return (g3_z*m_c_y - g3_y*m_c_z, g3_x*m_c_z - g3_z*m_c_x, g3_y*m_c_x - g3_x*m_c_y)


def gravity_torque_4(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 4 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 164 operations (198 before sharing), 22 temporaries.
    """
    t0 = 3*omega2_z
    t1 = 3*omega1_z
    t2 = 2*q_z
    t3 = g_y*t2 - 2*g_z*q_y
    t4 = 2*g_z*q_x - g_x*t2
    t5 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t3 + q_z*t4 - q_y*t5
    g0_z = g_z + q_w*t5 + q_y*t3 - q_x*t4
    g0_y = g_y + q_w*t4 + q_x*t5 - q_z*t3
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    t6 = 2*omega1_z
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g3_x = (
        g0_y*omega2_z + g1_y*t6 + g2_y*omega0_z - g0_z*omega2_y - 2*g1_z*omega1_y -
        g2_z*omega0_y)
    g3_z = (
        g0_x*omega2_y + 2*g1_x*omega1_y + g2_x*omega0_y - g0_y*omega2_x -
        2*g1_y*omega1_x - g2_y*omega0_x)
    g4_y = (
        g0_z*omega3_x + 3*g1_z*omega2_x + 3*g2_z*omega1_x + g3_z*omega0_x -
        g0_x*omega3_z - g1_x*t0 - g2_x*t1 - g3_x*omega0_z)
    g3_y = (
        g0_z*omega2_x + 2*g1_z*omega1_x + g2_z*omega0_x - g0_x*omega2_z - g1_x*t6 -
        g2_x*omega0_z)
    g4_z = (
        g0_x*omega3_y + 3*g1_x*omega2_y + 3*g2_x*omega1_y + g3_x*omega0_y -
        g0_y*omega3_x - 3*g1_y*omega2_x - 3*g2_y*omega1_x - g3_y*omega0_x)
    g4_x = (
        g0_y*omega3_z + g1_y*t0 + g2_y*t1 + g3_y*omega0_z - g0_z*omega3_y -
        3*g1_z*omega2_y - 3*g2_z*omega1_y - g3_z*omega0_y)
    return (g4_z*m_c_y - g4_y*m_c_z, g4_x*m_c_z - g4_z*m_c_x, g4_y*m_c_x - g4_x*m_c_y)


def gravity_torque_5(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 5 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 236 operations (273 before sharing), 28 temporaries.
    """
    t0 = 4*omega3_z
    t1 = 6*omega2_z
    t2 = 4*omega1_z
    t3 = 2*q_z
    t4 = g_y*t3 - 2*g_z*q_y
    t5 = 2*g_z*q_x - g_x*t3
    t6 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t4 + q_z*t5 - q_y*t6
    g0_z = g_z + q_w*t6 + q_y*t4 - q_x*t5
    g0_y = g_y + q_w*t5 + q_x*t6 - q_z*t4
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    t7 = 2*omega1_z
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g3_x = (
        g0_y*omega2_z + g1_y*t7 + g2_y*omega0_z - g0_z*omega2_y - 2*g1_z*omega1_y -
        g2_z*omega0_y)
    g3_z = (
        g0_x*omega2_y + 2*g1_x*omega1_y + g2_x*omega0_y - g0_y*omega2_x -
        2*g1_y*omega1_x - g2_y*omega0_x)
    t8 = 3*omega2_z
    t9 = 3*omega1_z
    g3_y = (
        g0_z*omega2_x + 2*g1_z*omega1_x + g2_z*omega0_x - g0_x*omega2_z - g1_x*t7 -
        g2_x*omega0_z)
    g4_x = (
        g0_y*omega3_z + g1_y*t8 + g2_y*t9 + g3_y*omega0_z - g0_z*omega3_y -
        3*g1_z*omega2_y - 3*g2_z*omega1_y - g3_z*omega0_y)
    g4_z = (
        g0_x*omega3_y + 3*g1_x*omega2_y + 3*g2_x*omega1_y + g3_x*omega0_y -
        g0_y*omega3_x - 3*g1_y*omega2_x - 3*g2_y*omega1_x - g3_y*omega0_x)
    g5_y = (
        g0_z*omega4_x + 4*g1_z*omega3_x + 6*g2_z*omega2_x + 4*g3_z*omega1_x +
        g4_z*omega0_x - g0_x*omega4_z - g1_x*t0 - g2_x*t1 - g3_x*t2 - g4_x*omega0_z)
    g4_y = (
        g0_z*omega3_x + 3*g1_z*omega2_x + 3*g2_z*omega1_x + g3_z*omega0_x -
        g0_x*omega3_z - g1_x*t8 - g2_x*t9 - g3_x*omega0_z)
    g5_z = (
        g0_x*omega4_y + 4*g1_x*omega3_y + 6*g2_x*omega2_y + 4*g3_x*omega1_y +
        g4_x*omega0_y - g0_y*omega4_x - 4*g1_y*omega3_x - 6*g2_y*omega2_x -
        4*g3_y*omega1_x - g4_y*omega0_x)
    g5_x = (
        g0_y*omega4_z + g1_y*t0 + g2_y*t1 + g3_y*t2 + g4_y*omega0_z - g0_z*omega4_y -
        4*g1_z*omega3_y - 6*g2_z*omega2_y - 4*g3_z*omega1_y - g4_z*omega0_y)
    return (g5_z*m_c_y - g5_y*m_c_z, g5_x*m_c_z - g5_z*m_c_x, g5_y*m_c_x - g5_x*m_c_y)


def gravity_torque_6(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 6 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 325 operations (366 before sharing), 35 temporaries.
    """
    t0 = 5*omega4_z
    t1 = 10*omega3_z
    t2 = 10*omega2_z
    t3 = 5*omega1_z
    t4 = 2*q_z
    t5 = g_y*t4 - 2*g_z*q_y
    t6 = 2*g_z*q_x - g_x*t4
    t7 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t5 + q_z*t6 - q_y*t7
    g0_z = g_z + q_w*t7 + q_y*t5 - q_x*t6
    g0_y = g_y + q_w*t6 + q_x*t7 - q_z*t5
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    t8 = 2*omega1_z
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g3_x = (
        g0_y*omega2_z + g1_y*t8 + g2_y*omega0_z - g0_z*omega2_y - 2*g1_z*omega1_y -
        g2_z*omega0_y)
    g3_z = (
        g0_x*omega2_y + 2*g1_x*omega1_y + g2_x*omega0_y - g0_y*omega2_x -
        2*g1_y*omega1_x - g2_y*omega0_x)
    t9 = 3*omega2_z
    t10 = 3*omega1_z
    g3_y = (
        g0_z*omega2_x + 2*g1_z*omega1_x + g2_z*omega0_x - g0_x*omega2_z - g1_x*t8 -
        g2_x*omega0_z)
    g4_x = (
        g0_y*omega3_z + g1_y*t9 + g2_y*t10 + g3_y*omega0_z - g0_z*omega3_y -
        3*g1_z*omega2_y - 3*g2_z*omega1_y - g3_z*omega0_y)
    g4_z = (
        g0_x*omega3_y + 3*g1_x*omega2_y + 3*g2_x*omega1_y + g3_x*omega0_y -
        g0_y*omega3_x - 3*g1_y*omega2_x - 3*g2_y*omega1_x - g3_y*omega0_x)
    t11 = 4*omega3_z
    t12 = 6*omega2_z
    t13 = 4*omega1_z
    g4_y = (
        g0_z*omega3_x + 3*g1_z*omega2_x + 3*g2_z*omega1_x + g3_z*omega0_x -
        g0_x*omega3_z - g1_x*t9 - g2_x*t10 - g3_x*omega0_z)
    g5_x = (
        g0_y*omega4_z + g1_y*t11 + g2_y*t12 + g3_y*t13 + g4_y*omega0_z - g0_z*omega4_y
        - 4*g1_z*omega3_y - 6*g2_z*omega2_y - 4*g3_z*omega1_y - g4_z*omega0_y)
    g5_z = (
        g0_x*omega4_y + 4*g1_x*omega3_y + 6*g2_x*omega2_y + 4*g3_x*omega1_y +
        g4_x*omega0_y - g0_y*omega4_x - 4*g1_y*omega3_x - 6*g2_y*omega2_x -
        4*g3_y*omega1_x - g4_y*omega0_x)
    g6_y = (
        g0_z*omega5_x + 5*g1_z*omega4_x + 10*g2_z*omega3_x + 10*g3_z*omega2_x +
        5*g4_z*omega1_x + g5_z*omega0_x - g0_x*omega5_z - g1_x*t0 - g2_x*t1 - g3_x*t2 -
        g4_x*t3 - g5_x*omega0_z)
    g5_y = (
        g0_z*omega4_x + 4*g1_z*omega3_x + 6*g2_z*omega2_x + 4*g3_z*omega1_x +
        g4_z*omega0_x - g0_x*omega4_z - g1_x*t11 - g2_x*t12 - g3_x*t13 - g4_x*omega0_z)
    g6_z = (
        g0_x*omega5_y + 5*g1_x*omega4_y + 10*g2_x*omega3_y + 10*g3_x*omega2_y +
        5*g4_x*omega1_y + g5_x*omega0_y - g0_y*omega5_x - 5*g1_y*omega4_x -
        10*g2_y*omega3_x - 10*g3_y*omega2_x - 5*g4_y*omega1_x - g5_y*omega0_x)
    g6_x = (
        g0_y*omega5_z + g1_y*t0 + g2_y*t1 + g3_y*t2 + g4_y*t3 + g5_y*omega0_z -
        g0_z*omega5_y - 5*g1_z*omega4_y - 10*g2_z*omega3_y - 10*g3_z*omega2_y -
        5*g4_z*omega1_y - g5_z*omega0_y)
    return (g6_z*m_c_y - g6_y*m_c_z, g6_x*m_c_z - g6_z*m_c_x, g6_y*m_c_x - g6_x*m_c_y)


def gravity_torque_7(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    m_c_x: float, m_c_y: float, m_c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float]:
    """Derivative 7 of the body torque of the weight, m c x R^T g.

    Equation eq-carried; 431 operations (477 before sharing), 43 temporaries.
    """
    t0 = 6*omega5_z
    t1 = 15*omega4_z
    t2 = 20*omega3_z
    t3 = 15*omega2_z
    t4 = 6*omega1_z
    t5 = 2*q_z
    t6 = g_y*t5 - 2*g_z*q_y
    t7 = 2*g_z*q_x - g_x*t5
    t8 = 2*g_x*q_y - 2*g_y*q_x
    g0_x = g_x + q_w*t6 + q_z*t7 - q_y*t8
    g0_z = g_z + q_w*t8 + q_y*t6 - q_x*t7
    g0_y = g_y + q_w*t7 + q_x*t8 - q_z*t6
    g1_x = g0_y*omega0_z - g0_z*omega0_y
    g1_z = g0_x*omega0_y - g0_y*omega0_x
    g1_y = g0_z*omega0_x - g0_x*omega0_z
    g2_x = g0_y*omega1_z + g1_y*omega0_z - g0_z*omega1_y - g1_z*omega0_y
    g2_z = g0_x*omega1_y + g1_x*omega0_y - g0_y*omega1_x - g1_y*omega0_x
    t9 = 2*omega1_z
    g2_y = g0_z*omega1_x + g1_z*omega0_x - g0_x*omega1_z - g1_x*omega0_z
    g3_x = (
        g0_y*omega2_z + g1_y*t9 + g2_y*omega0_z - g0_z*omega2_y - 2*g1_z*omega1_y -
        g2_z*omega0_y)
    g3_z = (
        g0_x*omega2_y + 2*g1_x*omega1_y + g2_x*omega0_y - g0_y*omega2_x -
        2*g1_y*omega1_x - g2_y*omega0_x)
    t10 = 3*omega2_z
    t11 = 3*omega1_z
    g3_y = (
        g0_z*omega2_x + 2*g1_z*omega1_x + g2_z*omega0_x - g0_x*omega2_z - g1_x*t9 -
        g2_x*omega0_z)
    g4_x = (
        g0_y*omega3_z + g1_y*t10 + g2_y*t11 + g3_y*omega0_z - g0_z*omega3_y -
        3*g1_z*omega2_y - 3*g2_z*omega1_y - g3_z*omega0_y)
    g4_z = (
        g0_x*omega3_y + 3*g1_x*omega2_y + 3*g2_x*omega1_y + g3_x*omega0_y -
        g0_y*omega3_x - 3*g1_y*omega2_x - 3*g2_y*omega1_x - g3_y*omega0_x)
    t12 = 4*omega3_z
    t13 = 6*omega2_z
    t14 = 4*omega1_z
    g4_y = (
        g0_z*omega3_x + 3*g1_z*omega2_x + 3*g2_z*omega1_x + g3_z*omega0_x -
        g0_x*omega3_z - g1_x*t10 - g2_x*t11 - g3_x*omega0_z)
    g5_x = (
        g0_y*omega4_z + g1_y*t12 + g2_y*t13 + g3_y*t14 + g4_y*omega0_z - g0_z*omega4_y
        - 4*g1_z*omega3_y - 6*g2_z*omega2_y - 4*g3_z*omega1_y - g4_z*omega0_y)
    g5_z = (
        g0_x*omega4_y + 4*g1_x*omega3_y + 6*g2_x*omega2_y + 4*g3_x*omega1_y +
        g4_x*omega0_y - g0_y*omega4_x - 4*g1_y*omega3_x - 6*g2_y*omega2_x -
        4*g3_y*omega1_x - g4_y*omega0_x)
    t15 = 5*omega4_z
    t16 = 10*omega3_z
    t17 = 10*omega2_z
    t18 = 5*omega1_z
    g5_y = (
        g0_z*omega4_x + 4*g1_z*omega3_x + 6*g2_z*omega2_x + 4*g3_z*omega1_x +
        g4_z*omega0_x - g0_x*omega4_z - g1_x*t12 - g2_x*t13 - g3_x*t14 - g4_x*omega0_z)
    g6_x = (
        g0_y*omega5_z + g1_y*t15 + g2_y*t16 + g3_y*t17 + g4_y*t18 + g5_y*omega0_z -
        g0_z*omega5_y - 5*g1_z*omega4_y - 10*g2_z*omega3_y - 10*g3_z*omega2_y -
        5*g4_z*omega1_y - g5_z*omega0_y)
    g6_z = (
        g0_x*omega5_y + 5*g1_x*omega4_y + 10*g2_x*omega3_y + 10*g3_x*omega2_y +
        5*g4_x*omega1_y + g5_x*omega0_y - g0_y*omega5_x - 5*g1_y*omega4_x -
        10*g2_y*omega3_x - 10*g3_y*omega2_x - 5*g4_y*omega1_x - g5_y*omega0_x)
    g7_y = (
        g0_z*omega6_x + 6*g1_z*omega5_x + 15*g2_z*omega4_x + 20*g3_z*omega3_x +
        15*g4_z*omega2_x + 6*g5_z*omega1_x + g6_z*omega0_x - g0_x*omega6_z - g1_x*t0 -
        g2_x*t1 - g3_x*t2 - g4_x*t3 - g5_x*t4 - g6_x*omega0_z)
    g6_y = (
        g0_z*omega5_x + 5*g1_z*omega4_x + 10*g2_z*omega3_x + 10*g3_z*omega2_x +
        5*g4_z*omega1_x + g5_z*omega0_x - g0_x*omega5_z - g1_x*t15 - g2_x*t16 -
        g3_x*t17 - g4_x*t18 - g5_x*omega0_z)
    g7_z = (
        g0_x*omega6_y + 6*g1_x*omega5_y + 15*g2_x*omega4_y + 20*g3_x*omega3_y +
        15*g4_x*omega2_y + 6*g5_x*omega1_y + g6_x*omega0_y - g0_y*omega6_x -
        6*g1_y*omega5_x - 15*g2_y*omega4_x - 20*g3_y*omega3_x - 15*g4_y*omega2_x -
        6*g5_y*omega1_x - g6_y*omega0_x)
    g7_x = (
        g0_y*omega6_z + g1_y*t0 + g2_y*t1 + g3_y*t2 + g4_y*t3 + g5_y*t4 + g6_y*omega0_z
        - g0_z*omega6_y - 6*g1_z*omega5_y - 15*g2_z*omega4_y - 20*g3_z*omega3_y -
        15*g4_z*omega2_y - 6*g5_z*omega1_y - g6_z*omega0_y)
    return (g7_z*m_c_y - g7_y*m_c_z, g7_x*m_c_z - g7_z*m_c_x, g7_y*m_c_x - g7_x*m_c_y)


def space_torque_1(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
) -> tuple[float, float, float]:
    """Derivative 1 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 72 operations (138 before sharing), 18 temporaries.
    """
    t0 = 2*q_z
    t1 = N0_y*t0 - 2*N0_z*q_y
    t2 = 2*N0_z*q_x - N0_x*t0
    t3 = 2*q_y
    t4 = 2*q_x
    t5 = N0_x*t3 - N0_y*t4
    x0_y = N0_y + q_w*t2 + q_x*t5 - q_z*t1
    x0_z = N0_z + q_w*t5 + q_y*t1 - q_x*t2
    t6 = N1_y*t0 - N1_z*t3
    t7 = 2*N1_z*q_x - N1_x*t0
    t8 = N1_x*t3 - N1_y*t4
    x1_x = N1_x + q_w*t6 + q_z*t7 - q_y*t8
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x0_x = N0_x + q_w*t1 + q_z*t2 - q_y*t5
    x1_y = N1_y + q_w*t7 + q_x*t8 - q_z*t6
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_z = N1_z + q_w*t8 + q_y*t6 - q_x*t7
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    return (x0_1_x, x0_1_y, x0_1_z)


def space_torque_2(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
) -> tuple[float, float, float]:
    """Derivative 2 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 136 operations (237 before sharing), 30 temporaries.
    """
    t0 = 2*q_z
    t1 = N0_y*t0 - 2*N0_z*q_y
    t2 = 2*N0_z*q_x - N0_x*t0
    t3 = 2*q_y
    t4 = 2*q_x
    t5 = N0_x*t3 - N0_y*t4
    x0_y = N0_y + q_w*t2 + q_x*t5 - q_z*t1
    x0_z = N0_z + q_w*t5 + q_y*t1 - q_x*t2
    x0_x = N0_x + q_w*t1 + q_z*t2 - q_y*t5
    t6 = N1_y*t0 - N1_z*t3
    t7 = 2*N1_z*q_x - N1_x*t0
    t8 = N1_x*t3 - N1_y*t4
    x1_y = N1_y + q_w*t7 + q_x*t8 - q_z*t6
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_z = N1_z + q_w*t8 + q_y*t6 - q_x*t7
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t9 = N2_y*t0 - N2_z*t3
    t10 = 2*N2_z*q_x - N2_x*t0
    t11 = N2_x*t3 - N2_y*t4
    x2_x = N2_x + q_w*t9 + q_z*t10 - q_y*t11
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    x1_x = N1_x + q_w*t6 + q_z*t7 - q_y*t8
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x2_y = N2_y + q_w*t10 + q_x*t11 - q_z*t9
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    x2_z = N2_z + q_w*t11 + q_y*t9 - q_x*t10
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    return (x0_2_x, x0_2_y, x0_2_z)


def space_torque_3(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
    N3_x: float, N3_y: float, N3_z: float,
) -> tuple[float, float, float]:
    """Derivative 3 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 240 operations (378 before sharing), 47 temporaries.
    """
    t0 = 2*q_z
    t1 = N0_y*t0 - 2*N0_z*q_y
    t2 = 2*N0_z*q_x - N0_x*t0
    t3 = 2*q_y
    t4 = 2*q_x
    t5 = N0_x*t3 - N0_y*t4
    x0_x = N0_x + q_w*t1 + q_z*t2 - q_y*t5
    x0_y = N0_y + q_w*t2 + q_x*t5 - q_z*t1
    t6 = N1_y*t0 - N1_z*t3
    t7 = 2*N1_z*q_x - N1_x*t0
    t8 = N1_x*t3 - N1_y*t4
    x1_z = N1_z + q_w*t8 + q_y*t6 - q_x*t7
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t9 = 2*x0_1_z
    t10 = 2*omega1_z
    x0_z = N0_z + q_w*t5 + q_y*t1 - q_x*t2
    x1_y = N1_y + q_w*t7 + q_x*t8 - q_z*t6
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_x = N1_x + q_w*t6 + q_z*t7 - q_y*t8
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    t11 = N2_y*t0 - N2_z*t3
    t12 = 2*N2_z*q_x - N2_x*t0
    t13 = N2_x*t3 - N2_y*t4
    x2_y = N2_y + q_w*t12 + q_x*t13 - q_z*t11
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    x2_z = N2_z + q_w*t13 + q_y*t11 - q_x*t12
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    t14 = N3_y*t0 - N3_z*t3
    t15 = 2*N3_z*q_x - N3_x*t0
    t16 = N3_x*t3 - N3_y*t4
    x3_x = N3_x + q_w*t14 + q_z*t15 - q_y*t16
    x2_1_x = x3_x + omega0_z*x2_y - omega0_y*x2_z
    x1_2_x = x2_1_x + omega0_z*x1_1_y + omega1_z*x1_y - omega0_y*x1_1_z - omega1_y*x1_z
    x0_3_x = (
        x1_2_x + omega0_z*x0_2_y + omega2_z*x0_y + t10*x0_1_y - omega0_y*x0_2_z -
        omega1_y*t9 - omega2_y*x0_z)
    x2_x = N2_x + q_w*t11 + q_z*t12 - q_y*t13
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    x3_y = N3_y + q_w*t15 + q_x*t16 - q_z*t14
    x2_1_y = x3_y + omega0_x*x2_z - omega0_z*x2_x
    x1_2_y = x2_1_y + omega0_x*x1_1_z + omega1_x*x1_z - omega0_z*x1_1_x - omega1_z*x1_x
    x0_3_y = (
        x1_2_y + omega0_x*x0_2_z + omega1_x*t9 + omega2_x*x0_z - omega0_z*x0_2_x -
        omega2_z*x0_x - t10*x0_1_x)
    x3_z = N3_z + q_w*t16 + q_y*t14 - q_x*t15
    x2_1_z = x3_z + omega0_y*x2_x - omega0_x*x2_y
    x1_2_z = x2_1_z + omega0_y*x1_1_x + omega1_y*x1_x - omega0_x*x1_1_y - omega1_x*x1_y
    x0_3_z = (
        x1_2_z + omega0_y*x0_2_x + 2*omega1_y*x0_1_x + omega2_y*x0_x - omega0_x*x0_2_y
        - 2*omega1_x*x0_1_y - omega2_x*x0_y)
    return (x0_3_x, x0_3_y, x0_3_z)


def space_torque_4(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
    N3_x: float, N3_y: float, N3_z: float,
    N4_x: float, N4_y: float, N4_z: float,
) -> tuple[float, float, float]:
    """Derivative 4 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 396 operations (579 before sharing), 71 temporaries.
    """
    t0 = 2*q_z
    t1 = N0_y*t0 - 2*N0_z*q_y
    t2 = 2*N0_z*q_x - N0_x*t0
    t3 = 2*q_y
    t4 = 2*q_x
    t5 = N0_x*t3 - N0_y*t4
    x0_x = N0_x + q_w*t1 + q_z*t2 - q_y*t5
    x0_y = N0_y + q_w*t2 + q_x*t5 - q_z*t1
    x0_z = N0_z + q_w*t5 + q_y*t1 - q_x*t2
    t6 = N1_y*t0 - N1_z*t3
    t7 = 2*N1_z*q_x - N1_x*t0
    t8 = N1_x*t3 - N1_y*t4
    x1_x = N1_x + q_w*t6 + q_z*t7 - q_y*t8
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x1_y = N1_y + q_w*t7 + q_x*t8 - q_z*t6
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    t9 = N2_y*t0 - N2_z*t3
    t10 = 2*N2_z*q_x - N2_x*t0
    t11 = N2_x*t3 - N2_y*t4
    x2_z = N2_z + q_w*t11 + q_y*t9 - q_x*t10
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    t12 = 3*x0_2_z
    t13 = 3*omega1_z
    x1_z = N1_z + q_w*t8 + q_y*t6 - q_x*t7
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t14 = 3*x0_1_z
    t15 = 3*omega2_z
    x2_y = N2_y + q_w*t10 + q_x*t11 - q_z*t9
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    t16 = 2*x0_1_z
    t17 = 2*omega1_z
    x2_x = N2_x + q_w*t9 + q_z*t10 - q_y*t11
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    t18 = N3_y*t0 - N3_z*t3
    t19 = 2*N3_z*q_x - N3_x*t0
    t20 = N3_x*t3 - N3_y*t4
    x3_y = N3_y + q_w*t19 + q_x*t20 - q_z*t18
    x2_1_y = x3_y + omega0_x*x2_z - omega0_z*x2_x
    x1_2_y = x2_1_y + omega0_x*x1_1_z + omega1_x*x1_z - omega0_z*x1_1_x - omega1_z*x1_x
    x0_3_y = (
        x1_2_y + omega0_x*x0_2_z + omega1_x*t16 + omega2_x*x0_z - omega0_z*x0_2_x -
        omega2_z*x0_x - t17*x0_1_x)
    t21 = 2*omega1_x
    t22 = 2*omega1_y
    x3_z = N3_z + q_w*t20 + q_y*t18 - q_x*t19
    x2_1_z = x3_z + omega0_y*x2_x - omega0_x*x2_y
    x1_2_z = x2_1_z + omega0_y*x1_1_x + omega1_y*x1_x - omega0_x*x1_1_y - omega1_x*x1_y
    x0_3_z = (
        x1_2_z + omega0_y*x0_2_x + omega2_y*x0_x + t22*x0_1_x - omega0_x*x0_2_y -
        omega2_x*x0_y - t21*x0_1_y)
    t23 = N4_y*t0 - N4_z*t3
    t24 = 2*N4_z*q_x - N4_x*t0
    t25 = N4_x*t3 - N4_y*t4
    x4_x = N4_x + q_w*t23 + q_z*t24 - q_y*t25
    x3_1_x = x4_x + omega0_z*x3_y - omega0_y*x3_z
    x2_2_x = x3_1_x + omega0_z*x2_1_y + omega1_z*x2_y - omega0_y*x2_1_z - omega1_y*x2_z
    x1_3_x = (
        x2_2_x + omega0_z*x1_2_y + omega2_z*x1_y + t17*x1_1_y - omega0_y*x1_2_z -
        omega2_y*x1_z - t22*x1_1_z)
    x0_4_x = (
        x1_3_x + omega0_z*x0_3_y + omega3_z*x0_y + t13*x0_2_y + t15*x0_1_y -
        omega0_y*x0_3_z - omega1_y*t12 - omega2_y*t14 - omega3_y*x0_z)
    x3_x = N3_x + q_w*t18 + q_z*t19 - q_y*t20
    x2_1_x = x3_x + omega0_z*x2_y - omega0_y*x2_z
    x1_2_x = x2_1_x + omega0_z*x1_1_y + omega1_z*x1_y - omega0_y*x1_1_z - omega1_y*x1_z
    x0_3_x = (
        x1_2_x + omega0_z*x0_2_y + omega2_z*x0_y + t17*x0_1_y - omega0_y*x0_2_z -
        omega1_y*t16 - omega2_y*x0_z)
    x4_y = N4_y + q_w*t24 + q_x*t25 - q_z*t23
    x3_1_y = x4_y + omega0_x*x3_z - omega0_z*x3_x
    x2_2_y = x3_1_y + omega0_x*x2_1_z + omega1_x*x2_z - omega0_z*x2_1_x - omega1_z*x2_x
    x1_3_y = (
        x2_2_y + omega0_x*x1_2_z + omega2_x*x1_z + t21*x1_1_z - omega0_z*x1_2_x -
        omega2_z*x1_x - t17*x1_1_x)
    x0_4_y = (
        x1_3_y + omega0_x*x0_3_z + omega1_x*t12 + omega2_x*t14 + omega3_x*x0_z -
        omega0_z*x0_3_x - omega3_z*x0_x - t13*x0_2_x - t15*x0_1_x)
    x4_z = N4_z + q_w*t25 + q_y*t23 - q_x*t24
    x3_1_z = x4_z + omega0_y*x3_x - omega0_x*x3_y
    x2_2_z = x3_1_z + omega0_y*x2_1_x + omega1_y*x2_x - omega0_x*x2_1_y - omega1_x*x2_y
    x1_3_z = (
        x2_2_z + omega0_y*x1_2_x + omega2_y*x1_x + t22*x1_1_x - omega0_x*x1_2_y -
        omega2_x*x1_y - t21*x1_1_y)
    x0_4_z = (
        x1_3_z + omega0_y*x0_3_x + 3*omega1_y*x0_2_x + 3*omega2_y*x0_1_x +
        omega3_y*x0_x - omega0_x*x0_3_y - 3*omega1_x*x0_2_y - 3*omega2_x*x0_1_y -
        omega3_x*x0_y)
    return (x0_4_x, x0_4_y, x0_4_z)


def space_torque_5(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
    N3_x: float, N3_y: float, N3_z: float,
    N4_x: float, N4_y: float, N4_z: float,
    N5_x: float, N5_y: float, N5_z: float,
) -> tuple[float, float, float]:
    """Derivative 5 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 616 operations (858 before sharing), 102 temporaries.
    """
    t0 = 2*omega1_x
    t1 = 2*omega1_y
    t2 = 2*q_z
    t3 = N0_y*t2 - 2*N0_z*q_y
    t4 = 2*N0_z*q_x - N0_x*t2
    t5 = 2*q_y
    t6 = 2*q_x
    t7 = N0_x*t5 - N0_y*t6
    x0_x = N0_x + q_w*t3 + q_z*t4 - q_y*t7
    x0_y = N0_y + q_w*t4 + q_x*t7 - q_z*t3
    x0_z = N0_z + q_w*t7 + q_y*t3 - q_x*t4
    t8 = N1_y*t2 - N1_z*t5
    t9 = 2*N1_z*q_x - N1_x*t2
    t10 = N1_x*t5 - N1_y*t6
    x1_x = N1_x + q_w*t8 + q_z*t9 - q_y*t10
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x1_y = N1_y + q_w*t9 + q_x*t10 - q_z*t8
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_z = N1_z + q_w*t10 + q_y*t8 - q_x*t9
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t11 = N2_y*t2 - N2_z*t5
    t12 = 2*N2_z*q_x - N2_x*t2
    t13 = N2_x*t5 - N2_y*t6
    x2_x = N2_x + q_w*t11 + q_z*t12 - q_y*t13
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    x2_y = N2_y + q_w*t12 + q_x*t13 - q_z*t11
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    t14 = N3_y*t2 - N3_z*t5
    t15 = 2*N3_z*q_x - N3_x*t2
    t16 = N3_x*t5 - N3_y*t6
    x3_z = N3_z + q_w*t16 + q_y*t14 - q_x*t15
    x2_1_z = x3_z + omega0_y*x2_x - omega0_x*x2_y
    x1_2_z = x2_1_z + omega0_y*x1_1_x + omega1_y*x1_x - omega0_x*x1_1_y - omega1_x*x1_y
    x0_3_z = (
        x1_2_z + omega0_y*x0_2_x + omega2_y*x0_x + t1*x0_1_x - omega0_x*x0_2_y -
        omega2_x*x0_y - t0*x0_1_y)
    t17 = 4*x0_3_z
    t18 = 4*omega1_z
    x2_z = N2_z + q_w*t13 + q_y*t11 - q_x*t12
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    t19 = 6*x0_2_z
    t20 = 6*omega2_z
    t21 = 4*x0_1_z
    t22 = 4*omega3_z
    t23 = 2*x0_1_z
    t24 = 2*omega1_z
    x3_y = N3_y + q_w*t15 + q_x*t16 - q_z*t14
    x2_1_y = x3_y + omega0_x*x2_z - omega0_z*x2_x
    x1_2_y = x2_1_y + omega0_x*x1_1_z + omega1_x*x1_z - omega0_z*x1_1_x - omega1_z*x1_x
    x0_3_y = (
        x1_2_y + omega0_x*x0_2_z + omega1_x*t23 + omega2_x*x0_z - omega0_z*x0_2_x -
        omega2_z*x0_x - t24*x0_1_x)
    t25 = 3*x0_2_z
    t26 = 3*omega1_z
    t27 = 3*x0_1_z
    t28 = 3*omega2_z
    x3_x = N3_x + q_w*t14 + q_z*t15 - q_y*t16
    x2_1_x = x3_x + omega0_z*x2_y - omega0_y*x2_z
    x1_2_x = x2_1_x + omega0_z*x1_1_y + omega1_z*x1_y - omega0_y*x1_1_z - omega1_y*x1_z
    x0_3_x = (
        x1_2_x + omega0_z*x0_2_y + omega2_z*x0_y + t24*x0_1_y - omega0_y*x0_2_z -
        omega1_y*t23 - omega2_y*x0_z)
    t29 = N4_y*t2 - N4_z*t5
    t30 = 2*N4_z*q_x - N4_x*t2
    t31 = N4_x*t5 - N4_y*t6
    x4_y = N4_y + q_w*t30 + q_x*t31 - q_z*t29
    x3_1_y = x4_y + omega0_x*x3_z - omega0_z*x3_x
    x2_2_y = x3_1_y + omega0_x*x2_1_z + omega1_x*x2_z - omega0_z*x2_1_x - omega1_z*x2_x
    x1_3_y = (
        x2_2_y + omega0_x*x1_2_z + omega2_x*x1_z + t0*x1_1_z - omega0_z*x1_2_x -
        omega2_z*x1_x - t24*x1_1_x)
    x0_4_y = (
        x1_3_y + omega0_x*x0_3_z + omega1_x*t25 + omega2_x*t27 + omega3_x*x0_z -
        omega0_z*x0_3_x - omega3_z*x0_x - t26*x0_2_x - t28*x0_1_x)
    t32 = 3*omega1_x
    t33 = 3*omega1_y
    t34 = 3*omega2_x
    t35 = 3*omega2_y
    x4_z = N4_z + q_w*t31 + q_y*t29 - q_x*t30
    x3_1_z = x4_z + omega0_y*x3_x - omega0_x*x3_y
    x2_2_z = x3_1_z + omega0_y*x2_1_x + omega1_y*x2_x - omega0_x*x2_1_y - omega1_x*x2_y
    x1_3_z = (
        x2_2_z + omega0_y*x1_2_x + omega2_y*x1_x + t1*x1_1_x - omega0_x*x1_2_y -
        omega2_x*x1_y - t0*x1_1_y)
    x0_4_z = (
        x1_3_z + omega0_y*x0_3_x + omega3_y*x0_x + t33*x0_2_x + t35*x0_1_x -
        omega0_x*x0_3_y - omega3_x*x0_y - t32*x0_2_y - t34*x0_1_y)
    t36 = N5_y*t2 - N5_z*t5
    t37 = 2*N5_z*q_x - N5_x*t2
    t38 = N5_x*t5 - N5_y*t6
    x5_x = N5_x + q_w*t36 + q_z*t37 - q_y*t38
    x4_1_x = x5_x + omega0_z*x4_y - omega0_y*x4_z
    x3_2_x = x4_1_x + omega0_z*x3_1_y + omega1_z*x3_y - omega0_y*x3_1_z - omega1_y*x3_z
    x2_3_x = (
        x3_2_x + omega0_z*x2_2_y + omega2_z*x2_y + t24*x2_1_y - omega0_y*x2_2_z -
        omega2_y*x2_z - t1*x2_1_z)
    x1_4_x = (
        x2_3_x + omega0_z*x1_3_y + omega3_z*x1_y + t26*x1_2_y + t28*x1_1_y -
        omega0_y*x1_3_z - omega3_y*x1_z - t33*x1_2_z - t35*x1_1_z)
    x0_5_x = (
        x1_4_x + omega0_z*x0_4_y + omega4_z*x0_y + t18*x0_3_y + t20*x0_2_y + t22*x0_1_y
        - omega0_y*x0_4_z - omega1_y*t17 - omega2_y*t19 - omega3_y*t21 - omega4_y*x0_z)
    x4_x = N4_x + q_w*t29 + q_z*t30 - q_y*t31
    x3_1_x = x4_x + omega0_z*x3_y - omega0_y*x3_z
    x2_2_x = x3_1_x + omega0_z*x2_1_y + omega1_z*x2_y - omega0_y*x2_1_z - omega1_y*x2_z
    x1_3_x = (
        x2_2_x + omega0_z*x1_2_y + omega2_z*x1_y + t24*x1_1_y - omega0_y*x1_2_z -
        omega2_y*x1_z - t1*x1_1_z)
    x0_4_x = (
        x1_3_x + omega0_z*x0_3_y + omega3_z*x0_y + t26*x0_2_y + t28*x0_1_y -
        omega0_y*x0_3_z - omega1_y*t25 - omega2_y*t27 - omega3_y*x0_z)
    x5_y = N5_y + q_w*t37 + q_x*t38 - q_z*t36
    x4_1_y = x5_y + omega0_x*x4_z - omega0_z*x4_x
    x3_2_y = x4_1_y + omega0_x*x3_1_z + omega1_x*x3_z - omega0_z*x3_1_x - omega1_z*x3_x
    x2_3_y = (
        x3_2_y + omega0_x*x2_2_z + omega2_x*x2_z + t0*x2_1_z - omega0_z*x2_2_x -
        omega2_z*x2_x - t24*x2_1_x)
    x1_4_y = (
        x2_3_y + omega0_x*x1_3_z + omega3_x*x1_z + t32*x1_2_z + t34*x1_1_z -
        omega0_z*x1_3_x - omega3_z*x1_x - t26*x1_2_x - t28*x1_1_x)
    x0_5_y = (
        x1_4_y + omega0_x*x0_4_z + omega1_x*t17 + omega2_x*t19 + omega3_x*t21 +
        omega4_x*x0_z - omega0_z*x0_4_x - omega4_z*x0_x - t18*x0_3_x - t20*x0_2_x -
        t22*x0_1_x)
    x5_z = N5_z + q_w*t38 + q_y*t36 - q_x*t37
    x4_1_z = x5_z + omega0_y*x4_x - omega0_x*x4_y
    x3_2_z = x4_1_z + omega0_y*x3_1_x + omega1_y*x3_x - omega0_x*x3_1_y - omega1_x*x3_y
    x2_3_z = (
        x3_2_z + omega0_y*x2_2_x + omega2_y*x2_x + t1*x2_1_x - omega0_x*x2_2_y -
        omega2_x*x2_y - t0*x2_1_y)
    x1_4_z = (
        x2_3_z + omega0_y*x1_3_x + omega3_y*x1_x + t33*x1_2_x + t35*x1_1_x -
        omega0_x*x1_3_y - omega3_x*x1_y - t32*x1_2_y - t34*x1_1_y)
    x0_5_z = (
        x1_4_z + omega0_y*x0_4_x + 4*omega1_y*x0_3_x + 6*omega2_y*x0_2_x +
        4*omega3_y*x0_1_x + omega4_y*x0_x - omega0_x*x0_4_y - 4*omega1_x*x0_3_y -
        6*omega2_x*x0_2_y - 4*omega3_x*x0_1_y - omega4_x*x0_y)
    return (x0_5_x, x0_5_y, x0_5_z)


def space_torque_6(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
    N3_x: float, N3_y: float, N3_z: float,
    N4_x: float, N4_y: float, N4_z: float,
    N5_x: float, N5_y: float, N5_z: float,
    N6_x: float, N6_y: float, N6_z: float,
) -> tuple[float, float, float]:
    """Derivative 6 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 912 operations (1233 before sharing), 140 temporaries.
    """
    t0 = 3*omega1_x
    t1 = 3*omega1_y
    t2 = 3*omega2_x
    t3 = 3*omega2_y
    t4 = 2*q_z
    t5 = N0_y*t4 - 2*N0_z*q_y
    t6 = 2*N0_z*q_x - N0_x*t4
    t7 = 2*q_y
    t8 = 2*q_x
    t9 = N0_x*t7 - N0_y*t8
    x0_x = N0_x + q_w*t5 + q_z*t6 - q_y*t9
    x0_y = N0_y + q_w*t6 + q_x*t9 - q_z*t5
    x0_z = N0_z + q_w*t9 + q_y*t5 - q_x*t6
    t10 = N1_y*t4 - N1_z*t7
    t11 = 2*N1_z*q_x - N1_x*t4
    t12 = N1_x*t7 - N1_y*t8
    x1_x = N1_x + q_w*t10 + q_z*t11 - q_y*t12
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x1_y = N1_y + q_w*t11 + q_x*t12 - q_z*t10
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_z = N1_z + q_w*t12 + q_y*t10 - q_x*t11
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t13 = N2_y*t4 - N2_z*t7
    t14 = 2*N2_z*q_x - N2_x*t4
    t15 = N2_x*t7 - N2_y*t8
    x2_x = N2_x + q_w*t13 + q_z*t14 - q_y*t15
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    x2_y = N2_y + q_w*t14 + q_x*t15 - q_z*t13
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    t16 = 2*x0_1_z
    t17 = 2*omega1_z
    x2_z = N2_z + q_w*t15 + q_y*t13 - q_x*t14
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    t18 = N3_y*t4 - N3_z*t7
    t19 = 2*N3_z*q_x - N3_x*t4
    t20 = N3_x*t7 - N3_y*t8
    x3_x = N3_x + q_w*t18 + q_z*t19 - q_y*t20
    x2_1_x = x3_x + omega0_z*x2_y - omega0_y*x2_z
    x1_2_x = x2_1_x + omega0_z*x1_1_y + omega1_z*x1_y - omega0_y*x1_1_z - omega1_y*x1_z
    x0_3_x = (
        x1_2_x + omega0_z*x0_2_y + omega2_z*x0_y + t17*x0_1_y - omega0_y*x0_2_z -
        omega1_y*t16 - omega2_y*x0_z)
    x3_y = N3_y + q_w*t19 + q_x*t20 - q_z*t18
    x2_1_y = x3_y + omega0_x*x2_z - omega0_z*x2_x
    x1_2_y = x2_1_y + omega0_x*x1_1_z + omega1_x*x1_z - omega0_z*x1_1_x - omega1_z*x1_x
    x0_3_y = (
        x1_2_y + omega0_x*x0_2_z + omega1_x*t16 + omega2_x*x0_z - omega0_z*x0_2_x -
        omega2_z*x0_x - t17*x0_1_x)
    t21 = 2*omega1_x
    t22 = 2*omega1_y
    t23 = N4_y*t4 - N4_z*t7
    t24 = 2*N4_z*q_x - N4_x*t4
    t25 = N4_x*t7 - N4_y*t8
    x4_z = N4_z + q_w*t25 + q_y*t23 - q_x*t24
    x3_1_z = x4_z + omega0_y*x3_x - omega0_x*x3_y
    x2_2_z = x3_1_z + omega0_y*x2_1_x + omega1_y*x2_x - omega0_x*x2_1_y - omega1_x*x2_y
    x1_3_z = (
        x2_2_z + omega0_y*x1_2_x + omega2_y*x1_x + t22*x1_1_x - omega0_x*x1_2_y -
        omega2_x*x1_y - t21*x1_1_y)
    x0_4_z = (
        x1_3_z + omega0_y*x0_3_x + omega3_y*x0_x + t1*x0_2_x + t3*x0_1_x -
        omega0_x*x0_3_y - omega3_x*x0_y - t0*x0_2_y - t2*x0_1_y)
    t26 = 5*x0_4_z
    t27 = 5*omega1_z
    x3_z = N3_z + q_w*t20 + q_y*t18 - q_x*t19
    x2_1_z = x3_z + omega0_y*x2_x - omega0_x*x2_y
    x1_2_z = x2_1_z + omega0_y*x1_1_x + omega1_y*x1_x - omega0_x*x1_1_y - omega1_x*x1_y
    x0_3_z = (
        x1_2_z + omega0_y*x0_2_x + omega2_y*x0_x + t22*x0_1_x - omega0_x*x0_2_y -
        omega2_x*x0_y - t21*x0_1_y)
    t28 = 10*x0_3_z
    t29 = 10*omega2_z
    t30 = 10*x0_2_z
    t31 = 10*omega3_z
    t32 = 5*x0_1_z
    t33 = 5*omega4_z
    t34 = 3*x0_2_z
    t35 = 3*omega1_z
    t36 = 3*x0_1_z
    t37 = 3*omega2_z
    x4_y = N4_y + q_w*t24 + q_x*t25 - q_z*t23
    x3_1_y = x4_y + omega0_x*x3_z - omega0_z*x3_x
    x2_2_y = x3_1_y + omega0_x*x2_1_z + omega1_x*x2_z - omega0_z*x2_1_x - omega1_z*x2_x
    x1_3_y = (
        x2_2_y + omega0_x*x1_2_z + omega2_x*x1_z + t21*x1_1_z - omega0_z*x1_2_x -
        omega2_z*x1_x - t17*x1_1_x)
    x0_4_y = (
        x1_3_y + omega0_x*x0_3_z + omega1_x*t34 + omega2_x*t36 + omega3_x*x0_z -
        omega0_z*x0_3_x - omega3_z*x0_x - t35*x0_2_x - t37*x0_1_x)
    t38 = 4*x0_3_z
    t39 = 4*omega1_z
    t40 = 6*x0_2_z
    t41 = 6*omega2_z
    t42 = 4*x0_1_z
    t43 = 4*omega3_z
    x4_x = N4_x + q_w*t23 + q_z*t24 - q_y*t25
    x3_1_x = x4_x + omega0_z*x3_y - omega0_y*x3_z
    x2_2_x = x3_1_x + omega0_z*x2_1_y + omega1_z*x2_y - omega0_y*x2_1_z - omega1_y*x2_z
    x1_3_x = (
        x2_2_x + omega0_z*x1_2_y + omega2_z*x1_y + t17*x1_1_y - omega0_y*x1_2_z -
        omega2_y*x1_z - t22*x1_1_z)
    x0_4_x = (
        x1_3_x + omega0_z*x0_3_y + omega3_z*x0_y + t35*x0_2_y + t37*x0_1_y -
        omega0_y*x0_3_z - omega1_y*t34 - omega2_y*t36 - omega3_y*x0_z)
    t44 = N5_y*t4 - N5_z*t7
    t45 = 2*N5_z*q_x - N5_x*t4
    t46 = N5_x*t7 - N5_y*t8
    x5_y = N5_y + q_w*t45 + q_x*t46 - q_z*t44
    x4_1_y = x5_y + omega0_x*x4_z - omega0_z*x4_x
    x3_2_y = x4_1_y + omega0_x*x3_1_z + omega1_x*x3_z - omega0_z*x3_1_x - omega1_z*x3_x
    x2_3_y = (
        x3_2_y + omega0_x*x2_2_z + omega2_x*x2_z + t21*x2_1_z - omega0_z*x2_2_x -
        omega2_z*x2_x - t17*x2_1_x)
    x1_4_y = (
        x2_3_y + omega0_x*x1_3_z + omega3_x*x1_z + t0*x1_2_z + t2*x1_1_z -
        omega0_z*x1_3_x - omega3_z*x1_x - t35*x1_2_x - t37*x1_1_x)
    x0_5_y = (
        x1_4_y + omega0_x*x0_4_z + omega1_x*t38 + omega2_x*t40 + omega3_x*t42 +
        omega4_x*x0_z - omega0_z*x0_4_x - omega4_z*x0_x - t39*x0_3_x - t41*x0_2_x -
        t43*x0_1_x)
    t47 = 4*omega1_x
    t48 = 4*omega1_y
    t49 = 6*omega2_x
    t50 = 6*omega2_y
    t51 = 4*omega3_x
    t52 = 4*omega3_y
    x5_z = N5_z + q_w*t46 + q_y*t44 - q_x*t45
    x4_1_z = x5_z + omega0_y*x4_x - omega0_x*x4_y
    x3_2_z = x4_1_z + omega0_y*x3_1_x + omega1_y*x3_x - omega0_x*x3_1_y - omega1_x*x3_y
    x2_3_z = (
        x3_2_z + omega0_y*x2_2_x + omega2_y*x2_x + t22*x2_1_x - omega0_x*x2_2_y -
        omega2_x*x2_y - t21*x2_1_y)
    x1_4_z = (
        x2_3_z + omega0_y*x1_3_x + omega3_y*x1_x + t1*x1_2_x + t3*x1_1_x -
        omega0_x*x1_3_y - omega3_x*x1_y - t0*x1_2_y - t2*x1_1_y)
    x0_5_z = (
        x1_4_z + omega0_y*x0_4_x + omega4_y*x0_x + t48*x0_3_x + t50*x0_2_x + t52*x0_1_x
        - omega0_x*x0_4_y - omega4_x*x0_y - t47*x0_3_y - t49*x0_2_y - t51*x0_1_y)
    t53 = N6_y*t4 - N6_z*t7
    t54 = 2*N6_z*q_x - N6_x*t4
    t55 = N6_x*t7 - N6_y*t8
    x6_x = N6_x + q_w*t53 + q_z*t54 - q_y*t55
    x5_1_x = x6_x + omega0_z*x5_y - omega0_y*x5_z
    x4_2_x = x5_1_x + omega0_z*x4_1_y + omega1_z*x4_y - omega0_y*x4_1_z - omega1_y*x4_z
    x3_3_x = (
        x4_2_x + omega0_z*x3_2_y + omega2_z*x3_y + t17*x3_1_y - omega0_y*x3_2_z -
        omega2_y*x3_z - t22*x3_1_z)
    x2_4_x = (
        x3_3_x + omega0_z*x2_3_y + omega3_z*x2_y + t35*x2_2_y + t37*x2_1_y -
        omega0_y*x2_3_z - omega3_y*x2_z - t1*x2_2_z - t3*x2_1_z)
    x1_5_x = (
        x2_4_x + omega0_z*x1_4_y + omega4_z*x1_y + t39*x1_3_y + t41*x1_2_y + t43*x1_1_y
        - omega0_y*x1_4_z - omega4_y*x1_z - t48*x1_3_z - t50*x1_2_z - t52*x1_1_z)
    x0_6_x = (
        x1_5_x + omega0_z*x0_5_y + omega5_z*x0_y + t27*x0_4_y + t29*x0_3_y + t31*x0_2_y
        + t33*x0_1_y - omega0_y*x0_5_z - omega1_y*t26 - omega2_y*t28 - omega3_y*t30 -
        omega4_y*t32 - omega5_y*x0_z)
    x5_x = N5_x + q_w*t44 + q_z*t45 - q_y*t46
    x4_1_x = x5_x + omega0_z*x4_y - omega0_y*x4_z
    x3_2_x = x4_1_x + omega0_z*x3_1_y + omega1_z*x3_y - omega0_y*x3_1_z - omega1_y*x3_z
    x2_3_x = (
        x3_2_x + omega0_z*x2_2_y + omega2_z*x2_y + t17*x2_1_y - omega0_y*x2_2_z -
        omega2_y*x2_z - t22*x2_1_z)
    x1_4_x = (
        x2_3_x + omega0_z*x1_3_y + omega3_z*x1_y + t35*x1_2_y + t37*x1_1_y -
        omega0_y*x1_3_z - omega3_y*x1_z - t1*x1_2_z - t3*x1_1_z)
    x0_5_x = (
        x1_4_x + omega0_z*x0_4_y + omega4_z*x0_y + t39*x0_3_y + t41*x0_2_y + t43*x0_1_y
        - omega0_y*x0_4_z - omega1_y*t38 - omega2_y*t40 - omega3_y*t42 - omega4_y*x0_z)
    x6_y = N6_y + q_w*t54 + q_x*t55 - q_z*t53
    x5_1_y = x6_y + omega0_x*x5_z - omega0_z*x5_x
    x4_2_y = x5_1_y + omega0_x*x4_1_z + omega1_x*x4_z - omega0_z*x4_1_x - omega1_z*x4_x
    x3_3_y = (
        x4_2_y + omega0_x*x3_2_z + omega2_x*x3_z + t21*x3_1_z - omega0_z*x3_2_x -
        omega2_z*x3_x - t17*x3_1_x)
    x2_4_y = (
        x3_3_y + omega0_x*x2_3_z + omega3_x*x2_z + t0*x2_2_z + t2*x2_1_z -
        omega0_z*x2_3_x - omega3_z*x2_x - t35*x2_2_x - t37*x2_1_x)
    x1_5_y = (
        x2_4_y + omega0_x*x1_4_z + omega4_x*x1_z + t47*x1_3_z + t49*x1_2_z + t51*x1_1_z
        - omega0_z*x1_4_x - omega4_z*x1_x - t39*x1_3_x - t41*x1_2_x - t43*x1_1_x)
    x0_6_y = (
        x1_5_y + omega0_x*x0_5_z + omega1_x*t26 + omega2_x*t28 + omega3_x*t30 +
        omega4_x*t32 + omega5_x*x0_z - omega0_z*x0_5_x - omega5_z*x0_x - t27*x0_4_x -
        t29*x0_3_x - t31*x0_2_x - t33*x0_1_x)
    x6_z = N6_z + q_w*t55 + q_y*t53 - q_x*t54
    x5_1_z = x6_z + omega0_y*x5_x - omega0_x*x5_y
    x4_2_z = x5_1_z + omega0_y*x4_1_x + omega1_y*x4_x - omega0_x*x4_1_y - omega1_x*x4_y
    x3_3_z = (
        x4_2_z + omega0_y*x3_2_x + omega2_y*x3_x + t22*x3_1_x - omega0_x*x3_2_y -
        omega2_x*x3_y - t21*x3_1_y)
    x2_4_z = (
        x3_3_z + omega0_y*x2_3_x + omega3_y*x2_x + t1*x2_2_x + t3*x2_1_x -
        omega0_x*x2_3_y - omega3_x*x2_y - t0*x2_2_y - t2*x2_1_y)
    x1_5_z = (
        x2_4_z + omega0_y*x1_4_x + omega4_y*x1_x + t48*x1_3_x + t50*x1_2_x + t52*x1_1_x
        - omega0_x*x1_4_y - omega4_x*x1_y - t47*x1_3_y - t49*x1_2_y - t51*x1_1_y)
    x0_6_z = (
        x1_5_z + omega0_y*x0_5_x + 5*omega1_y*x0_4_x + 10*omega2_y*x0_3_x +
        10*omega3_y*x0_2_x + 5*omega4_y*x0_1_x + omega5_y*x0_x - omega0_x*x0_5_y -
        5*omega1_x*x0_4_y - 10*omega2_x*x0_3_y - 10*omega3_x*x0_2_y - 5*omega4_x*x0_1_y
        - omega5_x*x0_y)
    return (x0_6_x, x0_6_y, x0_6_z)


def space_torque_7(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    N0_x: float, N0_y: float, N0_z: float,
    N1_x: float, N1_y: float, N1_z: float,
    N2_x: float, N2_y: float, N2_z: float,
    N3_x: float, N3_y: float, N3_z: float,
    N4_x: float, N4_y: float, N4_z: float,
    N5_x: float, N5_y: float, N5_z: float,
    N6_x: float, N6_y: float, N6_z: float,
    N7_x: float, N7_y: float, N7_z: float,
) -> tuple[float, float, float]:
    """Derivative 7 of the body components of a torque N(t) that is known in space.

    Equation eq-carried; 1296 operations (1722 before sharing), 185 temporaries.
    """
    t0 = 4*omega1_x
    t1 = 4*omega1_y
    t2 = 6*omega2_x
    t3 = 6*omega2_y
    t4 = 4*omega3_x
    t5 = 4*omega3_y
    t6 = 2*q_z
    t7 = N0_y*t6 - 2*N0_z*q_y
    t8 = 2*N0_z*q_x - N0_x*t6
    t9 = 2*q_y
    t10 = 2*q_x
    t11 = N0_x*t9 - N0_y*t10
    x0_x = N0_x + q_w*t7 + q_z*t8 - q_y*t11
    x0_y = N0_y + q_w*t8 + q_x*t11 - q_z*t7
    x0_z = N0_z + q_w*t11 + q_y*t7 - q_x*t8
    t12 = N1_y*t6 - N1_z*t9
    t13 = 2*N1_z*q_x - N1_x*t6
    t14 = N1_x*t9 - N1_y*t10
    x1_x = N1_x + q_w*t12 + q_z*t13 - q_y*t14
    x0_1_x = x1_x + omega0_z*x0_y - omega0_y*x0_z
    x1_y = N1_y + q_w*t13 + q_x*t14 - q_z*t12
    x0_1_y = x1_y + omega0_x*x0_z - omega0_z*x0_x
    x1_z = N1_z + q_w*t14 + q_y*t12 - q_x*t13
    x0_1_z = x1_z + omega0_y*x0_x - omega0_x*x0_y
    t15 = N2_y*t6 - N2_z*t9
    t16 = 2*N2_z*q_x - N2_x*t6
    t17 = N2_x*t9 - N2_y*t10
    x2_x = N2_x + q_w*t15 + q_z*t16 - q_y*t17
    x1_1_x = x2_x + omega0_z*x1_y - omega0_y*x1_z
    x0_2_x = x1_1_x + omega0_z*x0_1_y + omega1_z*x0_y - omega0_y*x0_1_z - omega1_y*x0_z
    x2_y = N2_y + q_w*t16 + q_x*t17 - q_z*t15
    x1_1_y = x2_y + omega0_x*x1_z - omega0_z*x1_x
    x0_2_y = x1_1_y + omega0_x*x0_1_z + omega1_x*x0_z - omega0_z*x0_1_x - omega1_z*x0_x
    t18 = 2*x0_1_z
    t19 = 2*omega1_z
    x2_z = N2_z + q_w*t17 + q_y*t15 - q_x*t16
    x1_1_z = x2_z + omega0_y*x1_x - omega0_x*x1_y
    x0_2_z = x1_1_z + omega0_y*x0_1_x + omega1_y*x0_x - omega0_x*x0_1_y - omega1_x*x0_y
    t20 = N3_y*t6 - N3_z*t9
    t21 = 2*N3_z*q_x - N3_x*t6
    t22 = N3_x*t9 - N3_y*t10
    x3_x = N3_x + q_w*t20 + q_z*t21 - q_y*t22
    x2_1_x = x3_x + omega0_z*x2_y - omega0_y*x2_z
    x1_2_x = x2_1_x + omega0_z*x1_1_y + omega1_z*x1_y - omega0_y*x1_1_z - omega1_y*x1_z
    x0_3_x = (
        x1_2_x + omega0_z*x0_2_y + omega2_z*x0_y + t19*x0_1_y - omega0_y*x0_2_z -
        omega1_y*t18 - omega2_y*x0_z)
    x3_y = N3_y + q_w*t21 + q_x*t22 - q_z*t20
    x2_1_y = x3_y + omega0_x*x2_z - omega0_z*x2_x
    x1_2_y = x2_1_y + omega0_x*x1_1_z + omega1_x*x1_z - omega0_z*x1_1_x - omega1_z*x1_x
    x0_3_y = (
        x1_2_y + omega0_x*x0_2_z + omega1_x*t18 + omega2_x*x0_z - omega0_z*x0_2_x -
        omega2_z*x0_x - t19*x0_1_x)
    t23 = 3*x0_2_z
    t24 = 3*omega1_z
    t25 = 3*x0_1_z
    t26 = 3*omega2_z
    t27 = 2*omega1_x
    t28 = 2*omega1_y
    x3_z = N3_z + q_w*t22 + q_y*t20 - q_x*t21
    x2_1_z = x3_z + omega0_y*x2_x - omega0_x*x2_y
    x1_2_z = x2_1_z + omega0_y*x1_1_x + omega1_y*x1_x - omega0_x*x1_1_y - omega1_x*x1_y
    x0_3_z = (
        x1_2_z + omega0_y*x0_2_x + omega2_y*x0_x + t28*x0_1_x - omega0_x*x0_2_y -
        omega2_x*x0_y - t27*x0_1_y)
    t29 = N4_y*t6 - N4_z*t9
    t30 = 2*N4_z*q_x - N4_x*t6
    t31 = N4_x*t9 - N4_y*t10
    x4_x = N4_x + q_w*t29 + q_z*t30 - q_y*t31
    x3_1_x = x4_x + omega0_z*x3_y - omega0_y*x3_z
    x2_2_x = x3_1_x + omega0_z*x2_1_y + omega1_z*x2_y - omega0_y*x2_1_z - omega1_y*x2_z
    x1_3_x = (
        x2_2_x + omega0_z*x1_2_y + omega2_z*x1_y + t19*x1_1_y - omega0_y*x1_2_z -
        omega2_y*x1_z - t28*x1_1_z)
    x0_4_x = (
        x1_3_x + omega0_z*x0_3_y + omega3_z*x0_y + t24*x0_2_y + t26*x0_1_y -
        omega0_y*x0_3_z - omega1_y*t23 - omega2_y*t25 - omega3_y*x0_z)
    x4_y = N4_y + q_w*t30 + q_x*t31 - q_z*t29
    x3_1_y = x4_y + omega0_x*x3_z - omega0_z*x3_x
    x2_2_y = x3_1_y + omega0_x*x2_1_z + omega1_x*x2_z - omega0_z*x2_1_x - omega1_z*x2_x
    x1_3_y = (
        x2_2_y + omega0_x*x1_2_z + omega2_x*x1_z + t27*x1_1_z - omega0_z*x1_2_x -
        omega2_z*x1_x - t19*x1_1_x)
    x0_4_y = (
        x1_3_y + omega0_x*x0_3_z + omega1_x*t23 + omega2_x*t25 + omega3_x*x0_z -
        omega0_z*x0_3_x - omega3_z*x0_x - t24*x0_2_x - t26*x0_1_x)
    t32 = 3*omega1_x
    t33 = 3*omega1_y
    t34 = 3*omega2_x
    t35 = 3*omega2_y
    t36 = N5_y*t6 - N5_z*t9
    t37 = 2*N5_z*q_x - N5_x*t6
    t38 = N5_x*t9 - N5_y*t10
    x5_z = N5_z + q_w*t38 + q_y*t36 - q_x*t37
    x4_1_z = x5_z + omega0_y*x4_x - omega0_x*x4_y
    x3_2_z = x4_1_z + omega0_y*x3_1_x + omega1_y*x3_x - omega0_x*x3_1_y - omega1_x*x3_y
    x2_3_z = (
        x3_2_z + omega0_y*x2_2_x + omega2_y*x2_x + t28*x2_1_x - omega0_x*x2_2_y -
        omega2_x*x2_y - t27*x2_1_y)
    x1_4_z = (
        x2_3_z + omega0_y*x1_3_x + omega3_y*x1_x + t33*x1_2_x + t35*x1_1_x -
        omega0_x*x1_3_y - omega3_x*x1_y - t32*x1_2_y - t34*x1_1_y)
    x0_5_z = (
        x1_4_z + omega0_y*x0_4_x + omega4_y*x0_x + t1*x0_3_x + t3*x0_2_x + t5*x0_1_x -
        omega0_x*x0_4_y - omega4_x*x0_y - t0*x0_3_y - t2*x0_2_y - t4*x0_1_y)
    t39 = 6*x0_5_z
    t40 = 6*omega1_z
    x4_z = N4_z + q_w*t31 + q_y*t29 - q_x*t30
    x3_1_z = x4_z + omega0_y*x3_x - omega0_x*x3_y
    x2_2_z = x3_1_z + omega0_y*x2_1_x + omega1_y*x2_x - omega0_x*x2_1_y - omega1_x*x2_y
    x1_3_z = (
        x2_2_z + omega0_y*x1_2_x + omega2_y*x1_x + t28*x1_1_x - omega0_x*x1_2_y -
        omega2_x*x1_y - t27*x1_1_y)
    x0_4_z = (
        x1_3_z + omega0_y*x0_3_x + omega3_y*x0_x + t33*x0_2_x + t35*x0_1_x -
        omega0_x*x0_3_y - omega3_x*x0_y - t32*x0_2_y - t34*x0_1_y)
    t41 = 15*x0_4_z
    t42 = 15*omega2_z
    t43 = 20*x0_3_z
    t44 = 20*omega3_z
    t45 = 15*x0_2_z
    t46 = 15*omega4_z
    t47 = 6*x0_1_z
    t48 = 6*omega5_z
    t49 = 4*x0_3_z
    t50 = 4*omega1_z
    t51 = 6*x0_2_z
    t52 = 6*omega2_z
    t53 = 4*x0_1_z
    t54 = 4*omega3_z
    x5_y = N5_y + q_w*t37 + q_x*t38 - q_z*t36
    x4_1_y = x5_y + omega0_x*x4_z - omega0_z*x4_x
    x3_2_y = x4_1_y + omega0_x*x3_1_z + omega1_x*x3_z - omega0_z*x3_1_x - omega1_z*x3_x
    x2_3_y = (
        x3_2_y + omega0_x*x2_2_z + omega2_x*x2_z + t27*x2_1_z - omega0_z*x2_2_x -
        omega2_z*x2_x - t19*x2_1_x)
    x1_4_y = (
        x2_3_y + omega0_x*x1_3_z + omega3_x*x1_z + t32*x1_2_z + t34*x1_1_z -
        omega0_z*x1_3_x - omega3_z*x1_x - t24*x1_2_x - t26*x1_1_x)
    x0_5_y = (
        x1_4_y + omega0_x*x0_4_z + omega1_x*t49 + omega2_x*t51 + omega3_x*t53 +
        omega4_x*x0_z - omega0_z*x0_4_x - omega4_z*x0_x - t50*x0_3_x - t52*x0_2_x -
        t54*x0_1_x)
    t55 = 5*x0_4_z
    t56 = 5*omega1_z
    t57 = 10*x0_3_z
    t58 = 10*omega2_z
    t59 = 10*x0_2_z
    t60 = 10*omega3_z
    t61 = 5*x0_1_z
    t62 = 5*omega4_z
    x5_x = N5_x + q_w*t36 + q_z*t37 - q_y*t38
    x4_1_x = x5_x + omega0_z*x4_y - omega0_y*x4_z
    x3_2_x = x4_1_x + omega0_z*x3_1_y + omega1_z*x3_y - omega0_y*x3_1_z - omega1_y*x3_z
    x2_3_x = (
        x3_2_x + omega0_z*x2_2_y + omega2_z*x2_y + t19*x2_1_y - omega0_y*x2_2_z -
        omega2_y*x2_z - t28*x2_1_z)
    x1_4_x = (
        x2_3_x + omega0_z*x1_3_y + omega3_z*x1_y + t24*x1_2_y + t26*x1_1_y -
        omega0_y*x1_3_z - omega3_y*x1_z - t33*x1_2_z - t35*x1_1_z)
    x0_5_x = (
        x1_4_x + omega0_z*x0_4_y + omega4_z*x0_y + t50*x0_3_y + t52*x0_2_y + t54*x0_1_y
        - omega0_y*x0_4_z - omega1_y*t49 - omega2_y*t51 - omega3_y*t53 - omega4_y*x0_z)
    t63 = N6_y*t6 - N6_z*t9
    t64 = 2*N6_z*q_x - N6_x*t6
    t65 = N6_x*t9 - N6_y*t10
    x6_y = N6_y + q_w*t64 + q_x*t65 - q_z*t63
    x5_1_y = x6_y + omega0_x*x5_z - omega0_z*x5_x
    x4_2_y = x5_1_y + omega0_x*x4_1_z + omega1_x*x4_z - omega0_z*x4_1_x - omega1_z*x4_x
    x3_3_y = (
        x4_2_y + omega0_x*x3_2_z + omega2_x*x3_z + t27*x3_1_z - omega0_z*x3_2_x -
        omega2_z*x3_x - t19*x3_1_x)
    x2_4_y = (
        x3_3_y + omega0_x*x2_3_z + omega3_x*x2_z + t32*x2_2_z + t34*x2_1_z -
        omega0_z*x2_3_x - omega3_z*x2_x - t24*x2_2_x - t26*x2_1_x)
    x1_5_y = (
        x2_4_y + omega0_x*x1_4_z + omega4_x*x1_z + t0*x1_3_z + t2*x1_2_z + t4*x1_1_z -
        omega0_z*x1_4_x - omega4_z*x1_x - t50*x1_3_x - t52*x1_2_x - t54*x1_1_x)
    x0_6_y = (
        x1_5_y + omega0_x*x0_5_z + omega1_x*t55 + omega2_x*t57 + omega3_x*t59 +
        omega4_x*t61 + omega5_x*x0_z - omega0_z*x0_5_x - omega5_z*x0_x - t56*x0_4_x -
        t58*x0_3_x - t60*x0_2_x - t62*x0_1_x)
    t66 = 5*omega1_x
    t67 = 5*omega1_y
    t68 = 10*omega2_x
    t69 = 10*omega2_y
    t70 = 10*omega3_x
    t71 = 10*omega3_y
    t72 = 5*omega4_x
    t73 = 5*omega4_y
    x6_z = N6_z + q_w*t65 + q_y*t63 - q_x*t64
    x5_1_z = x6_z + omega0_y*x5_x - omega0_x*x5_y
    x4_2_z = x5_1_z + omega0_y*x4_1_x + omega1_y*x4_x - omega0_x*x4_1_y - omega1_x*x4_y
    x3_3_z = (
        x4_2_z + omega0_y*x3_2_x + omega2_y*x3_x + t28*x3_1_x - omega0_x*x3_2_y -
        omega2_x*x3_y - t27*x3_1_y)
    x2_4_z = (
        x3_3_z + omega0_y*x2_3_x + omega3_y*x2_x + t33*x2_2_x + t35*x2_1_x -
        omega0_x*x2_3_y - omega3_x*x2_y - t32*x2_2_y - t34*x2_1_y)
    x1_5_z = (
        x2_4_z + omega0_y*x1_4_x + omega4_y*x1_x + t1*x1_3_x + t3*x1_2_x + t5*x1_1_x -
        omega0_x*x1_4_y - omega4_x*x1_y - t0*x1_3_y - t2*x1_2_y - t4*x1_1_y)
    x0_6_z = (
        x1_5_z + omega0_y*x0_5_x + omega5_y*x0_x + t67*x0_4_x + t69*x0_3_x + t71*x0_2_x
        + t73*x0_1_x - omega0_x*x0_5_y - omega5_x*x0_y - t66*x0_4_y - t68*x0_3_y -
        t70*x0_2_y - t72*x0_1_y)
    t74 = N7_y*t6 - N7_z*t9
    t75 = 2*N7_z*q_x - N7_x*t6
    t76 = N7_x*t9 - N7_y*t10
    x7_x = N7_x + q_w*t74 + q_z*t75 - q_y*t76
    x6_1_x = x7_x + omega0_z*x6_y - omega0_y*x6_z
    x5_2_x = x6_1_x + omega0_z*x5_1_y + omega1_z*x5_y - omega0_y*x5_1_z - omega1_y*x5_z
    x4_3_x = (
        x5_2_x + omega0_z*x4_2_y + omega2_z*x4_y + t19*x4_1_y - omega0_y*x4_2_z -
        omega2_y*x4_z - t28*x4_1_z)
    x3_4_x = (
        x4_3_x + omega0_z*x3_3_y + omega3_z*x3_y + t24*x3_2_y + t26*x3_1_y -
        omega0_y*x3_3_z - omega3_y*x3_z - t33*x3_2_z - t35*x3_1_z)
    x2_5_x = (
        x3_4_x + omega0_z*x2_4_y + omega4_z*x2_y + t50*x2_3_y + t52*x2_2_y + t54*x2_1_y
        - omega0_y*x2_4_z - omega4_y*x2_z - t1*x2_3_z - t3*x2_2_z - t5*x2_1_z)
    x1_6_x = (
        x2_5_x + omega0_z*x1_5_y + omega5_z*x1_y + t56*x1_4_y + t58*x1_3_y + t60*x1_2_y
        + t62*x1_1_y - omega0_y*x1_5_z - omega5_y*x1_z - t67*x1_4_z - t69*x1_3_z -
        t71*x1_2_z - t73*x1_1_z)
    x0_7_x = (
        x1_6_x + omega0_z*x0_6_y + omega6_z*x0_y + t40*x0_5_y + t42*x0_4_y + t44*x0_3_y
        + t46*x0_2_y + t48*x0_1_y - omega0_y*x0_6_z - omega1_y*t39 - omega2_y*t41 -
        omega3_y*t43 - omega4_y*t45 - omega5_y*t47 - omega6_y*x0_z)
    x6_x = N6_x + q_w*t63 + q_z*t64 - q_y*t65
    x5_1_x = x6_x + omega0_z*x5_y - omega0_y*x5_z
    x4_2_x = x5_1_x + omega0_z*x4_1_y + omega1_z*x4_y - omega0_y*x4_1_z - omega1_y*x4_z
    x3_3_x = (
        x4_2_x + omega0_z*x3_2_y + omega2_z*x3_y + t19*x3_1_y - omega0_y*x3_2_z -
        omega2_y*x3_z - t28*x3_1_z)
    x2_4_x = (
        x3_3_x + omega0_z*x2_3_y + omega3_z*x2_y + t24*x2_2_y + t26*x2_1_y -
        omega0_y*x2_3_z - omega3_y*x2_z - t33*x2_2_z - t35*x2_1_z)
    x1_5_x = (
        x2_4_x + omega0_z*x1_4_y + omega4_z*x1_y + t50*x1_3_y + t52*x1_2_y + t54*x1_1_y
        - omega0_y*x1_4_z - omega4_y*x1_z - t1*x1_3_z - t3*x1_2_z - t5*x1_1_z)
    x0_6_x = (
        x1_5_x + omega0_z*x0_5_y + omega5_z*x0_y + t56*x0_4_y + t58*x0_3_y + t60*x0_2_y
        + t62*x0_1_y - omega0_y*x0_5_z - omega1_y*t55 - omega2_y*t57 - omega3_y*t59 -
        omega4_y*t61 - omega5_y*x0_z)
    x7_y = N7_y + q_w*t75 + q_x*t76 - q_z*t74
    x6_1_y = x7_y + omega0_x*x6_z - omega0_z*x6_x
    x5_2_y = x6_1_y + omega0_x*x5_1_z + omega1_x*x5_z - omega0_z*x5_1_x - omega1_z*x5_x
    x4_3_y = (
        x5_2_y + omega0_x*x4_2_z + omega2_x*x4_z + t27*x4_1_z - omega0_z*x4_2_x -
        omega2_z*x4_x - t19*x4_1_x)
    x3_4_y = (
        x4_3_y + omega0_x*x3_3_z + omega3_x*x3_z + t32*x3_2_z + t34*x3_1_z -
        omega0_z*x3_3_x - omega3_z*x3_x - t24*x3_2_x - t26*x3_1_x)
    x2_5_y = (
        x3_4_y + omega0_x*x2_4_z + omega4_x*x2_z + t0*x2_3_z + t2*x2_2_z + t4*x2_1_z -
        omega0_z*x2_4_x - omega4_z*x2_x - t50*x2_3_x - t52*x2_2_x - t54*x2_1_x)
    x1_6_y = (
        x2_5_y + omega0_x*x1_5_z + omega5_x*x1_z + t66*x1_4_z + t68*x1_3_z + t70*x1_2_z
        + t72*x1_1_z - omega0_z*x1_5_x - omega5_z*x1_x - t56*x1_4_x - t58*x1_3_x -
        t60*x1_2_x - t62*x1_1_x)
    x0_7_y = (
        x1_6_y + omega0_x*x0_6_z + omega1_x*t39 + omega2_x*t41 + omega3_x*t43 +
        omega4_x*t45 + omega5_x*t47 + omega6_x*x0_z - omega0_z*x0_6_x - omega6_z*x0_x -
        t40*x0_5_x - t42*x0_4_x - t44*x0_3_x - t46*x0_2_x - t48*x0_1_x)
    x7_z = N7_z + q_w*t76 + q_y*t74 - q_x*t75
    x6_1_z = x7_z + omega0_y*x6_x - omega0_x*x6_y
    x5_2_z = x6_1_z + omega0_y*x5_1_x + omega1_y*x5_x - omega0_x*x5_1_y - omega1_x*x5_y
    x4_3_z = (
        x5_2_z + omega0_y*x4_2_x + omega2_y*x4_x + t28*x4_1_x - omega0_x*x4_2_y -
        omega2_x*x4_y - t27*x4_1_y)
    x3_4_z = (
        x4_3_z + omega0_y*x3_3_x + omega3_y*x3_x + t33*x3_2_x + t35*x3_1_x -
        omega0_x*x3_3_y - omega3_x*x3_y - t32*x3_2_y - t34*x3_1_y)
    x2_5_z = (
        x3_4_z + omega0_y*x2_4_x + omega4_y*x2_x + t1*x2_3_x + t3*x2_2_x + t5*x2_1_x -
        omega0_x*x2_4_y - omega4_x*x2_y - t0*x2_3_y - t2*x2_2_y - t4*x2_1_y)
    x1_6_z = (
        x2_5_z + omega0_y*x1_5_x + omega5_y*x1_x + t67*x1_4_x + t69*x1_3_x + t71*x1_2_x
        + t73*x1_1_x - omega0_x*x1_5_y - omega5_x*x1_y - t66*x1_4_y - t68*x1_3_y -
        t70*x1_2_y - t72*x1_1_y)
    x0_7_z = (
        x1_6_z + omega0_y*x0_6_x + 6*omega1_y*x0_5_x + 15*omega2_y*x0_4_x +
        20*omega3_y*x0_3_x + 15*omega4_y*x0_2_x + 6*omega5_y*x0_1_x + omega6_y*x0_x -
        omega0_x*x0_6_y - 6*omega1_x*x0_5_y - 15*omega2_x*x0_4_y - 20*omega3_x*x0_3_y -
        15*omega4_x*x0_2_y - 6*omega5_x*x0_1_y - omega6_x*x0_y)
    return (x0_7_x, x0_7_y, x0_7_z)
