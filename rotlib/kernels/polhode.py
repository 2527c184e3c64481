"""Back to the polhode: the energy of a free body restored by the least turn.

Generated from book/buss/polhode-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from math import sqrt


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
