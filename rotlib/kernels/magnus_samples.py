"""The Magnus series to any order, and from samples of a rate.

Generated from book/magnus/samples-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

GAUSS_NODES_4 = (0.2113248654051871, 0.7886751345948129)
GAUSS_NODES_6 = (0.11270166537925831, 0.5, 0.8872983346207417)


def magnus_terms_1(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_1 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 13 operations (39 before sharing), 7 temporaries.
    """
    u_x = h*omega_x
    t0 = h*h
    v_x = alpha_x*t0
    u_y = h*omega_y
    v_y = alpha_y*t0
    u_z = h*omega_z
    v_z = alpha_z*t0
    return (u_x + (1/2)*v_x, u_y + (1/2)*v_y, u_z + (1/2)*v_z)


def magnus_terms_2(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_2 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 28 operations (45 before sharing), 10 temporaries.
    """
    u_x = h*omega_x
    t0 = h*h
    v_x = alpha_x*t0
    u_y = h*omega_y
    u_z = h*omega_z
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        (1/12)*n_x + u_x + (1/2)*v_x,
        (1/12)*n_y + u_y + (1/2)*v_y,
        (1/12)*n_z + u_z + (1/2)*v_z)


def magnus_terms_3(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_3 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 45 operations (63 before sharing), 14 temporaries.
    """
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t1 = 1 - (1/240)*C
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t2 = (1/2) + (1/240)*B
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        (1/12)*n_x + t1*u_x + t2*v_x,
        (1/12)*n_y + t1*u_y + t2*v_y,
        (1/12)*n_z + t1*u_z + t2*v_z)


def magnus_terms_4(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_4 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 56 operations (84 before sharing), 16 temporaries.
    """
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t1 = 1 - (1/240)*C
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t2 = (1/2) + (1/240)*B
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t3 = (1/12) + (1/720)*A + (1/720)*B + (1/5040)*C
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t3 + t1*u_x + t2*v_x,
        n_y*t3 + t1*u_y + t2*v_y,
        n_z*t3 + t1*u_z + t2*v_z)


def magnus_terms_5(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_5 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 77 operations (156 before sharing), 19 temporaries.
    """
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    B = u_x*v_x + u_y*v_y + u_z*v_z
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t1 = (1/12) + (1/720)*A + (1/720)*B + (1/5040)*C
    t2 = (1/10080)*B
    t3 = A*C
    t4 = B*B
    t5 = (1/2) + (1/240)*B + (1/8640)*t4 + A*t2 + (1/48384)*B*C - (1/60480)*t3
    t6 = 1 + (1/30240)*t4 - (1/240)*C - (1/48384)*C*C - (1/7560)*t3 - C*t2
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t1 + t5*v_x + t6*u_x,
        n_y*t1 + t5*v_y + t6*u_y,
        n_z*t1 + t5*v_z + t6*u_z)


def magnus_terms_6(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_6 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 90 operations (210 before sharing), 21 temporaries.
    """
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t1 = A*B
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t2 = A*C
    t3 = B*C
    t4 = B*B
    t5 = (1/2) + (1/240)*B + (1/10080)*t1 + (1/48384)*t3 + (1/8640)*t4 - (1/60480)*t2
    t6 = C*C
    t7 = 1 + (1/30240)*t4 - (1/240)*C - (1/7560)*t2 - (1/10080)*t3 - (1/48384)*t6
    t8 = (
        (1/12) + (1/720)*A + (1/30240)*A*A + (1/720)*B + (1/5040)*C + (1/15120)*t1 +
        (1/120960)*t2 + (1/80640)*t3 + (1/26880)*t4 + (1/887040)*t6)
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t8 + t5*v_x + t7*u_x,
        n_y*t8 + t5*v_y + t7*u_y,
        n_z*t8 + t5*v_z + t7*u_z)


def magnus_terms_7(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_7 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 134 operations (417 before sharing), 28 temporaries.
    """
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t1 = A*B
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t2 = A*C
    t3 = B*C
    t4 = A*A
    t5 = B*B
    t6 = C*C
    t7 = (
        (1/12) + (1/720)*A + (1/720)*B + (1/5040)*C + (1/15120)*t1 + (1/120960)*t2 +
        (1/80640)*t3 + (1/30240)*t4 + (1/26880)*t5 + (1/887040)*t6)
    t8 = B*B*B
    t9 = C*t1
    t10 = A*t6
    t11 = C*t4
    t12 = B*t6
    t13 = C*t5
    t14 = (
        1 + (1/30240)*t5 + (1/604800)*t8 + (1/604800)*A*t5 - (1/240)*C -
        (521/4151347200)*C*C*C - (17/13305600)*t10 - (1/241920)*t11 - (89/79833600)*t12
        - (37/15966720)*t13 - (1/7560)*t2 - (1/10080)*t3 - (1/48384)*t6 - (1/151200)*t9)
    t15 = (
        (1/2) + (1/240)*B + (1/10080)*t1 + (521/4151347200)*t12 + (19/14515200)*t13 +
        (1/48384)*t3 + (1/8640)*t5 + (47/13305600)*t8 + (1/15966720)*t9 +
        (1/172800)*A*t5 + (1/403200)*B*t4 - (31/159667200)*t10 - (1/1209600)*t11 -
        (1/60480)*t2)
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t7 + t14*u_x + t15*v_x,
        n_y*t7 + t14*u_y + t15*v_y,
        n_z*t7 + t14*u_z + t15*v_z)


