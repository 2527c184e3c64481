"""The free body in one algebraic step: Moser-Veselov with fitted moments, solved by an addition theorem.

Generated from book/buss/free-step-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt

ORDER_SIX = (0.7845136104775573, 0.23557321335935813, -1.177679984178871)


def middle_shares(J_a: float, J_b: float, J_c: float) -> tuple[float, float]:
    """kappa_a and kappa_c times their sum, which is (J_c - J_a) J_b.

    Equation eq-free-step-shares; 4 operations (4 before sharing), 0 temporaries.
    """
    return (J_a*(J_c - J_b), J_c*(J_b - J_a))


def section(
    l_a: float, l_b: float, l_c: float, kappa_a: float, kappa_c: float,
) -> tuple[float, float, float]:
    """Squares of l_a and l_c at l_b = 0, and a number above zero if axis c is circled.

    Equation eq-free-step-amplitudes; 10 operations (13 before sharing), 3 temporaries.
    """
    t0 = l_a*l_a
    t1 = l_b*l_b
    t2 = l_c*l_c
    return (t0 + kappa_a*t1, t2 + kappa_c*t1, kappa_a*t2 - kappa_c*t0)


def polhode_modulus(
    kappa_a: float, kappa_c: float, A2_a: float, A2_c: float, split: float,
) -> tuple[float, float]:
    """k^2 and 1 - k^2.

    Equation eq-free-step-amplitudes; 5 operations (5 before sharing), 1 temporaries.
    """
    t0 = 1/(A2_c*kappa_a)
    return (A2_a*kappa_c*t0, split*t0)


def half_step(
    omega_a: float, omega_c: float, J_a: float, J_b: float, J_c: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Rates and turn half a step after the rates (omega_a, 0, omega_c), in rad per half step.

    Equation eq-free-step-series; 2109 operations (2121 before sharing), 130 temporaries.
    """
    beta = (J_c - J_a)/J_b
    b_0 = beta*omega_a*omega_c
    t0 = (1/2)*b_0
    alpha = (J_b - J_c)/J_a
    a_1 = alpha*omega_c*t0
    gamma = (J_a - J_b)/J_c
    c_1 = gamma*omega_a*t0
    b_1 = (1/3)*beta*(a_1*omega_c + c_1*omega_a)
    a_2 = (1/4)*alpha*(b_0*c_1 + b_1*omega_c)
    c_2 = (1/4)*gamma*(a_1*b_0 + b_1*omega_a)
    b_2 = (1/5)*beta*(a_1*c_1 + a_2*omega_c + c_2*omega_a)
    a_3 = (1/6)*alpha*(b_0*c_2 + b_1*c_1 + b_2*omega_c)
    c_3 = (1/6)*gamma*(a_1*b_1 + a_2*b_0 + b_2*omega_a)
    b_3 = (1/7)*beta*(a_1*c_2 + a_2*c_1 + a_3*omega_c + c_3*omega_a)
    a_4 = (1/8)*alpha*(b_0*c_3 + b_1*c_2 + b_2*c_1 + b_3*omega_c)
    c_4 = (1/8)*gamma*(a_1*b_2 + a_2*b_1 + a_3*b_0 + b_3*omega_a)
    b_4 = (1/9)*beta*(a_1*c_3 + a_2*c_2 + a_3*c_1 + a_4*omega_c + c_4*omega_a)
    a_5 = (1/10)*alpha*(b_0*c_4 + b_1*c_3 + b_2*c_2 + b_3*c_1 + b_4*omega_c)
    c_5 = (1/10)*gamma*(a_1*b_3 + a_2*b_2 + a_3*b_1 + a_4*b_0 + b_4*omega_a)
    b_5 = (
        (1/11)*beta*(a_1*c_4 + a_2*c_3 + a_3*c_2 + a_4*c_1 + a_5*omega_c + c_5*omega_a))
    a_6 = (1/12)*alpha*(b_0*c_5 + b_1*c_4 + b_2*c_3 + b_3*c_2 + b_4*c_1 + b_5*omega_c)
    c_6 = (1/12)*gamma*(a_1*b_4 + a_2*b_3 + a_3*b_2 + a_4*b_1 + a_5*b_0 + b_5*omega_a)
    b_6 = (
        (1/13)*beta*(a_1*c_5 + a_2*c_4 + a_3*c_3 + a_4*c_2 + a_5*c_1 + a_6*omega_c +
        c_6*omega_a))
    a_7 = (
        (1/14)*alpha*(b_0*c_6 + b_1*c_5 + b_2*c_4 + b_3*c_3 + b_4*c_2 + b_5*c_1 +
        b_6*omega_c))
    c_7 = (
        (1/14)*gamma*(a_1*b_5 + a_2*b_4 + a_3*b_3 + a_4*b_2 + a_5*b_1 + a_6*b_0 +
        b_6*omega_a))
    b_7 = (
        (1/15)*beta*(a_1*c_6 + a_2*c_5 + a_3*c_4 + a_4*c_3 + a_5*c_2 + a_6*c_1 +
        a_7*omega_c + c_7*omega_a))
    a_8 = (
        (1/16)*alpha*(b_0*c_7 + b_1*c_6 + b_2*c_5 + b_3*c_4 + b_4*c_3 + b_5*c_2 +
        b_6*c_1 + b_7*omega_c))
    c_8 = (
        (1/16)*gamma*(a_1*b_6 + a_2*b_5 + a_3*b_4 + a_4*b_3 + a_5*b_2 + a_6*b_1 +
        a_7*b_0 + b_7*omega_a))
    b_8 = (
        (1/17)*beta*(a_1*c_7 + a_2*c_6 + a_3*c_5 + a_4*c_4 + a_5*c_3 + a_6*c_2 +
        a_7*c_1 + a_8*omega_c + c_8*omega_a))
    a_9 = (
        (1/18)*alpha*(b_0*c_8 + b_1*c_7 + b_2*c_6 + b_3*c_5 + b_4*c_4 + b_5*c_3 +
        b_6*c_2 + b_7*c_1 + b_8*omega_c))
    c_9 = (
        (1/18)*gamma*(a_1*b_7 + a_2*b_6 + a_3*b_5 + a_4*b_4 + a_5*b_3 + a_6*b_2 +
        a_7*b_1 + a_8*b_0 + b_8*omega_a))
    b_9 = (
        (1/19)*beta*(a_1*c_8 + a_2*c_7 + a_3*c_6 + a_4*c_5 + a_5*c_4 + a_6*c_3 +
        a_7*c_2 + a_8*c_1 + a_9*omega_c + c_9*omega_a))
    a_10 = (
        (1/20)*alpha*(b_0*c_9 + b_1*c_8 + b_2*c_7 + b_3*c_6 + b_4*c_5 + b_5*c_4 +
        b_6*c_3 + b_7*c_2 + b_8*c_1 + b_9*omega_c))
    c_10 = (
        (1/20)*gamma*(a_1*b_8 + a_2*b_7 + a_3*b_6 + a_4*b_5 + a_5*b_4 + a_6*b_3 +
        a_7*b_2 + a_8*b_1 + a_9*b_0 + b_9*omega_a))
    b_10 = (
        (1/21)*beta*(a_1*c_9 + a_10*omega_c + a_2*c_8 + a_3*c_7 + a_4*c_6 + a_5*c_5 +
        a_6*c_4 + a_7*c_3 + a_8*c_2 + a_9*c_1 + c_10*omega_a))
    a_11 = (
        (1/22)*alpha*(b_0*c_10 + b_1*c_9 + b_10*omega_c + b_2*c_8 + b_3*c_7 + b_4*c_6 +
        b_5*c_5 + b_6*c_4 + b_7*c_3 + b_8*c_2 + b_9*c_1))
    c_11 = (
        (1/22)*gamma*(a_1*b_9 + a_10*b_0 + a_2*b_8 + a_3*b_7 + a_4*b_6 + a_5*b_5 +
        a_6*b_4 + a_7*b_3 + a_8*b_2 + a_9*b_1 + b_10*omega_a))
    b_11 = (
        (1/23)*beta*(a_1*c_10 + a_10*c_1 + a_11*omega_c + a_2*c_9 + a_3*c_8 + a_4*c_7 +
        a_5*c_6 + a_6*c_5 + a_7*c_4 + a_8*c_3 + a_9*c_2 + c_11*omega_a))
    X_0_sum = omega_a
    X_0 = (1/2)*X_0_sum
    Z_0_sum = omega_c
    Z_0 = (1/2)*Z_0_sum
    P_1_sum = -X_0*omega_a - Z_0*omega_c
    P_1 = (1/4)*P_1_sum
    Y_1_sum = b_0 + Z_0*omega_a - X_0*omega_c
    Y_1 = (1/4)*Y_1_sum
    X_1_sum = a_1 + P_1*omega_a + Y_1*omega_c - Z_0*b_0
    X_1 = (1/6)*X_1_sum
    Z_1_sum = c_1 + P_1*omega_c + X_0*b_0 - Y_1*omega_a
    Z_1 = (1/6)*Z_1_sum
    P_2_sum = -X_0*a_1 - X_1*omega_a - Y_1*b_0 - Z_0*c_1 - Z_1*omega_c
    P_2 = (1/8)*P_2_sum
    Y_2_sum = b_1 + P_1*b_0 + Z_0*a_1 + Z_1*omega_a - X_0*c_1 - X_1*omega_c
    Y_2 = (1/8)*Y_2_sum
    X_2_sum = a_2 + P_1*a_1 + P_2*omega_a + Y_1*c_1 + Y_2*omega_c - Z_0*b_1 - Z_1*b_0
    X_2 = (1/10)*X_2_sum
    Z_2_sum = c_2 + P_1*c_1 + P_2*omega_c + X_0*b_1 + X_1*b_0 - Y_1*a_1 - Y_2*omega_a
    Z_2 = (1/10)*Z_2_sum
    P_3_sum = (
        -X_0*a_2 - X_1*a_1 - X_2*omega_a - Y_1*b_1 - Y_2*b_0 - Z_0*c_2 - Z_1*c_1 -
        Z_2*omega_c)
    P_3 = (1/12)*P_3_sum
    Y_3_sum = (
        b_2 + P_1*b_1 + P_2*b_0 + Z_0*a_2 + Z_1*a_1 + Z_2*omega_a - X_0*c_2 - X_1*c_1 -
        X_2*omega_c)
    Y_3 = (1/12)*Y_3_sum
    X_3_sum = (
        a_3 + P_1*a_2 + P_2*a_1 + P_3*omega_a + Y_1*c_2 + Y_2*c_1 + Y_3*omega_c -
        Z_0*b_2 - Z_1*b_1 - Z_2*b_0)
    X_3 = (1/14)*X_3_sum
    Z_3_sum = (
        c_3 + P_1*c_2 + P_2*c_1 + P_3*omega_c + X_0*b_2 + X_1*b_1 + X_2*b_0 - Y_1*a_2 -
        Y_2*a_1 - Y_3*omega_a)
    Z_3 = (1/14)*Z_3_sum
    P_4_sum = (
        -X_0*a_3 - X_1*a_2 - X_2*a_1 - X_3*omega_a - Y_1*b_2 - Y_2*b_1 - Y_3*b_0 -
        Z_0*c_3 - Z_1*c_2 - Z_2*c_1 - Z_3*omega_c)
    P_4 = (1/16)*P_4_sum
    Y_4_sum = (
        b_3 + P_1*b_2 + P_2*b_1 + P_3*b_0 + Z_0*a_3 + Z_1*a_2 + Z_2*a_1 + Z_3*omega_a -
        X_0*c_3 - X_1*c_2 - X_2*c_1 - X_3*omega_c)
    Y_4 = (1/16)*Y_4_sum
    X_4_sum = (
        a_4 + P_1*a_3 + P_2*a_2 + P_3*a_1 + P_4*omega_a + Y_1*c_3 + Y_2*c_2 + Y_3*c_1 +
        Y_4*omega_c - Z_0*b_3 - Z_1*b_2 - Z_2*b_1 - Z_3*b_0)
    X_4 = (1/18)*X_4_sum
    Z_4_sum = (
        c_4 + P_1*c_3 + P_2*c_2 + P_3*c_1 + P_4*omega_c + X_0*b_3 + X_1*b_2 + X_2*b_1 +
        X_3*b_0 - Y_1*a_3 - Y_2*a_2 - Y_3*a_1 - Y_4*omega_a)
    Z_4 = (1/18)*Z_4_sum
    P_5_sum = (
        -X_0*a_4 - X_1*a_3 - X_2*a_2 - X_3*a_1 - X_4*omega_a - Y_1*b_3 - Y_2*b_2 -
        Y_3*b_1 - Y_4*b_0 - Z_0*c_4 - Z_1*c_3 - Z_2*c_2 - Z_3*c_1 - Z_4*omega_c)
    P_5 = (1/20)*P_5_sum
    Y_5_sum = (
        b_4 + P_1*b_3 + P_2*b_2 + P_3*b_1 + P_4*b_0 + Z_0*a_4 + Z_1*a_3 + Z_2*a_2 +
        Z_3*a_1 + Z_4*omega_a - X_0*c_4 - X_1*c_3 - X_2*c_2 - X_3*c_1 - X_4*omega_c)
    Y_5 = (1/20)*Y_5_sum
    X_5_sum = (
        a_5 + P_1*a_4 + P_2*a_3 + P_3*a_2 + P_4*a_1 + P_5*omega_a + Y_1*c_4 + Y_2*c_3 +
        Y_3*c_2 + Y_4*c_1 + Y_5*omega_c - Z_0*b_4 - Z_1*b_3 - Z_2*b_2 - Z_3*b_1 -
        Z_4*b_0)
    X_5 = (1/22)*X_5_sum
    Z_5_sum = (
        c_5 + P_1*c_4 + P_2*c_3 + P_3*c_2 + P_4*c_1 + P_5*omega_c + X_0*b_4 + X_1*b_3 +
        X_2*b_2 + X_3*b_1 + X_4*b_0 - Y_1*a_4 - Y_2*a_3 - Y_3*a_2 - Y_4*a_1 -
        Y_5*omega_a)
    Z_5 = (1/22)*Z_5_sum
    P_6_sum = (
        -X_0*a_5 - X_1*a_4 - X_2*a_3 - X_3*a_2 - X_4*a_1 - X_5*omega_a - Y_1*b_4 -
        Y_2*b_3 - Y_3*b_2 - Y_4*b_1 - Y_5*b_0 - Z_0*c_5 - Z_1*c_4 - Z_2*c_3 - Z_3*c_2 -
        Z_4*c_1 - Z_5*omega_c)
    P_6 = (1/24)*P_6_sum
    Y_6_sum = (
        b_5 + P_1*b_4 + P_2*b_3 + P_3*b_2 + P_4*b_1 + P_5*b_0 + Z_0*a_5 + Z_1*a_4 +
        Z_2*a_3 + Z_3*a_2 + Z_4*a_1 + Z_5*omega_a - X_0*c_5 - X_1*c_4 - X_2*c_3 -
        X_3*c_2 - X_4*c_1 - X_5*omega_c)
    Y_6 = (1/24)*Y_6_sum
    X_6_sum = (
        a_6 + P_1*a_5 + P_2*a_4 + P_3*a_3 + P_4*a_2 + P_5*a_1 + P_6*omega_a + Y_1*c_5 +
        Y_2*c_4 + Y_3*c_3 + Y_4*c_2 + Y_5*c_1 + Y_6*omega_c - Z_0*b_5 - Z_1*b_4 -
        Z_2*b_3 - Z_3*b_2 - Z_4*b_1 - Z_5*b_0)
    X_6 = (1/26)*X_6_sum
    Z_6_sum = (
        c_6 + P_1*c_5 + P_2*c_4 + P_3*c_3 + P_4*c_2 + P_5*c_1 + P_6*omega_c + X_0*b_5 +
        X_1*b_4 + X_2*b_3 + X_3*b_2 + X_4*b_1 + X_5*b_0 - Y_1*a_5 - Y_2*a_4 - Y_3*a_3 -
        Y_4*a_2 - Y_5*a_1 - Y_6*omega_a)
    Z_6 = (1/26)*Z_6_sum
    P_7_sum = (
        -X_0*a_6 - X_1*a_5 - X_2*a_4 - X_3*a_3 - X_4*a_2 - X_5*a_1 - X_6*omega_a -
        Y_1*b_5 - Y_2*b_4 - Y_3*b_3 - Y_4*b_2 - Y_5*b_1 - Y_6*b_0 - Z_0*c_6 - Z_1*c_5 -
        Z_2*c_4 - Z_3*c_3 - Z_4*c_2 - Z_5*c_1 - Z_6*omega_c)
    P_7 = (1/28)*P_7_sum
    Y_7_sum = (
        b_6 + P_1*b_5 + P_2*b_4 + P_3*b_3 + P_4*b_2 + P_5*b_1 + P_6*b_0 + Z_0*a_6 +
        Z_1*a_5 + Z_2*a_4 + Z_3*a_3 + Z_4*a_2 + Z_5*a_1 + Z_6*omega_a - X_0*c_6 -
        X_1*c_5 - X_2*c_4 - X_3*c_3 - X_4*c_2 - X_5*c_1 - X_6*omega_c)
    Y_7 = (1/28)*Y_7_sum
    X_7_sum = (
        a_7 + P_1*a_6 + P_2*a_5 + P_3*a_4 + P_4*a_3 + P_5*a_2 + P_6*a_1 + P_7*omega_a +
        Y_1*c_6 + Y_2*c_5 + Y_3*c_4 + Y_4*c_3 + Y_5*c_2 + Y_6*c_1 + Y_7*omega_c -
        Z_0*b_6 - Z_1*b_5 - Z_2*b_4 - Z_3*b_3 - Z_4*b_2 - Z_5*b_1 - Z_6*b_0)
    X_7 = (1/30)*X_7_sum
    Z_7_sum = (
        c_7 + P_1*c_6 + P_2*c_5 + P_3*c_4 + P_4*c_3 + P_5*c_2 + P_6*c_1 + P_7*omega_c +
        X_0*b_6 + X_1*b_5 + X_2*b_4 + X_3*b_3 + X_4*b_2 + X_5*b_1 + X_6*b_0 - Y_1*a_6 -
        Y_2*a_5 - Y_3*a_4 - Y_4*a_3 - Y_5*a_2 - Y_6*a_1 - Y_7*omega_a)
    Z_7 = (1/30)*Z_7_sum
    P_8_sum = (
        -X_0*a_7 - X_1*a_6 - X_2*a_5 - X_3*a_4 - X_4*a_3 - X_5*a_2 - X_6*a_1 -
        X_7*omega_a - Y_1*b_6 - Y_2*b_5 - Y_3*b_4 - Y_4*b_3 - Y_5*b_2 - Y_6*b_1 -
        Y_7*b_0 - Z_0*c_7 - Z_1*c_6 - Z_2*c_5 - Z_3*c_4 - Z_4*c_3 - Z_5*c_2 - Z_6*c_1 -
        Z_7*omega_c)
    P_8 = (1/32)*P_8_sum
    Y_8_sum = (
        b_7 + P_1*b_6 + P_2*b_5 + P_3*b_4 + P_4*b_3 + P_5*b_2 + P_6*b_1 + P_7*b_0 +
        Z_0*a_7 + Z_1*a_6 + Z_2*a_5 + Z_3*a_4 + Z_4*a_3 + Z_5*a_2 + Z_6*a_1 +
        Z_7*omega_a - X_0*c_7 - X_1*c_6 - X_2*c_5 - X_3*c_4 - X_4*c_3 - X_5*c_2 -
        X_6*c_1 - X_7*omega_c)
    Y_8 = (1/32)*Y_8_sum
    X_8_sum = (
        a_8 + P_1*a_7 + P_2*a_6 + P_3*a_5 + P_4*a_4 + P_5*a_3 + P_6*a_2 + P_7*a_1 +
        P_8*omega_a + Y_1*c_7 + Y_2*c_6 + Y_3*c_5 + Y_4*c_4 + Y_5*c_3 + Y_6*c_2 +
        Y_7*c_1 + Y_8*omega_c - Z_0*b_7 - Z_1*b_6 - Z_2*b_5 - Z_3*b_4 - Z_4*b_3 -
        Z_5*b_2 - Z_6*b_1 - Z_7*b_0)
    X_8 = (1/34)*X_8_sum
    Z_8_sum = (
        c_8 + P_1*c_7 + P_2*c_6 + P_3*c_5 + P_4*c_4 + P_5*c_3 + P_6*c_2 + P_7*c_1 +
        P_8*omega_c + X_0*b_7 + X_1*b_6 + X_2*b_5 + X_3*b_4 + X_4*b_3 + X_5*b_2 +
        X_6*b_1 + X_7*b_0 - Y_1*a_7 - Y_2*a_6 - Y_3*a_5 - Y_4*a_4 - Y_5*a_3 - Y_6*a_2 -
        Y_7*a_1 - Y_8*omega_a)
    Z_8 = (1/34)*Z_8_sum
    P_9_sum = (
        -X_0*a_8 - X_1*a_7 - X_2*a_6 - X_3*a_5 - X_4*a_4 - X_5*a_3 - X_6*a_2 - X_7*a_1
        - X_8*omega_a - Y_1*b_7 - Y_2*b_6 - Y_3*b_5 - Y_4*b_4 - Y_5*b_3 - Y_6*b_2 -
        Y_7*b_1 - Y_8*b_0 - Z_0*c_8 - Z_1*c_7 - Z_2*c_6 - Z_3*c_5 - Z_4*c_4 - Z_5*c_3 -
        Z_6*c_2 - Z_7*c_1 - Z_8*omega_c)
    P_9 = (1/36)*P_9_sum
    Y_9_sum = (
        b_8 + P_1*b_7 + P_2*b_6 + P_3*b_5 + P_4*b_4 + P_5*b_3 + P_6*b_2 + P_7*b_1 +
        P_8*b_0 + Z_0*a_8 + Z_1*a_7 + Z_2*a_6 + Z_3*a_5 + Z_4*a_4 + Z_5*a_3 + Z_6*a_2 +
        Z_7*a_1 + Z_8*omega_a - X_0*c_8 - X_1*c_7 - X_2*c_6 - X_3*c_5 - X_4*c_4 -
        X_5*c_3 - X_6*c_2 - X_7*c_1 - X_8*omega_c)
    Y_9 = (1/36)*Y_9_sum
    X_9_sum = (
        a_9 + P_1*a_8 + P_2*a_7 + P_3*a_6 + P_4*a_5 + P_5*a_4 + P_6*a_3 + P_7*a_2 +
        P_8*a_1 + P_9*omega_a + Y_1*c_8 + Y_2*c_7 + Y_3*c_6 + Y_4*c_5 + Y_5*c_4 +
        Y_6*c_3 + Y_7*c_2 + Y_8*c_1 + Y_9*omega_c - Z_0*b_8 - Z_1*b_7 - Z_2*b_6 -
        Z_3*b_5 - Z_4*b_4 - Z_5*b_3 - Z_6*b_2 - Z_7*b_1 - Z_8*b_0)
    X_9 = (1/38)*X_9_sum
    Z_9_sum = (
        c_9 + P_1*c_8 + P_2*c_7 + P_3*c_6 + P_4*c_5 + P_5*c_4 + P_6*c_3 + P_7*c_2 +
        P_8*c_1 + P_9*omega_c + X_0*b_8 + X_1*b_7 + X_2*b_6 + X_3*b_5 + X_4*b_4 +
        X_5*b_3 + X_6*b_2 + X_7*b_1 + X_8*b_0 - Y_1*a_8 - Y_2*a_7 - Y_3*a_6 - Y_4*a_5 -
        Y_5*a_4 - Y_6*a_3 - Y_7*a_2 - Y_8*a_1 - Y_9*omega_a)
    Z_9 = (1/38)*Z_9_sum
    P_10_sum = (
        -X_0*a_9 - X_1*a_8 - X_2*a_7 - X_3*a_6 - X_4*a_5 - X_5*a_4 - X_6*a_3 - X_7*a_2
        - X_8*a_1 - X_9*omega_a - Y_1*b_8 - Y_2*b_7 - Y_3*b_6 - Y_4*b_5 - Y_5*b_4 -
        Y_6*b_3 - Y_7*b_2 - Y_8*b_1 - Y_9*b_0 - Z_0*c_9 - Z_1*c_8 - Z_2*c_7 - Z_3*c_6 -
        Z_4*c_5 - Z_5*c_4 - Z_6*c_3 - Z_7*c_2 - Z_8*c_1 - Z_9*omega_c)
    P_10 = (1/40)*P_10_sum
    Y_10_sum = (
        b_9 + P_1*b_8 + P_2*b_7 + P_3*b_6 + P_4*b_5 + P_5*b_4 + P_6*b_3 + P_7*b_2 +
        P_8*b_1 + P_9*b_0 + Z_0*a_9 + Z_1*a_8 + Z_2*a_7 + Z_3*a_6 + Z_4*a_5 + Z_5*a_4 +
        Z_6*a_3 + Z_7*a_2 + Z_8*a_1 + Z_9*omega_a - X_0*c_9 - X_1*c_8 - X_2*c_7 -
        X_3*c_6 - X_4*c_5 - X_5*c_4 - X_6*c_3 - X_7*c_2 - X_8*c_1 - X_9*omega_c)
    Y_10 = (1/40)*Y_10_sum
    X_10_sum = (
        a_10 + P_1*a_9 + P_10*omega_a + P_2*a_8 + P_3*a_7 + P_4*a_6 + P_5*a_5 + P_6*a_4
        + P_7*a_3 + P_8*a_2 + P_9*a_1 + Y_1*c_9 + Y_10*omega_c + Y_2*c_8 + Y_3*c_7 +
        Y_4*c_6 + Y_5*c_5 + Y_6*c_4 + Y_7*c_3 + Y_8*c_2 + Y_9*c_1 - Z_0*b_9 - Z_1*b_8 -
        Z_2*b_7 - Z_3*b_6 - Z_4*b_5 - Z_5*b_4 - Z_6*b_3 - Z_7*b_2 - Z_8*b_1 - Z_9*b_0)
    X_10 = (1/42)*X_10_sum
    Z_10_sum = (
        c_10 + P_1*c_9 + P_10*omega_c + P_2*c_8 + P_3*c_7 + P_4*c_6 + P_5*c_5 + P_6*c_4
        + P_7*c_3 + P_8*c_2 + P_9*c_1 + X_0*b_9 + X_1*b_8 + X_2*b_7 + X_3*b_6 + X_4*b_5
        + X_5*b_4 + X_6*b_3 + X_7*b_2 + X_8*b_1 + X_9*b_0 - Y_1*a_9 - Y_10*omega_a -
        Y_2*a_8 - Y_3*a_7 - Y_4*a_6 - Y_5*a_5 - Y_6*a_4 - Y_7*a_3 - Y_8*a_2 - Y_9*a_1)
    Z_10 = (1/42)*Z_10_sum
    P_11_sum = (
        -X_0*a_10 - X_1*a_9 - X_10*omega_a - X_2*a_8 - X_3*a_7 - X_4*a_6 - X_5*a_5 -
        X_6*a_4 - X_7*a_3 - X_8*a_2 - X_9*a_1 - Y_1*b_9 - Y_10*b_0 - Y_2*b_8 - Y_3*b_7
        - Y_4*b_6 - Y_5*b_5 - Y_6*b_4 - Y_7*b_3 - Y_8*b_2 - Y_9*b_1 - Z_0*c_10 -
        Z_1*c_9 - Z_10*omega_c - Z_2*c_8 - Z_3*c_7 - Z_4*c_6 - Z_5*c_5 - Z_6*c_4 -
        Z_7*c_3 - Z_8*c_2 - Z_9*c_1)
    P_11 = (1/44)*P_11_sum
    Y_11_sum = (
        b_10 + P_1*b_9 + P_10*b_0 + P_2*b_8 + P_3*b_7 + P_4*b_6 + P_5*b_5 + P_6*b_4 +
        P_7*b_3 + P_8*b_2 + P_9*b_1 + Z_0*a_10 + Z_1*a_9 + Z_10*omega_a + Z_2*a_8 +
        Z_3*a_7 + Z_4*a_6 + Z_5*a_5 + Z_6*a_4 + Z_7*a_3 + Z_8*a_2 + Z_9*a_1 - X_0*c_10
        - X_1*c_9 - X_10*omega_c - X_2*c_8 - X_3*c_7 - X_4*c_6 - X_5*c_5 - X_6*c_4 -
        X_7*c_3 - X_8*c_2 - X_9*c_1)
    Y_11 = (1/44)*Y_11_sum
    X_11_sum = (
        a_11 + P_1*a_10 + P_10*a_1 + P_11*omega_a + P_2*a_9 + P_3*a_8 + P_4*a_7 +
        P_5*a_6 + P_6*a_5 + P_7*a_4 + P_8*a_3 + P_9*a_2 + Y_1*c_10 + Y_10*c_1 +
        Y_11*omega_c + Y_2*c_9 + Y_3*c_8 + Y_4*c_7 + Y_5*c_6 + Y_6*c_5 + Y_7*c_4 +
        Y_8*c_3 + Y_9*c_2 - Z_0*b_10 - Z_1*b_9 - Z_10*b_0 - Z_2*b_8 - Z_3*b_7 - Z_4*b_6
        - Z_5*b_5 - Z_6*b_4 - Z_7*b_3 - Z_8*b_2 - Z_9*b_1)
    X_11 = (1/46)*X_11_sum
    Z_11_sum = (
        c_11 + P_1*c_10 + P_10*c_1 + P_11*omega_c + P_2*c_9 + P_3*c_8 + P_4*c_7 +
        P_5*c_6 + P_6*c_5 + P_7*c_4 + P_8*c_3 + P_9*c_2 + X_0*b_10 + X_1*b_9 + X_10*b_0
        + X_2*b_8 + X_3*b_7 + X_4*b_6 + X_5*b_5 + X_6*b_4 + X_7*b_3 + X_8*b_2 + X_9*b_1
        - Y_1*a_10 - Y_10*a_1 - Y_11*omega_a - Y_2*a_9 - Y_3*a_8 - Y_4*a_7 - Y_5*a_6 -
        Y_6*a_5 - Y_7*a_4 - Y_8*a_3 - Y_9*a_2)
    Z_11 = (1/46)*Z_11_sum
    return (
        a_1 + a_10 + a_11 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + omega_a,
        b_0 + b_1 + b_10 + b_11 + b_2 + b_3 + b_4 + b_5 + b_6 + b_7 + b_8 + b_9,
        c_1 + c_10 + c_11 + c_2 + c_3 + c_4 + c_5 + c_6 + c_7 + c_8 + c_9 + omega_c,
        1 + P_1 + P_10 + P_11 + P_2 + P_3 + P_4 + P_5 + P_6 + P_7 + P_8 + P_9,
        X_0 + X_1 + X_10 + X_11 + X_2 + X_3 + X_4 + X_5 + X_6 + X_7 + X_8 + X_9,
        Y_1 + Y_10 + Y_11 + Y_2 + Y_3 + Y_4 + Y_5 + Y_6 + Y_7 + Y_8 + Y_9,
        Z_0 + Z_1 + Z_10 + Z_11 + Z_2 + Z_3 + Z_4 + Z_5 + Z_6 + Z_7 + Z_8 + Z_9)


