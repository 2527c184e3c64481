"""Steps of a body by the Taylor series of its rate: the slides' own.

Generated from book/buss/torque-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.stumpff import c0, c1


def buss_2(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 2 of the free body with space momentum L.

    Equation eq-buss-general; 103 operations (283 before sharing), 27 temporaries.
    """
    t0 = 1/J_1
    t1 = 2*q_z
    t2 = L_y*t1 - 2*L_z*q_y
    t3 = 2*L_z*q_x - L_x*t1
    t4 = 2*L_x*q_y - 2*L_y*q_x
    w1_x = h*t0*(L_x + q_w*t2 + q_z*t3 - q_y*t4)
    r1 = t0*(J_2 - J_3)
    t5 = 1/J_2
    w1_y = h*t5*(L_y + q_w*t3 + q_x*t4 - q_z*t2)
    t6 = 1/J_3
    w1_z = h*t6*(L_z + q_w*t4 + q_y*t2 - q_x*t3)
    w2_x = r1*w1_y*w1_z
    Y_x = w1_x + (1/2)*w2_x
    r2 = t5*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    Y_y = w1_y + (1/2)*w2_y
    r3 = t6*(J_1 - J_2)
    w2_z = r3*w1_x*w1_y
    Y_z = w1_z + (1/2)*w2_z
    t7 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t8 = c0(t7)
    t9 = (1/2)*c1(t7)
    t10 = Y_x*t9
    t11 = q_y*t9
    t12 = q_z*t9
    t13 = Y_y*t9
    t14 = Y_z*t9
    return (
        q_w*t8 - Y_y*t11 - Y_z*t12 - q_x*t10,
        Y_z*t11 + q_w*t10 + q_x*t8 - Y_y*t12,
        q_w*t13 + q_y*t8 + q_z*t10 - q_x*t14,
        q_w*t14 + q_x*t13 + q_z*t8 - q_y*t10)


