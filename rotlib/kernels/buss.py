"""Steps of a body by the Taylor series of its rate: Buss's methods and their continuation.

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


def buss_3(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 3 of the free body with space momentum L.

    Equation eq-buss-general; 135 operations (319 before sharing), 37 temporaries.
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
    b01_x = w1_z*w2_y - t7
    Y_x = w1_x + (1/2)*w2_x + (1/3)*w3_x - (1/12)*b01_x
    t8 = w1_x*w2_z
    t9 = w1_z*w2_x
    w3_y = (1/2)*r2*(t8 + t9)
    b01_y = t8 - t9
    Y_y = w1_y + (1/2)*w2_y + (1/3)*w3_y - (1/12)*b01_y
    t10 = w1_x*w2_y
    w3_z = (1/2)*r3*(t10 + w1_y*w2_x)
    b01_z = w1_y*w2_x - t10
    Y_z = w1_z + (1/2)*w2_z + (1/3)*w3_z - (1/12)*b01_z
    t11 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t12 = c0(t11)
    t13 = (1/2)*c1(t11)
    t14 = Y_x*t13
    t15 = q_y*t13
    t16 = q_z*t13
    t17 = Y_y*t13
    t18 = Y_z*t13
    return (
        q_w*t12 - Y_y*t15 - Y_z*t16 - q_x*t14,
        Y_z*t15 + q_w*t14 + q_x*t12 - Y_y*t16,
        q_w*t17 + q_y*t12 + q_z*t14 - q_x*t18,
        q_w*t18 + q_x*t17 + q_z*t12 - q_y*t14)


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


def buss_5(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 5 of the free body with space momentum L.

    Equation eq-buss-general; 282 operations (481 before sharing), 76 temporaries.
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
    t12 = w1_x*w3_y
    w4_z = (1/3)*r3*(t12 + w1_y*w3_x + w2_x*w2_y)
    t13 = w1_y*w4_z
    t14 = w2_y*w3_z
    t15 = w1_x*w3_z
    t16 = w1_z*w3_x
    w4_y = (1/3)*r2*(t15 + t16 + w2_x*w2_z)
    w5_x = (1/4)*r1*(t13 + t14 + w1_z*w4_y + w2_z*w3_y)
    b01_x = w1_z*w2_y - t7
    b02_x = w1_z*w3_y - t9
    b03_x = w1_z*w4_y - t13
    b12_x = w2_z*w3_y - t14
    b02_y = t15 - t16
    b02_z = w1_y*w3_x - t12
    b002_x = b02_y*w1_z - b02_z*w1_y
    b01_y = t10 - t11
    b01_z = w1_y*w2_x - t8
    b011_x = b01_z*w2_y - b01_y*w2_z
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b0001_x = b001_y*w1_z - b001_z*w1_y
    Y_x = (
        (1/720)*b0001_x + (1/360)*b002_x + (1/240)*b011_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x - (1/12)*b01_x - (1/12)*b02_x -
        (3/40)*b03_x - (1/60)*b12_x)
    t17 = w1_x*w4_z
    t18 = w1_z*w4_x
    t19 = w2_x*w3_z
    t20 = w2_z*w3_x
    w5_y = (1/4)*r2*(t17 + t18 + t19 + t20)
    b03_y = t17 - t18
    b12_y = t19 - t20
    b002_y = b02_z*w1_x - b02_x*w1_z
    b011_y = b01_x*w2_z - b01_z*w2_x
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_y = b001_z*w1_x - b001_x*w1_z
    Y_y = (
        (1/720)*b0001_y + (1/360)*b002_y + (1/240)*b011_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y - (1/12)*b01_y - (1/12)*b02_y -
        (3/40)*b03_y - (1/60)*b12_y)
    t21 = w1_x*w4_y
    t22 = w2_x*w3_y
    w5_z = (1/4)*r3*(t21 + t22 + w1_y*w4_x + w2_y*w3_x)
    b03_z = w1_y*w4_x - t21
    b12_z = w2_y*w3_x - t22
    b002_z = b02_x*w1_y - b02_y*w1_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0001_z = b001_x*w1_y - b001_y*w1_x
    Y_z = (
        (1/720)*b0001_z + (1/360)*b002_z + (1/240)*b011_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z - (1/12)*b01_z - (1/12)*b02_z -
        (3/40)*b03_z - (1/60)*b12_z)
    t23 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t24 = c0(t23)
    t25 = (1/2)*c1(t23)
    t26 = Y_x*t25
    t27 = q_y*t25
    t28 = q_z*t25
    t29 = Y_y*t25
    t30 = Y_z*t25
    return (
        q_w*t24 - Y_y*t27 - Y_z*t28 - q_x*t26,
        Y_z*t27 + q_w*t26 + q_x*t24 - Y_y*t28,
        q_w*t29 + q_y*t24 + q_z*t26 - q_x*t30,
        q_w*t30 + q_x*t29 + q_z*t24 - q_y*t26)


def buss_6(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 6 of the free body with space momentum L.

    Equation eq-buss-general; 418 operations (625 before sharing), 108 temporaries.
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
    t12 = w1_x*w3_y
    w4_z = (1/3)*r3*(t12 + w1_y*w3_x + w2_x*w2_y)
    t13 = w1_y*w4_z
    t14 = w2_y*w3_z
    t15 = w1_x*w3_z
    t16 = w1_z*w3_x
    w4_y = (1/3)*r2*(t15 + t16 + w2_x*w2_z)
    w5_x = (1/4)*r1*(t13 + t14 + w1_z*w4_y + w2_z*w3_y)
    t17 = w1_x*w4_y
    t18 = w2_x*w3_y
    w5_z = (1/4)*r3*(t17 + t18 + w1_y*w4_x + w2_y*w3_x)
    t19 = w1_y*w5_z
    t20 = w2_y*w4_z
    t21 = w1_x*w4_z
    t22 = w1_z*w4_x
    t23 = w2_x*w3_z
    t24 = w2_z*w3_x
    w5_y = (1/4)*r2*(t21 + t22 + t23 + t24)
    w6_x = (1/5)*r1*(t19 + t20 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    b01_x = w1_z*w2_y - t7
    b02_x = w1_z*w3_y - t9
    b03_x = w1_z*w4_y - t13
    b12_x = w2_z*w3_y - t14
    b02_y = t15 - t16
    b02_z = w1_y*w3_x - t12
    b002_x = b02_y*w1_z - b02_z*w1_y
    b01_y = t10 - t11
    b01_z = w1_y*w2_x - t8
    b011_x = b01_z*w2_y - b01_y*w2_z
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b0001_x = b001_y*w1_z - b001_z*w1_y
    b04_x = w1_z*w5_y - t19
    b13_x = w2_z*w4_y - t20
    b03_y = t21 - t22
    b03_z = w1_y*w4_x - t17
    b003_x = b03_y*w1_z - b03_z*w1_y
    b12_y = t23 - t24
    b12_z = w2_y*w3_x - t18
    b012_x = b12_y*w1_z - b12_z*w1_y
    b021_x = b02_z*w2_y - b02_y*w2_z
    b002_y = b02_z*w1_x - b02_x*w1_z
    b002_z = b02_x*w1_y - b02_y*w1_x
    b0002_x = b002_y*w1_z - b002_z*w1_y
    b011_y = b01_x*w2_z - b01_z*w2_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0011_x = b011_y*w1_z - b011_z*w1_y
    Y_x = (
        (1/720)*b0001_x + (1/720)*b0002_x + (1/360)*b002_x + (1/240)*b003_x +
        (1/240)*b011_x + (1/180)*b012_x + (1/144)*b021_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x + (1/6)*w6_x - (1/720)*b0011_x -
        (1/12)*b01_x - (1/12)*b02_x - (3/40)*b03_x - (1/15)*b04_x - (1/60)*b12_x -
        (1/48)*b13_x)
    t25 = w1_x*w5_z
    t26 = w1_z*w5_x
    t27 = w2_x*w4_z
    t28 = w2_z*w4_x
    w6_y = (1/5)*r2*(t25 + t26 + t27 + t28 + w3_x*w3_z)
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_y = b001_z*w1_x - b001_x*w1_z
    b04_y = t25 - t26
    b13_y = t27 - t28
    b003_y = b03_z*w1_x - b03_x*w1_z
    b012_y = b12_z*w1_x - b12_x*w1_z
    b021_y = b02_x*w2_z - b02_z*w2_x
    b0002_y = b002_z*w1_x - b002_x*w1_z
    b0011_y = b011_z*w1_x - b011_x*w1_z
    Y_y = (
        (1/720)*b0001_y + (1/720)*b0002_y + (1/360)*b002_y + (1/240)*b003_y +
        (1/240)*b011_y + (1/180)*b012_y + (1/144)*b021_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y + (1/6)*w6_y - (1/720)*b0011_y -
        (1/12)*b01_y - (1/12)*b02_y - (3/40)*b03_y - (1/15)*b04_y - (1/60)*b12_y -
        (1/48)*b13_y)
    t29 = w1_x*w5_y
    t30 = w2_x*w4_y
    w6_z = (1/5)*r3*(t29 + t30 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    b0001_z = b001_x*w1_y - b001_y*w1_x
    b04_z = w1_y*w5_x - t29
    b13_z = w2_y*w4_x - t30
    b003_z = b03_x*w1_y - b03_y*w1_x
    b012_z = b12_x*w1_y - b12_y*w1_x
    b021_z = b02_y*w2_x - b02_x*w2_y
    b0002_z = b002_x*w1_y - b002_y*w1_x
    b0011_z = b011_x*w1_y - b011_y*w1_x
    Y_z = (
        (1/720)*b0001_z + (1/720)*b0002_z + (1/360)*b002_z + (1/240)*b003_z +
        (1/240)*b011_z + (1/180)*b012_z + (1/144)*b021_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z + (1/6)*w6_z - (1/720)*b0011_z -
        (1/12)*b01_z - (1/12)*b02_z - (3/40)*b03_z - (1/15)*b04_z - (1/60)*b12_z -
        (1/48)*b13_z)
    t31 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t32 = c0(t31)
    t33 = (1/2)*c1(t31)
    t34 = Y_x*t33
    t35 = q_y*t33
    t36 = q_z*t33
    t37 = Y_y*t33
    t38 = Y_z*t33
    return (
        q_w*t32 - Y_y*t35 - Y_z*t36 - q_x*t34,
        Y_z*t35 + q_w*t34 + q_x*t32 - Y_y*t36,
        q_w*t37 + q_y*t32 + q_z*t34 - q_x*t38,
        q_w*t38 + q_x*t37 + q_z*t32 - q_y*t34)


def buss_7(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 7 of the free body with space momentum L.

    Equation eq-buss-general; 657 operations (907 before sharing), 124 temporaries.
    """
    t0 = 1/J_1
    r1 = t0*(J_2 - J_3)
    t1 = 1/J_2
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    w1_y = h*t1*(L_y + q_w*t4 + q_x*t5 - q_z*t3)
    t6 = 1/J_3
    w1_z = h*t6*(L_z + q_w*t5 + q_y*t3 - q_x*t4)
    w2_x = r1*w1_y*w1_z
    t7 = (1/2)*w2_x
    w1_x = h*t0*(L_x + q_w*t3 + q_z*t4 - q_y*t5)
    r3 = t6*(J_1 - J_2)
    w2_z = r3*w1_x*w1_y
    t8 = w1_y*w2_z
    r2 = t1*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    w3_x = (1/2)*r1*(t8 + w1_z*w2_y)
    P3_x = (1/2)*w1_z*w2_y - (1/2)*t8
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t9 = w1_x*w2_y
    w3_z = (1/2)*r3*(t9 + w1_y*w2_x)
    t10 = w1_y*w3_z
    t11 = w1_x*w2_z
    t12 = w1_z*w2_x
    w3_y = (1/2)*r2*(t11 + t12)
    w4_x = (1/3)*r1*(t10 + w1_z*w3_y + w2_y*w2_z)
    P3_y = (1/2)*t11 - (1/2)*t12
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    P3_z = (1/2)*w1_y*w2_x - (1/2)*t9
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_z*w1_y + w1_z*w3_y - t10 - Y3_y*w1_z
    Q4_x = P3_y*w1_z - P3_z*w1_y
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t13 = w1_x*w3_y
    w4_z = (1/3)*r3*(t13 + w1_y*w3_x + w2_x*w2_y)
    t14 = w1_y*w4_z
    t15 = w2_y*w3_z
    t16 = w1_x*w3_z
    t17 = w1_z*w3_x
    w4_y = (1/3)*r2*(t16 + t17 + w2_x*w2_z)
    w5_x = (1/4)*r1*(t14 + t15 + w1_z*w4_y + w2_z*w3_y)
    P4_y = t16 + Y3_x*w1_z - t17 - Y3_z*w1_x
    Q4_y = P3_z*w1_x - P3_x*w1_z
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_y*w1_x + w1_y*w3_x - t13 - Y3_x*w1_y
    Q4_z = P3_x*w1_y - P3_y*w1_x
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_z*w2_y + Y4_z*w1_y + w1_z*w4_y + (1/2)*w2_z*w3_y - t14 - (1/2)*t15 -
        Y3_y*w2_z - Y4_y*w1_z)
    t18 = (1/2)*w2_z
    t19 = (1/2)*w2_y
    Q5_x = P3_y*t18 + P4_y*w1_z - P3_z*t19 - P4_z*w1_y
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t20 = (1/4320)*s2
    t21 = w1_x*w4_y
    t22 = w2_x*w3_y
    w5_z = (1/4)*r3*(t21 + t22 + w1_y*w4_x + w2_y*w3_x)
    t23 = w1_y*w5_z
    t24 = w2_y*w4_z
    t25 = w1_x*w4_z
    t26 = w1_z*w4_x
    t27 = w2_x*w3_z
    t28 = w2_z*w3_x
    w5_y = (1/4)*r2*(t25 + t26 + t27 + t28)
    w6_x = (1/5)*r1*(t23 + t24 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    P5_y = (
        t25 + (1/2)*t27 + Y3_x*w2_z + Y4_x*w1_z - t26 - (1/2)*t28 - Y3_z*w2_x -
        Y4_z*w1_x)
    Q5_y = (1/2)*P3_z*w2_x + P4_z*w1_x - P3_x*t18 - P4_x*w1_z
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_y*w2_x + Y4_y*w1_x + w1_y*w4_x + (1/2)*w2_y*w3_x - t21 - (1/2)*t22 -
        Y3_x*w2_y - Y4_x*w1_y)
    Q5_z = P3_x*t19 + P4_x*w1_y - P3_y*t7 - P4_y*w1_x
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_z*w3_y + Y4_z*w2_y + Y5_z*w1_y + w1_z*w5_y + (1/2)*w2_z*w4_y - t23 -
        (1/2)*t24 - Y3_y*w3_z - Y4_y*w2_z - Y5_y*w1_z)
    Q6_x = P3_y*Y3_z + P4_y*t18 + P5_y*w1_z - P3_z*Y3_y - P4_z*t19 - P5_z*w1_y
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t20 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t29 = (1/5040)*s3
    t30 = (1/5040)*s2
    t31 = w1_x*w5_y
    t32 = w2_x*w4_y
    w6_z = (1/5)*r3*(t31 + t32 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    t33 = w1_y*w6_z
    t34 = w2_y*w5_z
    t35 = w1_x*w5_z
    t36 = w1_z*w5_x
    t37 = w2_x*w4_z
    t38 = w2_z*w4_x
    w6_y = (1/5)*r2*(t35 + t36 + t37 + t38 + w3_x*w3_z)
    w7_x = (1/6)*r1*(t33 + t34 + w1_z*w6_y + w2_z*w5_y + w3_y*w4_z + w3_z*w4_y)
    P6_y = (
        t35 + (1/2)*t37 + Y3_x*w3_z + Y4_x*w2_z + Y5_x*w1_z - t36 - (1/2)*t38 -
        Y3_z*w3_x - Y4_z*w2_x - Y5_z*w1_x)
    Q6_y = P3_z*Y3_x + (1/2)*P4_z*w2_x + P5_z*w1_x - P3_x*Y3_z - P4_x*t18 - P5_x*w1_z
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t20 - (1/12)*P6_y
    P6_z = (
        Y3_y*w3_x + Y4_y*w2_x + Y5_y*w1_x + w1_y*w5_x + (1/2)*w2_y*w4_x - t31 -
        (1/2)*t32 - Y3_x*w3_y - Y4_x*w2_y - Y5_x*w1_y)
    Q6_z = P3_x*Y3_y + P4_x*t19 + P5_x*w1_y - P3_y*Y3_x - P4_y*t7 - P5_y*w1_x
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t20 - (1/12)*P6_z
    P7_x = (
        Y3_z*w4_y + Y4_z*w3_y + Y5_z*w2_y + Y6_z*w1_y + w1_z*w6_y + (1/2)*w2_z*w5_y -
        t33 - (1/2)*t34 - Y3_y*w4_z - Y4_y*w3_z - Y5_y*w2_z - Y6_y*w1_z)
    Q7_x = (
        P3_y*Y4_z + P4_y*Y3_z + P5_y*t18 + P6_y*w1_z - P3_z*Y4_y - P4_z*Y3_y - P5_z*t19
        - P6_z*w1_y)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t29 + Q5_x*t30 - (1/14)*P7_x
    Y_x = Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + t7 + w1_x
    t39 = w1_x*w6_z
    t40 = w1_z*w6_x
    t41 = w2_x*w5_z
    t42 = w2_z*w5_x
    w7_y = (1/6)*r2*(t39 + t40 + t41 + t42 + w3_x*w4_z + w3_z*w4_x)
    P7_y = (
        t39 + (1/2)*t41 + Y3_x*w4_z + Y4_x*w3_z + Y5_x*w2_z + Y6_x*w1_z - t40 -
        (1/2)*t42 - Y3_z*w4_x - Y4_z*w3_x - Y5_z*w2_x - Y6_z*w1_x)
    Q7_y = (
        P3_z*Y4_x + P4_z*Y3_x + (1/2)*P5_z*w2_x + P6_z*w1_x - P3_x*Y4_z - P4_x*Y3_z -
        P5_x*t18 - P6_x*w1_z)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t29 + Q5_y*t30 - (1/14)*P7_y
    Y_y = Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + t19 + w1_y
    t43 = w1_x*w6_y
    t44 = w2_x*w5_y
    w7_z = (1/6)*r3*(t43 + t44 + w1_y*w6_x + w2_y*w5_x + w3_x*w4_y + w3_y*w4_x)
    P7_z = (
        Y3_y*w4_x + Y4_y*w3_x + Y5_y*w2_x + Y6_y*w1_x + w1_y*w6_x + (1/2)*w2_y*w5_x -
        t43 - (1/2)*t44 - Y3_x*w4_y - Y4_x*w3_y - Y5_x*w2_y - Y6_x*w1_y)
    Q7_z = (
        P3_x*Y4_y + P4_x*Y3_y + P5_x*t19 + P6_x*w1_y - P3_y*Y4_x - P4_y*Y3_x - P5_y*t7
        - P6_y*w1_x)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t29 + Q5_z*t30 - (1/14)*P7_z
    Y_z = Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + t18 + w1_z
    t45 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t46 = c0(t45)
    t47 = (1/2)*c1(t45)
    t48 = Y_x*t47
    t49 = q_y*t47
    t50 = q_z*t47
    t51 = Y_y*t47
    t52 = Y_z*t47
    return (
        q_w*t46 - Y_y*t49 - Y_z*t50 - q_x*t48,
        Y_z*t49 + q_w*t48 + q_x*t46 - Y_y*t50,
        q_w*t51 + q_y*t46 + q_z*t48 - q_x*t52,
        q_w*t52 + q_x*t51 + q_z*t46 - q_y*t48)


def buss_8(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """One step of order 8 of the free body with space momentum L.

    Equation eq-buss-general; 898 operations (1173 before sharing), 151 temporaries.
    """
    t0 = 1/J_1
    r1 = t0*(J_2 - J_3)
    t1 = 1/J_2
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    w1_y = h*t1*(L_y + q_w*t4 + q_x*t5 - q_z*t3)
    t6 = 1/J_3
    w1_z = h*t6*(L_z + q_w*t5 + q_y*t3 - q_x*t4)
    w2_x = r1*w1_y*w1_z
    t7 = (1/2)*w2_x
    w1_x = h*t0*(L_x + q_w*t3 + q_z*t4 - q_y*t5)
    r3 = t6*(J_1 - J_2)
    w2_z = r3*w1_x*w1_y
    t8 = w1_y*w2_z
    r2 = t1*(J_3 - J_1)
    w2_y = r2*w1_x*w1_z
    w3_x = (1/2)*r1*(t8 + w1_z*w2_y)
    P3_x = (1/2)*w1_z*w2_y - (1/2)*t8
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t9 = w1_x*w2_y
    w3_z = (1/2)*r3*(t9 + w1_y*w2_x)
    t10 = w1_y*w3_z
    t11 = w1_x*w2_z
    t12 = w1_z*w2_x
    w3_y = (1/2)*r2*(t11 + t12)
    w4_x = (1/3)*r1*(t10 + w1_z*w3_y + w2_y*w2_z)
    P3_y = (1/2)*t11 - (1/2)*t12
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    P3_z = (1/2)*w1_y*w2_x - (1/2)*t9
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_z*w1_y + w1_z*w3_y - t10 - Y3_y*w1_z
    Q4_x = P3_y*w1_z - P3_z*w1_y
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t13 = w1_x*w3_y
    w4_z = (1/3)*r3*(t13 + w1_y*w3_x + w2_x*w2_y)
    t14 = w1_y*w4_z
    t15 = w2_y*w3_z
    t16 = w1_x*w3_z
    t17 = w1_z*w3_x
    w4_y = (1/3)*r2*(t16 + t17 + w2_x*w2_z)
    w5_x = (1/4)*r1*(t14 + t15 + w1_z*w4_y + w2_z*w3_y)
    P4_y = t16 + Y3_x*w1_z - t17 - Y3_z*w1_x
    Q4_y = P3_z*w1_x - P3_x*w1_z
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_y*w1_x + w1_y*w3_x - t13 - Y3_x*w1_y
    Q4_z = P3_x*w1_y - P3_y*w1_x
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_z*w2_y + Y4_z*w1_y + w1_z*w4_y + (1/2)*w2_z*w3_y - t14 - (1/2)*t15 -
        Y3_y*w2_z - Y4_y*w1_z)
    t18 = (1/2)*w2_z
    t19 = (1/2)*w2_y
    Q5_x = P3_y*t18 + P4_y*w1_z - P3_z*t19 - P4_z*w1_y
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t20 = (1/4320)*s2
    t21 = w1_x*w4_y
    t22 = w2_x*w3_y
    w5_z = (1/4)*r3*(t21 + t22 + w1_y*w4_x + w2_y*w3_x)
    t23 = w1_y*w5_z
    t24 = w2_y*w4_z
    t25 = w1_x*w4_z
    t26 = w1_z*w4_x
    t27 = w2_x*w3_z
    t28 = w2_z*w3_x
    w5_y = (1/4)*r2*(t25 + t26 + t27 + t28)
    w6_x = (1/5)*r1*(t23 + t24 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    P5_y = (
        t25 + (1/2)*t27 + Y3_x*w2_z + Y4_x*w1_z - t26 - (1/2)*t28 - Y3_z*w2_x -
        Y4_z*w1_x)
    Q5_y = (1/2)*P3_z*w2_x + P4_z*w1_x - P3_x*t18 - P4_x*w1_z
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_y*w2_x + Y4_y*w1_x + w1_y*w4_x + (1/2)*w2_y*w3_x - t21 - (1/2)*t22 -
        Y3_x*w2_y - Y4_x*w1_y)
    Q5_z = P3_x*t19 + P4_x*w1_y - P3_y*t7 - P4_y*w1_x
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_z*w3_y + Y4_z*w2_y + Y5_z*w1_y + w1_z*w5_y + (1/2)*w2_z*w4_y - t23 -
        (1/2)*t24 - Y3_y*w3_z - Y4_y*w2_z - Y5_y*w1_z)
    Q6_x = P3_y*Y3_z + P4_y*t18 + P5_y*w1_z - P3_z*Y3_y - P4_z*t19 - P5_z*w1_y
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t20 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t29 = (1/5040)*s3
    t30 = (1/5040)*s2
    t31 = w1_x*w5_y
    t32 = w2_x*w4_y
    w6_z = (1/5)*r3*(t31 + t32 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    t33 = w1_y*w6_z
    t34 = w2_y*w5_z
    t35 = w1_x*w5_z
    t36 = w1_z*w5_x
    t37 = w2_x*w4_z
    t38 = w2_z*w4_x
    w6_y = (1/5)*r2*(t35 + t36 + t37 + t38 + w3_x*w3_z)
    w7_x = (1/6)*r1*(t33 + t34 + w1_z*w6_y + w2_z*w5_y + w3_y*w4_z + w3_z*w4_y)
    P6_y = (
        t35 + (1/2)*t37 + Y3_x*w3_z + Y4_x*w2_z + Y5_x*w1_z - t36 - (1/2)*t38 -
        Y3_z*w3_x - Y4_z*w2_x - Y5_z*w1_x)
    Q6_y = P3_z*Y3_x + (1/2)*P4_z*w2_x + P5_z*w1_x - P3_x*Y3_z - P4_x*t18 - P5_x*w1_z
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t20 - (1/12)*P6_y
    P6_z = (
        Y3_y*w3_x + Y4_y*w2_x + Y5_y*w1_x + w1_y*w5_x + (1/2)*w2_y*w4_x - t31 -
        (1/2)*t32 - Y3_x*w3_y - Y4_x*w2_y - Y5_x*w1_y)
    Q6_z = P3_x*Y3_y + P4_x*t19 + P5_x*w1_y - P3_y*Y3_x - P4_y*t7 - P5_y*w1_x
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t20 - (1/12)*P6_z
    P7_x = (
        Y3_z*w4_y + Y4_z*w3_y + Y5_z*w2_y + Y6_z*w1_y + w1_z*w6_y + (1/2)*w2_z*w5_y -
        t33 - (1/2)*t34 - Y3_y*w4_z - Y4_y*w3_z - Y5_y*w2_z - Y6_y*w1_z)
    Q7_x = (
        P3_y*Y4_z + P4_y*Y3_z + P5_y*t18 + P6_y*w1_z - P3_z*Y4_y - P4_z*Y3_y - P5_z*t19
        - P6_z*w1_y)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t29 + Q5_x*t30 - (1/14)*P7_x
    t39 = (1/5760)*s3
    t40 = (1/5760)*s2
    t41 = 2*w1_x
    t42 = 2*w1_y
    t43 = 2*w1_z
    s4 = (
        (1/4)*w2_x*w2_x + (1/4)*w2_y*w2_y + (1/4)*w2_z*w2_z + Y3_x*t41 + Y3_y*t42 +
        Y3_z*t43)
    t44 = (1/241920)*s2*s2 + (1/5760)*s4
    t45 = w1_x*w6_y
    t46 = w2_x*w5_y
    w7_z = (1/6)*r3*(t45 + t46 + w1_y*w6_x + w2_y*w5_x + w3_x*w4_y + w3_y*w4_x)
    t47 = w1_y*w7_z
    t48 = w2_y*w6_z
    t49 = w1_x*w6_z
    t50 = w1_z*w6_x
    t51 = w2_x*w5_z
    t52 = w2_z*w5_x
    w7_y = (1/6)*r2*(t49 + t50 + t51 + t52 + w3_x*w4_z + w3_z*w4_x)
    w8_x = (
        (1/7)*r1*(t47 + t48 + w1_z*w7_y + w2_z*w6_y + w3_y*w5_z + w3_z*w5_y +
        w4_y*w4_z))
    P7_y = (
        t49 + (1/2)*t51 + Y3_x*w4_z + Y4_x*w3_z + Y5_x*w2_z + Y6_x*w1_z - t50 -
        (1/2)*t52 - Y3_z*w4_x - Y4_z*w3_x - Y5_z*w2_x - Y6_z*w1_x)
    Q7_y = (
        P3_z*Y4_x + P4_z*Y3_x + (1/2)*P5_z*w2_x + P6_z*w1_x - P3_x*Y4_z - P4_x*Y3_z -
        P5_x*t18 - P6_x*w1_z)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t29 + Q5_y*t30 - (1/14)*P7_y
    P7_z = (
        Y3_y*w4_x + Y4_y*w3_x + Y5_y*w2_x + Y6_y*w1_x + w1_y*w6_x + (1/2)*w2_y*w5_x -
        t45 - (1/2)*t46 - Y3_x*w4_y - Y4_x*w3_y - Y5_x*w2_y - Y6_x*w1_y)
    Q7_z = (
        P3_x*Y4_y + P4_x*Y3_y + P5_x*t19 + P6_x*w1_y - P3_y*Y4_x - P4_y*Y3_x - P5_y*t7
        - P6_y*w1_x)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t29 + Q5_z*t30 - (1/14)*P7_z
    P8_x = (
        Y3_z*w5_y + Y4_z*w4_y + Y5_z*w3_y + Y6_z*w2_y + Y7_z*w1_y + w1_z*w7_y +
        (1/2)*w2_z*w6_y - t47 - (1/2)*t48 - Y3_y*w5_z - Y4_y*w4_z - Y5_y*w3_z -
        Y6_y*w2_z - Y7_y*w1_z)
    Q8_x = (
        P3_y*Y5_z + P4_y*Y4_z + P5_y*Y3_z + P6_y*t18 + P7_y*w1_z - P3_z*Y5_y -
        P4_z*Y4_y - P5_z*Y3_y - P6_z*t19 - P7_z*w1_y)
    Y8_x = (1/96)*Q8_x + (1/8)*w8_x + Q4_x*t44 + Q5_x*t39 + Q6_x*t40 - (1/16)*P8_x
    Y_x = Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + Y8_x + t7 + w1_x
    t53 = w1_x*w7_z
    t54 = w1_z*w7_x
    t55 = w2_x*w6_z
    t56 = w2_z*w6_x
    w8_y = (1/7)*r2*(t53 + t54 + t55 + t56 + w3_x*w5_z + w3_z*w5_x + w4_x*w4_z)
    P8_y = (
        t53 + (1/2)*t55 + Y3_x*w5_z + Y4_x*w4_z + Y5_x*w3_z + Y6_x*w2_z + Y7_x*w1_z -
        t54 - (1/2)*t56 - Y3_z*w5_x - Y4_z*w4_x - Y5_z*w3_x - Y6_z*w2_x - Y7_z*w1_x)
    Q8_y = (
        P3_z*Y5_x + P4_z*Y4_x + P5_z*Y3_x + (1/2)*P6_z*w2_x + P7_z*w1_x - P3_x*Y5_z -
        P4_x*Y4_z - P5_x*Y3_z - P6_x*t18 - P7_x*w1_z)
    Y8_y = (1/96)*Q8_y + (1/8)*w8_y + Q4_y*t44 + Q5_y*t39 + Q6_y*t40 - (1/16)*P8_y
    Y_y = Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + Y8_y + t19 + w1_y
    t57 = w1_x*w7_y
    t58 = w2_x*w6_y
    w8_z = (
        (1/7)*r3*(t57 + t58 + w1_y*w7_x + w2_y*w6_x + w3_x*w5_y + w3_y*w5_x +
        w4_x*w4_y))
    P8_z = (
        Y3_y*w5_x + Y4_y*w4_x + Y5_y*w3_x + Y6_y*w2_x + Y7_y*w1_x + w1_y*w7_x +
        (1/2)*w2_y*w6_x - t57 - (1/2)*t58 - Y3_x*w5_y - Y4_x*w4_y - Y5_x*w3_y -
        Y6_x*w2_y - Y7_x*w1_y)
    Q8_z = (
        P3_x*Y5_y + P4_x*Y4_y + P5_x*Y3_y + P6_x*t19 + P7_x*w1_y - P3_y*Y5_x -
        P4_y*Y4_x - P5_y*Y3_x - P6_y*t7 - P7_y*w1_x)
    Y8_z = (1/96)*Q8_z + (1/8)*w8_z + Q4_z*t44 + Q5_z*t39 + Q6_z*t40 - (1/16)*P8_z
    Y_z = Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + Y8_z + t18 + w1_z
    t59 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t60 = c0(t59)
    t61 = (1/2)*c1(t59)
    t62 = Y_x*t61
    t63 = q_y*t61
    t64 = q_z*t61
    t65 = Y_y*t61
    t66 = Y_z*t61
    return (
        q_w*t60 - Y_y*t63 - Y_z*t64 - q_x*t62,
        Y_z*t63 + q_w*t62 + q_x*t60 - Y_y*t64,
        q_w*t65 + q_y*t60 + q_z*t62 - q_x*t66,
        q_w*t66 + q_x*t65 + q_z*t60 - q_y*t62)


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


def turn_3(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 3 of the body rate.

    Equation eq-buss-general; 84 operations (241 before sharing), 25 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = omega2_x*t1
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    w2_z = omega1_z*t0
    b01_x = w1_z*w2_y - w1_y*w2_z
    Y_x = w1_x + (1/2)*w2_x + (1/3)*w3_x - (1/12)*b01_x
    w3_y = omega2_y*t1
    b01_y = w1_x*w2_z - w1_z*w2_x
    Y_y = w1_y + (1/2)*w2_y + (1/3)*w3_y - (1/12)*b01_y
    w3_z = omega2_z*t1
    b01_z = w1_y*w2_x - w1_x*w2_y
    Y_z = w1_z + (1/2)*w2_z + (1/3)*w3_z - (1/12)*b01_z
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


def turn_4(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 4 of the body rate.

    Equation eq-buss-general; 111 operations (271 before sharing), 34 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = omega2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = omega3_x*t4
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    w2_z = omega1_z*t0
    b01_x = w1_z*w2_y - w1_y*w2_z
    w3_y = omega2_y*t1
    w3_z = omega2_z*t1
    b02_x = w1_z*w3_y - w1_y*w3_z
    Y_x = w1_x + (1/2)*w2_x + (1/3)*w3_x + (1/4)*w4_x - (1/12)*b01_x - (1/12)*b02_x
    w4_y = omega3_y*t4
    b01_y = w1_x*w2_z - w1_z*w2_x
    b02_y = w1_x*w3_z - w1_z*w3_x
    Y_y = w1_y + (1/2)*w2_y + (1/3)*w3_y + (1/4)*w4_y - (1/12)*b01_y - (1/12)*b02_y
    w4_z = omega3_z*t4
    b01_z = w1_y*w2_x - w1_x*w2_y
    b02_z = w1_y*w3_x - w1_x*w3_y
    Y_z = w1_z + (1/2)*w2_z + (1/3)*w3_z + (1/4)*w4_z - (1/12)*b01_z - (1/12)*b02_z
    t5 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t6 = c0(t5)
    t7 = (1/2)*c1(t5)
    t8 = Y_x*t7
    t9 = q_y*t7
    t10 = q_z*t7
    t11 = Y_y*t7
    t12 = Y_z*t7
    return (
        q_w*t6 - Y_y*t9 - Y_z*t10 - q_x*t8,
        Y_z*t9 + q_w*t8 + q_x*t6 - Y_y*t10,
        q_w*t11 + q_y*t6 + q_z*t8 - q_x*t12,
        q_w*t12 + q_x*t11 + q_z*t6 - q_y*t8)


def turn_5(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 5 of the body rate.

    Equation eq-buss-general; 207 operations (373 before sharing), 57 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = omega2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = omega3_x*t4
    t5 = h*t2*t2
    t6 = (1/24)*t5
    w5_x = omega4_x*t6
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    w2_z = omega1_z*t0
    b01_x = w1_z*w2_y - w1_y*w2_z
    w3_y = omega2_y*t1
    w3_z = omega2_z*t1
    b02_x = w1_z*w3_y - w1_y*w3_z
    w4_y = omega3_y*t4
    w4_z = omega3_z*t4
    b03_x = w1_z*w4_y - w1_y*w4_z
    b12_x = w2_z*w3_y - w2_y*w3_z
    b02_y = w1_x*w3_z - w1_z*w3_x
    b02_z = w1_y*w3_x - w1_x*w3_y
    b002_x = b02_y*w1_z - b02_z*w1_y
    b01_y = w1_x*w2_z - w1_z*w2_x
    b01_z = w1_y*w2_x - w1_x*w2_y
    b011_x = b01_z*w2_y - b01_y*w2_z
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b0001_x = b001_y*w1_z - b001_z*w1_y
    Y_x = (
        (1/720)*b0001_x + (1/360)*b002_x + (1/240)*b011_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x - (1/12)*b01_x - (1/12)*b02_x -
        (3/40)*b03_x - (1/60)*b12_x)
    w5_y = omega4_y*t6
    b03_y = w1_x*w4_z - w1_z*w4_x
    b12_y = w2_x*w3_z - w2_z*w3_x
    b002_y = b02_z*w1_x - b02_x*w1_z
    b011_y = b01_x*w2_z - b01_z*w2_x
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_y = b001_z*w1_x - b001_x*w1_z
    Y_y = (
        (1/720)*b0001_y + (1/360)*b002_y + (1/240)*b011_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y - (1/12)*b01_y - (1/12)*b02_y -
        (3/40)*b03_y - (1/60)*b12_y)
    w5_z = omega4_z*t6
    b03_z = w1_y*w4_x - w1_x*w4_y
    b12_z = w2_y*w3_x - w2_x*w3_y
    b002_z = b02_x*w1_y - b02_y*w1_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0001_z = b001_x*w1_y - b001_y*w1_x
    Y_z = (
        (1/720)*b0001_z + (1/360)*b002_z + (1/240)*b011_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z - (1/12)*b01_z - (1/12)*b02_z -
        (3/40)*b03_z - (1/60)*b12_z)
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


def turn_6(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 6 of the body rate.

    Equation eq-buss-general; 325 operations (493 before sharing), 84 temporaries.
    """
    w1_x = h*omega0_x
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = omega2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = omega3_x*t4
    t5 = h*t2*t2
    t6 = (1/24)*t5
    w5_x = omega4_x*t6
    t7 = h*h*h
    t8 = t7*t7
    t9 = (1/120)*t8
    w6_x = omega5_x*t9
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    w2_z = omega1_z*t0
    b01_x = w1_z*w2_y - w1_y*w2_z
    w3_y = omega2_y*t1
    w3_z = omega2_z*t1
    b02_x = w1_z*w3_y - w1_y*w3_z
    w4_y = omega3_y*t4
    w4_z = omega3_z*t4
    b03_x = w1_z*w4_y - w1_y*w4_z
    b12_x = w2_z*w3_y - w2_y*w3_z
    b02_y = w1_x*w3_z - w1_z*w3_x
    b02_z = w1_y*w3_x - w1_x*w3_y
    b002_x = b02_y*w1_z - b02_z*w1_y
    b01_y = w1_x*w2_z - w1_z*w2_x
    b01_z = w1_y*w2_x - w1_x*w2_y
    b011_x = b01_z*w2_y - b01_y*w2_z
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b0001_x = b001_y*w1_z - b001_z*w1_y
    w5_y = omega4_y*t6
    w5_z = omega4_z*t6
    b04_x = w1_z*w5_y - w1_y*w5_z
    b13_x = w2_z*w4_y - w2_y*w4_z
    b03_y = w1_x*w4_z - w1_z*w4_x
    b03_z = w1_y*w4_x - w1_x*w4_y
    b003_x = b03_y*w1_z - b03_z*w1_y
    b12_y = w2_x*w3_z - w2_z*w3_x
    b12_z = w2_y*w3_x - w2_x*w3_y
    b012_x = b12_y*w1_z - b12_z*w1_y
    b021_x = b02_z*w2_y - b02_y*w2_z
    b002_y = b02_z*w1_x - b02_x*w1_z
    b002_z = b02_x*w1_y - b02_y*w1_x
    b0002_x = b002_y*w1_z - b002_z*w1_y
    b011_y = b01_x*w2_z - b01_z*w2_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0011_x = b011_y*w1_z - b011_z*w1_y
    Y_x = (
        (1/720)*b0001_x + (1/720)*b0002_x + (1/360)*b002_x + (1/240)*b003_x +
        (1/240)*b011_x + (1/180)*b012_x + (1/144)*b021_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x + (1/6)*w6_x - (1/720)*b0011_x -
        (1/12)*b01_x - (1/12)*b02_x - (3/40)*b03_x - (1/15)*b04_x - (1/60)*b12_x -
        (1/48)*b13_x)
    w6_y = omega5_y*t9
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_y = b001_z*w1_x - b001_x*w1_z
    b04_y = w1_x*w5_z - w1_z*w5_x
    b13_y = w2_x*w4_z - w2_z*w4_x
    b003_y = b03_z*w1_x - b03_x*w1_z
    b012_y = b12_z*w1_x - b12_x*w1_z
    b021_y = b02_x*w2_z - b02_z*w2_x
    b0002_y = b002_z*w1_x - b002_x*w1_z
    b0011_y = b011_z*w1_x - b011_x*w1_z
    Y_y = (
        (1/720)*b0001_y + (1/720)*b0002_y + (1/360)*b002_y + (1/240)*b003_y +
        (1/240)*b011_y + (1/180)*b012_y + (1/144)*b021_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y + (1/6)*w6_y - (1/720)*b0011_y -
        (1/12)*b01_y - (1/12)*b02_y - (3/40)*b03_y - (1/15)*b04_y - (1/60)*b12_y -
        (1/48)*b13_y)
    w6_z = omega5_z*t9
    b0001_z = b001_x*w1_y - b001_y*w1_x
    b04_z = w1_y*w5_x - w1_x*w5_y
    b13_z = w2_y*w4_x - w2_x*w4_y
    b003_z = b03_x*w1_y - b03_y*w1_x
    b012_z = b12_x*w1_y - b12_y*w1_x
    b021_z = b02_y*w2_x - b02_x*w2_y
    b0002_z = b002_x*w1_y - b002_y*w1_x
    b0011_z = b011_x*w1_y - b011_y*w1_x
    Y_z = (
        (1/720)*b0001_z + (1/720)*b0002_z + (1/360)*b002_z + (1/240)*b003_z +
        (1/240)*b011_z + (1/180)*b012_z + (1/144)*b021_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z + (1/6)*w6_z - (1/720)*b0011_z -
        (1/12)*b01_z - (1/12)*b02_z - (3/40)*b03_z - (1/15)*b04_z - (1/60)*b12_z -
        (1/48)*b13_z)
    t10 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t11 = c0(t10)
    t12 = (1/2)*c1(t10)
    t13 = Y_x*t12
    t14 = q_y*t12
    t15 = q_z*t12
    t16 = Y_y*t12
    t17 = Y_z*t12
    return (
        q_w*t11 - Y_y*t14 - Y_z*t15 - q_x*t13,
        Y_z*t14 + q_w*t13 + q_x*t11 - Y_y*t15,
        q_w*t16 + q_y*t11 + q_z*t13 - q_x*t17,
        q_w*t17 + q_x*t16 + q_z*t11 - q_y*t13)


def turn_7(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 7 of the body rate.

    Equation eq-buss-general; 523 operations (745 before sharing), 94 temporaries.
    """
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*w2_x
    w1_x = h*omega0_x
    t2 = (1/2)*h*h*h
    w3_x = omega2_x*t2
    w2_z = omega1_z*t0
    t3 = (1/2)*w2_z
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    P3_x = (1/2)*w1_z*w2_y - t3*w1_y
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t4 = h*h
    t5 = t4*t4
    t6 = (1/6)*t5
    w4_x = omega3_x*t6
    w3_y = omega2_y*t2
    w3_z = omega2_z*t2
    P3_y = t3*w1_x - t1*w1_z
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    t7 = (1/2)*w2_y
    P3_z = (1/2)*w1_y*w2_x - t7*w1_x
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_z*w1_y + w1_z*w3_y - Y3_y*w1_z - w1_y*w3_z
    Q4_x = P3_y*w1_z - P3_z*w1_y
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t8 = h*t4*t4
    t9 = (1/24)*t8
    w5_x = omega4_x*t9
    w4_y = omega3_y*t6
    w4_z = omega3_z*t6
    P4_y = Y3_x*w1_z + w1_x*w3_z - Y3_z*w1_x - w1_z*w3_x
    Q4_y = P3_z*w1_x - P3_x*w1_z
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_y*w1_x + w1_y*w3_x - Y3_x*w1_y - w1_x*w3_y
    Q4_z = P3_x*w1_y - P3_y*w1_x
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_z*w2_y + Y4_z*w1_y + w1_z*w4_y + (1/2)*w2_z*w3_y - Y3_y*w2_z - Y4_y*w1_z -
        t7*w3_z - w1_y*w4_z)
    Q5_x = P3_y*t3 + P4_y*w1_z - P3_z*t7 - P4_z*w1_y
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t10 = (1/4320)*s2
    t11 = h*h*h
    t12 = t11*t11
    t13 = (1/120)*t12
    w6_x = omega5_x*t13
    w5_y = omega4_y*t9
    w5_z = omega4_z*t9
    P5_y = (
        Y3_x*w2_z + Y4_x*w1_z + t1*w3_z + w1_x*w4_z - Y3_z*w2_x - Y4_z*w1_x - t3*w3_x -
        w1_z*w4_x)
    Q5_y = (1/2)*P3_z*w2_x + P4_z*w1_x - P3_x*t3 - P4_x*w1_z
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_y*w2_x + Y4_y*w1_x + w1_y*w4_x + (1/2)*w2_y*w3_x - Y3_x*w2_y - Y4_x*w1_y -
        t1*w3_y - w1_x*w4_y)
    Q5_z = P3_x*t7 + P4_x*w1_y - P3_y*t1 - P4_y*w1_x
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_z*w3_y + Y4_z*w2_y + Y5_z*w1_y + w1_z*w5_y + (1/2)*w2_z*w4_y - Y3_y*w3_z -
        Y4_y*w2_z - Y5_y*w1_z - t7*w4_z - w1_y*w5_z)
    Q6_x = P3_y*Y3_z + P4_y*t3 + P5_y*w1_z - P3_z*Y3_y - P4_z*t7 - P5_z*w1_y
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t10 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t14 = (1/5040)*s3
    t15 = (1/5040)*s2
    t16 = h*t11*t11
    t17 = (1/720)*t16
    w7_x = omega6_x*t17
    w6_y = omega5_y*t13
    w6_z = omega5_z*t13
    P6_y = (
        Y3_x*w3_z + Y4_x*w2_z + Y5_x*w1_z + t1*w4_z + w1_x*w5_z - Y3_z*w3_x - Y4_z*w2_x
        - Y5_z*w1_x - t3*w4_x - w1_z*w5_x)
    Q6_y = P3_z*Y3_x + (1/2)*P4_z*w2_x + P5_z*w1_x - P3_x*Y3_z - P4_x*t3 - P5_x*w1_z
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t10 - (1/12)*P6_y
    P6_z = (
        Y3_y*w3_x + Y4_y*w2_x + Y5_y*w1_x + w1_y*w5_x + (1/2)*w2_y*w4_x - Y3_x*w3_y -
        Y4_x*w2_y - Y5_x*w1_y - t1*w4_y - w1_x*w5_y)
    Q6_z = P3_x*Y3_y + P4_x*t7 + P5_x*w1_y - P3_y*Y3_x - P4_y*t1 - P5_y*w1_x
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t10 - (1/12)*P6_z
    P7_x = (
        Y3_z*w4_y + Y4_z*w3_y + Y5_z*w2_y + Y6_z*w1_y + w1_z*w6_y + (1/2)*w2_z*w5_y -
        Y3_y*w4_z - Y4_y*w3_z - Y5_y*w2_z - Y6_y*w1_z - t7*w5_z - w1_y*w6_z)
    Q7_x = (
        P3_y*Y4_z + P4_y*Y3_z + P5_y*t3 + P6_y*w1_z - P3_z*Y4_y - P4_z*Y3_y - P5_z*t7 -
        P6_z*w1_y)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t14 + Q5_x*t15 - (1/14)*P7_x
    Y_x = Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + t1 + w1_x
    w7_y = omega6_y*t17
    P7_y = (
        Y3_x*w4_z + Y4_x*w3_z + Y5_x*w2_z + Y6_x*w1_z + t1*w5_z + w1_x*w6_z - Y3_z*w4_x
        - Y4_z*w3_x - Y5_z*w2_x - Y6_z*w1_x - t3*w5_x - w1_z*w6_x)
    Q7_y = (
        P3_z*Y4_x + P4_z*Y3_x + (1/2)*P5_z*w2_x + P6_z*w1_x - P3_x*Y4_z - P4_x*Y3_z -
        P5_x*t3 - P6_x*w1_z)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t14 + Q5_y*t15 - (1/14)*P7_y
    Y_y = Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + t7 + w1_y
    w7_z = omega6_z*t17
    P7_z = (
        Y3_y*w4_x + Y4_y*w3_x + Y5_y*w2_x + Y6_y*w1_x + w1_y*w6_x + (1/2)*w2_y*w5_x -
        Y3_x*w4_y - Y4_x*w3_y - Y5_x*w2_y - Y6_x*w1_y - t1*w5_y - w1_x*w6_y)
    Q7_z = (
        P3_x*Y4_y + P4_x*Y3_y + P5_x*t7 + P6_x*w1_y - P3_y*Y4_x - P4_y*Y3_x - P5_y*t1 -
        P6_y*w1_x)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t14 + Q5_z*t15 - (1/14)*P7_z
    Y_z = Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + t3 + w1_z
    t18 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t19 = c0(t18)
    t20 = (1/2)*c1(t18)
    t21 = Y_x*t20
    t22 = q_y*t20
    t23 = q_z*t20
    t24 = Y_y*t20
    t25 = Y_z*t20
    return (
        q_w*t19 - Y_y*t22 - Y_z*t23 - q_x*t21,
        Y_z*t22 + q_w*t21 + q_x*t19 - Y_y*t23,
        q_w*t24 + q_y*t19 + q_z*t21 - q_x*t25,
        q_w*t25 + q_x*t24 + q_z*t19 - q_y*t21)


def turn_8(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega0_x: float, omega0_y: float, omega0_z: float,
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    omega6_x: float, omega6_y: float, omega6_z: float,
    omega7_x: float, omega7_y: float, omega7_z: float,
    h: float,
) -> tuple[float, float, float, float]:
    """q turned by the Taylor series of order 8 of the body rate.

    Equation eq-buss-general; 728 operations (975 before sharing), 115 temporaries.
    """
    t0 = h*h
    w2_x = omega1_x*t0
    t1 = (1/2)*w2_x
    w1_x = h*omega0_x
    t2 = (1/2)*h*h*h
    w3_x = omega2_x*t2
    w2_z = omega1_z*t0
    t3 = (1/2)*w2_z
    w1_y = h*omega0_y
    w1_z = h*omega0_z
    w2_y = omega1_y*t0
    P3_x = (1/2)*w1_z*w2_y - t3*w1_y
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t4 = h*h
    t5 = t4*t4
    t6 = (1/6)*t5
    w4_x = omega3_x*t6
    w3_y = omega2_y*t2
    w3_z = omega2_z*t2
    P3_y = t3*w1_x - t1*w1_z
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    t7 = (1/2)*w2_y
    P3_z = (1/2)*w1_y*w2_x - t7*w1_x
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_z*w1_y + w1_z*w3_y - Y3_y*w1_z - w1_y*w3_z
    Q4_x = P3_y*w1_z - P3_z*w1_y
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t8 = h*t4*t4
    t9 = (1/24)*t8
    w5_x = omega4_x*t9
    w4_y = omega3_y*t6
    w4_z = omega3_z*t6
    P4_y = Y3_x*w1_z + w1_x*w3_z - Y3_z*w1_x - w1_z*w3_x
    Q4_y = P3_z*w1_x - P3_x*w1_z
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_y*w1_x + w1_y*w3_x - Y3_x*w1_y - w1_x*w3_y
    Q4_z = P3_x*w1_y - P3_y*w1_x
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_z*w2_y + Y4_z*w1_y + w1_z*w4_y + (1/2)*w2_z*w3_y - Y3_y*w2_z - Y4_y*w1_z -
        t7*w3_z - w1_y*w4_z)
    Q5_x = P3_y*t3 + P4_y*w1_z - P3_z*t7 - P4_z*w1_y
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t10 = (1/4320)*s2
    t11 = h*h*h
    t12 = t11*t11
    t13 = (1/120)*t12
    w6_x = omega5_x*t13
    w5_y = omega4_y*t9
    w5_z = omega4_z*t9
    P5_y = (
        Y3_x*w2_z + Y4_x*w1_z + t1*w3_z + w1_x*w4_z - Y3_z*w2_x - Y4_z*w1_x - t3*w3_x -
        w1_z*w4_x)
    Q5_y = (1/2)*P3_z*w2_x + P4_z*w1_x - P3_x*t3 - P4_x*w1_z
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_y*w2_x + Y4_y*w1_x + w1_y*w4_x + (1/2)*w2_y*w3_x - Y3_x*w2_y - Y4_x*w1_y -
        t1*w3_y - w1_x*w4_y)
    Q5_z = P3_x*t7 + P4_x*w1_y - P3_y*t1 - P4_y*w1_x
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_z*w3_y + Y4_z*w2_y + Y5_z*w1_y + w1_z*w5_y + (1/2)*w2_z*w4_y - Y3_y*w3_z -
        Y4_y*w2_z - Y5_y*w1_z - t7*w4_z - w1_y*w5_z)
    Q6_x = P3_y*Y3_z + P4_y*t3 + P5_y*w1_z - P3_z*Y3_y - P4_z*t7 - P5_z*w1_y
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t10 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t14 = (1/5040)*s3
    t15 = (1/5040)*s2
    t16 = h*t11*t11
    t17 = (1/720)*t16
    w7_x = omega6_x*t17
    w6_y = omega5_y*t13
    w6_z = omega5_z*t13
    P6_y = (
        Y3_x*w3_z + Y4_x*w2_z + Y5_x*w1_z + t1*w4_z + w1_x*w5_z - Y3_z*w3_x - Y4_z*w2_x
        - Y5_z*w1_x - t3*w4_x - w1_z*w5_x)
    Q6_y = P3_z*Y3_x + (1/2)*P4_z*w2_x + P5_z*w1_x - P3_x*Y3_z - P4_x*t3 - P5_x*w1_z
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t10 - (1/12)*P6_y
    P6_z = (
        Y3_y*w3_x + Y4_y*w2_x + Y5_y*w1_x + w1_y*w5_x + (1/2)*w2_y*w4_x - Y3_x*w3_y -
        Y4_x*w2_y - Y5_x*w1_y - t1*w4_y - w1_x*w5_y)
    Q6_z = P3_x*Y3_y + P4_x*t7 + P5_x*w1_y - P3_y*Y3_x - P4_y*t1 - P5_y*w1_x
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t10 - (1/12)*P6_z
    P7_x = (
        Y3_z*w4_y + Y4_z*w3_y + Y5_z*w2_y + Y6_z*w1_y + w1_z*w6_y + (1/2)*w2_z*w5_y -
        Y3_y*w4_z - Y4_y*w3_z - Y5_y*w2_z - Y6_y*w1_z - t7*w5_z - w1_y*w6_z)
    Q7_x = (
        P3_y*Y4_z + P4_y*Y3_z + P5_y*t3 + P6_y*w1_z - P3_z*Y4_y - P4_z*Y3_y - P5_z*t7 -
        P6_z*w1_y)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t14 + Q5_x*t15 - (1/14)*P7_x
    t18 = (1/5760)*s3
    t19 = (1/5760)*s2
    t20 = 2*w1_x
    t21 = 2*w1_y
    t22 = 2*w1_z
    s4 = (
        (1/4)*w2_x*w2_x + (1/4)*w2_y*w2_y + (1/4)*w2_z*w2_z + Y3_x*t20 + Y3_y*t21 +
        Y3_z*t22)
    t23 = (1/241920)*s2*s2 + (1/5760)*s4
    t24 = t5*t5
    t25 = (1/5040)*t24
    w8_x = omega7_x*t25
    w7_y = omega6_y*t17
    w7_z = omega6_z*t17
    P7_y = (
        Y3_x*w4_z + Y4_x*w3_z + Y5_x*w2_z + Y6_x*w1_z + t1*w5_z + w1_x*w6_z - Y3_z*w4_x
        - Y4_z*w3_x - Y5_z*w2_x - Y6_z*w1_x - t3*w5_x - w1_z*w6_x)
    Q7_y = (
        P3_z*Y4_x + P4_z*Y3_x + (1/2)*P5_z*w2_x + P6_z*w1_x - P3_x*Y4_z - P4_x*Y3_z -
        P5_x*t3 - P6_x*w1_z)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t14 + Q5_y*t15 - (1/14)*P7_y
    P7_z = (
        Y3_y*w4_x + Y4_y*w3_x + Y5_y*w2_x + Y6_y*w1_x + w1_y*w6_x + (1/2)*w2_y*w5_x -
        Y3_x*w4_y - Y4_x*w3_y - Y5_x*w2_y - Y6_x*w1_y - t1*w5_y - w1_x*w6_y)
    Q7_z = (
        P3_x*Y4_y + P4_x*Y3_y + P5_x*t7 + P6_x*w1_y - P3_y*Y4_x - P4_y*Y3_x - P5_y*t1 -
        P6_y*w1_x)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t14 + Q5_z*t15 - (1/14)*P7_z
    P8_x = (
        Y3_z*w5_y + Y4_z*w4_y + Y5_z*w3_y + Y6_z*w2_y + Y7_z*w1_y + w1_z*w7_y +
        (1/2)*w2_z*w6_y - Y3_y*w5_z - Y4_y*w4_z - Y5_y*w3_z - Y6_y*w2_z - Y7_y*w1_z -
        t7*w6_z - w1_y*w7_z)
    Q8_x = (
        P3_y*Y5_z + P4_y*Y4_z + P5_y*Y3_z + P6_y*t3 + P7_y*w1_z - P3_z*Y5_y - P4_z*Y4_y
        - P5_z*Y3_y - P6_z*t7 - P7_z*w1_y)
    Y8_x = (1/96)*Q8_x + (1/8)*w8_x + Q4_x*t23 + Q5_x*t18 + Q6_x*t19 - (1/16)*P8_x
    Y_x = Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + Y8_x + t1 + w1_x
    w8_y = omega7_y*t25
    P8_y = (
        Y3_x*w5_z + Y4_x*w4_z + Y5_x*w3_z + Y6_x*w2_z + Y7_x*w1_z + t1*w6_z + w1_x*w7_z
        - Y3_z*w5_x - Y4_z*w4_x - Y5_z*w3_x - Y6_z*w2_x - Y7_z*w1_x - t3*w6_x -
        w1_z*w7_x)
    Q8_y = (
        P3_z*Y5_x + P4_z*Y4_x + P5_z*Y3_x + (1/2)*P6_z*w2_x + P7_z*w1_x - P3_x*Y5_z -
        P4_x*Y4_z - P5_x*Y3_z - P6_x*t3 - P7_x*w1_z)
    Y8_y = (1/96)*Q8_y + (1/8)*w8_y + Q4_y*t23 + Q5_y*t18 + Q6_y*t19 - (1/16)*P8_y
    Y_y = Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + Y8_y + t7 + w1_y
    w8_z = omega7_z*t25
    P8_z = (
        Y3_y*w5_x + Y4_y*w4_x + Y5_y*w3_x + Y6_y*w2_x + Y7_y*w1_x + w1_y*w7_x +
        (1/2)*w2_y*w6_x - Y3_x*w5_y - Y4_x*w4_y - Y5_x*w3_y - Y6_x*w2_y - Y7_x*w1_y -
        t1*w6_y - w1_x*w7_y)
    Q8_z = (
        P3_x*Y5_y + P4_x*Y4_y + P5_x*Y3_y + P6_x*t7 + P7_x*w1_y - P3_y*Y5_x - P4_y*Y4_x
        - P5_y*Y3_x - P6_y*t1 - P7_y*w1_x)
    Y8_z = (1/96)*Q8_z + (1/8)*w8_z + Q4_z*t23 + Q5_z*t18 + Q6_z*t19 - (1/16)*P8_z
    Y_z = Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + Y8_z + t3 + w1_z
    t26 = (1/4)*Y_x*Y_x + (1/4)*Y_y*Y_y + (1/4)*Y_z*Y_z
    t27 = c0(t26)
    t28 = (1/2)*c1(t26)
    t29 = Y_x*t28
    t30 = q_y*t28
    t31 = q_z*t28
    t32 = Y_y*t28
    t33 = Y_z*t28
    return (
        q_w*t27 - Y_y*t30 - Y_z*t31 - q_x*t29,
        Y_z*t30 + q_w*t29 + q_x*t27 - Y_y*t31,
        q_w*t32 + q_y*t27 + q_z*t29 - q_x*t33,
        q_w*t33 + q_x*t32 + q_z*t27 - q_y*t29)


