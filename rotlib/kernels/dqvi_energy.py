"""The energy that the dual quaternion variational integrator keeps.

Generated from book/dqvi/energy-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def second_energy(
    omega_x: float, omega_y: float, omega_z: float,
    v_x: float, v_y: float, v_z: float,
    Pi_x: float, Pi_y: float, Pi_z: float,
    p_x: float, p_y: float, p_z: float,
    tau_x: float, tau_y: float, tau_z: float,
    F_x: float, F_y: float, F_z: float,
    N_11: float, N_12: float, N_13: float, N_14: float, N_15: float, N_16: float,
    N_22: float, N_23: float, N_24: float, N_25: float, N_26: float, N_33: float,
    N_34: float, N_35: float, N_36: float, N_44: float, N_45: float, N_46: float,
    N_55: float, N_56: float, N_66: float, curvature: float, mu: float,
) -> float:
    """H_2 of the energy T + U + h^2 H_2 that a step keeps; N = M^-1.

    Equation eq-dqvi-energy; 157 operations (378 before sharing), 7 temporaries.
    """
    t0 = omega_x*v_x + omega_y*v_y + omega_z*v_z
    t1 = F_x + omega_z*p_y - omega_y*p_z
    t2 = F_y + omega_x*p_z - omega_z*p_x
    t3 = F_z + omega_y*p_x - omega_x*p_y
    t4 = tau_x + Pi_y*omega_z + p_y*v_z - Pi_z*omega_y - p_z*v_y
    t5 = tau_y + Pi_z*omega_x + p_z*v_x - Pi_x*omega_z - p_x*v_z
    t6 = tau_z + Pi_x*omega_y + p_x*v_y - Pi_y*omega_x - p_y*v_x
    return (
        (1/12)*curvature + (1/12)*t0*(omega_x*p_x + omega_y*p_y + omega_z*p_z) +
        (1/24)*(omega_x*omega_x + omega_y*omega_y + omega_z*omega_z)*(Pi_x*omega_x +
        Pi_y*omega_y + Pi_z*omega_z + p_x*v_x + p_y*v_y + p_z*v_z) - (1/8)*mu*t0*t0 -
        (1/24)*t1*(N_14*t4 + N_24*t5 + N_34*t6 + N_44*t1 + N_45*t2 + N_46*t3) -
        (1/24)*t2*(N_15*t4 + N_25*t5 + N_35*t6 + N_45*t1 + N_55*t2 + N_56*t3) -
        (1/24)*t3*(N_16*t4 + N_26*t5 + N_36*t6 + N_46*t1 + N_56*t2 + N_66*t3) -
        (1/24)*t4*(N_11*t4 + N_12*t5 + N_13*t6 + N_14*t1 + N_15*t2 + N_16*t3) -
        (1/24)*t5*(N_12*t4 + N_22*t5 + N_23*t6 + N_24*t1 + N_25*t2 + N_26*t3) -
        (1/24)*t6*(N_13*t4 + N_23*t5 + N_33*t6 + N_34*t1 + N_35*t2 + N_36*t3))
