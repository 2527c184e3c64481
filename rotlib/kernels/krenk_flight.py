"""What the conserving step takes for any other torque, and in flight.

Generated from book/krenk_nielsen/flight-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


def in_full(
    a_x: float, a_y: float, a_z: float,
    N_x: float, N_y: float, N_z: float,
) -> tuple[float, float, float]:
    """The torque of a step whose impulse and work are those of N.

    Equation eq-krenk-applied; 9 operations (11 before sharing), 2 temporaries.
    """
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t0 = 1 + n
    return (N_x*t0, N_y*t0, N_z*t0)


def flight(
    a_x: float, a_y: float, a_z: float,
    w_x: float, w_y: float, w_z: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
) -> tuple[float, float, float, float, float, float]:
    """Residuals of a and w in flight, under the wrench (N, F).

    Equation eq-krenk-way; 250 operations (4829 before sharing), 58 temporaries.
    """
    t0 = F_x*h
    t1 = a_y*a_y
    t2 = a_x*a_x
    t3 = a_z*a_z
    t4 = t2 + t3
    t5 = t1 + t4
    t6 = 1/(1 + t5)
    t7 = t2 - t3
    e_11 = t6*(1 + t7 - t1)
    t8 = a_x*a_y
    t9 = 2*t6
    e_21 = t9*(a_z + t8)
    t10 = a_x*a_z
    e_31 = t9*(t10 - a_y)
    t11 = e_11*g_x + e_21*g_y + e_31*g_z
    t12 = t0 + t11
    t13 = (1/2)*e_11
    t14 = F_y*h
    e_12 = t9*(t8 - a_z)
    e_22 = -t6*(t4 - 1 - t1)
    t15 = a_y*a_z
    e_32 = t9*(a_x + t15)
    t16 = e_12*g_x + e_22*g_y + e_32*g_z
    t17 = t14 + t16
    t18 = (1/2)*e_21
    t19 = F_z*h
    e_13 = t9*(a_y + t10)
    e_23 = -t9*(a_x - t15)
    e_33 = -t6*(t1 + t7 - 1)
    t20 = e_13*g_x + e_23*g_y + e_33*g_z
    t21 = t19 + t20
    t22 = (1/2)*e_31
    t23 = (1/2)*g_x + t12*t13 + t17*t18 + t21*t22
    t24 = (1/2)*e_12
    t25 = (1/2)*e_22
    t26 = (1/2)*e_32
    t27 = (1/2)*g_y + t12*t24 + t17*t25 + t21*t26
    t28 = (1/2)*e_13
    t29 = (1/2)*e_23
    t30 = (1/2)*e_33
    t31 = (1/2)*g_z + t12*t28 + t17*t29 + t21*t30
    t32 = (1/2)*t19 + t20
    t33 = (1/2)*t14 + t16
    t34 = N_x*h + e_11*l_x + e_21*l_y + e_31*l_z - h*(t32*w_y - t33*w_z)
    t35 = (1/2)*t0 + t11
    t36 = N_y*h + e_12*l_x + e_22*l_y + e_32*l_z - h*(t35*w_z - t32*w_x)
    t37 = N_z*h + e_13*l_x + e_23*l_y + e_33*l_z - h*(t33*w_x - t35*w_y)
    t38 = (1/2)*l_x + t13*t34 + t18*t36 + t22*t37
    t39 = (1/2)*l_y + t24*t34 + t25*t36 + t26*t37
    t40 = (1/2)*l_z + t28*t34 + t29*t36 + t30*t37
    n = t5
    t41 = (1/4)*h*(1 - n*sigma)
    t42 = B_11*t38 + B_21*t39 + B_31*t40 + D_11*t23 + D_12*t27 + D_13*t31
    t43 = t18 + t24
    t44 = B_12*t38 + B_22*t39 + B_32*t40 + D_12*t23 + D_22*t27 + D_23*t31
    t45 = t22 + t28
    t46 = B_13*t38 + B_23*t39 + B_33*t40 + D_13*t23 + D_23*t27 + D_33*t31
    t47 = t26 + t29
    return (
        a_x - t41*(A_11*t38 + A_12*t39 + A_13*t40 + B_11*t23 + B_12*t27 + B_13*t31),
        a_y - t41*(A_12*t38 + A_22*t39 + A_23*t40 + B_21*t23 + B_22*t27 + B_23*t31),
        a_z - t41*(A_13*t38 + A_23*t39 + A_33*t40 + B_31*t23 + B_32*t27 + B_33*t31),
        w_x - e_11*t42 - i_m*t35 - t43*t44 - t45*t46,
        w_y - e_22*t44 - i_m*t33 - t42*t43 - t46*t47,
        w_z - e_33*t46 - i_m*t32 - t42*t45 - t44*t47)


def flight_rate(
    a_x: float, a_y: float, a_z: float,
    h: float, sigma: float,
) -> tuple[float, float, float]:
    """The mean rate of a step in flight.

    Equation eq-krenk-way; 12 operations (20 before sharing), 2 temporaries.
    """
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t0 = 4/(h*(1 - n*sigma))
    return (a_x*t0, a_y*t0, a_z*t0)


def flight_gain(
    q_w: float, q_x: float, q_y: float, q_z: float,
    w_x: float, w_y: float, w_z: float,
    G_x: float, G_y: float, G_z: float,
    h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Way and both momenta gained; q in the middle, G at the start.

    Equation eq-krenk-flight-momenta; 150 operations (633 before sharing), 21 temporaries.
    """
    t0 = q_w*w_x + q_y*w_z - q_z*w_y
    t1 = q_w*w_z + q_x*w_y - q_y*w_x
    t2 = q_w*w_y + q_z*w_x - q_x*w_z
    t3 = -q_x*w_x - q_y*w_y - q_z*w_z
    t4 = h*(q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2)
    t5 = h*(q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3)
    t6 = h*(q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3)
    t7 = N_x*q_w + N_z*q_y - N_y*q_z
    t8 = N_y*q_x + N_z*q_w - N_x*q_y
    t9 = N_x*q_z + N_y*q_w - N_z*q_x
    t10 = -N_x*q_x - N_y*q_y - N_z*q_z
    t11 = F_x*q_z + F_y*q_w - F_z*q_x
    t12 = F_x*q_w + F_z*q_y - F_y*q_z
    t13 = F_y*q_x + F_z*q_w - F_x*q_y
    t14 = -F_x*q_x - F_y*q_y - F_z*q_z
    t15 = h*(q_w*t11 + q_z*t12 - q_x*t13 - q_y*t14)
    t16 = G_y + (1/2)*t15
    t17 = h*(q_w*t13 + q_x*t11 - q_y*t12 - q_z*t14)
    t18 = G_z + (1/2)*t17
    t19 = h*(q_w*t12 + q_y*t13 - q_x*t14 - q_z*t11)
    t20 = G_x + (1/2)*t19
    return (
        t4,
        t5,
        t6,
        h*(q_w*t7 + q_y*t8 - q_x*t10 - q_z*t9) + t16*t6 - t18*t5,
        h*(q_w*t9 + q_z*t7 - q_x*t8 - q_y*t10) + t18*t4 - t20*t6,
        h*(q_w*t8 + q_x*t9 - q_y*t7 - q_z*t10) + t20*t5 - t16*t4,
        t19,
        t15,
        t17)


