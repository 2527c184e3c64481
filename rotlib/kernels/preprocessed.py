"""Moments of inertia that raise the order of a Moser-Veselov step.

Generated from book/buss/preprocessed-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def modified_moments_4(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float]:
    """Moments with which a Moser-Veselov step has order 4.

    Equation eq-preprocessed; 45 operations (51 before sharing), 15 temporaries.
    """
    k_1 = 1/J_1
    k_2 = 1/J_2
    k_3 = 1/J_3
    e_1 = k_1 + k_2 + k_3
    t0 = k_1*k_2
    e_2 = t0 + k_1*k_3 + k_2*k_3
    t1 = l_x*l_x
    t2 = l_y*l_y
    t3 = l_z*l_z
    t4 = (1/2)*h*h
    X = t4*(t1 + t2 + t3)
    Y = t4*(k_1*t1 + k_2*t2 + k_3*t3)
    lam = 1 + (1/6)*X*e_2 - (1/3)*Y*e_1
    e_3 = k_3*t0
    mu = (1/6)*Y*e_2 - (1/3)*X*e_3
    return (1/(mu + k_1*lam), 1/(mu + k_2*lam), 1/(mu + k_3*lam))


def modified_moments_6(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float]:
    """Moments with which a Moser-Veselov step has order 6.

    Equation eq-preprocessed; 76 operations (91 before sharing), 19 temporaries.
    """
    k_1 = 1/J_1
    k_2 = 1/J_2
    t0 = k_1*k_2
    k_3 = 1/J_3
    e_2 = t0 + k_1*k_3 + k_2*k_3
    t1 = (1/6)*e_2
    e_3 = k_3*t0
    t2 = (1/10)*e_3
    t3 = e_2*e_2
    t4 = (1/60)*e_2
    e_1 = k_1 + k_2 + k_3
    t5 = l_x*l_x
    t6 = l_y*l_y
    t7 = l_z*l_z
    t8 = (1/2)*h*h
    X = t8*(t5 + t6 + t7)
    Y = t8*(k_1*t5 + k_2*t6 + k_3*t7)
    lam = (
        1 + X*(t1 + X*((1/30)*t3 - e_1*t2)) + Y*(X*((2/15)*e_3 - (1/30)*e_1*e_2) +
        Y*((1/30)*e_1*e_1 - t4) - (1/3)*e_1))
    mu = (
        X*(-(1/3)*e_3 - X*e_3*t4) + Y*(t1 + X*((2/15)*e_1*e_3 - (1/60)*t3) + Y*(-t2 -
        e_1*t4)))
    return (1/(mu + k_1*lam), 1/(mu + k_2*lam), 1/(mu + k_3*lam))


def modified_moments_8(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float]:
    """Moments with which a Moser-Veselov step has order 8.

    Equation eq-preprocessed; 142 operations (183 before sharing), 27 temporaries.
    """
    k_1 = 1/J_1
    k_2 = 1/J_2
    t0 = k_1*k_2
    k_3 = 1/J_3
    e_2 = t0 + k_1*k_3 + k_2*k_3
    t1 = (1/6)*e_2
    e_3 = k_3*t0
    t2 = (1/10)*e_3
    t3 = e_2*e_2
    t4 = e_2*e_2*e_2
    t5 = e_3*e_3
    e_1 = k_1 + k_2 + k_3
    t6 = e_1*e_3
    t7 = e_2*t6
    t8 = (2/15)*e_3
    t9 = e_1*e_2
    t10 = e_2*e_3
    t11 = (1/60)*e_2
    t12 = e_1*e_1
    t13 = l_x*l_x
    t14 = l_y*l_y
    t15 = l_z*l_z
    t16 = (1/2)*h*h
    X = t16*(t13 + t14 + t15)
    Y = t16*(k_1*t13 + k_2*t14 + k_3*t15)
    lam = (
        1 + X*(t1 + X*((1/30)*t3 + X*((17/2520)*t4 + (5/126)*t5 - (11/420)*t7) -
        e_1*t2)) + Y*(X*(t8 + X*(e_1*((11/210)*t6 - (1/70)*t3) - (1/84)*t10) -
        (1/30)*t9) + Y*((1/30)*t12 + X*((41/2520)*t3 + e_1*((1/420)*t9 - (53/630)*e_3))
        + Y*((1/35)*e_3 + e_1*((1/630)*e_2 - (1/630)*t12)) - t11) - (1/3)*e_1))
    mu = (
        X*(X*(X*((1/35)*e_1*t5 - (19/2520)*e_3*t3) - e_3*t11) - (1/3)*e_3) + Y*(t1 +
        X*(X*((1/1260)*t4 - (22/315)*t5 - (1/1260)*t7) + e_1*t8 - (1/60)*t3) +
        Y*(X*((11/252)*t10 + e_1*((13/2520)*t3 - (8/315)*t6)) + Y*(e_1*((1/42)*e_3 +
        (1/1260)*t9) - (13/1260)*t3) - t2 - e_1*t11)))
    return (1/(mu + k_1*lam), 1/(mu + k_2*lam), 1/(mu + k_3*lam))


def modified_moments_10(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, h: float,
) -> tuple[float, float, float]:
    """Moments with which a Moser-Veselov step has order 10.

    Equation eq-preprocessed; 258 operations (368 before sharing), 35 temporaries.
    """
    k_1 = 1/J_1
    k_2 = 1/J_2
    t0 = k_1*k_2
    k_3 = 1/J_3
    e_2 = t0 + k_1*k_3 + k_2*k_3
    t1 = (1/6)*e_2
    e_3 = k_3*t0
    t2 = (1/10)*e_3
    t3 = e_2*e_2
    t4 = e_2*e_2*e_2
    t5 = e_3*e_3
    e_1 = k_1 + k_2 + k_3
    t6 = e_1*e_3
    t7 = e_2*t6
    t8 = e_2*e_2
    t9 = t8*t8
    t10 = t9
    t11 = e_2*t5
    t12 = e_1*t5
    t13 = e_3*t3
    t14 = -(19/2520)*t13
    t15 = (2/15)*e_3
    t16 = e_1*e_2
    t17 = e_2*e_3
    t18 = (1/60)*e_2
    t19 = e_1*e_1
    t20 = l_x*l_x
    t21 = l_y*l_y
    t22 = l_z*l_z
    t23 = (1/2)*h*h
    X = t23*(t20 + t21 + t22)
    Y = t23*(k_1*t20 + k_2*t21 + k_3*t22)
    lam = (
        1 + X*(t1 + X*((1/30)*t3 + X*((17/2520)*t4 + (5/126)*t5 + X*((31/22680)*t10 +
        (97/15120)*t11 + e_1*((1/120)*t12 + t14)) - (11/420)*t7) - e_1*t2)) + Y*(X*(t15
        + X*(X*((47/7560)*t13 + e_1*((17/1260)*e_1*e_2*e_3 - (11/3240)*t4 -
        (47/945)*t5)) + e_1*((11/210)*t6 - (1/70)*t3) - (1/84)*t17) - (1/30)*t16) +
        Y*((1/30)*t19 + X*((41/2520)*t3 + X*((1/2520)*t4 + (53/1260)*t5 +
        e_1*((1/252)*t17 + e_1*((13/3780)*t3 - (17/1260)*t6))) + e_1*((1/420)*t16 -
        (53/630)*e_3)) + Y*((1/35)*e_3 + X*(e_1*(e_1*((23/945)*e_3 - (1/11340)*t16) -
        (11/1890)*t3) - (23/1260)*t17) + Y*((17/5040)*t3 + e_1*(e_1*((1/22680)*t19 -
        (1/15120)*e_2) - (3/280)*e_3)) + e_1*((1/630)*e_2 - (1/630)*t19)) - t18) -
        (1/3)*e_1))
    t24 = (1/35)*t5
    mu = (
        X*(X*(X*(t14 + X*((3/560)*e_1*e_2*t5 - (61/4536)*e_3*e_3*e_3 -
        (61/45360)*e_3*t4) + e_1*t24) - e_3*t18) - (1/3)*e_3) + Y*(t1 +
        X*(X*((1/1260)*t4 + X*((19/1260)*t11 + e_1*((37/7560)*e_3*t3 - (2/105)*t12) -
        (1/45360)*t10) - (22/315)*t5 - (1/1260)*t7) + e_1*t15 - (1/60)*t3) +
        Y*(X*((11/252)*t17 + X*(e_1*((89/1890)*t5 + (19/7560)*t7 - (1/1512)*t4) -
        (19/1080)*t13) + e_1*((13/2520)*t3 - (8/315)*t6)) + Y*(X*((97/22680)*t4 +
        e_1*(e_1*((8/2835)*t6 - (1/1512)*t3) - (23/1890)*t17) - t24) + Y*((17/1680)*t17
        + e_1*(e_1*(-(1/360)*e_3 - (1/45360)*t16) - (1/7560)*t3)) + e_1*((1/42)*e_3 +
        (1/1260)*t16) - (13/1260)*t3) - t2 - e_1*t18)))
    return (1/(mu + k_1*lam), 1/(mu + k_2*lam), 1/(mu + k_3*lam))


def fastest_turn(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, J_low: float, J_high: float, h: float,
) -> float:
    """Square of the largest turn in a step; J_low and J_high are of J.

    Equation eq-preprocessed-fastest; 19 operations (22 before sharing), 7 temporaries.
    """
    k_high = 1/J_low
    k_low = 1/J_high
    t0 = l_x*l_x
    t1 = l_y*l_y
    t2 = l_z*l_z
    size2 = t0 + t1 + t2
    twice = t0/J_1 + t1/J_2 + t2/J_3
    return h*h*(twice*(k_high + k_low) - k_high*k_low*size2)


def renormalized(
    q_w: float, q_x: float, q_y: float, q_z: float,
) -> tuple[float, float, float, float]:
    """q without the rounding of its length.

    Equation eq-preprocessed-length; 13 operations (14 before sharing), 2 temporaries.
    """
    n = q_w*q_w + q_x*q_x + q_y*q_y + q_z*q_z
    f = (3/2) - (1/2)*n
    return (f*q_w, f*q_x, f*q_y, f*q_z)