def free_term_2(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^2 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 15 operations (15 before sharing), 9 temporaries.
    """
    r1 = (J_2 - J_3)/J_1
    w1_y = omega_y
    w1_z = omega_z
    w2_x = r1*w1_y*w1_z
    r2 = (J_3 - J_1)/J_2
    w1_x = omega_x
    w2_y = r2*w1_x*w1_z
    r3 = (J_1 - J_2)/J_3
    w2_z = r3*w1_x*w1_y
    return ((1/2)*w2_x, (1/2)*w2_y, (1/2)*w2_z)


def free_term_3(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^3 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 41 operations (45 before sharing), 19 temporaries.
    """
    w1_y = omega_y
    r3 = (J_1 - J_2)/J_3
    w1_x = omega_x
    w2_z = r3*w1_x*w1_y
    t0 = w1_y*w2_z
    r1 = (J_2 - J_3)/J_1
    w1_z = omega_z
    r2 = (J_3 - J_1)/J_2
    w2_y = r2*w1_x*w1_z
    w3_x = (1/2)*r1*(t0 + w1_z*w2_y)
    b01_x = w1_z*w2_y - t0
    t1 = w1_x*w2_z
    w2_x = r1*w1_y*w1_z
    t2 = w1_z*w2_x
    w3_y = (1/2)*r2*(t1 + t2)
    b01_y = t1 - t2
    t3 = w1_x*w2_y
    w3_z = (1/2)*r3*(t3 + w1_y*w2_x)
    b01_z = w1_y*w2_x - t3
    return (
        (1/3)*w3_x - (1/12)*b01_x,
        (1/3)*w3_y - (1/12)*b01_y,
        (1/3)*w3_z - (1/12)*b01_z)


def free_term_4(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^4 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 62 operations (66 before sharing), 22 temporaries.
    """
    w1_y = omega_y
    r3 = (J_1 - J_2)/J_3
    w1_x = omega_x
    r1 = (J_2 - J_3)/J_1
    w1_z = omega_z
    w2_x = r1*w1_y*w1_z
    r2 = (J_3 - J_1)/J_2
    w2_y = r2*w1_x*w1_z
    w3_z = (1/2)*r3*(w1_x*w2_y + w1_y*w2_x)
    t0 = w1_y*w3_z
    w2_z = r3*w1_x*w1_y
    w3_y = (1/2)*r2*(w1_x*w2_z + w1_z*w2_x)
    w4_x = (1/3)*r1*(t0 + w1_z*w3_y + w2_y*w2_z)
    b02_x = w1_z*w3_y - t0
    t1 = w1_x*w3_z
    w3_x = (1/2)*r1*(w1_y*w2_z + w1_z*w2_y)
    t2 = w1_z*w3_x
    w4_y = (1/3)*r2*(t1 + t2 + w2_x*w2_z)
    b02_y = t1 - t2
    t3 = w1_x*w3_y
    w4_z = (1/3)*r3*(t3 + w1_y*w3_x + w2_x*w2_y)
    b02_z = w1_y*w3_x - t3
    return (
        (1/4)*w4_x - (1/12)*b02_x,
        (1/4)*w4_y - (1/12)*b02_y,
        (1/4)*w4_z - (1/12)*b02_z)


def free_term_5(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^5 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 164 operations (183 before sharing), 58 temporaries.
    """
    w1_y = omega_y
    w1_x = omega_x
    r3 = (J_1 - J_2)/J_3
    w2_z = r3*w1_x*w1_y
    t0 = w1_x*w2_z
    w1_z = omega_z
    r1 = (J_2 - J_3)/J_1
    w2_x = r1*w1_y*w1_z
    t1 = w1_z*w2_x
    r2 = (J_3 - J_1)/J_2
    w3_y = (1/2)*r2*(t0 + t1)
    t2 = w1_x*w3_y
    w2_y = r2*w1_x*w1_z
    t3 = w1_y*w2_z
    w3_x = (1/2)*r1*(t3 + w1_z*w2_y)
    w4_z = (1/3)*r3*(t2 + w1_y*w3_x + w2_x*w2_y)
    t4 = w1_y*w4_z
    t5 = w1_x*w2_y
    w3_z = (1/2)*r3*(t5 + w1_y*w2_x)
    t6 = w2_y*w3_z
    t7 = w1_x*w3_z
    t8 = w1_z*w3_x
    w4_y = (1/3)*r2*(t7 + t8 + w2_x*w2_z)
    w5_x = (1/4)*r1*(t4 + t6 + w1_z*w4_y + w2_z*w3_y)
    b03_x = w1_z*w4_y - t4
    b12_x = w2_z*w3_y - t6
    b02_y = t7 - t8
    b02_z = w1_y*w3_x - t2
    b002_x = b02_y*w1_z - b02_z*w1_y
    b01_y = t0 - t1
    b01_z = w1_y*w2_x - t5
    b011_x = b01_z*w2_y - b01_y*w2_z
    b01_x = w1_z*w2_y - t3
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b0001_x = b001_y*w1_z - b001_z*w1_y
    t9 = w1_x*w4_z
    t10 = w1_y*w3_z
    w4_x = (1/3)*r1*(t10 + w1_z*w3_y + w2_y*w2_z)
    t11 = w1_z*w4_x
    t12 = w2_x*w3_z
    t13 = w2_z*w3_x
    w5_y = (1/4)*r2*(t11 + t12 + t13 + t9)
    b03_y = t9 - t11
    b12_y = t12 - t13
    b02_x = w1_z*w3_y - t10
    b002_y = b02_z*w1_x - b02_x*w1_z
    b011_y = b01_x*w2_z - b01_z*w2_x
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_y = b001_z*w1_x - b001_x*w1_z
    t14 = w1_x*w4_y
    t15 = w2_x*w3_y
    w5_z = (1/4)*r3*(t14 + t15 + w1_y*w4_x + w2_y*w3_x)
    b03_z = w1_y*w4_x - t14
    b12_z = w2_y*w3_x - t15
    b002_z = b02_x*w1_y - b02_y*w1_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0001_z = b001_x*w1_y - b001_y*w1_x
    return (
        (1/720)*b0001_x + (1/360)*b002_x + (1/240)*b011_x + (1/5)*w5_x - (3/40)*b03_x -
        (1/60)*b12_x,
        (1/720)*b0001_y + (1/360)*b002_y + (1/240)*b011_y + (1/5)*w5_y - (3/40)*b03_y -
        (1/60)*b12_y,
        (1/720)*b0001_z + (1/360)*b002_z + (1/240)*b011_z + (1/5)*w5_z - (3/40)*b03_z -
        (1/60)*b12_z)


def free_term_6(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^6 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 246 operations (270 before sharing), 84 temporaries.
    """
    w1_y = omega_y
    w1_x = omega_x
    r2 = (J_3 - J_1)/J_2
    w1_z = omega_z
    w2_y = r2*w1_x*w1_z
    t0 = w1_x*w2_y
    r3 = (J_1 - J_2)/J_3
    r1 = (J_2 - J_3)/J_1
    w2_x = r1*w1_y*w1_z
    w3_z = (1/2)*r3*(t0 + w1_y*w2_x)
    t1 = w1_x*w3_z
    w2_z = r3*w1_x*w1_y
    t2 = w1_y*w2_z
    w3_x = (1/2)*r1*(t2 + w1_z*w2_y)
    t3 = w1_z*w3_x
    w4_y = (1/3)*r2*(t1 + t3 + w2_x*w2_z)
    t4 = w1_x*w4_y
    t5 = w1_x*w2_z
    t6 = w1_z*w2_x
    w3_y = (1/2)*r2*(t5 + t6)
    t7 = w2_x*w3_y
    t8 = w1_y*w3_z
    w4_x = (1/3)*r1*(t8 + w1_z*w3_y + w2_y*w2_z)
    w5_z = (1/4)*r3*(t4 + t7 + w1_y*w4_x + w2_y*w3_x)
    t9 = w1_y*w5_z
    t10 = w1_x*w3_y
    w4_z = (1/3)*r3*(t10 + w1_y*w3_x + w2_x*w2_y)
    t11 = w2_y*w4_z
    t12 = w1_x*w4_z
    t13 = w1_z*w4_x
    t14 = w2_x*w3_z
    t15 = w2_z*w3_x
    w5_y = (1/4)*r2*(t12 + t13 + t14 + t15)
    w6_x = (1/5)*r1*(t11 + t9 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    b04_x = w1_z*w5_y - t9
    b13_x = w2_z*w4_y - t11
    b03_y = t12 - t13
    b03_z = w1_y*w4_x - t4
    b003_x = b03_y*w1_z - b03_z*w1_y
    b12_y = t14 - t15
    b12_z = w2_y*w3_x - t7
    b012_x = b12_y*w1_z - b12_z*w1_y
    b02_y = t1 - t3
    b02_z = w1_y*w3_x - t10
    b021_x = b02_z*w2_y - b02_y*w2_z
    b02_x = w1_z*w3_y - t8
    b002_y = b02_z*w1_x - b02_x*w1_z
    b002_z = b02_x*w1_y - b02_y*w1_x
    b0002_x = b002_y*w1_z - b002_z*w1_y
    b01_x = w1_z*w2_y - t2
    b01_z = w1_y*w2_x - t0
    b011_y = b01_x*w2_z - b01_z*w2_x
    b01_y = t5 - t6
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0011_x = b011_y*w1_z - b011_z*w1_y
    t16 = w1_x*w5_z
    t17 = w1_y*w4_z
    t18 = w2_y*w3_z
    w5_x = (1/4)*r1*(t17 + t18 + w1_z*w4_y + w2_z*w3_y)
    t19 = w1_z*w5_x
    t20 = w2_x*w4_z
    t21 = w2_z*w4_x
    w6_y = (1/5)*r2*(t16 + t19 + t20 + t21 + w3_x*w3_z)
    b04_y = t16 - t19
    b13_y = t20 - t21
    b03_x = w1_z*w4_y - t17
    b003_y = b03_z*w1_x - b03_x*w1_z
    b12_x = w2_z*w3_y - t18
    b012_y = b12_z*w1_x - b12_x*w1_z
    b021_y = b02_x*w2_z - b02_z*w2_x
    b002_x = b02_y*w1_z - b02_z*w1_y
    b0002_y = b002_z*w1_x - b002_x*w1_z
    b011_x = b01_z*w2_y - b01_y*w2_z
    b0011_y = b011_z*w1_x - b011_x*w1_z
    t22 = w1_x*w5_y
    t23 = w2_x*w4_y
    w6_z = (1/5)*r3*(t22 + t23 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    b04_z = w1_y*w5_x - t22
    b13_z = w2_y*w4_x - t23
    b003_z = b03_x*w1_y - b03_y*w1_x
    b012_z = b12_x*w1_y - b12_y*w1_x
    b021_z = b02_y*w2_x - b02_x*w2_y
    b0002_z = b002_x*w1_y - b002_y*w1_x
    b0011_z = b011_x*w1_y - b011_y*w1_x
    return (
        (1/720)*b0002_x + (1/240)*b003_x + (1/180)*b012_x + (1/144)*b021_x + (1/6)*w6_x
        - (1/720)*b0011_x - (1/15)*b04_x - (1/48)*b13_x,
        (1/720)*b0002_y + (1/240)*b003_y + (1/180)*b012_y + (1/144)*b021_y + (1/6)*w6_y
        - (1/720)*b0011_y - (1/15)*b04_y - (1/48)*b13_y,
        (1/720)*b0002_z + (1/240)*b003_z + (1/180)*b012_z + (1/144)*b021_z + (1/6)*w6_z
        - (1/720)*b0011_z - (1/15)*b04_z - (1/48)*b13_z)


def free_term_7(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^7 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 513 operations (567 before sharing), 159 temporaries.
    """
    w1_y = omega_y
    w1_x = omega_x
    r3 = (J_1 - J_2)/J_3
    w2_z = r3*w1_x*w1_y
    t0 = w1_x*w2_z
    w1_z = omega_z
    r1 = (J_2 - J_3)/J_1
    w2_x = r1*w1_y*w1_z
    t1 = w1_z*w2_x
    r2 = (J_3 - J_1)/J_2
    w3_y = (1/2)*r2*(t0 + t1)
    t2 = w1_x*w3_y
    w2_y = r2*w1_x*w1_z
    t3 = w1_y*w2_z
    w3_x = (1/2)*r1*(t3 + w1_z*w2_y)
    w4_z = (1/3)*r3*(t2 + w1_y*w3_x + w2_x*w2_y)
    t4 = w1_x*w4_z
    t5 = w1_x*w2_y
    w3_z = (1/2)*r3*(t5 + w1_y*w2_x)
    t6 = w1_y*w3_z
    w4_x = (1/3)*r1*(t6 + w1_z*w3_y + w2_y*w2_z)
    t7 = w1_z*w4_x
    t8 = w2_x*w3_z
    t9 = w2_z*w3_x
    w5_y = (1/4)*r2*(t4 + t7 + t8 + t9)
    t10 = w1_x*w5_y
    t11 = w1_x*w3_z
    t12 = w1_z*w3_x
    w4_y = (1/3)*r2*(t11 + t12 + w2_x*w2_z)
    t13 = w2_x*w4_y
    t14 = w1_y*w4_z
    t15 = w2_y*w3_z
    w5_x = (1/4)*r1*(t14 + t15 + w1_z*w4_y + w2_z*w3_y)
    w6_z = (1/5)*r3*(t10 + t13 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    t16 = w1_y*w6_z
    t17 = w1_x*w4_y
    t18 = w2_x*w3_y
    w5_z = (1/4)*r3*(t17 + t18 + w1_y*w4_x + w2_y*w3_x)
    t19 = w2_y*w5_z
    t20 = w3_y*w4_z
    t21 = w1_x*w5_z
    t22 = w1_z*w5_x
    t23 = w2_x*w4_z
    t24 = w2_z*w4_x
    w6_y = (1/5)*r2*(t21 + t22 + t23 + t24 + w3_x*w3_z)
    w7_x = (1/6)*r1*(t16 + t19 + t20 + w1_z*w6_y + w2_z*w5_y + w3_z*w4_y)
    b05_x = w1_z*w6_y - t16
    b14_x = w2_z*w5_y - t19
    b23_x = w3_z*w4_y - t20
    b04_y = t21 - t22
    b04_z = w1_y*w5_x - t10
    b004_x = b04_y*w1_z - b04_z*w1_y
    b13_y = t23 - t24
    b13_z = w2_y*w4_x - t13
    b013_x = b13_y*w1_z - b13_z*w1_y
    b02_y = t11 - t12
    b02_z = w1_y*w3_x - t2
    b022_x = b02_z*w3_y - b02_y*w3_z
    b03_y = t4 - t7
    b03_z = w1_y*w4_x - t17
    b031_x = b03_z*w2_y - b03_y*w2_z
    b12_y = t8 - t9
    b12_z = w2_y*w3_x - t18
    b112_x = b12_y*w2_z - b12_z*w2_y
    b03_x = w1_z*w4_y - t14
    b003_y = b03_z*w1_x - b03_x*w1_z
    b003_z = b03_x*w1_y - b03_y*w1_x
    b0003_x = b003_y*w1_z - b003_z*w1_y
    b12_x = w2_z*w3_y - t15
    b012_y = b12_z*w1_x - b12_x*w1_z
    b012_z = b12_x*w1_y - b12_y*w1_x
    b0012_x = b012_y*w1_z - b012_z*w1_y
    b02_x = w1_z*w3_y - t6
    b021_y = b02_x*w2_z - b02_z*w2_x
    b021_z = b02_y*w2_x - b02_x*w2_y
    b0021_x = b021_y*w1_z - b021_z*w1_y
    b01_y = t0 - t1
    b01_z = w1_y*w2_x - t5
    b0102_x = b01_z*b02_y - b01_y*b02_z
    b01_x = w1_z*w2_y - t3
    b011_y = b01_x*w2_z - b01_z*w2_x
    b011_z = b01_y*w2_x - b01_x*w2_y
    b0111_x = b011_z*w2_y - b011_y*w2_z
    b002_x = b02_y*w1_z - b02_z*w1_y
    b002_z = b02_x*w1_y - b02_y*w1_x
    b0002_y = b002_z*w1_x - b002_x*w1_z
    b002_y = b02_z*w1_x - b02_x*w1_z
    b0002_z = b002_x*w1_y - b002_y*w1_x
    b00002_x = b0002_y*w1_z - b0002_z*w1_y
    b011_x = b01_z*w2_y - b01_y*w2_z
    b0011_y = b011_z*w1_x - b011_x*w1_z
    b0011_z = b011_x*w1_y - b011_y*w1_x
    b00011_x = b0011_y*w1_z - b0011_z*w1_y
    b001_y = b01_z*w1_x - b01_x*w1_z
    b001_z = b01_x*w1_y - b01_y*w1_x
    b00101_x = b001_z*b01_y - b001_y*b01_z
    b0001_x = b001_y*w1_z - b001_z*w1_y
    b001_x = b01_y*w1_z - b01_z*w1_y
    b0001_z = b001_x*w1_y - b001_y*w1_x
    b00001_y = b0001_z*w1_x - b0001_x*w1_z
    b0001_y = b001_z*w1_x - b001_x*w1_z
    b00001_z = b0001_x*w1_y - b0001_y*w1_x
    b000001_x = b00001_y*w1_z - b00001_z*w1_y
    t25 = w1_x*w6_z
    t26 = w1_y*w5_z
    t27 = w2_y*w4_z
    w6_x = (1/5)*r1*(t26 + t27 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    t28 = w1_z*w6_x
    t29 = w2_x*w5_z
    t30 = w2_z*w5_x
    t31 = w3_x*w4_z
    t32 = w3_z*w4_x
    w7_y = (1/6)*r2*(t25 + t28 + t29 + t30 + t31 + t32)
    b05_y = t25 - t28
    b14_y = t29 - t30
    b23_y = t31 - t32
    b04_x = w1_z*w5_y - t26
    b004_y = b04_z*w1_x - b04_x*w1_z
    b13_x = w2_z*w4_y - t27
    b013_y = b13_z*w1_x - b13_x*w1_z
    b022_y = b02_x*w3_z - b02_z*w3_x
    b031_y = b03_x*w2_z - b03_z*w2_x
    b112_y = b12_z*w2_x - b12_x*w2_z
    b003_x = b03_y*w1_z - b03_z*w1_y
    b0003_y = b003_z*w1_x - b003_x*w1_z
    b012_x = b12_y*w1_z - b12_z*w1_y
    b0012_y = b012_z*w1_x - b012_x*w1_z
    b021_x = b02_z*w2_y - b02_y*w2_z
    b0021_y = b021_z*w1_x - b021_x*w1_z
    b0102_y = b01_x*b02_z - b01_z*b02_x
    b0111_y = b011_x*w2_z - b011_z*w2_x
    b0002_x = b002_y*w1_z - b002_z*w1_y
    b00002_y = b0002_z*w1_x - b0002_x*w1_z
    b0011_x = b011_y*w1_z - b011_z*w1_y
    b00011_y = b0011_z*w1_x - b0011_x*w1_z
    b00101_y = b001_x*b01_z - b001_z*b01_x
    b00001_x = b0001_y*w1_z - b0001_z*w1_y
    b000001_y = b00001_z*w1_x - b00001_x*w1_z
    t33 = w1_x*w6_y
    t34 = w2_x*w5_y
    t35 = w3_x*w4_y
    w7_z = (1/6)*r3*(t33 + t34 + t35 + w1_y*w6_x + w2_y*w5_x + w3_y*w4_x)
    b05_z = w1_y*w6_x - t33
    b14_z = w2_y*w5_x - t34
    b23_z = w3_y*w4_x - t35
    b004_z = b04_x*w1_y - b04_y*w1_x
    b013_z = b13_x*w1_y - b13_y*w1_x
    b022_z = b02_y*w3_x - b02_x*w3_y
    b031_z = b03_y*w2_x - b03_x*w2_y
    b112_z = b12_x*w2_y - b12_y*w2_x
    b0003_z = b003_x*w1_y - b003_y*w1_x
    b0012_z = b012_x*w1_y - b012_y*w1_x
    b0021_z = b021_x*w1_y - b021_y*w1_x
    b0102_z = b01_y*b02_x - b01_x*b02_y
    b0111_z = b011_y*w2_x - b011_x*w2_y
    b00002_z = b0002_x*w1_y - b0002_y*w1_x
    b00011_z = b0011_x*w1_y - b0011_y*w1_x
    b00101_z = b001_y*b01_x - b001_x*b01_y
    b000001_z = b00001_x*w1_y - b00001_y*w1_x
    return (
        (1/840)*b0003_x + (1/7560)*b00101_x + (1/210)*b004_x + (1/5040)*b0111_x +
        (1/168)*b013_x + (5/1512)*b022_x + (3/560)*b031_x + (1/7)*w7_x -
        (1/30240)*b000001_x - (1/15120)*b00002_x - (1/10080)*b00011_x -
        (11/15120)*b0012_x - (19/7560)*b0021_x - (1/1890)*b0102_x - (5/84)*b05_x -
        (1/5040)*b112_x - (3/140)*b14_x - (1/168)*b23_x,
        (1/840)*b0003_y + (1/7560)*b00101_y + (1/210)*b004_y + (1/5040)*b0111_y +
        (1/168)*b013_y + (5/1512)*b022_y + (3/560)*b031_y + (1/7)*w7_y -
        (1/30240)*b000001_y - (1/15120)*b00002_y - (1/10080)*b00011_y -
        (11/15120)*b0012_y - (19/7560)*b0021_y - (1/1890)*b0102_y - (5/84)*b05_y -
        (1/5040)*b112_y - (3/140)*b14_y - (1/168)*b23_y,
        (1/840)*b0003_z + (1/7560)*b00101_z + (1/210)*b004_z + (1/5040)*b0111_z +
        (1/168)*b013_z + (5/1512)*b022_z + (3/560)*b031_z + (1/7)*w7_z -
        (1/30240)*b000001_z - (1/15120)*b00002_z - (1/10080)*b00011_z -
        (11/15120)*b0012_z - (19/7560)*b0021_z - (1/1890)*b0102_z - (5/84)*b05_z -
        (1/5040)*b112_z - (3/140)*b14_z - (1/168)*b23_z)


def free_term_8(
    omega_x: float, omega_y: float, omega_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float]:
    """What stands with h^8 in the rotation vector of the free body, body components.

    Equation eq-buss-next; 793 operations (884 before sharing), 133 temporaries.
    """
    w1_x = omega_x
    w1_y = omega_y
    w1_z = omega_z
    r1 = (J_2 - J_3)/J_1
    w2_x = r1*w1_y*w1_z
    r2 = (J_3 - J_1)/J_2
    w2_y = r2*w1_x*w1_z
    r3 = (J_1 - J_2)/J_3
    w2_z = r3*w1_x*w1_y
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t0 = (1/5760)*s3
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t1 = (1/5760)*s2
    t2 = 2*w1_x
    t3 = 2*w1_y
    t4 = 2*w1_z
    t5 = w1_y*w2_z
    w3_x = (1/2)*r1*(t5 + w1_z*w2_y)
    P3_x = (1/2)*w1_z*w2_y - (1/2)*t5
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t6 = w1_x*w2_z
    t7 = w1_z*w2_x
    w3_y = (1/2)*r2*(t6 + t7)
    P3_y = (1/2)*t6 - (1/2)*t7
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    t8 = w1_x*w2_y
    w3_z = (1/2)*r3*(t8 + w1_y*w2_x)
    P3_z = (1/2)*w1_y*w2_x - (1/2)*t8
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    s4 = (
        (1/4)*w2_x*w2_x + (1/4)*w2_y*w2_y + (1/4)*w2_z*w2_z + Y3_x*t2 + Y3_y*t3 +
        Y3_z*t4)
    t9 = (1/241920)*s2*s2 + (1/5760)*s4
    t10 = w1_x*w3_z
    t11 = w1_z*w3_x
    w4_y = (1/3)*r2*(t10 + t11 + w2_x*w2_z)
    t12 = w1_x*w4_y
    t13 = w2_x*w3_y
    t14 = w1_y*w3_z
    w4_x = (1/3)*r1*(t14 + w1_z*w3_y + w2_y*w2_z)
    w5_z = (1/4)*r3*(t12 + t13 + w1_y*w4_x + w2_y*w3_x)
    t15 = w1_x*w5_z
    t16 = w1_x*w3_y
    w4_z = (1/3)*r3*(t16 + w1_y*w3_x + w2_x*w2_y)
    t17 = w1_y*w4_z
    t18 = w2_y*w3_z
    w5_x = (1/4)*r1*(t17 + t18 + w1_z*w4_y + w2_z*w3_y)
    t19 = w1_z*w5_x
    t20 = w2_x*w4_z
    t21 = w2_z*w4_x
    w6_y = (1/5)*r2*(t15 + t19 + t20 + t21 + w3_x*w3_z)
    t22 = w1_x*w6_y
    t23 = w1_x*w4_z
    t24 = w1_z*w4_x
    t25 = w2_x*w3_z
    t26 = w2_z*w3_x
    w5_y = (1/4)*r2*(t23 + t24 + t25 + t26)
    t27 = w2_x*w5_y
    t28 = w1_y*w5_z
    t29 = w2_y*w4_z
    w6_x = (1/5)*r1*(t28 + t29 + w1_z*w5_y + w2_z*w4_y + w3_y*w3_z)
    w7_z = (1/6)*r3*(t22 + t27 + w1_y*w6_x + w2_y*w5_x + w3_x*w4_y + w3_y*w4_x)
    t30 = w1_y*w7_z
    t31 = w1_x*w5_y
    t32 = w2_x*w4_y
    w6_z = (1/5)*r3*(t31 + t32 + w1_y*w5_x + w2_y*w4_x + w3_x*w3_y)
    t33 = w2_y*w6_z
    t34 = w1_x*w6_z
    t35 = w1_z*w6_x
    t36 = w2_x*w5_z
    t37 = w2_z*w5_x
    w7_y = (1/6)*r2*(t34 + t35 + t36 + t37 + w3_x*w4_z + w3_z*w4_x)
    w8_x = (
        (1/7)*r1*(t30 + t33 + w1_z*w7_y + w2_z*w6_y + w3_y*w5_z + w3_z*w5_y +
        w4_y*w4_z))
    Q4_x = P3_y*w1_z - P3_z*w1_y
    t38 = (1/2)*w2_z
    P4_y = t10 + Y3_x*w1_z - t11 - Y3_z*w1_x
    P4_z = Y3_y*w1_x + w1_y*w3_x - t16 - Y3_x*w1_y
    Q5_x = P3_y*t38 + P4_y*w1_z - (1/2)*P3_z*w2_y - P4_z*w1_y
    t39 = (1/2)*w2_y
    P4_x = Y3_z*w1_y + w1_z*w3_y - t14 - Y3_y*w1_z
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    Q4_z = P3_x*w1_y - P3_y*w1_x
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_y = (
        t23 + (1/2)*t25 + Y3_x*w2_z + Y4_x*w1_z - t24 - (1/2)*t26 - Y3_z*w2_x -
        Y4_z*w1_x)
    Q4_y = P3_z*w1_x - P3_x*w1_z
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P5_z = (
        Y3_y*w2_x + Y4_y*w1_x + w1_y*w4_x + (1/2)*w2_y*w3_x - t12 - (1/2)*t13 -
        Y3_x*w2_y - Y4_x*w1_y)
    Q6_x = P3_y*Y3_z + P4_y*t38 + P5_y*w1_z - P3_z*Y3_y - P4_z*t39 - P5_z*w1_y
    Q5_y = (1/2)*P3_z*w2_x + P4_z*w1_x - P3_x*t38 - P4_x*w1_z
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    t40 = (1/2)*w2_x
    Q5_z = P3_x*t39 + P4_x*w1_y - P3_y*t40 - P4_y*w1_x
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    t41 = (1/4320)*s2
    P5_x = (
        Y3_z*w2_y + Y4_z*w1_y + w1_z*w4_y + (1/2)*w2_z*w3_y - t17 - (1/2)*t18 -
        Y3_y*w2_z - Y4_y*w1_z)
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    P6_y = (
        t15 + (1/2)*t20 + Y3_x*w3_z + Y4_x*w2_z + Y5_x*w1_z - t19 - (1/2)*t21 -
        Y3_z*w3_x - Y4_z*w2_x - Y5_z*w1_x)
    Q6_y = P3_z*Y3_x + (1/2)*P4_z*w2_x + P5_z*w1_x - P3_x*Y3_z - P4_x*t38 - P5_x*w1_z
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t41 - (1/12)*P6_y
    P6_z = (
        Y3_y*w3_x + Y4_y*w2_x + Y5_y*w1_x + w1_y*w5_x + (1/2)*w2_y*w4_x - t31 -
        (1/2)*t32 - Y3_x*w3_y - Y4_x*w2_y - Y5_x*w1_y)
    Q6_z = P3_x*Y3_y + P4_x*t39 + P5_x*w1_y - P3_y*Y3_x - P4_y*t40 - P5_y*w1_x
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t41 - (1/12)*P6_z
    t42 = (1/5040)*s3
    t43 = (1/5040)*s2
    P6_x = (
        Y3_z*w3_y + Y4_z*w2_y + Y5_z*w1_y + w1_z*w5_y + (1/2)*w2_z*w4_y - t28 -
        (1/2)*t29 - Y3_y*w3_z - Y4_y*w2_z - Y5_y*w1_z)
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t41 - (1/12)*P6_x
    P7_y = (
        t34 + (1/2)*t36 + Y3_x*w4_z + Y4_x*w3_z + Y5_x*w2_z + Y6_x*w1_z - t35 -
        (1/2)*t37 - Y3_z*w4_x - Y4_z*w3_x - Y5_z*w2_x - Y6_z*w1_x)
    Q7_y = (
        P3_z*Y4_x + P4_z*Y3_x + (1/2)*P5_z*w2_x + P6_z*w1_x - P3_x*Y4_z - P4_x*Y3_z -
        P5_x*t38 - P6_x*w1_z)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t42 + Q5_y*t43 - (1/14)*P7_y
    P7_z = (
        Y3_y*w4_x + Y4_y*w3_x + Y5_y*w2_x + Y6_y*w1_x + w1_y*w6_x + (1/2)*w2_y*w5_x -
        t22 - (1/2)*t27 - Y3_x*w4_y - Y4_x*w3_y - Y5_x*w2_y - Y6_x*w1_y)
    Q7_z = (
        P3_x*Y4_y + P4_x*Y3_y + P5_x*t39 + P6_x*w1_y - P3_y*Y4_x - P4_y*Y3_x - P5_y*t40
        - P6_y*w1_x)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t42 + Q5_z*t43 - (1/14)*P7_z
    P8_x = (
        Y3_z*w5_y + Y4_z*w4_y + Y5_z*w3_y + Y6_z*w2_y + Y7_z*w1_y + w1_z*w7_y +
        (1/2)*w2_z*w6_y - t30 - (1/2)*t33 - Y3_y*w5_z - Y4_y*w4_z - Y5_y*w3_z -
        Y6_y*w2_z - Y7_y*w1_z)
    Q8_x = (
        P3_y*Y5_z + P4_y*Y4_z + P5_y*Y3_z + P6_y*t38 + P7_y*w1_z - P3_z*Y5_y -
        P4_z*Y4_y - P5_z*Y3_y - P6_z*t39 - P7_z*w1_y)
    Y8_x = (1/96)*Q8_x + (1/8)*w8_x + Q4_x*t9 + Q5_x*t0 + Q6_x*t1 - (1/16)*P8_x
    t44 = w1_x*w7_z
    t45 = w1_y*w6_z
    t46 = w2_y*w5_z
    w7_x = (1/6)*r1*(t45 + t46 + w1_z*w6_y + w2_z*w5_y + w3_y*w4_z + w3_z*w4_y)
    t47 = w1_z*w7_x
    t48 = w2_x*w6_z
    t49 = w2_z*w6_x
    w8_y = (1/7)*r2*(t44 + t47 + t48 + t49 + w3_x*w5_z + w3_z*w5_x + w4_x*w4_z)
    P7_x = (
        Y3_z*w4_y + Y4_z*w3_y + Y5_z*w2_y + Y6_z*w1_y + w1_z*w6_y + (1/2)*w2_z*w5_y -
        t45 - (1/2)*t46 - Y3_y*w4_z - Y4_y*w3_z - Y5_y*w2_z - Y6_y*w1_z)
    Q7_x = (
        P3_y*Y4_z + P4_y*Y3_z + P5_y*t38 + P6_y*w1_z - P3_z*Y4_y - P4_z*Y3_y - P5_z*t39
        - P6_z*w1_y)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t42 + Q5_x*t43 - (1/14)*P7_x
    P8_y = (
        t44 + (1/2)*t48 + Y3_x*w5_z + Y4_x*w4_z + Y5_x*w3_z + Y6_x*w2_z + Y7_x*w1_z -
        t47 - (1/2)*t49 - Y3_z*w5_x - Y4_z*w4_x - Y5_z*w3_x - Y6_z*w2_x - Y7_z*w1_x)
    Q8_y = (
        P3_z*Y5_x + P4_z*Y4_x + P5_z*Y3_x + (1/2)*P6_z*w2_x + P7_z*w1_x - P3_x*Y5_z -
        P4_x*Y4_z - P5_x*Y3_z - P6_x*t38 - P7_x*w1_z)
    Y8_y = (1/96)*Q8_y + (1/8)*w8_y + Q4_y*t9 + Q5_y*t0 + Q6_y*t1 - (1/16)*P8_y
    t50 = w1_x*w7_y
    t51 = w2_x*w6_y
    w8_z = (
        (1/7)*r3*(t50 + t51 + w1_y*w7_x + w2_y*w6_x + w3_x*w5_y + w3_y*w5_x +
        w4_x*w4_y))
    P8_z = (
        Y3_y*w5_x + Y4_y*w4_x + Y5_y*w3_x + Y6_y*w2_x + Y7_y*w1_x + w1_y*w7_x +
        (1/2)*w2_y*w6_x - t50 - (1/2)*t51 - Y3_x*w5_y - Y4_x*w4_y - Y5_x*w3_y -
        Y6_x*w2_y - Y7_x*w1_y)
    Q8_z = (
        P3_x*Y5_y + P4_x*Y4_y + P5_x*Y3_y + P6_x*t39 + P7_x*w1_y - P3_y*Y5_x -
        P4_y*Y4_x - P5_y*Y3_x - P6_y*t40 - P7_y*w1_x)
    Y8_z = (1/96)*Q8_z + (1/8)*w8_z + Q4_z*t9 + Q5_z*t0 + Q6_z*t1 - (1/16)*P8_z
    return (Y8_x, Y8_y, Y8_z)


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