def buss_4(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 4 of the free body with space momentum L.

    Equation eq-buss-general; 173 operations (361 before sharing), 47 temporaries.
    """
    t0 = 1/J_1
    t1 = 2*q_z
    t2 = L_y*t1 - 2*L_z*q_y
    t3 = 2*L_z*q_x - L_x*t1
    t4 = 2*L_x*q_y - 2*L_y*q_x
    w1_x = h*t0*(L_x + q_w*t2 + q_z*t3 - q_y*t4)
    r1 = t0*(J_2 - J_3)
    t5 = 1/J_2
    w1_y = h*t5*(L_y + q_w*t3 + q_x*t4 - q_z*t2)
    t6 = 1/J_3
    w1_z = h*t6*(L_z + q_w*t4 + q_y*t2 - q_x*t3)
    w2_x = r1*w1_y*w1_z
    r3 = t6*(J_1 - J_2)
    w2_z = r3*w1_x*w1_y
    t7 = w1_y*w2_z
    r2 = t5*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    w3_x = (1/2)*r1*(t7 + w1_z*w2_y)
    t8 = w1_x*w2_y
    w3_z = (1/2)*r3*(t8 + w1_y*w2_x)
    t9 = w1_y*w3_z
    t10 = w1_x*w2_z
    t11 = w1_z*w2_x
    w3_y = (1/2)*r2*(t10 + t11)
    w4_x = (1/3)*r1*(t9 + w1_z*w3_y + w2_y*w2_z)
    b01_x = w1_z*w2_y - t7
    b02_x = w1_z*w3_y - t9
    Y_x = w1_x + (1/2)*w2_x + (1/3)*w3_x + (1/4)*w4_x - (1/12)*b01_x - (1/12)*b02_x
    t12 = w1_x*w3_z
    t13 = w1_z*w3_x
    w4_y = (1/3)*r2*(t12 + t13 + w2_x*w2_z)
    b01_y = t10 - t11
    b02_y = t12 - t13
    Y_y = w1_y + (1/2)*w2_y + (1/3)*w3_y + (1/4)*w4_y - (1/12)*b01_y - (1/12)*b02_y
    t14 = w1_x*w3_y
    w4_z = (1/3)*r3*(t14 + w1_y*w3_x + w2_x*w2_y)
    b01_z = w1_y*w2_x - t8
    b02_z = w1_y*w3_x - t14
    Y_z = w1_z + (1/2)*w2_z + (1/3)*w3_z + (1/4)*w4_z - (1/12)*b01_z - (1/12)*b02_z
    t15 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t16 = c0(t15)
    t17 = (1/2)*c1(t15)
    t18 = Y_x*t17
    t19 = q_y*t17
    t20 = q_z*t17
    t21 = Y_y*t17
    t22 = Y_z*t17
    return (
        q_w*t16 - Y_y*t19 - Y_z*t20 - q_x*t18,
        Y_z*t19 + q_w*t18 + q_x*t16 - Y_y*t20,
        q_w*t21 + q_y*t16 + q_z*t18 - q_x*t22,
        q_w*t22 + q_x*t21 + q_z*t16 - q_y*t18)


def turn_2(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 2 of the body rate.

    Equation eq-buss-general; 57 operations (211 before sharing), 18 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    Y_x = w1_x + (1/2)*w2_x
    w1_y = h*omega0_y
    w2_y = omega1_y*t0
    Y_y = w1_y + (1/2)*w2_y
    w1_z = h*omega0_z
    w2_z = omega1_z*t0
    Y_z = w1_z + (1/2)*w2_z
    t1 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t2 = c0(t1)
    t3 = (1/2)*c1(t1)
    t4 = Y_x*t3
    t5 = q_y*t3
    t6 = q_z*t3
    t7 = Y_y*t3
    t8 = Y_z*t3
    return (
        q_w*t2 - Y_y*t5 - Y_z*t6 - q_x*t4,
        Y_z*t5 + q_w*t4 + q_x*t2 - Y_y*t6,
        q_w*t7 + q_y*t2 + q_z*t4 - q_x*t8,
        q_w*t8 + q_x*t7 + q_z*t2 - q_y*t4)


def augmented_second_free(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of the augmented second-order method, free body.

    Equation eq-buss-two-plus; 119 operations (301 before sharing), 29 temporaries.
    """
    t0 = 1/J_3
    r3 = t0*(J_1 - J_2)
    t1 = 1/J_1
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    w1_x = h*t1*(L_x + q_w*t3 + q_z*t4 - q_y*t5)
    t6 = 1/J_2
    w1_y = h*t6*(L_y + q_w*t4 + q_x*t5 - q_z*t3)
    w2_z = r3*w1_x*w1_y
    t7 = (1/12)*w2_z
    w1_z = h*t0*(L_z + q_w*t5 + q_y*t3 - q_x*t4)
    t8 = (1/12)*w1_z
    r1 = t1*(J_2 - J_3)
    w2_x = r1*w1_y*w1_z
    r2 = t6*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    Y_x = w1_x + (1/2)*w2_x + t8*w2_y - t7*w1_y
    Y_y = w1_y + (1/2)*w2_y + t7*w1_x - t8*w2_x
    Y_z = w1_z + (1/2)*w2_z + (1/12)*w1_y*w2_x - (1/12)*w1_x*w2_y
    t9 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t10 = c0(t9)
    t11 = (1/2)*c1(t9)
    t12 = Y_x*t11
    t13 = q_y*t11
    t14 = q_z*t11
    t15 = Y_y*t11
    t16 = Y_z*t11
    return (
        q_w*t10 - Y_y*t13 - Y_z*t14 - q_x*t12,
        Y_z*t13 + q_w*t12 + q_x*t10 - Y_y*t14,
        q_w*t15 + q_y*t10 + q_z*t12 - q_x*t16,
        q_w*t16 + q_x*t15 + q_z*t10 - q_y*t12)


def augmented_second_turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """One step of the augmented second-order method.

    Equation eq-buss-two-plus; 73 operations (229 before sharing), 20 temporaries.
    """
    t0 = h*h
    w2_z = omega1_z*t0
    t1 = (1/12)*w2_z
    w1_z = h*omega0_z
    t2 = (1/12)*w1_z
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    w2_x = omega1_x*t0
    w2_y = omega1_y*t0
    Y_x = w1_x + (1/2)*w2_x + t2*w2_y - t1*w1_y
    Y_y = w1_y + (1/2)*w2_y + t1*w1_x - t2*w2_x
    Y_z = w1_z + (1/2)*w2_z + (1/12)*w1_y*w2_x - (1/12)*w1_x*w2_y
    t3 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t4 = c0(t3)
    t5 = (1/2)*c1(t3)
    t6 = Y_x*t5
    t7 = q_y*t5
    t8 = q_z*t5
    t9 = Y_y*t5
    t10 = Y_z*t5
    return (
        q_w*t4 - Y_y*t7 - Y_z*t8 - q_x*t6,
        Y_z*t7 + q_w*t6 + q_x*t4 - Y_y*t8,
        q_w*t9 + q_y*t4 + q_z*t6 - q_x*t10,
        q_w*t10 + q_x*t9 + q_z*t4 - q_y*t6)


def false_third_free(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of the false third-order method, free body.

    Equation eq-buss-three-false; 133 operations (319 before sharing), 39 temporaries.
    """
    t0 = 1/J_1
    t1 = 2*q_z
    t2 = L_y*t1 - 2*L_z*q_y
    t3 = 2*L_z*q_x - L_x*t1
    t4 = 2*L_x*q_y - 2*L_y*q_x
    w1_x = h*t0*(L_x + q_w*t2 + q_z*t3 - q_y*t4)
    r1 = t0*(J_2 - J_3)
    t5 = 1/J_2
    w1_y = h*t5*(L_y + q_w*t3 + q_x*t4 - q_z*t2)
    t6 = 1/J_3
    w1_z = h*t6*(L_z + q_w*t4 + q_y*t2 - q_x*t3)
    w2_x = r1*w1_y*w1_z
    r3 = t6*(J_1 - J_2)
    w2_z = r3*w1_x*w1_y
    t7 = w1_y*w2_z
    r2 = t5*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    t8 = w1_z*w2_y
    w3_x = (1/2)*r1*(t7 + t8)
    a_x = t7 + 2*w3_x - t8
    Y_x = (1/6)*a_x + w1_x + (1/2)*w2_x
    t9 = w1_x*w2_z
    t10 = w1_z*w2_x
    w3_y = (1/2)*r2*(t10 + t9)
    a_y = t10 + 2*w3_y - t9
    Y_y = (1/6)*a_y + w1_y + (1/2)*w2_y
    t11 = w1_x*w2_y
    t12 = w1_y*w2_x
    w3_z = (1/2)*r3*(t11 + t12)
    a_z = t11 + 2*w3_z - t12
    Y_z = (1/6)*a_z + w1_z + (1/2)*w2_z
    t13 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t14 = c0(t13)
    t15 = (1/2)*c1(t13)
    t16 = Y_x*t15
    t17 = q_y*t15
    t18 = q_z*t15
    t19 = Y_y*t15
    t20 = Y_z*t15
    return (
        q_w*t14 - Y_y*t17 - Y_z*t18 - q_x*t16,
        Y_z*t17 + q_w*t16 + q_x*t14 - Y_y*t18,
        q_w*t19 + q_y*t14 + q_z*t16 - q_x*t20,
        q_w*t20 + q_x*t19 + q_z*t14 - q_y*t16)


def false_third_turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """One step of the false third-order method.

    Equation eq-buss-three-false; 84 operations (241 before sharing), 25 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    w2_z = omega1_z*t0
    t1 = (1/2)*h*h*h
    w3_x = omega2_x*t1
    a_x = 2*w3_x + w1_y*w2_z - w1_z*w2_y
    Y_x = (1/6)*a_x + w1_x + (1/2)*w2_x
    w3_y = omega2_y*t1
    a_y = 2*w3_y + w1_z*w2_x - w1_x*w2_z
    Y_y = (1/6)*a_y + w1_y + (1/2)*w2_y
    w3_z = omega2_z*t1
    a_z = 2*w3_z + w1_x*w2_y - w1_y*w2_x
    Y_z = (1/6)*a_z + w1_z + (1/2)*w2_z
    t2 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t3 = c0(t2)
    t4 = (1/2)*c1(t2)
    t5 = Y_x*t4
    t6 = q_y*t4
    t7 = q_z*t4
    t8 = Y_y*t4
    t9 = Y_z*t4
    return (
        q_w*t3 - Y_y*t6 - Y_z*t7 - q_x*t5,
        Y_z*t6 + q_w*t5 + q_x*t3 - Y_y*t7,
        q_w*t8 + q_y*t3 + q_z*t5 - q_x*t9,
        q_w*t9 + q_x*t8 + q_z*t3 - q_y*t5)


def third_free(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of the third-order method, free body.

    Equation eq-buss-three; 155 operations (349 before sharing), 43 temporaries.
    """
    t0 = 1/J_3
    r3 = t0*(J_1 - J_2)
    t1 = 1/J_1
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    w1_x = h*t1*(L_x + q_w*t3 + q_z*t4 - q_y*t5)
    t6 = 1/J_2
    w1_y = h*t6*(L_y + q_w*t4 + q_x*t5 - q_z*t3)
    w2_z = r3*w1_x*w1_y
    r2 = t6*(J_3 - J_1)
    w1_z = h*t0*(L_z + q_w*t5 + q_y*t3 - q_x*t4)
    w2_y = r2*w1_x*w1_z
    t7 = w1_x*w2_y
    r1 = t1*(J_2 - J_3)
    w2_x = r1*w1_y*w1_z
    t8 = w1_y*w2_x
    w3_z = (1/2)*r3*(t7 + t8)
    a_z = t7 + 2*w3_z - t8
    t9 = (1/36)*a_z + (1/12)*w2_z
    t10 = w1_x*w2_z
    t11 = w1_z*w2_x
    w3_y = (1/2)*r2*(t10 + t11)
    a_y = t11 + 2*w3_y - t10
    t12 = (1/3)*a_y + w2_y
    t13 = (1/12)*w1_z
    t14 = w1_y*w2_z
    t15 = w1_z*w2_y
    w3_x = (1/2)*r1*(t14 + t15)
    a_x = t14 + 2*w3_x - t15
    Y_x = (1/6)*a_x + w1_x + (1/2)*w2_x + t12*t13 - t9*w1_y
    t16 = (1/3)*a_x + w2_x
    Y_y = (1/6)*a_y + w1_y + (1/2)*w2_y + t9*w1_x - t13*t16
    Y_z = (1/6)*a_z + w1_z + (1/2)*w2_z + (1/12)*t16*w1_y - (1/12)*t12*w1_x
    t17 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t18 = c0(t17)
    t19 = (1/2)*c1(t17)
    t20 = Y_x*t19
    t21 = q_y*t19
    t22 = q_z*t19
    t23 = Y_y*t19
    t24 = Y_z*t19
    return (
        q_w*t18 - Y_y*t21 - Y_z*t22 - q_x*t20,
        Y_z*t21 + q_w*t20 + q_x*t18 - Y_y*t22,
        q_w*t23 + q_y*t18 + q_z*t20 - q_x*t24,
        q_w*t24 + q_x*t23 + q_z*t18 - q_y*t20)


def third_turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """One step of the third-order method.

    Equation eq-buss-three; 106 operations (271 before sharing), 29 temporaries.
    """
    t0 = h*h
    w2_z = omega1_z*t0
    w1_x = h*omega0_x
    w1_y = h*omega0_y
    w2_x = omega1_x*t0
    w2_y = omega1_y*t0
    t1 = (1/2)*h*h*h
    w3_z = omega2_z*t1
    a_z = 2*w3_z + w1_x*w2_y - w1_y*w2_x
    t2 = (1/36)*a_z + (1/12)*w2_z
    w1_z = h*omega0_z
    w3_y = omega2_y*t1
    a_y = 2*w3_y + w1_z*w2_x - w1_x*w2_z
    t3 = (1/3)*a_y + w2_y
    t4 = (1/12)*w1_z
    w3_x = omega2_x*t1
    a_x = 2*w3_x + w1_y*w2_z - w1_z*w2_y
    Y_x = (1/6)*a_x + w1_x + (1/2)*w2_x + t3*t4 - t2*w1_y
    t5 = (1/3)*a_x + w2_x
    Y_y = (1/6)*a_y + w1_y + (1/2)*w2_y + t2*w1_x - t4*t5
    Y_z = (1/6)*a_z + w1_z + (1/2)*w2_z + (1/12)*t5*w1_y - (1/12)*t3*w1_x
    t6 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t7 = c0(t6)
    t8 = (1/2)*c1(t6)
    t9 = Y_x*t8
    t10 = q_y*t8
    t11 = q_z*t8
    t12 = Y_y*t8
    t13 = Y_z*t8
    return (
        q_w*t7 - Y_y*t10 - Y_z*t11 - q_x*t9,
        Y_z*t10 + q_w*t9 + q_x*t7 - Y_y*t11,
        q_w*t12 + q_y*t7 + q_z*t9 - q_x*t13,
        q_w*t13 + q_x*t12 + q_z*t7 - q_y*t9)