def magnus_terms_8(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Magnus terms Omega_1 to Omega_8 for the space rate omega + alpha t.

    Equation eq-magnus-collapsed; 155 operations (552 before sharing), 31 temporaries.
    """
    u_x = h*omega_x
    u_y = h*omega_y
    u_z = h*omega_z
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t1 = A*C
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t2 = B*C
    t3 = B*B
    t4 = B*B*B
    t5 = C*C
    t6 = C*C*C
    t7 = A*B
    t8 = C*t7
    t9 = A*t5
    t10 = A*A
    t11 = C*t10
    t12 = B*t5
    t13 = C*t3
    t14 = (
        1 + (1/30240)*t3 + (1/604800)*t4 + (1/604800)*A*t3 - (1/240)*C - (1/7560)*t1 -
        (1/241920)*t11 - (89/79833600)*t12 - (37/15966720)*t13 - (1/10080)*t2 -
        (1/48384)*t5 - (521/4151347200)*t6 - (1/151200)*t8 - (17/13305600)*t9)
    t15 = A*t3
    t16 = (1/403200)*B*t10
    t17 = (
        (1/2) + (1/240)*B + (521/4151347200)*t12 + (19/14515200)*t13 + (1/172800)*t15 +
        t16 + (1/48384)*t2 + (1/8640)*t3 + (47/13305600)*t4 + (1/10080)*t7 +
        (1/15966720)*t8 - (1/60480)*t1 - (1/1209600)*t11 - (31/159667200)*t9)
    t18 = (
        (1/12) + (1/720)*A + (1/1209600)*A*A*A + (1/720)*B + (1/5040)*C + (1/120960)*t1
        + (1/30240)*t10 + (31/119750400)*t11 + (29/276756480)*t12 +
        (1763/3113510400)*t13 + (131/47900160)*t15 + t16 + (1/80640)*t2 + (1/26880)*t3
        + (37/34214400)*t4 + (1/887040)*t5 + (29/4151347200)*t6 + (1/15120)*t7 +
        (37/47900160)*t8 + (59/1132185600)*t9)
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t18 + t14*u_x + t17*v_x,
        n_y*t18 + t14*u_y + t17*v_y,
        n_z*t18 + t14*u_z + t17*v_z)


def magnus_order_2(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """All Magnus terms to h^2 for the space rate omega + alpha t.

    Equation eq-magnus-midpoint; 10 operations (42 before sharing), 4 temporaries.
    """
    t0 = (1/2)*h
    u_x = h*(omega_x + alpha_x*t0)
    u_y = h*(omega_y + alpha_y*t0)
    u_z = h*(omega_z + alpha_z*t0)
    return (u_x, u_y, u_z)


def magnus_order_4(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """All Magnus terms to h^4 for the space rate omega + alpha t.

    Equation eq-magnus-midpoint; 29 operations (48 before sharing), 11 temporaries.
    """
    t0 = (1/2)*h
    u_x = h*(omega_x + alpha_x*t0)
    u_y = h*(omega_y + alpha_y*t0)
    u_z = h*(omega_z + alpha_z*t0)
    t1 = h*h
    v_y = alpha_y*t1
    v_z = alpha_z*t1
    n_x = u_z*v_y - u_y*v_z
    v_x = alpha_x*t1
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return ((1/12)*n_x + u_x, (1/12)*n_y + u_y, (1/12)*n_z + u_z)


def magnus_order_6(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """All Magnus terms to h^6 for the space rate omega + alpha t.

    Equation eq-magnus-midpoint; 58 operations (75 before sharing), 17 temporaries.
    """
    t0 = (1/2)*h
    u_x = h*(omega_x + alpha_x*t0)
    u_y = h*(omega_y + alpha_y*t0)
    u_z = h*(omega_z + alpha_z*t0)
    t1 = h*h
    v_x = alpha_x*t1
    v_y = alpha_y*t1
    v_z = alpha_z*t1
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t2 = (1/240)*B
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t3 = (1/12) + (1/720)*A
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t4 = 1 - (1/240)*C
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t3 + t2*v_x + t4*u_x,
        n_y*t3 + t2*v_y + t4*u_y,
        n_z*t3 + t2*v_z + t4*u_z)


def magnus_order_8(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """All Magnus terms to h^8 for the space rate omega + alpha t.

    Equation eq-magnus-midpoint; 72 operations (117 before sharing), 17 temporaries.
    """
    t0 = (1/2)*h
    u_x = h*(omega_x + alpha_x*t0)
    u_y = h*(omega_y + alpha_y*t0)
    u_z = h*(omega_z + alpha_z*t0)
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t1 = h*h
    v_x = alpha_x*t1
    v_y = alpha_y*t1
    v_z = alpha_z*t1
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t2 = (1/240)*B + (1/10080)*A*B
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t3 = (1/12) + (1/720)*A + (1/30240)*A*A - (1/6720)*C
    t4 = 1 + (1/30240)*B*B - (1/240)*C - (1/7560)*A*C
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t3 + t2*v_x + t4*u_x,
        n_y*t3 + t2*v_y + t4*u_y,
        n_z*t3 + t2*v_z + t4*u_z)


def magnus_order_10(
    omega_x: float, omega_y: float, omega_z: float,
    alpha_x: float, alpha_y: float, alpha_z: float,
    h: float,
) -> tuple[float, float, float]:
    """All Magnus terms to h^10 for the space rate omega + alpha t.

    Equation eq-magnus-midpoint; 94 operations (198 before sharing), 21 temporaries.
    """
    t0 = h*h
    v_x = alpha_x*t0
    v_y = alpha_y*t0
    v_z = alpha_z*t0
    C = v_x*v_x + v_y*v_y + v_z*v_z
    t1 = (1/241920)*C
    t2 = (1/2)*h
    u_x = h*(omega_x + alpha_x*t2)
    u_y = h*(omega_y + alpha_y*t2)
    u_z = h*(omega_z + alpha_z*t2)
    A = u_x*u_x + u_y*u_y + u_z*u_z
    t3 = A*A
    B = u_x*v_x + u_y*v_y + u_z*v_z
    t4 = (1/240)*B + (1/10080)*A*B + (1/403200)*B*t3 - B*t1
    t5 = A*C
    t6 = B*B
    t7 = (
        (1/12) + (1/720)*A + (1/1209600)*A*A*A + (1/30240)*t3 + (1/241920)*t6 -
        (1/6720)*C - (1/120960)*t5)
    t8 = (
        1 + (1/241920)*C*C + (1/30240)*t6 + (1/604800)*A*t6 - (1/240)*C - (1/7560)*t5 -
        t1*t3)
    n_x = u_z*v_y - u_y*v_z
    n_y = u_x*v_z - u_z*v_x
    n_z = u_y*v_x - u_x*v_y
    return (
        n_x*t7 + t4*v_x + t8*u_x,
        n_y*t7 + t4*v_y + t8*u_y,
        n_z*t7 + t4*v_z + t8*u_z)


def gauss_4(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector from space rates at the two Gauss nodes: order 4.

    Equation eq-magnus-two-moments; 36 operations (36 before sharing), 9 temporaries.
    """
    B0_x = h*((1/2)*omega1_x + (1/2)*omega2_x)
    B0_y = h*((1/2)*omega1_y + (1/2)*omega2_y)
    B0_z = h*((1/2)*omega1_z + (1/2)*omega2_z)
    B1_y = h*(0.14433756729740643*omega2_y - 0.14433756729740643*omega1_y)
    B1_z = h*(0.14433756729740643*omega2_z - 0.14433756729740643*omega1_z)
    C1_x = B0_z*B1_y - B0_y*B1_z
    B1_x = h*(0.14433756729740643*omega2_x - 0.14433756729740643*omega1_x)
    C1_y = B0_x*B1_z - B0_z*B1_x
    C1_z = B0_y*B1_x - B0_x*B1_y
    return (B0_x + C1_x, B0_y + C1_y, B0_z + C1_z)


def gauss_6(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector from space rates at the three Gauss nodes: order 6.

    Equation eq-magnus-six; 93 operations (123 before sharing), 27 temporaries.
    """
    b1_x = h*omega2_x
    b3_x = h*((10/3)*omega1_x + (10/3)*omega3_x - (20/3)*omega2_x)
    b2_y = h*(1.2909944487358056*omega3_y - 1.2909944487358056*omega1_y)
    b3_z = h*((10/3)*omega1_z + (10/3)*omega3_z - (20/3)*omega2_z)
    b1_y = h*omega2_y
    b2_x = h*(1.2909944487358056*omega3_x - 1.2909944487358056*omega1_x)
    C1_z = b1_x*b2_y - b1_y*b2_x
    t0 = C1_z + 2*b3_z
    b1_z = h*omega2_z
    b2_z = h*(1.2909944487358056*omega3_z - 1.2909944487358056*omega1_z)
    C1_x = b1_y*b2_z - b1_z*b2_y
    t1 = C1_x + 2*b3_x
    C2_y = b1_z*t1 - b1_x*t0
    t2 = b2_y - (1/60)*C2_y
    t3 = C1_z - 20*b1_z - b3_z
    b3_y = h*((10/3)*omega1_y + (10/3)*omega3_y - (20/3)*omega2_y)
    C1_y = b1_z*b2_x - b1_x*b2_z
    t4 = C1_y + 2*b3_y
    C2_z = b1_x*t4 - b1_y*t1
    t5 = b2_z - (1/60)*C2_z
    t6 = C1_y - 20*b1_y - b3_y
    C3_x = t5*t6 - t2*t3
    C2_x = b1_y*t0 - b1_z*t4
    t7 = b2_x - (1/60)*C2_x
    t8 = C1_x - 20*b1_x - b3_x
    C3_y = t3*t7 - t5*t8
    C3_z = t2*t8 - t6*t7
    return (
        (1/240)*C3_x + b1_x + (1/12)*b3_x,
        (1/240)*C3_y + b1_y + (1/12)*b3_y,
        (1/240)*C3_z + b1_z + (1/12)*b3_z)


def rates_3(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector from space rates at the start, middle and end of h: order 4.

    Equation eq-magnus-two-moments; 42 operations (45 before sharing), 9 temporaries.
    """
    B0_x = h*((1/6)*omega1_x + (2/3)*omega2_x + (1/6)*omega3_x)
    B0_y = h*((1/6)*omega1_y + (2/3)*omega2_y + (1/6)*omega3_y)
    B0_z = h*((1/6)*omega1_z + (2/3)*omega2_z + (1/6)*omega3_z)
    B1_y = h*((1/12)*omega3_y - (1/12)*omega1_y)
    B1_z = h*((1/12)*omega3_z - (1/12)*omega1_z)
    C1_x = B0_z*B1_y - B0_y*B1_z
    B1_x = h*((1/12)*omega3_x - (1/12)*omega1_x)
    C1_y = B0_x*B1_z - B0_z*B1_x
    C1_z = B0_y*B1_x - B0_x*B1_y
    return (B0_x + C1_x, B0_y + C1_y, B0_z + C1_z)


def rates_5(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Rotation vector from five equally spaced space rates, the ends of h included: order 6.

    Equation eq-magnus-six; 144 operations (207 before sharing), 27 temporaries.
    """
    b1_x = (
        h*((8/35)*omega2_x + (23/35)*omega3_x + (8/35)*omega4_x - (2/35)*omega1_x -
        (2/35)*omega5_x))
    b3_x = (
        h*((34/21)*omega1_x + (32/21)*omega2_x + (32/21)*omega4_x + (34/21)*omega5_x -
        (44/7)*omega3_x))
    b2_y = h*((16/15)*omega4_y + (7/15)*omega5_y - (7/15)*omega1_y - (16/15)*omega2_y)
    b3_z = (
        h*((34/21)*omega1_z + (32/21)*omega2_z + (32/21)*omega4_z + (34/21)*omega5_z -
        (44/7)*omega3_z))
    b1_y = (
        h*((8/35)*omega2_y + (23/35)*omega3_y + (8/35)*omega4_y - (2/35)*omega1_y -
        (2/35)*omega5_y))
    b2_x = h*((16/15)*omega4_x + (7/15)*omega5_x - (7/15)*omega1_x - (16/15)*omega2_x)
    C1_z = b1_x*b2_y - b1_y*b2_x
    t0 = C1_z + 2*b3_z
    b1_z = (
        h*((8/35)*omega2_z + (23/35)*omega3_z + (8/35)*omega4_z - (2/35)*omega1_z -
        (2/35)*omega5_z))
    b2_z = h*((16/15)*omega4_z + (7/15)*omega5_z - (7/15)*omega1_z - (16/15)*omega2_z)
    C1_x = b1_y*b2_z - b1_z*b2_y
    t1 = C1_x + 2*b3_x
    C2_y = b1_z*t1 - b1_x*t0
    t2 = b2_y - (1/60)*C2_y
    t3 = C1_z - 20*b1_z - b3_z
    b3_y = (
        h*((34/21)*omega1_y + (32/21)*omega2_y + (32/21)*omega4_y + (34/21)*omega5_y -
        (44/7)*omega3_y))
    C1_y = b1_z*b2_x - b1_x*b2_z
    t4 = C1_y + 2*b3_y
    C2_z = b1_x*t4 - b1_y*t1
    t5 = b2_z - (1/60)*C2_z
    t6 = C1_y - 20*b1_y - b3_y
    C3_x = t5*t6 - t2*t3
    C2_x = b1_y*t0 - b1_z*t4
    t7 = b2_x - (1/60)*C2_x
    t8 = C1_x - 20*b1_x - b3_x
    C3_y = t3*t7 - t5*t8
    C3_z = t2*t8 - t6*t7
    return (
        (1/240)*C3_x + b1_x + (1/12)*b3_x,
        (1/240)*C3_y + b1_y + (1/12)*b3_y,
        (1/240)*C3_z + b1_z + (1/12)*b3_z)


def increments_2(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
) -> tuple[float, float, float]:
    """Rotation vector from two successive increments in space: order 4.

    Equation eq-magnus-two-moments; 24 operations (24 before sharing), 9 temporaries.
    """
    B0_x = theta1_x + theta2_x
    B0_y = theta1_y + theta2_y
    B0_z = theta1_z + theta2_z
    B1_y = (1/3)*theta2_y - (1/3)*theta1_y
    B1_z = (1/3)*theta2_z - (1/3)*theta1_z
    C1_x = B0_z*B1_y - B0_y*B1_z
    B1_x = (1/3)*theta2_x - (1/3)*theta1_x
    C1_y = B0_x*B1_z - B0_z*B1_x
    C1_z = B0_y*B1_x - B0_x*B1_y
    return (B0_x + C1_x, B0_y + C1_y, B0_z + C1_z)


def increments_4(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
    theta3_x: float, theta3_y: float, theta3_z: float,
    theta4_x: float, theta4_y: float, theta4_z: float,
) -> tuple[float, float, float]:
    """Rotation vector from four successive increments in space: order 6.

    Equation eq-magnus-six; 123 operations (162 before sharing), 27 temporaries.
    """
    b1_x = (7/3)*theta2_x + (7/3)*theta3_x - (1/3)*theta1_x - (1/3)*theta4_x
    b3_x = 16*theta1_x + 16*theta4_x - 16*theta2_x - 16*theta3_x
    b2_y = (4/5)*theta3_y + (76/15)*theta4_y - (76/15)*theta1_y - (4/5)*theta2_y
    b3_z = 16*theta1_z + 16*theta4_z - 16*theta2_z - 16*theta3_z
    b1_y = (7/3)*theta2_y + (7/3)*theta3_y - (1/3)*theta1_y - (1/3)*theta4_y
    b2_x = (4/5)*theta3_x + (76/15)*theta4_x - (76/15)*theta1_x - (4/5)*theta2_x
    C1_z = b1_x*b2_y - b1_y*b2_x
    t0 = C1_z + 2*b3_z
    b1_z = (7/3)*theta2_z + (7/3)*theta3_z - (1/3)*theta1_z - (1/3)*theta4_z
    b2_z = (4/5)*theta3_z + (76/15)*theta4_z - (76/15)*theta1_z - (4/5)*theta2_z
    C1_x = b1_y*b2_z - b1_z*b2_y
    t1 = C1_x + 2*b3_x
    C2_y = b1_z*t1 - b1_x*t0
    t2 = b2_y - (1/60)*C2_y
    t3 = C1_z - 20*b1_z - b3_z
    b3_y = 16*theta1_y + 16*theta4_y - 16*theta2_y - 16*theta3_y
    C1_y = b1_z*b2_x - b1_x*b2_z
    t4 = C1_y + 2*b3_y
    C2_z = b1_x*t4 - b1_y*t1
    t5 = b2_z - (1/60)*C2_z
    t6 = C1_y - 20*b1_y - b3_y
    C3_x = t5*t6 - t2*t3
    C2_x = b1_y*t0 - b1_z*t4
    t7 = b2_x - (1/60)*C2_x
    t8 = C1_x - 20*b1_x - b3_x
    C3_y = t3*t7 - t5*t8
    C3_z = t2*t8 - t6*t7
    return (
        (1/240)*C3_x + b1_x + (1/12)*b3_x,
        (1/240)*C3_y + b1_y + (1/12)*b3_y,
        (1/240)*C3_z + b1_z + (1/12)*b3_z)


def coning_2(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
) -> tuple[float, float, float]:
    """To be added to the sum of 2 increments in space.

    Equation eq-magnus-two-sample; 14 operations (21 before sharing), 1 temporaries.
    """
    t0 = (2/3)*theta2_z
    return (
        (2/3)*theta1_z*theta2_y - t0*theta1_y,
        t0*theta1_x - (2/3)*theta1_z*theta2_x,
        (2/3)*theta1_y*theta2_x - (2/3)*theta1_x*theta2_y)


def coning_3_quadratic(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
    theta3_x: float, theta3_y: float, theta3_z: float,
) -> tuple[float, float, float]:
    """To be added to the sum of 3 increments in space, all of Omega_2 for a quadratic rate.

    Equation eq-magnus-two-sample; 34 operations (51 before sharing), 5 temporaries.
    """
    t0 = (33/80)*theta3_z
    t1 = theta1_z - theta3_z
    t2 = theta1_y - theta3_y
    t3 = (57/80)*theta2_z
    t4 = theta1_x - theta3_x
    return (
        (57/80)*t1*theta2_y + (33/80)*theta1_z*theta3_y - t0*theta1_y - t2*t3,
        t0*theta1_x + t3*t4 - (57/80)*t1*theta2_x - (33/80)*theta1_z*theta3_x,
        (57/80)*t2*theta2_x + (33/80)*theta1_y*theta3_x - (57/80)*t4*theta2_y -
        (33/80)*theta1_x*theta3_y)


def coning_3_tuned(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
    theta3_x: float, theta3_y: float, theta3_z: float,
) -> tuple[float, float, float]:
    """To be added to the sum of 3 increments in space, tuned to pure coning.

    Equation eq-magnus-two-sample; 34 operations (51 before sharing), 5 temporaries.
    """
    t0 = (9/20)*theta3_z
    t1 = theta1_z - theta3_z
    t2 = theta1_y - theta3_y
    t3 = (27/40)*theta2_z
    t4 = theta1_x - theta3_x
    return (
        (27/40)*t1*theta2_y + (9/20)*theta1_z*theta3_y - t0*theta1_y - t2*t3,
        t0*theta1_x + t3*t4 - (27/40)*t1*theta2_x - (9/20)*theta1_z*theta3_x,
        (27/40)*t2*theta2_x + (9/20)*theta1_y*theta3_x - (27/40)*t4*theta2_y -
        (9/20)*theta1_x*theta3_y)


def rates_unequal(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    c: float, d: float, h: float,
) -> tuple[float, float, float]:
    """Rotation vector from space rates at s = -1/2, c, 1/2 and d: order 4.

    Equation eq-magnus-unequal; 79 operations (126 before sharing), 22 temporaries.
    """
    t0 = (1/2)*omega1_x + (1/2)*omega3_x
    t1 = omega3_x - omega1_x
    t2 = 1/(d*d - (1/4))
    t3 = (1/6)*c/(d - c)
    t4 = 1/(c*c - (1/4))
    D_x = t4*(omega2_x - t0 - c*t1)
    K_x = (1/6)*D_x - t3*(t2*(omega4_x - t0 - d*t1) - D_x)
    B0_x = h*(t0 - K_x)
    t5 = (1/2)*omega1_y + (1/2)*omega3_y
    t6 = omega3_y - omega1_y
    D_y = t4*(omega2_y - t5 - c*t6)
    K_y = (1/6)*D_y - t3*(t2*(omega4_y - t5 - d*t6) - D_y)
    B0_y = h*(t5 - K_y)
    t7 = (1/2)*omega1_z + (1/2)*omega3_z
    t8 = omega3_z - omega1_z
    D_z = t4*(omega2_z - t7 - c*t8)
    K_z = (1/6)*D_z - t3*(t2*(omega4_z - t7 - d*t8) - D_z)
    B0_z = h*(t7 - K_z)
    t9 = (1/12)*h
    B1_y = t6*t9
    B1_z = t8*t9
    B1_x = t1*t9
    return (
        B0_x + B0_z*B1_y - B0_y*B1_z,
        B0_y + B0_x*B1_z - B0_z*B1_x,
        B0_z + B0_y*B1_x - B0_x*B1_y)


def increments_unequal(
    Theta2_x: float, Theta2_y: float, Theta2_z: float,
    Theta3_x: float, Theta3_y: float, Theta3_z: float,
    Theta4_x: float, Theta4_y: float, Theta4_z: float,
    c: float, d: float,
) -> tuple[float, float, float]:
    """Rotation vector from space angles at s = c, 1/2 and d: order 4.

    Equation eq-magnus-unequal-increments; 60 operations (84 before sharing), 12 temporaries.
    """
    t0 = (1/2)*Theta3_y
    t1 = 1/(d*d - (1/4))
    t2 = (1/6)*c/(d - c)
    t3 = 1/(c*c - (1/4))
    D_y = t3*(Theta2_y - t0 - Theta3_y*c)
    K_y = (1/6)*D_y - t2*(t1*(Theta4_y - t0 - Theta3_y*d) - D_y)
    t4 = (1/2)*Theta3_z
    D_z = t3*(Theta2_z - t4 - Theta3_z*c)
    K_z = (1/6)*D_z - t2*(t1*(Theta4_z - t4 - Theta3_z*d) - D_z)
    t5 = (1/2)*Theta3_x
    D_x = t3*(Theta2_x - t5 - Theta3_x*c)
    K_x = (1/6)*D_x - t2*(t1*(Theta4_x - t5 - Theta3_x*d) - D_x)
    return (
        Theta3_x + K_y*Theta3_z - K_z*Theta3_y,
        Theta3_y + K_z*Theta3_x - K_x*Theta3_z,
        Theta3_z + K_x*Theta3_y - K_y*Theta3_x)


def rates_pair(
    omega1_x: float, omega1_y: float, omega1_z: float,
    omega2_x: float, omega2_y: float, omega2_z: float,
    omega3_x: float, omega3_y: float, omega3_z: float,
    omega4_x: float, omega4_y: float, omega4_z: float,
    omega5_x: float, omega5_y: float, omega5_z: float,
    h: float,
) -> tuple[float, float, float, float, float, float]:
    """Rotation vector of order 4 from five equally spaced space rates, and what is added for order 6.

    Equation eq-magnus-pair; 283 operations (504 before sharing), 44 temporaries.
    """
    b2_y = h*((16/15)*omega4_y + (7/15)*omega5_y - (7/15)*omega1_y - (16/15)*omega2_y)
    d1_y = h*((2/45)*omega1_y + (4/45)*omega4_y - (4/45)*omega2_y - (2/45)*omega5_y)
    t0 = (1/12)*b2_y - d1_y
    b1_z = (
        h*((8/35)*omega2_z + (23/35)*omega3_z + (8/35)*omega4_z - (2/35)*omega1_z -
        (2/35)*omega5_z))
    b3_z = (
        h*((34/21)*omega1_z + (32/21)*omega2_z + (32/21)*omega4_z + (34/21)*omega5_z -
        (44/7)*omega3_z))
    t1 = b1_z + (1/12)*b3_z
    d0_z = (
        h*((16/45)*omega2_z + (16/45)*omega4_z - (4/45)*omega1_z - (8/15)*omega3_z -
        (4/45)*omega5_z))
    t2 = t1 - d0_z
    b2_z = h*((16/15)*omega4_z + (7/15)*omega5_z - (7/15)*omega1_z - (16/15)*omega2_z)
    d1_z = h*((2/45)*omega1_z + (4/45)*omega4_z - (4/45)*omega2_z - (2/45)*omega5_z)
    t3 = (1/12)*b2_z - d1_z
    b1_y = (
        h*((8/35)*omega2_y + (23/35)*omega3_y + (8/35)*omega4_y - (2/35)*omega1_y -
        (2/35)*omega5_y))
    b3_y = (
        h*((34/21)*omega1_y + (32/21)*omega2_y + (32/21)*omega4_y + (34/21)*omega5_y -
        (44/7)*omega3_y))
    t4 = b1_y + (1/12)*b3_y
    d0_y = (
        h*((16/45)*omega2_y + (16/45)*omega4_y - (4/45)*omega1_y - (8/15)*omega3_y -
        (4/45)*omega5_y))
    t5 = t4 - d0_y
    b1_x = (
        h*((8/35)*omega2_x + (23/35)*omega3_x + (8/35)*omega4_x - (2/35)*omega1_x -
        (2/35)*omega5_x))
    b3_x = (
        h*((34/21)*omega1_x + (32/21)*omega2_x + (32/21)*omega4_x + (34/21)*omega5_x -
        (44/7)*omega3_x))
    t6 = b1_x + (1/12)*b3_x
    d0_x = (
        h*((16/45)*omega2_x + (16/45)*omega4_x - (4/45)*omega1_x - (8/15)*omega3_x -
        (4/45)*omega5_x))
    t7 = t6 - d0_x
    b2_x = h*((16/15)*omega4_x + (7/15)*omega5_x - (7/15)*omega1_x - (16/15)*omega2_x)
    d1_x = h*((2/45)*omega1_x + (4/45)*omega4_x - (4/45)*omega2_x - (2/45)*omega5_x)
    t8 = (1/12)*b2_x - d1_x
    t9 = (1/360)*b3_z
    t10 = (1/360)*b2_z
    t11 = b1_y*b2_x
    t12 = b1_x*b2_y - t11
    t13 = (1/240)*t12
    t14 = b1_x*b2_z
    t15 = t14 - b1_z*b2_x
    t16 = (1/240)*b2_z
    t17 = 2*b3_z + t12
    t18 = (1/60)*b1_x
    t19 = b1_z*b2_y
    t20 = b1_y*b2_z - t19
    t21 = 2*b3_x + t20
    t22 = t17*t18 - (1/60)*b1_z*t21
    t23 = (1/240)*b1_x*b2_y - (1/12)*b1_z - (1/240)*b3_z - (1/240)*t11
    t24 = -20*b1_y - b3_y - t15
    t25 = 2*b3_y + b1_z*b2_x - t14
    t26 = (1/14400)*b1_y*t21 - (1/240)*t18*t25
    t27 = b1_y*b2_z - 20*b1_x - b3_x - t19
    t28 = (1/60)*b1_z*t25 - (1/60)*b1_y*t17
    return (
        t7 + t0*t2 - t3*t5,
        t5 + t3*t7 - t2*t8,
        t2 + t5*t8 - t0*t7,
        d0_x + b3_y*t10 + d0_z*t0 + d1_y*t1 + t24*t26 - b2_y*t13 - b2_y*t9 - d0_y*t3 -
        d1_z*t4 - t15*t16 - t22*t23,
        d0_y + b2_x*t13 + b2_x*t9 + d0_x*t3 + d1_z*t6 + t23*t28 - b3_x*t10 - d0_z*t8 -
        d1_x*t1 - t16*t20 - t26*t27,
        d0_z + (1/240)*b2_x*t15 + (1/360)*b2_y*b3_x + (1/240)*b2_y*t20 + d0_y*t8 +
        d1_x*t4 + (1/240)*t22*t27 - (1/360)*b2_x*b3_y - d0_x*t0 - d1_y*t6 -
        (1/240)*t24*t28)
