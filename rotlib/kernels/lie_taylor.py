"""Taylor series of the rotation vector.

Generated from book/buss/series-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

ORDER = 8
DEXP_INVERSE = (1.0,
                -0.5,
                0.08333333333333333,
                0.0,
                -0.001388888888888889,
                0.0,
                3.306878306878307e-05,
                0.0)


def rotation_vector_1(
    W0_x: float, W0_y: float, W0_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^1 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 3 operations (3 before sharing), 3 temporaries.
    """
    w1_x = W0_x*h
    w1_y = W0_y*h
    w1_z = W0_z*h
    return (w1_x, w1_y, w1_z)


def rotation_vector_2(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^2 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 13 operations (15 before sharing), 7 temporaries.
    """
    w1_x = W0_x*h
    t0 = h*h
    w2_x = W1_x*t0
    w1_y = W0_y*h
    w2_y = W1_y*t0
    w1_z = W0_z*h
    w2_z = W1_z*t0
    return (w1_x + (1/2)*w2_x, w1_y + (1/2)*w2_y, w1_z + (1/2)*w2_z)


def rotation_vector_3(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^3 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 40 operations (45 before sharing), 14 temporaries.
    """
    w1_x = W0_x*h
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = W2_x*t1
    w1_y = W0_y*h
    w1_z = W0_z*h
    w2_y = W1_y*t0
    w2_z = W1_z*t0
    b01_x = w1_y*w2_z - w1_z*w2_y
    w3_y = W2_y*t1
    b01_y = w1_z*w2_x - w1_x*w2_z
    w3_z = W2_z*t1
    b01_z = w1_x*w2_y - w1_y*w2_x
    return (
        w1_x + (1/2)*w2_x + (1/3)*w3_x - (1/12)*b01_x,
        w1_y + (1/2)*w2_y + (1/3)*w3_y - (1/12)*b01_y,
        w1_z + (1/2)*w2_z + (1/3)*w3_z - (1/12)*b01_z)


def rotation_vector_4(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^4 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 67 operations (75 before sharing), 23 temporaries.
    """
    w1_x = W0_x*h
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = W2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = W3_x*t4
    w1_y = W0_y*h
    w1_z = W0_z*h
    w2_y = W1_y*t0
    w2_z = W1_z*t0
    b01_x = w1_y*w2_z - w1_z*w2_y
    w3_y = W2_y*t1
    w3_z = W2_z*t1
    b02_x = w1_y*w3_z - w1_z*w3_y
    w4_y = W3_y*t4
    b01_y = w1_z*w2_x - w1_x*w2_z
    b02_y = w1_z*w3_x - w1_x*w3_z
    w4_z = W3_z*t4
    b01_z = w1_x*w2_y - w1_y*w2_x
    b02_z = w1_x*w3_y - w1_y*w3_x
    return (
        w1_x + (1/2)*w2_x + (1/3)*w3_x + (1/4)*w4_x - (1/12)*b01_x - (1/12)*b02_x,
        w1_y + (1/2)*w2_y + (1/3)*w3_y + (1/4)*w4_y - (1/12)*b01_y - (1/12)*b02_y,
        w1_z + (1/2)*w2_z + (1/3)*w3_z + (1/4)*w4_z - (1/12)*b01_z - (1/12)*b02_z)


def rotation_vector_5(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^5 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 163 operations (177 before sharing), 46 temporaries.
    """
    w1_x = W0_x*h
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = W2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = W3_x*t4
    t5 = h*t2*t2
    t6 = (1/24)*t5
    w5_x = W4_x*t6
    w1_y = W0_y*h
    w1_z = W0_z*h
    w2_y = W1_y*t0
    w2_z = W1_z*t0
    b01_x = w1_y*w2_z - w1_z*w2_y
    w3_y = W2_y*t1
    w3_z = W2_z*t1
    b02_x = w1_y*w3_z - w1_z*w3_y
    w4_y = W3_y*t4
    w4_z = W3_z*t4
    b03_x = w1_y*w4_z - w1_z*w4_y
    b12_x = w2_y*w3_z - w2_z*w3_y
    b02_y = w1_z*w3_x - w1_x*w3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    b002_x = b02_z*w1_y - b02_y*w1_z
    b01_y = w1_z*w2_x - w1_x*w2_z
    b01_z = w1_x*w2_y - w1_y*w2_x
    b011_x = b01_y*w2_z - b01_z*w2_y
    b001_y = b01_x*w1_z - b01_z*w1_x
    b001_z = b01_y*w1_x - b01_x*w1_y
    b0001_x = b001_z*w1_y - b001_y*w1_z
    w5_y = W4_y*t6
    b03_y = w1_z*w4_x - w1_x*w4_z
    b12_y = w2_z*w3_x - w2_x*w3_z
    b002_y = b02_x*w1_z - b02_z*w1_x
    b011_y = b01_z*w2_x - b01_x*w2_z
    b001_x = b01_z*w1_y - b01_y*w1_z
    b0001_y = b001_x*w1_z - b001_z*w1_x
    w5_z = W4_z*t6
    b03_z = w1_x*w4_y - w1_y*w4_x
    b12_z = w2_x*w3_y - w2_y*w3_x
    b002_z = b02_y*w1_x - b02_x*w1_y
    b011_z = b01_x*w2_y - b01_y*w2_x
    b0001_z = b001_y*w1_x - b001_x*w1_y
    return (
        (1/720)*b0001_x + (1/360)*b002_x + (1/240)*b011_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x - (1/12)*b01_x - (1/12)*b02_x -
        (3/40)*b03_x - (1/60)*b12_x,
        (1/720)*b0001_y + (1/360)*b002_y + (1/240)*b011_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y - (1/12)*b01_y - (1/12)*b02_y -
        (3/40)*b03_y - (1/60)*b12_y,
        (1/720)*b0001_z + (1/360)*b002_z + (1/240)*b011_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z - (1/12)*b01_z - (1/12)*b02_z -
        (3/40)*b03_z - (1/60)*b12_z)


def rotation_vector_6(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^6 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 281 operations (297 before sharing), 73 temporaries.
    """
    w1_x = W0_x*h
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*h*h*h
    w3_x = W2_x*t1
    t2 = h*h
    t3 = t2*t2
    t4 = (1/6)*t3
    w4_x = W3_x*t4
    t5 = h*t2*t2
    t6 = (1/24)*t5
    w5_x = W4_x*t6
    t7 = h*h*h
    t8 = t7*t7
    t9 = (1/120)*t8
    w6_x = W5_x*t9
    w1_y = W0_y*h
    w1_z = W0_z*h
    w2_y = W1_y*t0
    w2_z = W1_z*t0
    b01_x = w1_y*w2_z - w1_z*w2_y
    w3_y = W2_y*t1
    w3_z = W2_z*t1
    b02_x = w1_y*w3_z - w1_z*w3_y
    w4_y = W3_y*t4
    w4_z = W3_z*t4
    b03_x = w1_y*w4_z - w1_z*w4_y
    b12_x = w2_y*w3_z - w2_z*w3_y
    b02_y = w1_z*w3_x - w1_x*w3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    b002_x = b02_z*w1_y - b02_y*w1_z
    b01_y = w1_z*w2_x - w1_x*w2_z
    b01_z = w1_x*w2_y - w1_y*w2_x
    b011_x = b01_y*w2_z - b01_z*w2_y
    b001_y = b01_x*w1_z - b01_z*w1_x
    b001_z = b01_y*w1_x - b01_x*w1_y
    b0001_x = b001_z*w1_y - b001_y*w1_z
    w5_y = W4_y*t6
    w5_z = W4_z*t6
    b04_x = w1_y*w5_z - w1_z*w5_y
    b13_x = w2_y*w4_z - w2_z*w4_y
    b03_y = w1_z*w4_x - w1_x*w4_z
    b03_z = w1_x*w4_y - w1_y*w4_x
    b003_x = b03_z*w1_y - b03_y*w1_z
    b12_y = w2_z*w3_x - w2_x*w3_z
    b12_z = w2_x*w3_y - w2_y*w3_x
    b012_x = b12_z*w1_y - b12_y*w1_z
    b021_x = b02_y*w2_z - b02_z*w2_y
    b002_y = b02_x*w1_z - b02_z*w1_x
    b002_z = b02_y*w1_x - b02_x*w1_y
    b0002_x = b002_z*w1_y - b002_y*w1_z
    b011_y = b01_z*w2_x - b01_x*w2_z
    b011_z = b01_x*w2_y - b01_y*w2_x
    b0011_x = b011_z*w1_y - b011_y*w1_z
    w6_y = W5_y*t9
    b001_x = b01_z*w1_y - b01_y*w1_z
    b0001_y = b001_x*w1_z - b001_z*w1_x
    b04_y = w1_z*w5_x - w1_x*w5_z
    b13_y = w2_z*w4_x - w2_x*w4_z
    b003_y = b03_x*w1_z - b03_z*w1_x
    b012_y = b12_x*w1_z - b12_z*w1_x
    b021_y = b02_z*w2_x - b02_x*w2_z
    b0002_y = b002_x*w1_z - b002_z*w1_x
    b0011_y = b011_x*w1_z - b011_z*w1_x
    w6_z = W5_z*t9
    b0001_z = b001_y*w1_x - b001_x*w1_y
    b04_z = w1_x*w5_y - w1_y*w5_x
    b13_z = w2_x*w4_y - w2_y*w4_x
    b003_z = b03_y*w1_x - b03_x*w1_y
    b012_z = b12_y*w1_x - b12_x*w1_y
    b021_z = b02_x*w2_y - b02_y*w2_x
    b0002_z = b002_y*w1_x - b002_x*w1_y
    b0011_z = b011_y*w1_x - b011_x*w1_y
    return (
        (1/720)*b0001_x + (1/720)*b0002_x + (1/360)*b002_x + (1/240)*b003_x +
        (1/240)*b011_x + (1/180)*b012_x + (1/144)*b021_x + w1_x + (1/2)*w2_x +
        (1/3)*w3_x + (1/4)*w4_x + (1/5)*w5_x + (1/6)*w6_x - (1/720)*b0011_x -
        (1/12)*b01_x - (1/12)*b02_x - (3/40)*b03_x - (1/15)*b04_x - (1/60)*b12_x -
        (1/48)*b13_x,
        (1/720)*b0001_y + (1/720)*b0002_y + (1/360)*b002_y + (1/240)*b003_y +
        (1/240)*b011_y + (1/180)*b012_y + (1/144)*b021_y + w1_y + (1/2)*w2_y +
        (1/3)*w3_y + (1/4)*w4_y + (1/5)*w5_y + (1/6)*w6_y - (1/720)*b0011_y -
        (1/12)*b01_y - (1/12)*b02_y - (3/40)*b03_y - (1/15)*b04_y - (1/60)*b12_y -
        (1/48)*b13_y,
        (1/720)*b0001_z + (1/720)*b0002_z + (1/360)*b002_z + (1/240)*b003_z +
        (1/240)*b011_z + (1/180)*b012_z + (1/144)*b021_z + w1_z + (1/2)*w2_z +
        (1/3)*w3_z + (1/4)*w4_z + (1/5)*w5_z + (1/6)*w6_z - (1/720)*b0011_z -
        (1/12)*b01_z - (1/12)*b02_z - (3/40)*b03_z - (1/15)*b04_z - (1/60)*b12_z -
        (1/48)*b13_z)


def rotation_vector_7(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
    W6_x: float, W6_y: float, W6_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^7 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 478 operations (549 before sharing), 83 temporaries.
    """
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*w2_x
    w1_x = W0_x*h
    t2 = (1/2)*h*h*h
    w3_x = W2_x*t2
    w2_z = W1_z*t0
    t3 = (1/2)*w2_z
    w2_y = W1_y*t0
    t4 = (1/2)*w2_y
    w1_y = W0_y*h
    w1_z = W0_z*h
    P3_x = t3*w1_y - t4*w1_z
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t5 = h*h
    t6 = t5*t5
    t7 = (1/6)*t6
    w4_x = W3_x*t7
    w3_y = W2_y*t2
    w3_z = W2_z*t2
    P3_y = (1/2)*w1_z*w2_x - t3*w1_x
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    P3_z = t4*w1_x - t1*w1_y
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_y*w1_z + w1_y*w3_z - Y3_z*w1_y - w1_z*w3_y
    Q4_x = P3_z*w1_y - P3_y*w1_z
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t8 = h*t5*t5
    t9 = (1/24)*t8
    w5_x = W4_x*t9
    w4_y = W3_y*t7
    w4_z = W3_z*t7
    P4_y = Y3_z*w1_x + w1_z*w3_x - Y3_x*w1_z - w1_x*w3_z
    Q4_y = P3_x*w1_z - P3_z*w1_x
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_x*w1_y + w1_x*w3_y - Y3_y*w1_x - w1_y*w3_x
    Q4_z = P3_y*w1_x - P3_x*w1_y
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_y*w2_z + Y4_y*w1_z + t4*w3_z + w1_y*w4_z - Y3_z*w2_y - Y4_z*w1_y - t3*w3_y -
        w1_z*w4_y)
    Q5_x = (1/2)*P3_z*w2_y + P4_z*w1_y - P3_y*t3 - P4_y*w1_z
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t10 = (1/4320)*s2
    t11 = h*h*h
    t12 = t11*t11
    t13 = (1/120)*t12
    w6_x = W5_x*t13
    w5_y = W4_y*t9
    w5_z = W4_z*t9
    P5_y = (
        Y3_z*w2_x + Y4_z*w1_x + w1_z*w4_x + (1/2)*w2_z*w3_x - Y3_x*w2_z - Y4_x*w1_z -
        t1*w3_z - w1_x*w4_z)
    Q5_y = P3_x*t3 + P4_x*w1_z - P3_z*t1 - P4_z*w1_x
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_x*w2_y + Y4_x*w1_y + t1*w3_y + w1_x*w4_y - Y3_y*w2_x - Y4_y*w1_x - t4*w3_x -
        w1_y*w4_x)
    Q5_z = (1/2)*P3_y*w2_x + P4_y*w1_x - P3_x*t4 - P4_x*w1_y
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_y*w3_z + Y4_y*w2_z + Y5_y*w1_z + t4*w4_z + w1_y*w5_z - Y3_z*w3_y - Y4_z*w2_y
        - Y5_z*w1_y - t3*w4_y - w1_z*w5_y)
    Q6_x = P3_z*Y3_y + (1/2)*P4_z*w2_y + P5_z*w1_y - P3_y*Y3_z - P4_y*t3 - P5_y*w1_z
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t10 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t14 = (1/5040)*s3
    t15 = (1/5040)*s2
    t16 = h*t11*t11
    t17 = (1/720)*t16
    w7_x = W6_x*t17
    w6_y = W5_y*t13
    w6_z = W5_z*t13
    P6_y = (
        Y3_z*w3_x + Y4_z*w2_x + Y5_z*w1_x + w1_z*w5_x + (1/2)*w2_z*w4_x - Y3_x*w3_z -
        Y4_x*w2_z - Y5_x*w1_z - t1*w4_z - w1_x*w5_z)
    Q6_y = P3_x*Y3_z + P4_x*t3 + P5_x*w1_z - P3_z*Y3_x - P4_z*t1 - P5_z*w1_x
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t10 - (1/12)*P6_y
    P6_z = (
        Y3_x*w3_y + Y4_x*w2_y + Y5_x*w1_y + t1*w4_y + w1_x*w5_y - Y3_y*w3_x - Y4_y*w2_x
        - Y5_y*w1_x - t4*w4_x - w1_y*w5_x)
    Q6_z = P3_y*Y3_x + (1/2)*P4_y*w2_x + P5_y*w1_x - P3_x*Y3_y - P4_x*t4 - P5_x*w1_y
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t10 - (1/12)*P6_z
    P7_x = (
        Y3_y*w4_z + Y4_y*w3_z + Y5_y*w2_z + Y6_y*w1_z + t4*w5_z + w1_y*w6_z - Y3_z*w4_y
        - Y4_z*w3_y - Y5_z*w2_y - Y6_z*w1_y - t3*w5_y - w1_z*w6_y)
    Q7_x = (
        P3_z*Y4_y + P4_z*Y3_y + (1/2)*P5_z*w2_y + P6_z*w1_y - P3_y*Y4_z - P4_y*Y3_z -
        P5_y*t3 - P6_y*w1_z)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t14 + Q5_x*t15 - (1/14)*P7_x
    w7_y = W6_y*t17
    P7_y = (
        Y3_z*w4_x + Y4_z*w3_x + Y5_z*w2_x + Y6_z*w1_x + w1_z*w6_x + (1/2)*w2_z*w5_x -
        Y3_x*w4_z - Y4_x*w3_z - Y5_x*w2_z - Y6_x*w1_z - t1*w5_z - w1_x*w6_z)
    Q7_y = (
        P3_x*Y4_z + P4_x*Y3_z + P5_x*t3 + P6_x*w1_z - P3_z*Y4_x - P4_z*Y3_x - P5_z*t1 -
        P6_z*w1_x)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t14 + Q5_y*t15 - (1/14)*P7_y
    w7_z = W6_z*t17
    P7_z = (
        Y3_x*w4_y + Y4_x*w3_y + Y5_x*w2_y + Y6_x*w1_y + t1*w5_y + w1_x*w6_y - Y3_y*w4_x
        - Y4_y*w3_x - Y5_y*w2_x - Y6_y*w1_x - t4*w5_x - w1_y*w6_x)
    Q7_z = (
        P3_y*Y4_x + P4_y*Y3_x + (1/2)*P5_y*w2_x + P6_y*w1_x - P3_x*Y4_y - P4_x*Y3_y -
        P5_x*t4 - P6_x*w1_y)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t14 + Q5_z*t15 - (1/14)*P7_z
    return (
        Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + t1 + w1_x,
        Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + t4 + w1_y,
        Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + t3 + w1_z)