def fitted(
    r: float, v_a: float, v_b: float, v_c: float,
    l_a: float, l_b: float, l_c: float, A_a: float, A_b: float, A_c: float,
    kappa_a: float, kappa_c: float, m: float,
) -> tuple[float, float, float, float, float, float, float]:
    """cn, sn, dn of a step, half of g_i times the amplitudes, and the defect of the half step.

    Equation eq-free-step-fit; 56 operations (60 before sharing), 17 temporaries.
    """
    X = l_a/A_a
    t0 = X*X
    Y = l_b/A_b
    t1 = Y*Y
    Z = l_c/A_c
    t2 = Z*Z
    t3 = Y*Y
    t4 = t3*t3
    n = 1/(1 - m*t4)
    F_w = r*r + v_b*v_b - v_a*v_a - v_c*v_c
    t5 = 2*v_a
    t6 = 2*v_c
    F_a = r*t5 - t6*v_b
    g_a = F_a*F_w/l_a
    F_c = r*t6 + t5*v_b
    g_c = F_c*F_w/l_c
    g_b = g_a*kappa_a + g_c*kappa_c
    return (
        n*(t0 - t1*t2),
        2*X*Y*Z*n,
        n*(t2 - m*t0*t1),
        (1/2)*A_a*g_a,
        (1/2)*A_b*g_b,
        (1/2)*A_c*g_c,
        l_a*l_c*(g_a - g_c)/(F_w*F_w) - l_b)


