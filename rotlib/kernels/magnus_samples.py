"""The Magnus series to any order, and from samples of a rate.

Generated from book/magnus/samples-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

GAUSS_NODES_4 = (0.2113248654051871, 0.7886751345948129)
GAUSS_NODES_6 = (0.11270166537925831, 0.5, 0.8872983346207417)
CONING_3 = {'polynomial': (33/80, 57/80), 'coning': (9/20, 27/40)}
WEIGHTS: dict[str, tuple[tuple[float, ...], ...]]
WEIGHTS = {'gauss_4': ((1/2, 1/2), (-0.14433756729740643, 0.14433756729740643)),
           'gauss_6': ((0/1, 1/1, 0/1),
                       (-1.2909944487358056, 0/1, 1.2909944487358056),
                       (10/3, -20/3, 10/3)),
           'rates_3': ((1/6, 2/3, 1/6), (-1/12, 0/1, 1/12)),
           'rates_5': ((-2/35, 8/35, 23/35, 8/35, -2/35),
                       (-7/15, -16/15, 0/1, 16/15, 7/15),
                       (34/21, 32/21, -44/7, 32/21, 34/21)),
           'increments_2': ((1/1, 1/1), (-1/3, 1/3)),
           'increments_4': ((-1/3, 7/3, 7/3, -1/3),
                            (-76/15, -4/5, 4/5, 76/15),
                            (16/1, -16/1, -16/1, 16/1))}
TERMS: dict[int, tuple[dict[tuple[int, int, int], float], ...]]
TERMS = {1: ({(0, 0, 0): 1/1}, {(0, 0, 0): 1/2}, {}),
         2: ({}, {}, {(0, 0, 0): 1/12}),
         3: ({(0, 0, 1): -1/240}, {(0, 1, 0): 1/240}, {}),
         4: ({}, {}, {(0, 0, 1): 1/5040, (0, 1, 0): 1/720, (1, 0, 0): 1/720}),
         5: ({(0, 0, 2): -1/48384,
              (0, 1, 1): -1/10080,
              (0, 2, 0): 1/30240,
              (1, 0, 1): -1/7560},
             {(0, 1, 1): 1/48384,
              (0, 2, 0): 1/8640,
              (1, 0, 1): -1/60480,
              (1, 1, 0): 1/10080},
             {}),
         6: ({},
             {},
             {(0, 0, 2): 1/887040,
              (0, 1, 1): 1/80640,
              (0, 2, 0): 1/26880,
              (1, 0, 1): 1/120960,
              (1, 1, 0): 1/15120,
              (2, 0, 0): 1/30240}),
         7: ({(0, 0, 3): -521/4151347200,
              (0, 1, 2): -89/79833600,
              (0, 2, 1): -37/15966720,
              (0, 3, 0): 1/604800,
              (1, 0, 2): -17/13305600,
              (1, 1, 1): -1/151200,
              (1, 2, 0): 1/604800,
              (2, 0, 1): -1/241920},
             {(0, 1, 2): 521/4151347200,
              (0, 2, 1): 19/14515200,
              (0, 3, 0): 47/13305600,
              (1, 0, 2): -31/159667200,
              (1, 1, 1): 1/15966720,
              (1, 2, 0): 1/172800,
              (2, 0, 1): -1/1209600,
              (2, 1, 0): 1/403200},
             {}),
         8: ({},
             {},
             {(0, 0, 3): 29/4151347200,
              (0, 1, 2): 29/276756480,
              (0, 2, 1): 1763/3113510400,
              (0, 3, 0): 37/34214400,
              (1, 0, 2): 59/1132185600,
              (1, 1, 1): 37/47900160,
              (1, 2, 0): 131/47900160,
              (2, 0, 1): 31/119750400,
              (2, 1, 0): 1/403200,
              (3, 0, 0): 1/1209600})}


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


def order_four(
    B0_x: float, B0_y: float, B0_z: float,
    B1_x: float, B1_y: float, B1_z: float,
) -> tuple[float, float, float]:
    """Rotation vector of order 4 from two moments of a rate in space.

    Equation eq-magnus-two-moments; 12 operations (12 before sharing), 3 temporaries.
    """
    C1_x = B0_z*B1_y - B0_y*B1_z
    C1_y = B0_x*B1_z - B0_z*B1_x
    C1_z = B0_y*B1_x - B0_x*B1_y
    return (B0_x + C1_x, B0_y + C1_y, B0_z + C1_z)


def order_six(
    b1_x: float, b1_y: float, b1_z: float,
    b2_x: float, b2_y: float, b2_z: float,
    b3_x: float, b3_y: float, b3_z: float,
) -> tuple[float, float, float]:
    """Rotation vector of order 6 from three moments of a rate in space.

    Equation eq-magnus-six; 60 operations (81 before sharing), 18 temporaries.
    """
    C1_z = b1_x*b2_y - b1_y*b2_x
    t0 = C1_z + 2*b3_z
    C1_x = b1_y*b2_z - b1_z*b2_y
    t1 = C1_x + 2*b3_x
    C2_y = b1_z*t1 - b1_x*t0
    t2 = b2_y - (1/60)*C2_y
    t3 = C1_z - 20*b1_z - b3_z
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


def coning_3(
    theta1_x: float, theta1_y: float, theta1_z: float,
    theta2_x: float, theta2_y: float, theta2_z: float,
    theta3_x: float, theta3_y: float, theta3_z: float,
    x: float, y: float,
) -> tuple[float, float, float]:
    """To be added to the sum of 3 increments in space.

    Equation eq-magnus-two-sample; 30 operations (33 before sharing), 3 temporaries.
    """
    t0 = theta1_z - theta3_z
    t1 = theta1_y - theta3_y
    t2 = theta1_x - theta3_x
    return (
        x*(theta1_z*theta3_y - theta1_y*theta3_z) + y*(t0*theta2_y - t1*theta2_z),
        x*(theta1_x*theta3_z - theta1_z*theta3_x) + y*(t2*theta2_z - t0*theta2_x),
        x*(theta1_y*theta3_x - theta1_x*theta3_y) + y*(t1*theta2_x - t2*theta2_y))


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