def rotation_vector_8(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
    W6_x: float, W6_y: float, W6_z: float,
    W7_x: float, W7_y: float, W7_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector through h^8 from the space rate and its derivatives.

    Equation eq-taylor-rotation-vector; 683 operations (779 before sharing), 104 temporaries.
    """
    t0 = h*h
    w2_x = W1_x*t0
    t1 = (1/2)*w2_x
    w1_x = W0_x*h
    t2 = (1/2)*h*h*h
    w3_x = W2_x*t2
    w2_z = W1_z*t0
    t3 = (1/2)*w2_z
    w2_y = W1_y*t0
    t4 = (1/2)*w2_y
    w1_y = W0_y*h
    w1_z = W0_z*h
    P3_x = t3*w1_y - t4*w1_z
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    t5 = h*h
    t6 = t5*t5
    t7 = (1/6)*t6
    w4_x = W3_x*t7
    w3_y = W2_y*t2
    w3_z = W2_z*t2
    P3_y = (1/2)*w1_z*w2_x - t3*w1_x
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    P3_z = t4*w1_x - t1*w1_y
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    P4_x = Y3_y*w1_z + w1_y*w3_z - Y3_z*w1_y - w1_z*w3_y
    Q4_x = P3_z*w1_y - P3_y*w1_z
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    t8 = h*t5*t5
    t9 = (1/24)*t8
    w5_x = W4_x*t9
    w4_y = W3_y*t7
    w4_z = W3_z*t7
    P4_y = Y3_z*w1_x + w1_z*w3_x - Y3_x*w1_z - w1_x*w3_z
    Q4_y = P3_x*w1_z - P3_z*w1_x
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P4_z = Y3_x*w1_y + w1_x*w3_y - Y3_y*w1_x - w1_y*w3_x
    Q4_z = P3_y*w1_x - P3_x*w1_y
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_x = (
        Y3_y*w2_z + Y4_y*w1_z + t4*w3_z + w1_y*w4_z - Y3_z*w2_y - Y4_z*w1_y - t3*w3_y -
        w1_z*w4_y)
    Q5_x = (1/2)*P3_z*w2_y + P4_z*w1_y - P3_y*t3 - P4_y*w1_z
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t10 = (1/4320)*s2
    t11 = h*h*h
    t12 = t11*t11
    t13 = (1/120)*t12
    w6_x = W5_x*t13
    w5_y = W4_y*t9
    w5_z = W4_z*t9
    P5_y = (
        Y3_z*w2_x + Y4_z*w1_x + w1_z*w4_x + (1/2)*w2_z*w3_x - Y3_x*w2_z - Y4_x*w1_z -
        t1*w3_z - w1_x*w4_z)
    Q5_y = P3_x*t3 + P4_x*w1_z - P3_z*t1 - P4_z*w1_x
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    P5_z = (
        Y3_x*w2_y + Y4_x*w1_y + t1*w3_y + w1_x*w4_y - Y3_y*w2_x - Y4_y*w1_x - t4*w3_x -
        w1_y*w4_x)
    Q5_z = (1/2)*P3_y*w2_x + P4_y*w1_x - P3_x*t4 - P4_x*w1_y
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    P6_x = (
        Y3_y*w3_z + Y4_y*w2_z + Y5_y*w1_z + t4*w4_z + w1_y*w5_z - Y3_z*w3_y - Y4_z*w2_y
        - Y5_z*w1_y - t3*w4_y - w1_z*w5_y)
    Q6_x = P3_z*Y3_y + (1/2)*P4_z*w2_y + P5_z*w1_y - P3_y*Y3_z - P4_y*t3 - P5_y*w1_z
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t10 - (1/12)*P6_x
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t14 = (1/5040)*s3
    t15 = (1/5040)*s2
    t16 = h*t11*t11
    t17 = (1/720)*t16
    w7_x = W6_x*t17
    w6_y = W5_y*t13
    w6_z = W5_z*t13
    P6_y = (
        Y3_z*w3_x + Y4_z*w2_x + Y5_z*w1_x + w1_z*w5_x + (1/2)*w2_z*w4_x - Y3_x*w3_z -
        Y4_x*w2_z - Y5_x*w1_z - t1*w4_z - w1_x*w5_z)
    Q6_y = P3_x*Y3_z + P4_x*t3 + P5_x*w1_z - P3_z*Y3_x - P4_z*t1 - P5_z*w1_x
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t10 - (1/12)*P6_y
    P6_z = (
        Y3_x*w3_y + Y4_x*w2_y + Y5_x*w1_y + t1*w4_y + w1_x*w5_y - Y3_y*w3_x - Y4_y*w2_x
        - Y5_y*w1_x - t4*w4_x - w1_y*w5_x)
    Q6_z = P3_y*Y3_x + (1/2)*P4_y*w2_x + P5_y*w1_x - P3_x*Y3_y - P4_x*t4 - P5_x*w1_y
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t10 - (1/12)*P6_z
    P7_x = (
        Y3_y*w4_z + Y4_y*w3_z + Y5_y*w2_z + Y6_y*w1_z + t4*w5_z + w1_y*w6_z - Y3_z*w4_y
        - Y4_z*w3_y - Y5_z*w2_y - Y6_z*w1_y - t3*w5_y - w1_z*w6_y)
    Q7_x = (
        P3_z*Y4_y + P4_z*Y3_y + (1/2)*P5_z*w2_y + P6_z*w1_y - P3_y*Y4_z - P4_y*Y3_z -
        P5_y*t3 - P6_y*w1_z)
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
    t24 = t6*t6
    t25 = (1/5040)*t24
    w8_x = W7_x*t25
    w7_y = W6_y*t17
    w7_z = W6_z*t17
    P7_y = (
        Y3_z*w4_x + Y4_z*w3_x + Y5_z*w2_x + Y6_z*w1_x + w1_z*w6_x + (1/2)*w2_z*w5_x -
        Y3_x*w4_z - Y4_x*w3_z - Y5_x*w2_z - Y6_x*w1_z - t1*w5_z - w1_x*w6_z)
    Q7_y = (
        P3_x*Y4_z + P4_x*Y3_z + P5_x*t3 + P6_x*w1_z - P3_z*Y4_x - P4_z*Y3_x - P5_z*t1 -
        P6_z*w1_x)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t14 + Q5_y*t15 - (1/14)*P7_y
    P7_z = (
        Y3_x*w4_y + Y4_x*w3_y + Y5_x*w2_y + Y6_x*w1_y + t1*w5_y + w1_x*w6_y - Y3_y*w4_x
        - Y4_y*w3_x - Y5_y*w2_x - Y6_y*w1_x - t4*w5_x - w1_y*w6_x)
    Q7_z = (
        P3_y*Y4_x + P4_y*Y3_x + (1/2)*P5_y*w2_x + P6_y*w1_x - P3_x*Y4_y - P4_x*Y3_y -
        P5_x*t4 - P6_x*w1_y)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t14 + Q5_z*t15 - (1/14)*P7_z
    P8_x = (
        Y3_y*w5_z + Y4_y*w4_z + Y5_y*w3_z + Y6_y*w2_z + Y7_y*w1_z + t4*w6_z + w1_y*w7_z
        - Y3_z*w5_y - Y4_z*w4_y - Y5_z*w3_y - Y6_z*w2_y - Y7_z*w1_y - t3*w6_y -
        w1_z*w7_y)
    Q8_x = (
        P3_z*Y5_y + P4_z*Y4_y + P5_z*Y3_y + (1/2)*P6_z*w2_y + P7_z*w1_y - P3_y*Y5_z -
        P4_y*Y4_z - P5_y*Y3_z - P6_y*t3 - P7_y*w1_z)
    Y8_x = (1/96)*Q8_x + (1/8)*w8_x + Q4_x*t23 + Q5_x*t18 + Q6_x*t19 - (1/16)*P8_x
    w8_y = W7_y*t25
    P8_y = (
        Y3_z*w5_x + Y4_z*w4_x + Y5_z*w3_x + Y6_z*w2_x + Y7_z*w1_x + w1_z*w7_x +
        (1/2)*w2_z*w6_x - Y3_x*w5_z - Y4_x*w4_z - Y5_x*w3_z - Y6_x*w2_z - Y7_x*w1_z -
        t1*w6_z - w1_x*w7_z)
    Q8_y = (
        P3_x*Y5_z + P4_x*Y4_z + P5_x*Y3_z + P6_x*t3 + P7_x*w1_z - P3_z*Y5_x - P4_z*Y4_x
        - P5_z*Y3_x - P6_z*t1 - P7_z*w1_x)
    Y8_y = (1/96)*Q8_y + (1/8)*w8_y + Q4_y*t23 + Q5_y*t18 + Q6_y*t19 - (1/16)*P8_y
    w8_z = W7_z*t25
    P8_z = (
        Y3_x*w5_y + Y4_x*w4_y + Y5_x*w3_y + Y6_x*w2_y + Y7_x*w1_y + t1*w6_y + w1_x*w7_y
        - Y3_y*w5_x - Y4_y*w4_x - Y5_y*w3_x - Y6_y*w2_x - Y7_y*w1_x - t4*w6_x -
        w1_y*w7_x)
    Q8_z = (
        P3_y*Y5_x + P4_y*Y4_x + P5_y*Y3_x + (1/2)*P6_y*w2_x + P7_y*w1_x - P3_x*Y5_y -
        P4_x*Y4_y - P5_x*Y3_y - P6_x*t4 - P7_x*w1_y)
    Y8_z = (1/96)*Q8_z + (1/8)*w8_z + Q4_z*t23 + Q5_z*t18 + Q6_z*t19 - (1/16)*P8_z
    return (
        Y3_x + Y4_x + Y5_x + Y6_x + Y7_x + Y8_x + t1 + w1_x,
        Y3_y + Y4_y + Y5_y + Y6_y + Y7_y + Y8_y + t4 + w1_y,
        Y3_z + Y4_z + Y5_z + Y6_z + Y7_z + Y8_z + t3 + w1_z)


def term_2(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
) -> tuple[float, float, float]:
    """What stands with h^2 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 3 operations (3 before sharing), 3 temporaries.
    """
    w2_x = W1_x
    w2_y = W1_y
    w2_z = W1_z
    return ((1/2)*w2_x, (1/2)*w2_y, (1/2)*w2_z)


def term_3(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
) -> tuple[float, float, float]:
    """What stands with h^3 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 21 operations (21 before sharing), 12 temporaries.
    """
    w3_x = (1/2)*W2_x
    w1_y = W0_y
    w1_z = W0_z
    w2_y = W1_y
    w2_z = W1_z
    b01_x = w1_y*w2_z - w1_z*w2_y
    w3_y = (1/2)*W2_y
    w1_x = W0_x
    w2_x = W1_x
    b01_y = w1_z*w2_x - w1_x*w2_z
    w3_z = (1/2)*W2_z
    b01_z = w1_x*w2_y - w1_y*w2_x
    return (
        (1/3)*w3_x - (1/12)*b01_x,
        (1/3)*w3_y - (1/12)*b01_y,
        (1/3)*w3_z - (1/12)*b01_z)


def term_4(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
) -> tuple[float, float, float]:
    """What stands with h^4 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 24 operations (24 before sharing), 12 temporaries.
    """
    w4_x = (1/6)*W3_x
    w1_y = W0_y
    w1_z = W0_z
    w3_y = (1/2)*W2_y
    w3_z = (1/2)*W2_z
    b02_x = w1_y*w3_z - w1_z*w3_y
    w4_y = (1/6)*W3_y
    w1_x = W0_x
    w3_x = (1/2)*W2_x
    b02_y = w1_z*w3_x - w1_x*w3_z
    w4_z = (1/6)*W3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    return (
        (1/4)*w4_x - (1/12)*b02_x,
        (1/4)*w4_y - (1/12)*b02_y,
        (1/4)*w4_z - (1/12)*b02_z)


def term_5(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
) -> tuple[float, float, float]:
    """What stands with h^5 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 114 operations (117 before sharing), 39 temporaries.
    """
    w5_x = (1/24)*W4_x
    w1_y = W0_y
    w1_z = W0_z
    w4_y = (1/6)*W3_y
    w4_z = (1/6)*W3_z
    b03_x = w1_y*w4_z - w1_z*w4_y
    w2_y = W1_y
    w2_z = W1_z
    w3_y = (1/2)*W2_y
    w3_z = (1/2)*W2_z
    b12_x = w2_y*w3_z - w2_z*w3_y
    w1_x = W0_x
    w3_x = (1/2)*W2_x
    b02_y = w1_z*w3_x - w1_x*w3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    b002_x = b02_z*w1_y - b02_y*w1_z
    w2_x = W1_x
    b01_y = w1_z*w2_x - w1_x*w2_z
    b01_z = w1_x*w2_y - w1_y*w2_x
    b011_x = b01_y*w2_z - b01_z*w2_y
    b01_x = w1_y*w2_z - w1_z*w2_y
    b001_y = b01_x*w1_z - b01_z*w1_x
    b001_z = b01_y*w1_x - b01_x*w1_y
    b0001_x = b001_z*w1_y - b001_y*w1_z
    w5_y = (1/24)*W4_y
    w4_x = (1/6)*W3_x
    b03_y = w1_z*w4_x - w1_x*w4_z
    b12_y = w2_z*w3_x - w2_x*w3_z
    b02_x = w1_y*w3_z - w1_z*w3_y
    b002_y = b02_x*w1_z - b02_z*w1_x
    b011_y = b01_z*w2_x - b01_x*w2_z
    b001_x = b01_z*w1_y - b01_y*w1_z
    b0001_y = b001_x*w1_z - b001_z*w1_x
    w5_z = (1/24)*W4_z
    b03_z = w1_x*w4_y - w1_y*w4_x
    b12_z = w2_x*w3_y - w2_y*w3_x
    b002_z = b02_y*w1_x - b02_x*w1_y
    b011_z = b01_x*w2_y - b01_y*w2_x
    b0001_z = b001_y*w1_x - b001_x*w1_y
    return (
        (1/720)*b0001_x + (1/360)*b002_x + (1/240)*b011_x + (1/5)*w5_x - (3/40)*b03_x -
        (1/60)*b12_x,
        (1/720)*b0001_y + (1/360)*b002_y + (1/240)*b011_y + (1/5)*w5_y - (3/40)*b03_y -
        (1/60)*b12_y,
        (1/720)*b0001_z + (1/360)*b002_z + (1/240)*b011_z + (1/5)*w5_z - (3/40)*b03_z -
        (1/60)*b12_z)


def term_6(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
) -> tuple[float, float, float]:
    """What stands with h^6 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 174 operations (174 before sharing), 57 temporaries.
    """
    w6_x = (1/120)*W5_x
    w1_y = W0_y
    w1_z = W0_z
    w5_y = (1/24)*W4_y
    w5_z = (1/24)*W4_z
    b04_x = w1_y*w5_z - w1_z*w5_y
    w2_y = W1_y
    w2_z = W1_z
    w4_y = (1/6)*W3_y
    w4_z = (1/6)*W3_z
    b13_x = w2_y*w4_z - w2_z*w4_y
    w1_x = W0_x
    w4_x = (1/6)*W3_x
    b03_y = w1_z*w4_x - w1_x*w4_z
    b03_z = w1_x*w4_y - w1_y*w4_x
    b003_x = b03_z*w1_y - b03_y*w1_z
    w2_x = W1_x
    w3_x = (1/2)*W2_x
    w3_z = (1/2)*W2_z
    b12_y = w2_z*w3_x - w2_x*w3_z
    w3_y = (1/2)*W2_y
    b12_z = w2_x*w3_y - w2_y*w3_x
    b012_x = b12_z*w1_y - b12_y*w1_z
    b02_y = w1_z*w3_x - w1_x*w3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    b021_x = b02_y*w2_z - b02_z*w2_y
    b02_x = w1_y*w3_z - w1_z*w3_y
    b002_y = b02_x*w1_z - b02_z*w1_x
    b002_z = b02_y*w1_x - b02_x*w1_y
    b0002_x = b002_z*w1_y - b002_y*w1_z
    b01_x = w1_y*w2_z - w1_z*w2_y
    b01_z = w1_x*w2_y - w1_y*w2_x
    b011_y = b01_z*w2_x - b01_x*w2_z
    b01_y = w1_z*w2_x - w1_x*w2_z
    b011_z = b01_x*w2_y - b01_y*w2_x
    b0011_x = b011_z*w1_y - b011_y*w1_z
    w6_y = (1/120)*W5_y
    w5_x = (1/24)*W4_x
    b04_y = w1_z*w5_x - w1_x*w5_z
    b13_y = w2_z*w4_x - w2_x*w4_z
    b03_x = w1_y*w4_z - w1_z*w4_y
    b003_y = b03_x*w1_z - b03_z*w1_x
    b12_x = w2_y*w3_z - w2_z*w3_y
    b012_y = b12_x*w1_z - b12_z*w1_x
    b021_y = b02_z*w2_x - b02_x*w2_z
    b002_x = b02_z*w1_y - b02_y*w1_z
    b0002_y = b002_x*w1_z - b002_z*w1_x
    b011_x = b01_y*w2_z - b01_z*w2_y
    b0011_y = b011_x*w1_z - b011_z*w1_x
    w6_z = (1/120)*W5_z
    b04_z = w1_x*w5_y - w1_y*w5_x
    b13_z = w2_x*w4_y - w2_y*w4_x
    b003_z = b03_y*w1_x - b03_x*w1_y
    b012_z = b12_y*w1_x - b12_x*w1_y
    b021_z = b02_x*w2_y - b02_y*w2_x
    b0002_z = b002_y*w1_x - b002_x*w1_y
    b0011_z = b011_y*w1_x - b011_x*w1_y
    return (
        (1/720)*b0002_x + (1/240)*b003_x + (1/180)*b012_x + (1/144)*b021_x + (1/6)*w6_x
        - (1/720)*b0011_x - (1/15)*b04_x - (1/48)*b13_x,
        (1/720)*b0002_y + (1/240)*b003_y + (1/180)*b012_y + (1/144)*b021_y + (1/6)*w6_y
        - (1/720)*b0011_y - (1/15)*b04_y - (1/48)*b13_y,
        (1/720)*b0002_z + (1/240)*b003_z + (1/180)*b012_z + (1/144)*b021_z + (1/6)*w6_z
        - (1/720)*b0011_z - (1/15)*b04_z - (1/48)*b13_z)


def term_7(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
    W6_x: float, W6_y: float, W6_z: float,
) -> tuple[float, float, float]:
    """What stands with h^7 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 417 operations (435 before sharing), 120 temporaries.
    """
    w7_x = (1/720)*W6_x
    w1_y = W0_y
    w1_z = W0_z
    w6_y = (1/120)*W5_y
    w6_z = (1/120)*W5_z
    b05_x = w1_y*w6_z - w1_z*w6_y
    w2_y = W1_y
    w2_z = W1_z
    w5_y = (1/24)*W4_y
    w5_z = (1/24)*W4_z
    b14_x = w2_y*w5_z - w2_z*w5_y
    w3_y = (1/2)*W2_y
    w3_z = (1/2)*W2_z
    w4_y = (1/6)*W3_y
    w4_z = (1/6)*W3_z
    b23_x = w3_y*w4_z - w3_z*w4_y
    w1_x = W0_x
    w5_x = (1/24)*W4_x
    b04_y = w1_z*w5_x - w1_x*w5_z
    b04_z = w1_x*w5_y - w1_y*w5_x
    b004_x = b04_z*w1_y - b04_y*w1_z
    w2_x = W1_x
    w4_x = (1/6)*W3_x
    b13_y = w2_z*w4_x - w2_x*w4_z
    b13_z = w2_x*w4_y - w2_y*w4_x
    b013_x = b13_z*w1_y - b13_y*w1_z
    w3_x = (1/2)*W2_x
    b02_y = w1_z*w3_x - w1_x*w3_z
    b02_z = w1_x*w3_y - w1_y*w3_x
    b022_x = b02_y*w3_z - b02_z*w3_y
    b03_y = w1_z*w4_x - w1_x*w4_z
    b03_z = w1_x*w4_y - w1_y*w4_x
    b031_x = b03_y*w2_z - b03_z*w2_y
    b12_y = w2_z*w3_x - w2_x*w3_z
    b12_z = w2_x*w3_y - w2_y*w3_x
    b112_x = b12_z*w2_y - b12_y*w2_z
    b03_x = w1_y*w4_z - w1_z*w4_y
    b003_y = b03_x*w1_z - b03_z*w1_x
    b003_z = b03_y*w1_x - b03_x*w1_y
    b0003_x = b003_z*w1_y - b003_y*w1_z
    b12_x = w2_y*w3_z - w2_z*w3_y
    b012_y = b12_x*w1_z - b12_z*w1_x
    b012_z = b12_y*w1_x - b12_x*w1_y
    b0012_x = b012_z*w1_y - b012_y*w1_z
    b02_x = w1_y*w3_z - w1_z*w3_y
    b021_y = b02_z*w2_x - b02_x*w2_z
    b021_z = b02_x*w2_y - b02_y*w2_x
    b0021_x = b021_z*w1_y - b021_y*w1_z
    b01_y = w1_z*w2_x - w1_x*w2_z
    b01_z = w1_x*w2_y - w1_y*w2_x
    b0102_x = b01_y*b02_z - b01_z*b02_y
    b01_x = w1_y*w2_z - w1_z*w2_y
    b011_y = b01_z*w2_x - b01_x*w2_z
    b011_z = b01_x*w2_y - b01_y*w2_x
    b0111_x = b011_y*w2_z - b011_z*w2_y
    b002_x = b02_z*w1_y - b02_y*w1_z
    b002_z = b02_y*w1_x - b02_x*w1_y
    b0002_y = b002_x*w1_z - b002_z*w1_x
    b002_y = b02_x*w1_z - b02_z*w1_x
    b0002_z = b002_y*w1_x - b002_x*w1_y
    b00002_x = b0002_z*w1_y - b0002_y*w1_z
    b011_x = b01_y*w2_z - b01_z*w2_y
    b0011_y = b011_x*w1_z - b011_z*w1_x
    b0011_z = b011_y*w1_x - b011_x*w1_y
    b00011_x = b0011_z*w1_y - b0011_y*w1_z
    b001_y = b01_x*w1_z - b01_z*w1_x
    b001_z = b01_y*w1_x - b01_x*w1_y
    b00101_x = b001_y*b01_z - b001_z*b01_y
    b0001_x = b001_z*w1_y - b001_y*w1_z
    b001_x = b01_z*w1_y - b01_y*w1_z
    b0001_z = b001_y*w1_x - b001_x*w1_y
    b00001_y = b0001_x*w1_z - b0001_z*w1_x
    b0001_y = b001_x*w1_z - b001_z*w1_x
    b00001_z = b0001_y*w1_x - b0001_x*w1_y
    b000001_x = b00001_z*w1_y - b00001_y*w1_z
    w7_y = (1/720)*W6_y
    w6_x = (1/120)*W5_x
    b05_y = w1_z*w6_x - w1_x*w6_z
    b14_y = w2_z*w5_x - w2_x*w5_z
    b23_y = w3_z*w4_x - w3_x*w4_z
    b04_x = w1_y*w5_z - w1_z*w5_y
    b004_y = b04_x*w1_z - b04_z*w1_x
    b13_x = w2_y*w4_z - w2_z*w4_y
    b013_y = b13_x*w1_z - b13_z*w1_x
    b022_y = b02_z*w3_x - b02_x*w3_z
    b031_y = b03_z*w2_x - b03_x*w2_z
    b112_y = b12_x*w2_z - b12_z*w2_x
    b003_x = b03_z*w1_y - b03_y*w1_z
    b0003_y = b003_x*w1_z - b003_z*w1_x
    b012_x = b12_z*w1_y - b12_y*w1_z
    b0012_y = b012_x*w1_z - b012_z*w1_x
    b021_x = b02_y*w2_z - b02_z*w2_y
    b0021_y = b021_x*w1_z - b021_z*w1_x
    b0102_y = b01_z*b02_x - b01_x*b02_z
    b0111_y = b011_z*w2_x - b011_x*w2_z
    b0002_x = b002_z*w1_y - b002_y*w1_z
    b00002_y = b0002_x*w1_z - b0002_z*w1_x
    b0011_x = b011_z*w1_y - b011_y*w1_z
    b00011_y = b0011_x*w1_z - b0011_z*w1_x
    b00101_y = b001_z*b01_x - b001_x*b01_z
    b00001_x = b0001_z*w1_y - b0001_y*w1_z
    b000001_y = b00001_x*w1_z - b00001_z*w1_x
    w7_z = (1/720)*W6_z
    b05_z = w1_x*w6_y - w1_y*w6_x
    b14_z = w2_x*w5_y - w2_y*w5_x
    b23_z = w3_x*w4_y - w3_y*w4_x
    b004_z = b04_y*w1_x - b04_x*w1_y
    b013_z = b13_y*w1_x - b13_x*w1_y
    b022_z = b02_x*w3_y - b02_y*w3_x
    b031_z = b03_x*w2_y - b03_y*w2_x
    b112_z = b12_y*w2_x - b12_x*w2_y
    b0003_z = b003_y*w1_x - b003_x*w1_y
    b0012_z = b012_y*w1_x - b012_x*w1_y
    b0021_z = b021_y*w1_x - b021_x*w1_y
    b0102_z = b01_x*b02_y - b01_y*b02_x
    b0111_z = b011_x*w2_y - b011_y*w2_x
    b00002_z = b0002_y*w1_x - b0002_x*w1_y
    b00011_z = b0011_y*w1_x - b0011_x*w1_y
    b00101_z = b001_x*b01_y - b001_y*b01_x
    b000001_z = b00001_y*w1_x - b00001_x*w1_y
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


def term_8(
    W0_x: float, W0_y: float, W0_z: float,
    W1_x: float, W1_y: float, W1_z: float,
    W2_x: float, W2_y: float, W2_z: float,
    W3_x: float, W3_y: float, W3_z: float,
    W4_x: float, W4_y: float, W4_z: float,
    W5_x: float, W5_y: float, W5_z: float,
    W6_x: float, W6_y: float, W6_z: float,
    W7_x: float, W7_y: float, W7_z: float,
) -> tuple[float, float, float]:
    """What stands with h^8 in the rotation vector, from the space rate and its derivatives.

    Equation eq-series-next; 638 operations (710 before sharing), 90 temporaries.
    """
    w1_x = W0_x
    w1_y = W0_y
    w1_z = W0_z
    w2_x = W1_x
    w2_y = W1_y
    w2_z = W1_z
    s3 = w1_x*w2_x + w1_y*w2_y + w1_z*w2_z
    t0 = (1/5760)*s3
    s2 = w1_x*w1_x + w1_y*w1_y + w1_z*w1_z
    t1 = (1/5760)*s2
    t2 = 2*w1_x
    t3 = 2*w1_y
    t4 = 2*w1_z
    w3_x = (1/2)*W2_x
    t5 = (1/2)*w2_z
    P3_x = t5*w1_y - (1/2)*w1_z*w2_y
    Y3_x = (1/3)*w3_x - (1/6)*P3_x
    w3_y = (1/2)*W2_y
    P3_y = (1/2)*w1_z*w2_x - t5*w1_x
    Y3_y = (1/3)*w3_y - (1/6)*P3_y
    w3_z = (1/2)*W2_z
    t6 = (1/2)*w2_y
    t7 = (1/2)*w2_x
    P3_z = t6*w1_x - t7*w1_y
    Y3_z = (1/3)*w3_z - (1/6)*P3_z
    s4 = (
        (1/4)*w2_x*w2_x + (1/4)*w2_y*w2_y + (1/4)*w2_z*w2_z + Y3_x*t2 + Y3_y*t3 +
        Y3_z*t4)
    t8 = (1/241920)*s2*s2 + (1/5760)*s4
    w8_x = (1/5040)*W7_x
    Q4_x = P3_z*w1_y - P3_y*w1_z
    P4_y = Y3_z*w1_x + w1_z*w3_x - Y3_x*w1_z - w1_x*w3_z
    P4_z = Y3_x*w1_y + w1_x*w3_y - Y3_y*w1_x - w1_y*w3_x
    Q5_x = (1/2)*P3_z*w2_y + P4_z*w1_y - P3_y*t5 - P4_y*w1_z
    w4_x = (1/6)*W3_x
    w4_z = (1/6)*W3_z
    P4_x = Y3_y*w1_z + w1_y*w3_z - Y3_z*w1_y - w1_z*w3_y
    Y4_x = (1/48)*Q4_x + (1/4)*w4_x - (1/8)*P4_x
    Q4_z = P3_y*w1_x - P3_x*w1_y
    Y4_z = (1/48)*Q4_z + (1/4)*w4_z - (1/8)*P4_z
    P5_y = (
        Y3_z*w2_x + Y4_z*w1_x + w1_z*w4_x + (1/2)*w2_z*w3_x - Y3_x*w2_z - Y4_x*w1_z -
        t7*w3_z - w1_x*w4_z)
    w4_y = (1/6)*W3_y
    Q4_y = P3_x*w1_z - P3_z*w1_x
    Y4_y = (1/48)*Q4_y + (1/4)*w4_y - (1/8)*P4_y
    P5_z = (
        Y3_x*w2_y + Y4_x*w1_y + t7*w3_y + w1_x*w4_y - Y3_y*w2_x - Y4_y*w1_x - t6*w3_x -
        w1_y*w4_x)
    Q6_x = P3_z*Y3_y + (1/2)*P4_z*w2_y + P5_z*w1_y - P3_y*Y3_z - P4_y*t5 - P5_y*w1_z
    w5_y = (1/24)*W4_y
    w5_z = (1/24)*W4_z
    w6_y = (1/120)*W5_y
    w6_z = (1/120)*W5_z
    w7_y = (1/720)*W6_y
    w7_z = (1/720)*W6_z
    Q5_y = P3_x*t5 + P4_x*w1_z - P3_z*t7 - P4_z*w1_x
    Y5_y = (1/60)*Q5_y + (1/5)*w5_y - (1/10)*P5_y
    Q5_z = (1/2)*P3_y*w2_x + P4_y*w1_x - P3_x*t6 - P4_x*w1_y
    Y5_z = (1/60)*Q5_z + (1/5)*w5_z - (1/10)*P5_z
    t9 = (1/4320)*s2
    w5_x = (1/24)*W4_x
    P5_x = (
        Y3_y*w2_z + Y4_y*w1_z + t6*w3_z + w1_y*w4_z - Y3_z*w2_y - Y4_z*w1_y - t5*w3_y -
        w1_z*w4_y)
    Y5_x = (1/60)*Q5_x + (1/5)*w5_x - (1/10)*P5_x
    P6_y = (
        Y3_z*w3_x + Y4_z*w2_x + Y5_z*w1_x + w1_z*w5_x + (1/2)*w2_z*w4_x - Y3_x*w3_z -
        Y4_x*w2_z - Y5_x*w1_z - t7*w4_z - w1_x*w5_z)
    Q6_y = P3_x*Y3_z + P4_x*t5 + P5_x*w1_z - P3_z*Y3_x - P4_z*t7 - P5_z*w1_x
    Y6_y = (1/72)*Q6_y + (1/6)*w6_y + Q4_y*t9 - (1/12)*P6_y
    P6_z = (
        Y3_x*w3_y + Y4_x*w2_y + Y5_x*w1_y + t7*w4_y + w1_x*w5_y - Y3_y*w3_x - Y4_y*w2_x
        - Y5_y*w1_x - t6*w4_x - w1_y*w5_x)
    Q6_z = P3_y*Y3_x + (1/2)*P4_y*w2_x + P5_y*w1_x - P3_x*Y3_y - P4_x*t6 - P5_x*w1_y
    Y6_z = (1/72)*Q6_z + (1/6)*w6_z + Q4_z*t9 - (1/12)*P6_z
    t10 = (1/5040)*s3
    t11 = (1/5040)*s2
    w6_x = (1/120)*W5_x
    P6_x = (
        Y3_y*w3_z + Y4_y*w2_z + Y5_y*w1_z + t6*w4_z + w1_y*w5_z - Y3_z*w3_y - Y4_z*w2_y
        - Y5_z*w1_y - t5*w4_y - w1_z*w5_y)
    Y6_x = (1/72)*Q6_x + (1/6)*w6_x + Q4_x*t9 - (1/12)*P6_x
    P7_y = (
        Y3_z*w4_x + Y4_z*w3_x + Y5_z*w2_x + Y6_z*w1_x + w1_z*w6_x + (1/2)*w2_z*w5_x -
        Y3_x*w4_z - Y4_x*w3_z - Y5_x*w2_z - Y6_x*w1_z - t7*w5_z - w1_x*w6_z)
    Q7_y = (
        P3_x*Y4_z + P4_x*Y3_z + P5_x*t5 + P6_x*w1_z - P3_z*Y4_x - P4_z*Y3_x - P5_z*t7 -
        P6_z*w1_x)
    Y7_y = (1/84)*Q7_y + (1/7)*w7_y + Q4_y*t10 + Q5_y*t11 - (1/14)*P7_y
    P7_z = (
        Y3_x*w4_y + Y4_x*w3_y + Y5_x*w2_y + Y6_x*w1_y + t7*w5_y + w1_x*w6_y - Y3_y*w4_x
        - Y4_y*w3_x - Y5_y*w2_x - Y6_y*w1_x - t6*w5_x - w1_y*w6_x)
    Q7_z = (
        P3_y*Y4_x + P4_y*Y3_x + (1/2)*P5_y*w2_x + P6_y*w1_x - P3_x*Y4_y - P4_x*Y3_y -
        P5_x*t6 - P6_x*w1_y)
    Y7_z = (1/84)*Q7_z + (1/7)*w7_z + Q4_z*t10 + Q5_z*t11 - (1/14)*P7_z
    P8_x = (
        Y3_y*w5_z + Y4_y*w4_z + Y5_y*w3_z + Y6_y*w2_z + Y7_y*w1_z + t6*w6_z + w1_y*w7_z
        - Y3_z*w5_y - Y4_z*w4_y - Y5_z*w3_y - Y6_z*w2_y - Y7_z*w1_y - t5*w6_y -
        w1_z*w7_y)
    Q8_x = (
        P3_z*Y5_y + P4_z*Y4_y + P5_z*Y3_y + (1/2)*P6_z*w2_y + P7_z*w1_y - P3_y*Y5_z -
        P4_y*Y4_z - P5_y*Y3_z - P6_y*t5 - P7_y*w1_z)
    Y8_x = (1/96)*Q8_x + (1/8)*w8_x + Q4_x*t8 + Q5_x*t0 + Q6_x*t1 - (1/16)*P8_x
    w8_y = (1/5040)*W7_y
    w7_x = (1/720)*W6_x
    P7_x = (
        Y3_y*w4_z + Y4_y*w3_z + Y5_y*w2_z + Y6_y*w1_z + t6*w5_z + w1_y*w6_z - Y3_z*w4_y
        - Y4_z*w3_y - Y5_z*w2_y - Y6_z*w1_y - t5*w5_y - w1_z*w6_y)
    Q7_x = (
        P3_z*Y4_y + P4_z*Y3_y + (1/2)*P5_z*w2_y + P6_z*w1_y - P3_y*Y4_z - P4_y*Y3_z -
        P5_y*t5 - P6_y*w1_z)
    Y7_x = (1/84)*Q7_x + (1/7)*w7_x + Q4_x*t10 + Q5_x*t11 - (1/14)*P7_x
    P8_y = (
        Y3_z*w5_x + Y4_z*w4_x + Y5_z*w3_x + Y6_z*w2_x + Y7_z*w1_x + w1_z*w7_x +
        (1/2)*w2_z*w6_x - Y3_x*w5_z - Y4_x*w4_z - Y5_x*w3_z - Y6_x*w2_z - Y7_x*w1_z -
        t7*w6_z - w1_x*w7_z)
    Q8_y = (
        P3_x*Y5_z + P4_x*Y4_z + P5_x*Y3_z + P6_x*t5 + P7_x*w1_z - P3_z*Y5_x - P4_z*Y4_x
        - P5_z*Y3_x - P6_z*t7 - P7_z*w1_x)
    Y8_y = (1/96)*Q8_y + (1/8)*w8_y + Q4_y*t8 + Q5_y*t0 + Q6_y*t1 - (1/16)*P8_y
    w8_z = (1/5040)*W7_z
    P8_z = (
        Y3_x*w5_y + Y4_x*w4_y + Y5_x*w3_y + Y6_x*w2_y + Y7_x*w1_y + t7*w6_y + w1_x*w7_y
        - Y3_y*w5_x - Y4_y*w4_x - Y5_y*w3_x - Y6_y*w2_x - Y7_y*w1_x - t6*w6_x -
        w1_y*w7_x)
    Q8_z = (
        P3_y*Y5_x + P4_y*Y4_x + P5_y*Y3_x + (1/2)*P6_y*w2_x + P7_y*w1_x - P3_x*Y5_y -
        P4_x*Y4_y - P5_x*Y3_y - P6_x*t6 - P7_x*w1_y)
    Y8_z = (1/96)*Q8_z + (1/8)*w8_z + Q4_z*t8 + Q5_z*t0 + Q6_z*t1 - (1/16)*P8_z
    return (Y8_x, Y8_y, Y8_z)
