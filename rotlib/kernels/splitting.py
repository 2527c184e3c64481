"""The free body as a sequence of turns about its principal axes.

Generated from book/buss/rivals-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import cos, sin

YOSHIDA = 1.3512071919596575


def splitting_123(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 1, 2, 3 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_1
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    t6 = l_x*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_x*s1
    q1_y = q_y*w1 + q_z*s1
    t7 = t0/J_2
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_y = cos1*l_y + l_z*sin1
    t8 = l1_y*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_y*s2
    q1_x = q_w*s1 + q_x*w1
    q1_z = q_z*w1 - q_y*s1
    q2_z = q1_x*s2 + q1_z*w2
    l1_z = cos1*l_z - l_y*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_z = cos2*l1_z + l_x*sin2
    t9 = (1/2)*h*l2_z/J_3
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_z*s3
    q2_x = q1_x*w2 - q1_z*s2
    q2_y = q1_w*s2 + q1_y*w2
    q3_y = q2_y*w3 - q2_x*s3
    l2_x = cos2*l_x - l1_z*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_y = cos3*l1_y - l2_x*sin3
    t10 = l3_y*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_y*s4
    q3_x = q2_x*w3 + q2_y*s3
    q3_z = q2_w*s3 + q2_z*w3
    q4_x = q3_x*w4 - q3_z*s4
    l3_x = cos3*l2_x + l1_y*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_x = cos4*l3_x - l2_z*sin4
    t11 = l4_x*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_x*s5
    q5_x = q4_w*s5 + q4_x*w5
    q4_y = q3_w*s4 + q3_y*w4
    q4_z = q3_x*s4 + q3_z*w4
    q5_y = q4_y*w5 + q4_z*s5
    q5_z = q4_z*w5 - q4_y*s5
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_132(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 1, 3, 2 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_1
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    t6 = l_x*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_x*s1
    q1_z = q_z*w1 - q_y*s1
    t7 = t0/J_3
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_z = cos1*l_z - l_y*sin1
    t8 = l1_z*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_z*s2
    q1_x = q_w*s1 + q_x*w1
    q1_y = q_y*w1 + q_z*s1
    q2_y = q1_y*w2 - q1_x*s2
    l1_y = cos1*l_y + l_z*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_y = cos2*l1_y - l_x*sin2
    t9 = (1/2)*h*l2_y/J_2
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_y*s3
    q2_x = q1_x*w2 + q1_y*s2
    q2_z = q1_w*s2 + q1_z*w2
    q3_z = q2_x*s3 + q2_z*w3
    l2_x = cos2*l_x + l1_y*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_z = cos3*l1_z + l2_x*sin3
    t10 = l3_z*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_z*s4
    q3_x = q2_x*w3 - q2_z*s3
    q3_y = q2_w*s3 + q2_y*w3
    q4_x = q3_x*w4 + q3_y*s4
    l3_x = cos3*l2_x - l1_z*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_x = cos4*l3_x + l2_y*sin4
    t11 = l4_x*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_x*s5
    q5_x = q4_w*s5 + q4_x*w5
    q4_y = q3_y*w4 - q3_x*s4
    q4_z = q3_w*s4 + q3_z*w4
    q5_y = q4_y*w5 + q4_z*s5
    q5_z = q4_z*w5 - q4_y*s5
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_213(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 2, 1, 3 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_2
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    t6 = l_y*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_y*s1
    q1_x = q_x*w1 - q_z*s1
    t7 = t0/J_1
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_x = cos1*l_x - l_z*sin1
    t8 = l1_x*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_x*s2
    q1_y = q_w*s1 + q_y*w1
    q1_z = q_x*s1 + q_z*w1
    q2_z = q1_z*w2 - q1_y*s2
    l1_z = cos1*l_z + l_x*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_z = cos2*l1_z - l_y*sin2
    t9 = (1/2)*h*l2_z/J_3
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_z*s3
    q2_x = q1_w*s2 + q1_x*w2
    q2_y = q1_y*w2 + q1_z*s2
    q3_x = q2_x*w3 + q2_y*s3
    l2_y = cos2*l_y + l1_z*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_x = cos3*l1_x + l2_y*sin3
    t10 = l3_x*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_x*s4
    q3_y = q2_y*w3 - q2_x*s3
    q3_z = q2_w*s3 + q2_z*w3
    q4_y = q3_y*w4 + q3_z*s4
    l3_y = cos3*l2_y - l1_x*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_y = cos4*l3_y + l2_z*sin4
    t11 = l4_y*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_y*s5
    q4_x = q3_w*s4 + q3_x*w4
    q4_z = q3_z*w4 - q3_y*s4
    q5_x = q4_x*w5 - q4_z*s5
    q5_y = q4_w*s5 + q4_y*w5
    q5_z = q4_x*s5 + q4_z*w5
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_231(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 2, 3, 1 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_2
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    t6 = l_y*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_y*s1
    q1_z = q_x*s1 + q_z*w1
    t7 = t0/J_3
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_z = cos1*l_z + l_x*sin1
    t8 = l1_z*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_z*s2
    q1_x = q_x*w1 - q_z*s1
    q1_y = q_w*s1 + q_y*w1
    q2_x = q1_x*w2 + q1_y*s2
    l1_x = cos1*l_x - l_z*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_x = cos2*l1_x + l_y*sin2
    t9 = (1/2)*h*l2_x/J_1
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_x*s3
    q2_y = q1_y*w2 - q1_x*s2
    q2_z = q1_w*s2 + q1_z*w2
    q3_z = q2_z*w3 - q2_y*s3
    l2_y = cos2*l_y - l1_x*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_z = cos3*l1_z - l2_y*sin3
    t10 = l3_z*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_z*s4
    q3_x = q2_w*s3 + q2_x*w3
    q3_y = q2_y*w3 + q2_z*s3
    q4_y = q3_y*w4 - q3_x*s4
    l3_y = cos3*l2_y + l1_z*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_y = cos4*l3_y - l2_x*sin4
    t11 = l4_y*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_y*s5
    q4_x = q3_x*w4 + q3_y*s4
    q4_z = q3_w*s4 + q3_z*w4
    q5_x = q4_x*w5 - q4_z*s5
    q5_y = q4_w*s5 + q4_y*w5
    q5_z = q4_x*s5 + q4_z*w5
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_312(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 3, 1, 2 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_3
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    t6 = l_z*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_z*s1
    q1_x = q_x*w1 + q_y*s1
    t7 = t0/J_1
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_x = cos1*l_x + l_y*sin1
    t8 = l1_x*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_x*s2
    q1_y = q_y*w1 - q_x*s1
    q1_z = q_w*s1 + q_z*w1
    q2_y = q1_y*w2 + q1_z*s2
    l1_y = cos1*l_y - l_x*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_y = cos2*l1_y + l_z*sin2
    t9 = (1/2)*h*l2_y/J_2
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_y*s3
    q2_x = q1_w*s2 + q1_x*w2
    q2_z = q1_z*w2 - q1_y*s2
    q3_x = q2_x*w3 - q2_z*s3
    l2_z = cos2*l_z - l1_y*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_x = cos3*l1_x - l2_z*sin3
    t10 = l3_x*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_x*s4
    q3_y = q2_w*s3 + q2_y*w3
    q3_z = q2_x*s3 + q2_z*w3
    q4_z = q3_z*w4 - q3_y*s4
    l3_z = cos3*l2_z + l1_x*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_z = cos4*l3_z - l2_y*sin4
    t11 = l4_z*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_z*s5
    q4_x = q3_w*s4 + q3_x*w4
    q4_y = q3_y*w4 + q3_z*s4
    q5_x = q4_x*w5 + q4_y*s5
    q5_y = q4_y*w5 - q4_x*s5
    q5_z = q4_w*s5 + q4_z*w5
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_321(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float, float]:
    """Turns about the principal axes 3, 2, 1 and back, half steps but for the middle one.

    Equation eq-splitting; 153 operations (218 before sharing), 60 temporaries.
    """
    t0 = (1/4)*h
    t1 = t0/J_3
    t2 = 2*q_z
    t3 = L_y*t2 - 2*L_z*q_y
    t4 = 2*L_z*q_x - L_x*t2
    t5 = 2*L_x*q_y - 2*L_y*q_x
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    t6 = l_z*t1
    w1 = cos(t6)
    s1 = sin(t6)
    q1_w = q_w*w1 - q_z*s1
    q1_y = q_y*w1 - q_x*s1
    t7 = t0/J_2
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    cos1 = w1*w1 - s1*s1
    sin1 = 2*s1*w1
    l1_y = cos1*l_y - l_x*sin1
    t8 = l1_y*t7
    w2 = cos(t8)
    s2 = sin(t8)
    q2_w = q1_w*w2 - q1_y*s2
    q1_x = q_x*w1 + q_y*s1
    q1_z = q_w*s1 + q_z*w1
    q2_x = q1_x*w2 - q1_z*s2
    l1_x = cos1*l_x + l_y*sin1
    cos2 = w2*w2 - s2*s2
    sin2 = 2*s2*w2
    l2_x = cos2*l1_x - l_z*sin2
    t9 = (1/2)*h*l2_x/J_1
    w3 = cos(t9)
    s3 = sin(t9)
    q3_w = q2_w*w3 - q2_x*s3
    q2_y = q1_w*s2 + q1_y*w2
    q2_z = q1_x*s2 + q1_z*w2
    q3_y = q2_y*w3 + q2_z*s3
    l2_z = cos2*l_z + l1_x*sin2
    cos3 = w3*w3 - s3*s3
    sin3 = 2*s3*w3
    l3_y = cos3*l1_y + l2_z*sin3
    t10 = l3_y*t7
    w4 = cos(t10)
    s4 = sin(t10)
    q4_w = q3_w*w4 - q3_y*s4
    q3_x = q2_w*s3 + q2_x*w3
    q3_z = q2_z*w3 - q2_y*s3
    q4_z = q3_x*s4 + q3_z*w4
    l3_z = cos3*l2_z - l1_y*sin3
    cos4 = w4*w4 - s4*s4
    sin4 = 2*s4*w4
    l4_z = cos4*l3_z + l2_x*sin4
    t11 = l4_z*t1
    w5 = cos(t11)
    s5 = sin(t11)
    q5_w = q4_w*w5 - q4_z*s5
    q4_x = q3_x*w4 - q3_z*s4
    q4_y = q3_w*s4 + q3_y*w4
    q5_x = q4_x*w5 + q4_y*s5
    q5_y = q4_y*w5 - q4_x*s5
    q5_z = q4_w*s5 + q4_z*w5
    return (q5_w, q5_x, q5_y, q5_z)


def error_energy(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float]:
    """T_2 of the splitting about the axes 1, 2, 3 at the momentum l, and its gradient; for another order give the axes in that order.

    Equation eq-splitting-energy-error; 153 operations (326 before sharing), 38 temporaries.
    """
    t0 = 1/J_2
    t1 = 1/(J_1*J_1)
    t2 = t0*t1
    t3 = l_y*l_y
    t4 = l_x*l_x
    t5 = (1/24)*t4
    t6 = t3*t5
    t7 = l_z*l_z
    t8 = t2*t7
    t9 = 1/J_3
    t10 = t1*t9
    t11 = t10*t7
    t12 = (1/12)*t3
    t13 = 1/J_1
    t14 = 1/(J_2*J_2)
    t15 = t13*t14
    t16 = t15*t4
    t17 = (1/12)*t4
    t18 = 1/(J_3*J_3)
    t19 = t18*t7
    t20 = t13*t19
    t21 = t14*t9
    t22 = t0*t19
    t23 = t13*t4
    t24 = t0*t9
    t25 = t23*t24
    t26 = t13*t24*t7
    t27 = l_x*t12
    t28 = (1/12)*l_x
    t29 = (1/6)*l_x
    t30 = t15*t3
    t31 = t13*t24*t3
    t32 = l_y*t17
    t33 = (1/6)*l_y
    t34 = l_z*t17
    t35 = (1/6)*l_z
    t36 = t18*t35
    t37 = t3*t36
    return (
        t11*t5 + t12*t20 + t12*t25 + t17*t22 + t17*t26 + t2*t6 + t12*t15*t7 +
        (1/24)*t21*t3*t7 - t10*t6 - t12*t16 - t12*t22 - t17*t20 - t21*t6 - (1/6)*t26*t3
        - t5*t8,
        t11*t28 + t2*t27 + t22*t29 + t26*t29 + t29*t31 - t10*t27 - t20*t29 - t21*t27 -
        t28*t8 - t29*t30,
        (1/12)*l_y*t0*t1*t4 + (1/6)*l_y*t13*t14*t7 + (1/6)*l_y*t13*t18*t7 +
        (1/12)*l_y*t14*t7*t9 + (1/6)*l_y*t0*t13*t4*t9 - (1/3)*l_y*t26 - t10*t32 -
        t16*t33 - t21*t32 - t22*t33,
        t10*t34 + t13*t37 + t25*t35 + t30*t35 + l_z*t12*t21 + t0*t36*t4 - (1/3)*l_z*t31
        - t0*t37 - t2*t34 - t23*t36)