def free_step(
    q_w: float, q_x: float, q_y: float, q_z: float,
    cn: float, sn: float, dn: float, c: float, s: float, d: float, m: float, mc: float,
    G_a: float, G_b: float, G_c: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Attitude and cn, sn, dn one step later.

    Equation eq-free-step-turn; 81 operations (94 before sharing), 20 temporaries.
    """
    t0 = d*sn
    t1 = dn*s
    inverse = 1/(1 - m*s*s*sn*sn)
    x = inverse*(c*cn - t0*t1)
    y = inverse*(c*t0 + cn*t1)
    f = (3/2) - (1/2)*x*x - (1/2)*y*y
    cn_1 = f*x
    w_a = G_a*(cn + cn_1)
    sn_1 = f*y
    w_b = G_b*(sn + sn_1)
    dn_1 = sqrt(mc + cn_1*cn_1*m)
    w_c = G_c*(dn + dn_1)
    cosine2 = (1/2) + (1/2)*sqrt(1 - 4*w_a*w_a - 4*w_b*w_b - 4*w_c*w_c)
    cosine = sqrt(cosine2)
    t2 = 1/cosine
    t3 = t2*w_a
    t4 = q_y*t2
    t5 = q_z*t2
    t6 = t2*w_b
    t7 = t2*w_c
    return (
        cosine*q_w - q_x*t3 - t4*w_b - t5*w_c,
        cosine*q_x + q_w*t3 + t4*w_c - t5*w_b,
        cosine*q_y + q_w*t6 + q_z*t3 - q_x*t7,
        cosine*q_z + q_w*t7 + q_x*t6 - q_y*t3,
        cn_1,
        sn_1,
        dn_1)
