"""The free body as a sequence of turns about its principal axes.

Generated from book/buss/rivals-derive.ipynb by `python -m rotlib.codegen --write`; never edited.
"""

from math import cos, sin

YOSHIDA = 1.3512071919596575


def splitting_123(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_x*s1_
    q1_y = c1_*q_y + q_z*s1_
    t7 = t0/J_2
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_y = cos1*l_y + l_z*sin1
    t8 = l1_y*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_y*s2_
    q1_x = c1_*q_x + q_w*s1_
    q1_z = c1_*q_z - q_y*s1_
    q2_z = c2_*q1_z + q1_x*s2_
    l1_z = cos1*l_z - l_y*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_z = cos2*l1_z + l_x*sin2
    t9 = (1/2)*h*l2_z/J_3
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_z*s3_
    q2_x = c2_*q1_x - q1_z*s2_
    q2_y = c2_*q1_y + q1_w*s2_
    q3_y = c3_*q2_y - q2_x*s3_
    l2_x = cos2*l_x - l1_z*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_y = cos3*l1_y - l2_x*sin3
    t10 = l3_y*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_y*s4_
    q3_x = c3_*q2_x + q2_y*s3_
    q3_z = c3_*q2_z + q2_w*s3_
    q4_x = c4_*q3_x - q3_z*s4_
    l3_x = cos3*l2_x + l1_y*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_x = cos4*l3_x - l2_z*sin4
    t11 = l4_x*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_x*s5_
    q5_x = c5_*q4_x + q4_w*s5_
    q4_y = c4_*q3_y + q3_w*s4_
    q4_z = c4_*q3_z + q3_x*s4_
    q5_y = c5_*q4_y + q4_z*s5_
    q5_z = c5_*q4_z - q4_y*s5_
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_132(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_x*s1_
    q1_z = c1_*q_z - q_y*s1_
    t7 = t0/J_3
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_z = cos1*l_z - l_y*sin1
    t8 = l1_z*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_z*s2_
    q1_x = c1_*q_x + q_w*s1_
    q1_y = c1_*q_y + q_z*s1_
    q2_y = c2_*q1_y - q1_x*s2_
    l1_y = cos1*l_y + l_z*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_y = cos2*l1_y - l_x*sin2
    t9 = (1/2)*h*l2_y/J_2
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_y*s3_
    q2_x = c2_*q1_x + q1_y*s2_
    q2_z = c2_*q1_z + q1_w*s2_
    q3_z = c3_*q2_z + q2_x*s3_
    l2_x = cos2*l_x + l1_y*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_z = cos3*l1_z + l2_x*sin3
    t10 = l3_z*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_z*s4_
    q3_x = c3_*q2_x - q2_z*s3_
    q3_y = c3_*q2_y + q2_w*s3_
    q4_x = c4_*q3_x + q3_y*s4_
    l3_x = cos3*l2_x - l1_z*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_x = cos4*l3_x + l2_y*sin4
    t11 = l4_x*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_x*s5_
    q5_x = c5_*q4_x + q4_w*s5_
    q4_y = c4_*q3_y - q3_x*s4_
    q4_z = c4_*q3_z + q3_w*s4_
    q5_y = c5_*q4_y + q4_z*s5_
    q5_z = c5_*q4_z - q4_y*s5_
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_213(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_y*s1_
    q1_x = c1_*q_x - q_z*s1_
    t7 = t0/J_1
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_x = cos1*l_x - l_z*sin1
    t8 = l1_x*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_x*s2_
    q1_y = c1_*q_y + q_w*s1_
    q1_z = c1_*q_z + q_x*s1_
    q2_z = c2_*q1_z - q1_y*s2_
    l1_z = cos1*l_z + l_x*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_z = cos2*l1_z - l_y*sin2
    t9 = (1/2)*h*l2_z/J_3
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_z*s3_
    q2_x = c2_*q1_x + q1_w*s2_
    q2_y = c2_*q1_y + q1_z*s2_
    q3_x = c3_*q2_x + q2_y*s3_
    l2_y = cos2*l_y + l1_z*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_x = cos3*l1_x + l2_y*sin3
    t10 = l3_x*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_x*s4_
    q3_y = c3_*q2_y - q2_x*s3_
    q3_z = c3_*q2_z + q2_w*s3_
    q4_y = c4_*q3_y + q3_z*s4_
    l3_y = cos3*l2_y - l1_x*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_y = cos4*l3_y + l2_z*sin4
    t11 = l4_y*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_y*s5_
    q4_x = c4_*q3_x + q3_w*s4_
    q4_z = c4_*q3_z - q3_y*s4_
    q5_x = c5_*q4_x - q4_z*s5_
    q5_y = c5_*q4_y + q4_w*s5_
    q5_z = c5_*q4_z + q4_x*s5_
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_231(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_y*s1_
    q1_z = c1_*q_z + q_x*s1_
    t7 = t0/J_3
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_z = L_z + q_w*t5 + q_y*t3 - q_x*t4
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_z = cos1*l_z + l_x*sin1
    t8 = l1_z*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_z*s2_
    q1_x = c1_*q_x - q_z*s1_
    q1_y = c1_*q_y + q_w*s1_
    q2_x = c2_*q1_x + q1_y*s2_
    l1_x = cos1*l_x - l_z*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_x = cos2*l1_x + l_y*sin2
    t9 = (1/2)*h*l2_x/J_1
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_x*s3_
    q2_y = c2_*q1_y - q1_x*s2_
    q2_z = c2_*q1_z + q1_w*s2_
    q3_z = c3_*q2_z - q2_y*s3_
    l2_y = cos2*l_y - l1_x*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_z = cos3*l1_z - l2_y*sin3
    t10 = l3_z*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_z*s4_
    q3_x = c3_*q2_x + q2_w*s3_
    q3_y = c3_*q2_y + q2_z*s3_
    q4_y = c4_*q3_y - q3_x*s4_
    l3_y = cos3*l2_y + l1_z*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_y = cos4*l3_y - l2_x*sin4
    t11 = l4_y*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_y*s5_
    q4_x = c4_*q3_x + q3_y*s4_
    q4_z = c4_*q3_z + q3_w*s4_
    q5_x = c5_*q4_x - q4_z*s5_
    q5_y = c5_*q4_y + q4_w*s5_
    q5_z = c5_*q4_z + q4_x*s5_
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_312(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_z*s1_
    q1_x = c1_*q_x + q_y*s1_
    t7 = t0/J_1
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_x = cos1*l_x + l_y*sin1
    t8 = l1_x*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_x*s2_
    q1_y = c1_*q_y - q_x*s1_
    q1_z = c1_*q_z + q_w*s1_
    q2_y = c2_*q1_y + q1_z*s2_
    l1_y = cos1*l_y - l_x*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_y = cos2*l1_y + l_z*sin2
    t9 = (1/2)*h*l2_y/J_2
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_y*s3_
    q2_x = c2_*q1_x + q1_w*s2_
    q2_z = c2_*q1_z - q1_y*s2_
    q3_x = c3_*q2_x - q2_z*s3_
    l2_z = cos2*l_z - l1_y*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_x = cos3*l1_x - l2_z*sin3
    t10 = l3_x*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_x*s4_
    q3_y = c3_*q2_y + q2_w*s3_
    q3_z = c3_*q2_z + q2_x*s3_
    q4_z = c4_*q3_z - q3_y*s4_
    l3_z = cos3*l2_z + l1_x*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_z = cos4*l3_z - l2_y*sin4
    t11 = l4_z*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_z*s5_
    q4_x = c4_*q3_x + q3_w*s4_
    q4_y = c4_*q3_y + q3_z*s4_
    q5_x = c5_*q4_x + q4_y*s5_
    q5_y = c5_*q4_y - q4_x*s5_
    q5_z = c5_*q4_z + q4_w*s5_
    return (q5_w, q5_x, q5_y, q5_z)


def splitting_321(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
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
    c1_ = cos(t6)
    s1_ = sin(t6)
    q1_w = c1_*q_w - q_z*s1_
    q1_y = c1_*q_y - q_x*s1_
    t7 = t0/J_2
    l_x = L_x + q_w*t3 + q_z*t4 - q_y*t5
    l_y = L_y + q_w*t4 + q_x*t5 - q_z*t3
    cos1 = c1_*c1_ - s1_*s1_
    sin1 = 2*c1_*s1_
    l1_y = cos1*l_y - l_x*sin1
    t8 = l1_y*t7
    c2_ = cos(t8)
    s2_ = sin(t8)
    q2_w = c2_*q1_w - q1_y*s2_
    q1_x = c1_*q_x + q_y*s1_
    q1_z = c1_*q_z + q_w*s1_
    q2_x = c2_*q1_x - q1_z*s2_
    l1_x = cos1*l_x + l_y*sin1
    cos2 = c2_*c2_ - s2_*s2_
    sin2 = 2*c2_*s2_
    l2_x = cos2*l1_x - l_z*sin2
    t9 = (1/2)*h*l2_x/J_1
    c3_ = cos(t9)
    s3_ = sin(t9)
    q3_w = c3_*q2_w - q2_x*s3_
    q2_y = c2_*q1_y + q1_w*s2_
    q2_z = c2_*q1_z + q1_x*s2_
    q3_y = c3_*q2_y + q2_z*s3_
    l2_z = cos2*l_z + l1_x*sin2
    cos3 = c3_*c3_ - s3_*s3_
    sin3 = 2*c3_*s3_
    l3_y = cos3*l1_y + l2_z*sin3
    t10 = l3_y*t7
    c4_ = cos(t10)
    s4_ = sin(t10)
    q4_w = c4_*q3_w - q3_y*s4_
    q3_x = c3_*q2_x + q2_w*s3_
    q3_z = c3_*q2_z - q2_y*s3_
    q4_z = c4_*q3_z + q3_x*s4_
    l3_z = cos3*l2_z - l1_y*sin3
    cos4 = c4_*c4_ - s4_*s4_
    sin4 = 2*c4_*s4_
    l4_z = cos4*l3_z + l2_x*sin4
    t11 = l4_z*t1
    c5_ = cos(t11)
    s5_ = sin(t11)
    q5_w = c5_*q4_w - q4_z*s5_
    q4_x = c4_*q3_x - q3_z*s4_
    q4_y = c4_*q3_y + q3_w*s4_
    q5_x = c5_*q4_x + q4_y*s5_
    q5_y = c5_*q4_y - q4_x*s5_
    q5_z = c5_*q4_z + q4_w*s5_
    return (q5_w, q5_x, q5_y, q5_z)
