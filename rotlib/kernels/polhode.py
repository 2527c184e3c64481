"""Back to the polhode: the energy of a free body restored by the least turn.

Generated from book/buss/polhode-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def energy_twice(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float,
) -> float:
    """2T of a body with momentum l, body components.

    Equation eq-polhode-energy; 8 operations (8 before sharing), 0 temporaries.
    """
    return l_x*l_x/J_1 + l_y*l_y/J_2 + l_z*l_z/J_3


def polhode_room(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float,
) -> float:
    """a.p: zero only where no polhode can be left at right angles.

    Equation eq-polhode-solution; 38 operations (40 before sharing), 12 temporaries.
    """
    t0 = l_x*l_x
    t1 = l_y*l_y
    t2 = l_z*l_z
    E2_now = t0/J_1 + t1/J_2 + t2/J_3
    t3 = 1/E2_now
    X_1 = t0*t3/(J_1*J_1)
    X_2 = t1*t3/(J_2*J_2)
    X_3 = t2*t3/(J_3*J_3)
    p_1 = J_2*J_3*(J_3 - J_2)
    p_2 = J_1*J_3*(J_1 - J_3)
    p_3 = J_1*J_2*(J_2 - J_1)
    bottom = X_1*X_2*p_3*p_3 + X_1*X_3*p_2*p_2 + X_2*X_3*p_1*p_1
    return bottom


def polhode_factors(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float, E2: float,
) -> tuple[float, float, float]:
    """Factors of l_1^2, l_2^2, l_3^2 that lead along the hyperboloid to the polhode of the energy E2/2.

    Equation eq-polhode-solution; 68 operations (77 before sharing), 16 temporaries.
    """
    t0 = l_x*l_x
    t1 = l_y*l_y
    t2 = l_z*l_z
    E2_now = t0/J_1 + t1/J_2 + t2/J_3
    t3 = 1/E2_now
    t4 = E2*t3
    X_2 = t1*t3/(J_2*J_2)
    X_3 = t2*t3/(J_3*J_3)
    p_2 = J_1*J_3*(J_1 - J_3)
    p_3 = J_1*J_2*(J_2 - J_1)
    X_1 = t0*t3/(J_1*J_1)
    p_1 = J_2*J_3*(J_3 - J_2)
    bottom = X_1*X_2*p_3*p_3 + X_1*X_3*p_2*p_2 + X_2*X_3*p_1*p_1
    delta = (1/E2 - t3)*(t0 + t1 + t2)
    k = delta/bottom
    t5 = J_1*X_1
    return (
        t4*(1 + k*(J_3*X_3*p_2 - J_2*X_2*p_3)),
        t4*(1 + k*(p_3*t5 - J_3*X_3*p_1)),
        t4*(1 + k*(J_2*X_2*p_1 - p_2*t5)))


def least_turn(
    q_w: float, q_x: float, q_y: float, q_z: float,
    l_x: float, l_y: float, l_z: float,
    m_x: float, m_y: float, m_z: float,
) -> tuple[float, float, float, float]:
    """q after the least turn that makes m the body components of the momentum l.

    Equation eq-least-turn; 61 operations (142 before sharing), 5 temporaries.
    """
    t0 = l_y*m_x - l_x*m_y
    t1 = l_x*m_z - l_z*m_x
    t2 = l_z*m_y - l_y*m_z
    t3 = l_x*l_x + l_y*l_y + l_z*l_z + l_x*m_x + l_y*m_y + l_z*m_z
    norm = 1/sqrt(t0*t0 + t1*t1 + t2*t2 + t3*t3)
    return (
        norm*(q_w*t3 - q_x*t2 - q_y*t1 - q_z*t0),
        norm*(q_w*t2 + q_x*t3 + q_y*t0 - q_z*t1),
        norm*(q_w*t1 + q_y*t3 + q_z*t2 - q_x*t0),
        norm*(q_w*t0 + q_x*t1 + q_z*t3 - q_y*t2))


def meridian(
    l_k: float, l_a: float, l_b: float, J_k: float, J_a: float, J_b: float, E2: float,
) -> tuple[float, float]:
    """Square of the new l_k and factor of l_a^2, l_b^2 on the great circle through axis k, for the energy E2/2.

    Equation eq-polhode-meridian; 17 operations (20 before sharing), 7 temporaries.
    """
    t0 = l_a*l_a
    t1 = l_b*l_b
    across = t0 + t1
    t2 = across + l_k*l_k
    t3 = 1/J_k
    t4 = 1/across
    s2 = (t2*t3 - E2)/(t3 - t4*(t0/J_a + t1/J_b))
    return (t2 - s2, s2*t4)


def polhode_crossing(
    l_x: float, l_y: float, l_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float]:
    """Change of the momentum l per unit of energy along the hyperboloid, and the divergence of that vector field.

    Equation eq-polhode-crossing; 225 operations (2781 before sharing), 68 temporaries.
    """
    t0 = 1/J_1
    t1 = l_x*l_x
    t2 = t0*t1
    t3 = 1/J_2
    t4 = l_y*l_y
    t5 = t3*t4
    t6 = 1/J_3
    t7 = l_z*l_z
    t8 = t6*t7
    t9 = t2 + t5 + t8
    t10 = 1/t9
    t11 = J_1*J_1
    t12 = J_3*J_3
    t13 = J_3*t11 - J_1*t12
    t14 = t10*t8
    t15 = J_2*J_2
    t16 = J_1*t15 - J_2*t11
    t17 = t13*t14 - t10*t16*t5
    t18 = t1 + t4 + t7
    t19 = 1/(t9*t9)
    t20 = 1/t11
    t21 = t1*t20
    t22 = t19*t21
    t23 = t16*t16
    t24 = 1/t15
    t25 = t24*t4
    t26 = t23*t25
    t27 = t13*t13
    t28 = 1/t12
    t29 = t28*t7
    t30 = t27*t29
    t31 = J_2*t12 - J_3*t15
    t32 = t31*t31
    t33 = t29*t32
    t34 = t25*t33
    t35 = t19*t34 + t22*t26 + t22*t30
    t36 = 1/t35
    t37 = t19*t36
    t38 = t18*t37
    t39 = t17*t38
    t40 = t0*t1*t10*t16 - t14*t31
    t41 = t38*t40
    t42 = t31*t5
    t43 = t10*t42 - t10*t13*t2
    t44 = t38*t43
    t45 = l_x*t0
    t46 = 2*t19
    t47 = t45*t46
    t48 = 2*t37
    t49 = 1/(t9*t9*t9)
    t50 = l_x*t20*t46
    t51 = 4*t49
    t52 = t26*t51
    t53 = l_x*l_x*l_x/(J_1*J_1*J_1)
    t54 = t30*t51
    t55 = t19/(t35*t35)
    t56 = l_y*t46
    t57 = t3*t56
    t58 = t24*t56
    t59 = t21*t23
    t60 = l_y*l_y*l_y*t51/(J_2*J_2*J_2)
    t61 = t18*t55
    t62 = l_z*t46
    t63 = t6*t62
    t64 = t28*t62
    t65 = t21*t27
    t66 = t25*t32
    t67 = l_z*l_z*l_z*t51/(J_3*J_3*J_3)
    return (
        l_x*(t10 - t39),
        l_y*(t10 - t41),
        l_z*(t10 - t44),
        3*t10 + l_x*(4*l_x*t0*t17*t18*t36*t49 - t47 - t38*(2*l_x*t0*t16*t19*t3*t4 -
        t13*t47*t8) - l_x*t17*t48 - t17*t18*t55*(t52*t53 + t53*t54 + t34*t45*t51 -
        t26*t50 - t30*t50)) + l_y*(4*l_y*t18*t3*t36*t40*t49 - t57 - t38*(t31*t57*t8 -
        t16*t2*t57) - l_y*t40*t48 - t40*t61*(t33*t60 + t59*t60 + l_y*t21*t3*t54 -
        t33*t58 - t58*t59)) + l_z*(4*l_z*t18*t36*t43*t49*t6 - t63 -
        t38*(2*l_z*t0*t1*t13*t19*t6 - t42*t63) - l_z*t43*t48 - t43*t61*(t65*t67 +
        t66*t67 + l_z*t21*t52*t6 - t64*t65 - t64*t66)) - t39 - t41 - t44)
