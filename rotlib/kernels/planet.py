"""Potential of a body in the gravity of a distant planet.

Generated from book/dqvi/step-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def planet_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    GM: float, m: float,
    c_x: float, c_y: float, c_z: float,
    I_11: float, I_12: float, I_13: float, I_22: float, I_23: float, I_33: float,
) -> float:
    """Potential of the planet.

    Equation eq-dqvi-planet; 127 operations (4814 before sharing), 16 temporaries.
    """
    t0 = c_x*q_w + c_z*q_y - c_y*q_z
    t1 = c_y*q_x + c_z*q_w - c_x*q_y
    t2 = c_x*q_z + c_y*q_w - c_z*q_x
    t3 = -c_x*q_x - c_y*q_y - c_z*q_z
    t4 = t_x + q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2
    t5 = t_z + q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3
    t6 = t_y + q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3
    t7 = t4*t4 + t5*t5 + t6*t6
    t8 = q_x*t4 + q_y*t6 + q_z*t5
    t9 = q_w*t4 + q_z*t6 - q_y*t5
    t10 = q_w*t6 + q_x*t5 - q_z*t4
    t11 = q_w*t5 + q_y*t4 - q_x*t6
    t12 = q_w*t9 + q_x*t8 + q_z*t10 - q_y*t11
    t13 = q_w*t10 + q_x*t11 + q_y*t8 - q_z*t9
    t14 = q_w*t11 + q_y*t9 + q_z*t8 - q_x*t10
    t15 = sqrt(t7)
    return (
        -GM*m/sqrt(t7) - (1/2)*GM*(I_11 + I_22 + I_33 - (3*t12*(I_11*t12 + I_12*t13 +
        I_13*t14) + 3*t13*(I_12*t12 + I_22*t13 + I_23*t14) + 3*t14*(I_13*t12 + I_23*t13
        + I_33*t14))/t7)/(t15*t15*t15))