def centres(
    q_w: float, q_x: float, q_y: float, q_z: float,
    x_x: float, x_y: float, x_z: float,
    w_x: float, w_y: float, w_z: float,
    h: float,
) -> tuple[float, float, float, float, float, float]:
    """The centre in the middle and at the end; x at the start.

    Equation eq-krenk-flight-momenta; 53 operations (183 before sharing), 7 temporaries.
    """
    t0 = q_w*w_x + q_y*w_z - q_z*w_y
    t1 = q_w*w_z + q_x*w_y - q_y*w_x
    t2 = q_w*w_y + q_z*w_x - q_x*w_z
    t3 = -q_x*w_x - q_y*w_y - q_z*w_z
    t4 = h*(q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2)
    t5 = h*(q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3)
    t6 = h*(q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3)
    return (
        (1/2)*t4 + x_x,
        (1/2)*t5 + x_y,
        (1/2)*t6 + x_z,
        t4 + x_x,
        t5 + x_y,
        t6 + x_z)


def flight_balance(
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    t_x: float, t_y: float, t_z: float,
    s_x: float, s_y: float, s_z: float,
    d_x: float, d_y: float, d_z: float, e_x: float, e_y: float, e_z: float,
    rho: float, dV: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force, corrected along d to do the work -dV.

    Equation eq-krenk-flight-balanced; 37 operations (39 before sharing), 2 temporaries.
    """
    lack = (
        (dV + F_x*s_x + F_y*s_y + F_z*s_z + N_x*t_x + N_y*t_y + N_z*t_z)/(d_x*d_x +
        d_y*d_y + d_z*d_z + e_x*e_x + e_y*e_y + e_z*e_z))
    t0 = lack*rho
    return (
        N_x - d_x*t0,
        N_y - d_y*t0,
        N_z - d_z*t0,
        F_x - e_x*lack,
        F_y - e_y*lack,
        F_z - e_z*lack)


def symmetry(
    q_w: float, q_x: float, q_y: float, q_z: float,
    x_x: float, x_y: float, x_z: float,
    r_x: float, r_y: float, r_z: float,
    s_x: float, s_y: float, s_z: float,
) -> tuple[float, float, float, float, float, float]:
    """A twist of space (r, s), seen from the pose (q, x).

    Equation eq-krenk-symmetry; 94 operations (306 before sharing), 11 temporaries.
    """
    t0 = q_x*r_x + q_y*r_y + q_z*r_z
    t1 = q_w*r_x + q_z*r_y - q_y*r_z
    t2 = q_w*r_y + q_x*r_z - q_z*r_x
    t3 = q_w*r_z + q_y*r_x - q_x*r_y
    t4 = s_x + r_y*x_z - r_z*x_y
    t5 = s_y + r_z*x_x - r_x*x_z
    t6 = s_z + r_x*x_y - r_y*x_x
    t7 = q_x*t4 + q_y*t5 + q_z*t6
    t8 = q_w*t4 + q_z*t5 - q_y*t6
    t9 = q_w*t5 + q_x*t6 - q_z*t4
    t10 = q_w*t6 + q_y*t4 - q_x*t5
    return (
        q_w*t1 + q_x*t0 + q_z*t2 - q_y*t3,
        q_w*t2 + q_x*t3 + q_y*t0 - q_z*t1,
        q_w*t3 + q_y*t1 + q_z*t0 - q_x*t2,
        q_w*t8 + q_x*t7 + q_z*t9 - q_y*t10,
        q_w*t9 + q_x*t10 + q_y*t7 - q_z*t8,
        q_w*t10 + q_y*t8 + q_z*t7 - q_x*t9)
