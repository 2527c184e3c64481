"""The energy- and momentum-conserving step of Nielsen and Krenk.

Generated from book/krenk_nielsen/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def reduced_free(
    a_x: float, a_y: float, a_z: float,
    m_x: float, m_y: float, m_z: float,
    J_1: float, J_2: float, J_3: float,
) -> tuple[float, float, float, float, float]:
    """Newton's correction of a, the squared residual, and the determinant, free body.

    Equation eq-krenk-cubic; 174 operations (325 before sharing), 41 temporaries.
    """
    t0 = 2*a_y
    t1 = 1 - a_x*a_x - a_y*a_y - a_z*a_z
    t2 = J_3*a_z
    t3 = t2 - m_z
    t4 = a_z*t3
    t5 = 2*t4
    t6 = J_2*a_y
    t7 = 2*t6
    t8 = t7 - m_y
    t9 = J_1*a_x
    t10 = t9 - m_x
    t11 = a_x*t10
    t12 = 2*t11
    K1_y = t12 + t5 + J_2*t1 + t0*t8
    t13 = 2*a_z
    t14 = t6 - m_y
    t15 = a_y*t14
    t16 = 2*t15
    t17 = 2*t2
    t18 = t17 - m_z
    K2_z = t12 + t16 + J_3*t1 + t13*t18
    t19 = K1_y*K2_z
    K0_y = t17 + 2*a_x*t8 - J_2*t13 - t0*t10
    t20 = 2*t9
    t21 = 2*a_x
    K1_z = t20 + t0*t18 - J_3*t21 - t13*t14
    t22 = K0_y*K1_z
    K0_z = 2*J_3*a_y + 2*a_x*t18 - t7 - t10*t13
    K2_y = 2*J_2*a_x + 2*a_z*t8 - t20 - t0*t3
    t23 = K0_z*K2_y
    t24 = K0_y*K2_z
    t25 = t20 - m_x
    K0_x = t16 + t5 + J_1*t1 + t21*t25
    K1_x = J_1*t13 + t0*t25 - t17 - t14*t21
    K2_x = t7 + 2*a_z*t25 - J_1*t0 - t21*t3
    det = K0_x*t19 + K1_x*t23 + K2_x*t22 - K1_x*t24 - K0_x*K1_z*K2_y - K0_z*K1_y*K2_x
    t26 = 1/det
    t27 = 2*t11 + 2*t15 + 2*t4
    F_x = a_x*t27 + t0*t2 + t1*t10 - t13*t6
    F_y = a_y*t27 + a_z*t20 + t1*t14 - t2*t21
    F_z = a_z*t27 + t1*t3 + t21*t6 - a_y*t20
    return (
        t26*(F_x*(K1_z*K2_y - t19) + F_y*(t24 - t23) + F_z*(K0_z*K1_y - t22)),
        t26*(F_x*(K1_x*K2_z - K1_z*K2_x) + F_y*(K0_z*K2_x - K0_x*K2_z) + F_z*(K0_x*K1_z
        - K0_z*K1_x)),
        t26*(F_x*(K1_y*K2_x - K1_x*K2_y) + F_y*(K0_x*K2_y - K0_y*K2_x) + F_z*(K0_y*K1_x
        - K0_x*K1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)


def reduced(
    a_x: float, a_y: float, a_z: float,
    m_x: float, m_y: float, m_z: float,
    J_1: float, J_2: float, J_3: float,
    tau_x: float, tau_y: float, tau_z: float,
    D_xx: float, D_xy: float, D_xz: float, D_yx: float, D_yy: float, D_yz: float,
    D_zx: float, D_zy: float, D_zz: float,
    h: float,
) -> tuple[float, float, float, float, float]:
    """The same under a torque tau with the derivative D by turns of the middle attitude.

    Equation eq-krenk-cubic; 252 operations (625 before sharing), 55 temporaries.
    """
    t0 = 2*a_y
    t1 = (1/8)*h*h
    t2 = a_x*a_x + a_y*a_y + a_z*a_z
    t3 = 1 - t2
    t4 = J_3*a_z
    t5 = t4 - m_z
    t6 = a_z*t5
    t7 = 2*t6
    t8 = J_2*a_y
    t9 = 2*t8
    t10 = t9 - m_y
    t11 = 2*a_x
    t12 = 1/(1 + t2)
    t13 = t11*t12
    t14 = 2*t12
    t15 = D_yx*t14
    t16 = D_yy*t14
    t17 = J_1*a_x
    t18 = t17 - m_x
    t19 = a_x*t18
    t20 = 2*t19
    K1_y = t20 + t7 + J_2*t3 + t0*t10 - t1*(t16 + a_z*t15 - D_yz*t13)
    t21 = 2*a_z
    t22 = t8 - m_y
    t23 = a_y*t22
    t24 = 2*t23
    t25 = 2*t4
    t26 = t25 - m_z
    t27 = D_zx*t14
    t28 = D_zz*t14
    K2_z = t20 + t24 + J_3*t3 + t21*t26 - t1*(t28 + D_zy*t13 - a_y*t27)
    t29 = K1_y*K2_z
    t30 = D_xx*t14
    t31 = D_xy*t14
    K0_y = t25 + 2*a_x*t10 - J_2*t21 - t0*t18 - t1*(t31 + a_z*t30 - D_xz*t13)
    t32 = 2*t17
    t33 = D_yz*t14
    K1_z = t32 + 2*a_y*t26 - J_3*t11 - t1*(t33 + D_yy*t13 - a_y*t15) - t21*t22
    t34 = K0_y*K1_z
    t35 = D_xz*t14
    K0_z = 2*J_3*a_y + 2*a_x*t26 - t9 - t1*(t35 + D_xy*t13 - a_y*t30) - t18*t21
    t36 = D_zy*t14
    K2_y = 2*J_2*a_x + 2*a_z*t10 - t32 - t0*t5 - t1*(t36 + a_z*t27 - D_zz*t13)
    t37 = K0_z*K2_y
    t38 = K0_y*K2_z
    t39 = t32 - m_x
    K0_x = t24 + t7 + J_1*t3 + t11*t39 - t1*(t30 + a_y*t35 - a_z*t31)
    K1_x = 2*J_1*a_z + 2*a_y*t39 - t25 - t1*(t15 + a_y*t33 - a_z*t16) - t11*t22
    K2_x = t9 + 2*a_z*t39 - J_1*t0 - t1*(t27 + a_y*t28 - a_z*t36) - t11*t5
    det = K0_x*t29 + K1_x*t37 + K2_x*t34 - K1_x*t38 - K0_x*K1_z*K2_y - K0_z*K1_y*K2_x
    t40 = 1/det
    t41 = 2*t19 + 2*t23 + 2*t6
    F_x = a_x*t41 + t0*t4 + t18*t3 - t1*tau_x - t21*t8
    F_y = a_y*t41 + a_z*t32 + t22*t3 - t1*tau_y - t11*t4
    F_z = a_z*t41 + t11*t8 + t3*t5 - a_y*t32 - t1*tau_z
    return (
        t40*(F_x*(K1_z*K2_y - t29) + F_y*(t38 - t37) + F_z*(K0_z*K1_y - t34)),
        t40*(F_x*(K1_x*K2_z - K1_z*K2_x) + F_y*(K0_z*K2_x - K0_x*K2_z) + F_z*(K0_x*K1_z
        - K0_z*K1_x)),
        t40*(F_x*(K1_y*K2_x - K1_x*K2_y) + F_y*(K0_x*K2_y - K0_y*K2_x) + F_z*(K0_y*K1_x
        - K0_x*K1_y)),
        F_x*F_x + F_y*F_y + F_z*F_z,
        det)


def full(
    q0_w: float, q0_x: float, q0_y: float, q0_z: float,
    p0_w: float, p0_x: float, p0_y: float, p0_z: float,
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
    p1_w: float, p1_x: float, p1_y: float, p1_z: float,
    J_1: float, J_2: float, J_3: float, i_0: float, h: float,
    tau_x: float, tau_y: float, tau_z: float,
    D_xx: float, D_xy: float, D_xz: float, D_yx: float, D_yy: float, D_yz: float,
    D_zx: float, D_zy: float, D_zz: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
]:
    """Residuals of q and p, then their Jacobian by (q1, p1), row by row.

    Equation eq-krenk-newton; 1043 operations (7425 before sharing), 97 temporaries.
    """
    t0 = (1/2)*q0_w
    t1 = (1/2)*q1_w
    t2 = t0 + t1
    t3 = (1/2)*q0_x
    t4 = (1/2)*q0_y
    t5 = (1/2)*q0_z
    t6 = (1/2)*q1_x
    t7 = (1/2)*q1_y
    t8 = (1/2)*q1_z
    t9 = p0_w*t0 + p0_x*t3 + p0_y*t4 + p0_z*t5 + p1_w*t1 + p1_x*t6 + p1_y*t7 + p1_z*t8
    t10 = t3 + t6
    t11 = 1/J_1
    t12 = (
        t11*((1/2)*p0_x*q0_w + (1/2)*p0_y*q0_z + (1/2)*p1_x*q1_w + (1/2)*p1_y*q1_z -
        p0_w*t3 - p0_z*t4 - p1_w*t6 - p1_z*t7))
    t13 = t4 + t7
    t14 = 1/J_2
    t15 = (
        t14*((1/2)*p0_y*q0_w + (1/2)*p0_z*q0_x + (1/2)*p1_y*q1_w + (1/2)*p1_z*q1_x -
        p0_w*t4 - p0_x*t5 - p1_w*t7 - p1_x*t8))
    t16 = t5 + t8
    t17 = 1/J_3
    t18 = (
        t17*((1/2)*p0_x*q0_y + (1/2)*p0_z*q0_w + (1/2)*p1_x*q1_y + (1/2)*p1_z*q1_w -
        p0_w*t5 - p0_y*t3 - p1_w*t8 - p1_y*t6))
    t19 = (1/4)*h
    t20 = i_0*t9
    t21 = 2*h
    t22 = (1/2)*p1_w
    t23 = (1/2)*p0_w + t22
    t24 = (1/2)*p1_x
    t25 = (1/2)*p0_x + t24
    t26 = (1/2)*p1_y
    t27 = (1/2)*p0_y + t26
    t28 = (1/2)*p1_z
    t29 = (1/2)*p0_z + t28
    t30 = t10*t11
    t31 = t13*t14
    t32 = t16*t17
    t33 = -(1/2)*i_0*t9
    t34 = i_0*t2
    t35 = (1/2)*t12
    t36 = (1/2)*t15
    t37 = (1/2)*t18
    t38 = i_0*t10
    t39 = t11*t2
    t40 = t14*t16
    t41 = t13*t17
    t42 = i_0*t13
    t43 = t11*t16
    t44 = t14*t2
    t45 = t10*t17
    t46 = i_0*t16
    t47 = t11*t13
    t48 = t10*t14
    t49 = t17*t2
    t50 = i_0*t23
    t51 = t11*t25
    t52 = t14*t27
    t53 = t17*t29
    t54 = 1/(t10*t10 + t13*t13 + t16*t16 + t2*t2)
    t55 = q0_x + q1_x
    t56 = -t54*t55
    t57 = q0_y + q1_y
    t58 = -t54*t57
    t59 = q0_z + q1_z
    t60 = -t54*t59
    t61 = D_xx*t56 + D_xy*t58 + D_xz*t60
    t62 = 2*t10
    t63 = D_yx*t56 + D_yy*t58 + D_yz*t60
    t64 = 2*t13
    t65 = D_zx*t56 + D_zy*t58 + D_zz*t60
    t66 = 2*t16
    t67 = (1/2)*h
    t68 = 2*tau_x
    t69 = t54*(q0_w + q1_w)
    t70 = t54*t57
    t71 = D_xx*t69 + D_xy*t60 + D_xz*t70
    t72 = D_yx*t69 + D_yy*t60 + D_yz*t70
    t73 = D_zx*t69 + D_zy*t60 + D_zz*t70
    t74 = 2*tau_y
    t75 = t54*t59
    t76 = D_xx*t75 + D_xy*t69 + D_xz*t56
    t77 = D_yx*t75 + D_yy*t69 + D_yz*t56
    t78 = D_zx*t75 + D_zy*t69 + D_zz*t56
    t79 = 2*tau_z
    t80 = t54*t55
    t81 = D_xx*t58 + D_xy*t80 + D_xz*t69
    t82 = D_yx*t58 + D_yy*t80 + D_yz*t69
    t83 = D_zx*t58 + D_zy*t80 + D_zz*t69
    t84 = i_0*t25
    t85 = t11*t23
    t86 = t14*t29
    t87 = t17*t27
    t88 = 2*t2
    t89 = i_0*t27
    t90 = t11*t29
    t91 = t14*t23
    t92 = t17*t25
    t93 = i_0*t29
    t94 = t11*t27
    t95 = t14*t25
    t96 = t17*t23
    return (
        q1_w - q0_w - t19*(i_0*t2*t9 - t10*t12 - t13*t15 - t16*t18),
        q1_x - q0_x - t19*(t10*t20 + t12*t2 + t13*t18 - t15*t16),
        q1_y - q0_y - t19*(t12*t16 + t13*t20 + t15*t2 - t10*t18),
        q1_z - q0_z - t19*(t10*t15 + t16*t20 + t18*t2 - t12*t13),
        p1_w + (1/4)*h*(t12*t25 + t15*t27 + t18*t29 + t20*t23) - p0_w - t21*(-t10*tau_x
        - t13*tau_y - t16*tau_z),
        p1_x + (1/4)*h*(t15*t29 + t20*t25 - t12*t23 - t18*t27) - p0_x - t21*(t13*tau_z
        + t2*tau_x - t16*tau_y),
        p1_y + (1/4)*h*(t18*t25 + t20*t27 - t12*t29 - t15*t23) - p0_y - t21*(t16*tau_x
        + t2*tau_y - t10*tau_z),
        p1_z + (1/4)*h*(t12*t27 + t20*t29 - t15*t25 - t18*t23) - p0_z - t21*(t10*tau_y
        + t2*tau_z - t13*tau_x),
        1 - t19*((1/2)*i_0*p1_w*t2 - t33 - t24*t30 - t26*t31 - t28*t32),
        -t19*(t22*t30 + t24*t34 + t26*t32 - t35 - t28*t31),
        -t19*(t22*t31 + t26*t34 + t28*t30 - t36 - t24*t32),
        -t19*(t22*t32 + t24*t31 + t28*t34 - t37 - t26*t30),
        -t19*(t1*t34 + t30*t6 + t31*t7 + t32*t8),
        -t19*(t31*t8 + t34*t6 - t1*t30 - t32*t7),
        -t19*(t32*t6 + t34*t7 - t1*t31 - t30*t8),
        -t19*(t30*t7 + t34*t8 - t1*t32 - t31*t6),
        -t19*(t35 + t22*t38 + t24*t39 + t28*t41 - t26*t40),
        1 - t19*((1/2)*i_0*p1_x*t10 - t33 - t22*t39 - t26*t41 - t28*t40),
        -t19*(t37 + t22*t40 + t24*t41 + t26*t38 - t28*t39),
        -t19*(t24*t40 + t26*t39 + t28*t38 - t36 - t22*t41),
        -t19*(t1*t38 + t40*t7 - t39*t6 - t41*t8),
        -t19*(t1*t39 + t38*t6 + t40*t8 + t41*t7),
        -t19*(t38*t7 + t39*t8 - t1*t40 - t41*t6),
        -t19*(t1*t41 + t38*t8 - t39*t7 - t40*t6),
        -t19*(t36 + t22*t42 + t24*t43 + t26*t44 - t28*t45),
        -t19*(t24*t42 + t26*t45 + t28*t44 - t37 - t22*t43),
        1 - t19*((1/2)*i_0*p1_y*t13 - t33 - t22*t44 - t24*t45 - t28*t43),
        -t19*(t35 + t22*t45 + t26*t43 + t28*t42 - t24*t44),
        -t19*(t1*t42 + t45*t8 - t43*t6 - t44*t7),
        -t19*(t1*t43 + t42*t6 - t44*t8 - t45*t7),
        -t19*(t1*t44 + t42*t7 + t43*t8 + t45*t6),
        -t19*(t42*t8 + t44*t6 - t1*t45 - t43*t7),
        -t19*(t37 + t22*t46 + t26*t48 + t28*t49 - t24*t47),
        -t19*(t36 + t22*t47 + t24*t46 + t28*t48 - t26*t49),
        -t19*(t24*t49 + t26*t46 + t28*t47 - t35 - t22*t48),
        1 - t19*((1/2)*i_0*p1_z*t16 - t33 - t22*t49 - t24*t48 - t26*t47),
        -t19*(t1*t46 + t47*t6 - t48*t7 - t49*t8),
        -t19*(t46*t6 + t49*t7 - t1*t47 - t48*t8),
        -t19*(t1*t48 + t46*t7 - t47*t8 - t49*t6),
        -t19*(t1*t49 + t46*t8 + t47*t7 + t48*t6),
        t19*(t22*t50 + t24*t51 + t26*t52 + t28*t53) + t67*(t61*t62 + t63*t64 + t65*t66),
        t19*(t24*t50 + t28*t52 - t22*t51 - t26*t53) + t67*(t68 + t62*t71 + t64*t72 +
        t66*t73),
        t19*(t24*t53 + t26*t50 - t22*t52 - t28*t51) + t67*(t74 + t62*t76 + t64*t77 +
        t66*t78),
        t19*(t26*t51 + t28*t50 - t22*t53 - t24*t52) + t67*(t79 + t62*t81 + t64*t82 +
        t66*t83),
        1 + t19*((1/2)*i_0*q1_w*t23 - t33 - t51*t6 - t52*t7 - t53*t8),
        t19*(t35 + t1*t51 + t50*t6 + t53*t7 - t52*t8),
        t19*(t36 + t1*t52 + t50*t7 + t51*t8 - t53*t6),
        t19*(t37 + t1*t53 + t50*t8 + t52*t6 - t51*t7),
        t19*(t22*t84 + t26*t86 - t24*t85 - t28*t87) + t67*(2*t16*t63 - t68 - t61*t88 -
        t64*t65),
        t19*(t22*t85 + t24*t84 + t26*t87 + t28*t86) + t67*(2*t16*t72 - t64*t73 -
        t71*t88),
        t19*(t26*t84 + t28*t85 - t22*t86 - t24*t87) + t67*(2*t16*t77 - t79 - t64*t78 -
        t76*t88),
        t19*(t22*t87 + t28*t84 - t24*t86 - t26*t85) + t67*(t74 + t66*t82 - t64*t83 -
        t81*t88),
        t19*(t1*t84 + t6*t85 + t8*t87 - t35 - t7*t86),
        1 + t19*((1/2)*i_0*q1_x*t25 - t33 - t1*t85 - t7*t87 - t8*t86),
        t19*(t1*t86 + t6*t87 + t7*t84 - t37 - t8*t85),
        t19*(t36 + t6*t86 + t7*t85 + t8*t84 - t1*t87),
        t19*(t22*t89 + t28*t92 - t24*t90 - t26*t91) + t67*(2*t10*t65 - t74 - t61*t66 -
        t63*t88),
        t19*(t22*t90 + t24*t89 - t26*t92 - t28*t91) + t67*(t79 + t62*t73 - t66*t71 -
        t72*t88),
        t19*(t22*t91 + t24*t92 + t26*t89 + t28*t90) + t67*(2*t10*t78 - t66*t76 -
        t77*t88),
        t19*(t24*t91 + t28*t89 - t22*t92 - t26*t90) + t67*(2*t10*t83 - t68 - t66*t81 -
        t82*t88),
        t19*(t1*t89 + t6*t90 + t7*t91 - t36 - t8*t92),
        t19*(t37 + t6*t89 + t7*t92 + t8*t91 - t1*t90),
        1 + t19*((1/2)*i_0*q1_y*t27 - t33 - t1*t91 - t6*t92 - t8*t90),
        t19*(t1*t92 + t7*t90 + t8*t89 - t35 - t6*t91),
        t19*(t22*t93 + t24*t94 - t26*t95 - t28*t96) + t67*(2*t13*t61 - t79 - t62*t63 -
        t65*t88),
        t19*(t24*t93 + t26*t96 - t22*t94 - t28*t95) + t67*(2*t13*t71 - t74 - t62*t72 -
        t73*t88),
        t19*(t22*t95 + t26*t93 - t24*t96 - t28*t94) + t67*(t68 + t64*t76 - t62*t77 -
        t78*t88),
        t19*(t22*t96 + t24*t95 + t26*t94 + t28*t93) + t67*(2*t13*t81 - t62*t82 -
        t83*t88),
        t19*(t1*t93 + t7*t95 + t8*t96 - t37 - t6*t94),
        t19*(t1*t94 + t6*t93 + t8*t95 - t36 - t7*t96),
        t19*(t35 + t6*t96 + t7*t93 + t8*t94 - t1*t95),
        1 + t19*((1/2)*i_0*q1_z*t29 - t33 - t1*t96 - t6*t95 - t7*t94))


def cayley(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
) -> tuple[float, float, float, float]:
    """The attitude after the step: q (1 + a)/(1 - a).

    Equation eq-krenk-cayley; 43 operations (57 before sharing), 6 temporaries.
    """
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t0 = 1/(1 + n)
    t1 = 2*a_x
    t2 = 2*a_y
    t3 = 2*a_z
    t4 = 1 - n
    return (
        t0*(q_w*t4 - q_x*t1 - q_y*t2 - q_z*t3),
        t0*(q_w*t1 + q_x*t4 + q_y*t3 - q_z*t2),
        t0*(q_w*t2 + q_y*t4 + q_z*t1 - q_x*t3),
        t0*(q_w*t3 + q_x*t2 + q_z*t4 - q_y*t1))


def middle(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
) -> tuple[float, float, float, float]:
    """The unit quaternion in the middle of the step: q (1 + a)/|1 + a|.

    Equation eq-krenk-cayley; 36 operations (37 before sharing), 1 temporaries.
    """
    n = 1/sqrt(1 + a_x*a_x + a_y*a_y + a_z*a_z)
    return (
        n*(q_w - a_x*q_x - a_y*q_y - a_z*q_z),
        n*(q_x + a_x*q_w + a_z*q_y - a_y*q_z),
        n*(q_y + a_x*q_z + a_y*q_w - a_z*q_x),
        n*(q_z + a_y*q_x + a_z*q_w - a_x*q_y))


def gain(
    q_w: float, q_x: float, q_y: float, q_z: float,
    a_x: float, a_y: float, a_z: float,
    tau_x: float, tau_y: float, tau_z: float,
    h: float,
) -> tuple[float, float, float]:
    """Momentum in space that the torque tau at the middle attitude q adds in a step.

    Equation eq-krenk-cubic; 51 operations (98 before sharing), 6 temporaries.
    """
    t0 = q_w*tau_x + q_y*tau_z - q_z*tau_y
    t1 = q_w*tau_z + q_x*tau_y - q_y*tau_x
    t2 = q_w*tau_y + q_z*tau_x - q_x*tau_z
    t3 = -q_x*tau_x - q_y*tau_y - q_z*tau_z
    n = a_x*a_x + a_y*a_y + a_z*a_z
    t4 = h/(1 + n)
    return (
        t4*(q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2),
        t4*(q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3),
        t4*(q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3))


def balance(
    tau_x: float, tau_y: float, tau_z: float,
    a_x: float, a_y: float, a_z: float,
    d_x: float, d_y: float, d_z: float,
    dV: float,
) -> tuple[float, float, float]:
    """The torque tau, corrected along d to do the work -dV.

    Equation eq-krenk-balanced; 28 operations (75 before sharing), 1 temporaries.
    """
    t0 = (
        (a_x*tau_x + a_y*tau_y + a_z*tau_z + dV*((1/4) + (1/4)*a_x*a_x + (1/4)*a_y*a_y
        + (1/4)*a_z*a_z))/(a_x*d_x + a_y*d_y + a_z*d_z))
    return (tau_x - d_x*t0, tau_y - d_y*t0, tau_z - d_z*t0)


def across(
    a_x: float, a_y: float, a_z: float,
    k_x: float, k_y: float, k_z: float,
) -> tuple[float, float, float]:
    """The part of a across the unit vector k.

    Equation eq-krenk-axis; 11 operations (21 before sharing), 1 temporaries.
    """
    t0 = a_x*k_x + a_y*k_y + a_z*k_z
    return (a_x - k_x*t0, a_y - k_y*t0, a_z - k_z*t0)


def conjugate_momentum(
    q_w: float, q_x: float, q_y: float, q_z: float,
    L_x: float, L_y: float, L_z: float,
) -> tuple[float, float, float, float]:
    """p = 2 (0, L) q, with the momentum L in space.

    Equation eq-krenk-discrete; 25 operations (33 before sharing), 5 temporaries.
    """
    t0 = 2*L_x
    t1 = 2*q_y
    t2 = 2*q_z
    t3 = 2*L_y
    t4 = 2*L_z
    return (
        -L_y*t1 - L_z*t2 - q_x*t0,
        L_y*t2 + q_w*t0 - L_z*t1,
        q_w*t3 + q_x*t4 - q_z*t0,
        q_w*t4 + q_y*t0 - q_x*t3)


def momentum_body(
    q_w: float, q_x: float, q_y: float, q_z: float,
    p_w: float, p_x: float, p_y: float, p_z: float,
) -> tuple[float, float, float]:
    """The momentum in the body, half the vector part of q* p.

    Equation eq-krenk-discrete; 30 operations (33 before sharing), 3 temporaries.
    """
    t0 = (1/2)*q_x
    t1 = (1/2)*q_y
    t2 = (1/2)*q_z
    return (
        (1/2)*p_x*q_w + (1/2)*p_y*q_z - p_w*t0 - p_z*t1,
        (1/2)*p_y*q_w + (1/2)*p_z*q_x - p_w*t1 - p_x*t2,
        (1/2)*p_x*q_y + (1/2)*p_z*q_w - p_w*t2 - p_y*t0)


def turn_between(
    q0_w: float, q0_x: float, q0_y: float, q0_z: float,
    q1_w: float, q1_x: float, q1_y: float, q1_z: float,
) -> tuple[float, float, float]:
    """The a of the step that leads from q0 to q1.

    Equation eq-krenk-cayley; 33 operations (34 before sharing), 5 temporaries.
    """
    c_w = q0_w*q1_w + q0_x*q1_x + q0_y*q1_y + q0_z*q1_z
    t0 = 1/(1 + c_w)
    c_x = q0_w*q1_x + q0_z*q1_y - q0_x*q1_w - q0_y*q1_z
    c_y = q0_w*q1_y + q0_x*q1_z - q0_y*q1_w - q0_z*q1_x
    c_z = q0_w*q1_z + q0_y*q1_x - q0_x*q1_y - q0_z*q1_w
    return (c_x*t0, c_y*t0, c_z*t0)


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


def per_turn(
    a_x: float, a_y: float, a_z: float,
    E_xx: float, E_xy: float, E_xz: float, E_yx: float, E_yy: float, E_yz: float,
    E_zx: float, E_zy: float, E_zz: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The derivative by turns of the middle attitude, from that by a.

    Equation eq-krenk-per-turn; 68 operations (153 before sharing), 14 temporaries.
    """
    t0 = (1/2) + (1/2)*a_x*a_x
    t1 = (1/2)*a_z
    t2 = (1/2)*a_y
    t3 = a_x*t2
    t4 = t1 + t3
    t5 = a_x*t1
    t6 = t5 - t2
    t7 = (1/2) + (1/2)*a_y*a_y
    t8 = t3 - t1
    t9 = (1/2)*a_x
    t10 = t9 + a_y*t1
    t11 = (1/2) + (1/2)*a_z*a_z
    t12 = t2 + t5
    t13 = (1/2)*a_y*a_z - t9
    return (
        E_xx*t0 + E_xy*t4 + E_xz*t6,
        E_xx*t8 + E_xy*t7 + E_xz*t10,
        E_xx*t12 + E_xy*t13 + E_xz*t11,
        E_yx*t0 + E_yy*t4 + E_yz*t6,
        E_yx*t8 + E_yy*t7 + E_yz*t10,
        E_yx*t12 + E_yy*t13 + E_yz*t11,
        E_zx*t0 + E_zy*t4 + E_zz*t6,
        E_zx*t8 + E_zy*t7 + E_zz*t10,
        E_zx*t12 + E_zy*t13 + E_zz*t11)


def flight_halves(
    a_x: float, a_y: float, a_z: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float,
]:
    """Half a turn, row by row, and n; then their slopes by a.

    Equation eq-krenk-way; 105 operations (717 before sharing), 38 temporaries.
    """
    t0 = a_y*a_y
    t1 = a_x*a_x
    t2 = a_z*a_z
    t3 = t1 + t2
    t4 = t0 + t3
    t5 = 1 + t4
    t6 = 1/t5
    t7 = t1 - t2
    t8 = 1 + t7 - t0
    t9 = a_x*a_y
    t10 = t9 - a_z
    t11 = 2*t6
    t12 = a_x*a_z
    t13 = a_y + t12
    t14 = a_z + t9
    t15 = t3 - 1 - t0
    t16 = a_y*a_z
    t17 = a_x - t16
    t18 = t12 - a_y
    t19 = a_x + t16
    t20 = t0 + t7 - 1
    t21 = a_x*t11
    t22 = 2*a_x
    t23 = 1/(t5*t5)
    t24 = t23*t8
    t25 = a_y*t11
    t26 = 2*a_y
    t27 = a_z*t11
    t28 = 2*a_z
    t29 = 4*t23
    t30 = t10*t29
    t31 = t13*t29
    t32 = t14*t29
    t33 = t15*t23
    t34 = t17*t29
    t35 = t18*t29
    t36 = t19*t29
    t37 = t20*t23
    return (
        t6*t8,
        t10*t11,
        t11*t13,
        t11*t14,
        -t15*t6,
        -t11*t17,
        t11*t18,
        t11*t19,
        -t20*t6,
        t4,
        t21 - t22*t24,
        -t25 - t24*t26,
        -t27 - t24*t28,
        t25 - a_x*t30,
        t21 - a_y*t30,
        -t11 - a_z*t30,
        t27 - a_x*t31,
        t11 - a_y*t31,
        t21 - a_z*t31,
        t25 - a_x*t32,
        t21 - a_y*t32,
        t11 - a_z*t32,
        t22*t33 - t21,
        t25 + t26*t33,
        t28*t33 - t27,
        a_x*t34 - t11,
        t27 + a_y*t34,
        t25 + a_z*t34,
        t27 - a_x*t35,
        -t11 - a_y*t35,
        t21 - a_z*t35,
        t11 - a_x*t36,
        t27 - a_y*t36,
        t25 - a_z*t36,
        t22*t37 - t21,
        t26*t37 - t25,
        t27 + t28*t37,
        t22,
        t26,
        t28)


def flight(
    a_x: float, a_y: float, a_z: float,
    w_x: float, w_y: float, w_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    e_11: float, e_12: float, e_13: float, e_21: float, e_22: float, e_23: float,
    e_31: float, e_32: float, e_33: float, n: float,
) -> tuple[float, float, float, float, float, float]:
    """Residuals of a and w. The wrench is fixed.

    Equation eq-krenk-way; 217 operations (4716 before sharing), 37 temporaries.
    """
    t0 = F_x*h
    t1 = e_11*g_x + e_21*g_y + e_31*g_z
    t2 = t0 + t1
    t3 = (1/2)*e_11
    t4 = F_y*h
    t5 = e_12*g_x + e_22*g_y + e_32*g_z
    t6 = t4 + t5
    t7 = (1/2)*e_21
    t8 = F_z*h
    t9 = e_13*g_x + e_23*g_y + e_33*g_z
    t10 = t8 + t9
    t11 = (1/2)*e_31
    t12 = (1/2)*g_x + t10*t11 + t2*t3 + t6*t7
    t13 = (1/2)*e_12
    t14 = (1/2)*e_22
    t15 = (1/2)*e_32
    t16 = (1/2)*g_y + t10*t15 + t13*t2 + t14*t6
    t17 = (1/2)*e_13
    t18 = (1/2)*e_23
    t19 = (1/2)*e_33
    t20 = (1/2)*g_z + t10*t19 + t17*t2 + t18*t6
    t21 = (1/2)*t8 + t9
    t22 = (1/2)*t4 + t5
    t23 = N_x*h + e_11*l_x + e_21*l_y + e_31*l_z - h*(t21*w_y - t22*w_z)
    t24 = (1/2)*t0 + t1
    t25 = N_y*h + e_12*l_x + e_22*l_y + e_32*l_z - h*(t24*w_z - t21*w_x)
    t26 = N_z*h + e_13*l_x + e_23*l_y + e_33*l_z - h*(t22*w_x - t24*w_y)
    t27 = (1/2)*l_x + t11*t26 + t23*t3 + t25*t7
    t28 = (1/2)*l_y + t13*t23 + t14*t25 + t15*t26
    t29 = (1/2)*l_z + t17*t23 + t18*t25 + t19*t26
    t30 = (1/4)*h*(1 - n*sigma)
    t31 = B_11*t27 + B_21*t28 + B_31*t29 + D_11*t12 + D_12*t16 + D_13*t20
    t32 = t13 + t7
    t33 = B_12*t27 + B_22*t28 + B_32*t29 + D_12*t12 + D_22*t16 + D_23*t20
    t34 = t11 + t17
    t35 = B_13*t27 + B_23*t28 + B_33*t29 + D_13*t12 + D_23*t16 + D_33*t20
    t36 = t15 + t18
    return (
        a_x - t30*(A_11*t27 + A_12*t28 + A_13*t29 + B_11*t12 + B_12*t16 + B_13*t20),
        a_y - t30*(A_12*t27 + A_22*t28 + A_23*t29 + B_21*t12 + B_22*t16 + B_23*t20),
        a_z - t30*(A_13*t27 + A_23*t28 + A_33*t29 + B_31*t12 + B_32*t16 + B_33*t20),
        w_x - e_11*t31 - i_m*t24 - t32*t33 - t34*t35,
        w_y - e_22*t33 - i_m*t22 - t31*t32 - t35*t36,
        w_z - e_33*t35 - i_m*t21 - t31*t34 - t33*t36)


def flight_slopes(
    w_x: float, w_y: float, w_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    e_11: float, e_12: float, e_13: float, e_21: float, e_22: float, e_23: float,
    e_31: float, e_32: float, e_33: float, n: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
]:
    """Their slopes by a and w, half a turn fixed. The wrench is fixed.

    Equation eq-krenk-way; 218 operations (3042 before sharing), 41 temporaries.
    """
    t0 = (1/2)*e_31
    t1 = (1/2)*h
    t2 = F_y*t1 + e_12*g_x + e_22*g_y + e_32*g_z
    t3 = h*t2
    t4 = (1/2)*e_21
    t5 = F_z*t1 + e_13*g_x + e_23*g_y + e_33*g_z
    t6 = -h*t5
    t7 = -t0*t3 - t4*t6
    t8 = (1/2)*e_32
    t9 = e_22*t1
    t10 = t5*t9 - t3*t8
    t11 = e_33*t1
    t12 = (1/2)*e_23
    t13 = -t11*t2 - t12*t6
    t14 = (1/4)*h*(1 - n*sigma)
    t15 = e_11*t1
    t16 = F_x*t1 + e_11*g_x + e_21*g_y + e_31*g_z
    t17 = -h*t16
    t18 = -t0*t17 - t15*t5
    t19 = (1/2)*e_12
    t20 = h*t5
    t21 = -t17*t8 - t19*t20
    t22 = (1/2)*e_13
    t23 = t11*t16 - t20*t22
    t24 = h*t16
    t25 = t15*t2 - t24*t4
    t26 = -h*t2
    t27 = -t16*t9 - t19*t26
    t28 = -t12*t24 - t22*t26
    t29 = B_11*t7 + B_21*t10 + B_31*t13
    t30 = t19 + t4
    t31 = B_12*t7 + B_22*t10 + B_32*t13
    t32 = t0 + t22
    t33 = B_13*t7 + B_23*t10 + B_33*t13
    t34 = B_11*t18 + B_21*t21 + B_31*t23
    t35 = B_12*t18 + B_22*t21 + B_32*t23
    t36 = B_13*t18 + B_23*t21 + B_33*t23
    t37 = B_11*t25 + B_21*t27 + B_31*t28
    t38 = B_12*t25 + B_22*t27 + B_32*t28
    t39 = B_13*t25 + B_23*t27 + B_33*t28
    t40 = t12 + t8
    return (
        1,
        0,
        0,
        -t14*(A_11*t7 + A_12*t10 + A_13*t13),
        -t14*(A_11*t18 + A_12*t21 + A_13*t23),
        -t14*(A_11*t25 + A_12*t27 + A_13*t28),
        0,
        1,
        0,
        -t14*(A_12*t7 + A_22*t10 + A_23*t13),
        -t14*(A_12*t18 + A_22*t21 + A_23*t23),
        -t14*(A_12*t25 + A_22*t27 + A_23*t28),
        0,
        0,
        1,
        -t14*(A_13*t7 + A_23*t10 + A_33*t13),
        -t14*(A_13*t18 + A_23*t21 + A_33*t23),
        -t14*(A_13*t25 + A_23*t27 + A_33*t28),
        0,
        0,
        0,
        1 - e_11*t29 - t30*t31 - t32*t33,
        -e_11*t34 - t30*t35 - t32*t36,
        -e_11*t37 - t30*t38 - t32*t39,
        0,
        0,
        0,
        -e_22*t31 - t29*t30 - t33*t40,
        1 - e_22*t35 - t30*t34 - t36*t40,
        -e_22*t38 - t30*t37 - t39*t40,
        0,
        0,
        0,
        -e_33*t33 - t29*t32 - t31*t40,
        -e_33*t36 - t32*t34 - t35*t40,
        1 - e_33*t39 - t32*t37 - t38*t40)


def flight_by_half_a(
    w_x: float, w_y: float, w_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    e_11: float, e_12: float, e_13: float, e_21: float, e_22: float, e_23: float,
    e_31: float, e_32: float, e_33: float, n: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float,
]:
    """Slopes of a's by half a turn. The wrench is fixed.

    Equation eq-krenk-way; 595 operations (2763 before sharing), 121 temporaries.
    """
    t0 = e_12*g_x
    t1 = (1/2)*t0
    t2 = e_13*g_x
    t3 = (1/2)*t2
    t4 = e_11*g_x
    t5 = (1/2)*h
    t6 = F_x*t5
    t7 = t4 + t6
    t8 = e_21*g_y
    t9 = (1/2)*t8
    t10 = e_31*g_z
    t11 = (1/2)*t10
    t12 = t11 + t9
    t13 = t12 + t7
    t14 = (1/2)*l_x
    t15 = e_12*t14
    t16 = g_x*t5
    t17 = t16*w_z
    t18 = t16*w_y
    t19 = t15 + e_32*t18 - e_22*t17
    t20 = e_13*t14
    t21 = t20 + e_33*t18 - e_23*t17
    t22 = e_11*l_x
    t23 = (1/2)*e_21
    t24 = l_y*t23
    t25 = (1/2)*e_31
    t26 = l_z*t25
    t27 = e_23*g_y
    t28 = e_33*g_z
    t29 = F_z*t5
    t30 = t28 + t29
    t31 = t2 + t27 + t30
    t32 = e_32*g_z
    t33 = e_22*g_y
    t34 = F_y*t5
    t35 = t33 + t34
    t36 = t0 + t32 + t35
    t37 = t24 + t26 + N_x*t5 - t5*(t31*w_y - t36*w_z)
    t38 = t22 + t37 + e_31*t18 - e_21*t17
    t39 = (1/4)*h*(1 - n*sigma)
    t40 = B_11*g_x
    t41 = (1/2)*g_x
    t42 = B_13*e_23
    t43 = t5*w_z
    t44 = t16*w_x
    t45 = l_x*t23 + t4*t43 - e_31*t44
    t46 = e_23*t14 + t2*t43 - e_33*t44
    t47 = t12 + (1/2)*t4 + t6
    t48 = t47 + e_22*t41
    t49 = (1/2)*t22 + t37
    t50 = t49 + e_22*t14 + t0*t43 - e_32*t44
    t51 = B_12*e_32
    t52 = t5*w_y
    t53 = e_21*t44 + l_x*t25 - t4*t52
    t54 = e_22*t44 + e_32*t14 - t0*t52
    t55 = t47 + e_33*t41
    t56 = t49 + e_23*t44 + e_33*t14 - t2*t52
    t57 = (1/2)*g_y
    t58 = B_12*e_12
    t59 = B_13*e_13
    t60 = (1/2)*l_y
    t61 = g_y*t52
    t62 = e_12*t60 + e_32*t61 - t33*t43
    t63 = e_13*t60 + e_33*t61 - t27*t43
    t64 = (1/2)*t32
    t65 = t1 + t64
    t66 = (1/2)*t33 + t34 + t65
    t67 = t66 + e_11*t57
    t68 = e_22*l_y
    t69 = (1/2)*l_z
    t70 = e_32*t69
    t71 = t10 + t7 + t8
    t72 = t15 + t70 + N_y*t5 - t5*(t71*w_z - t31*w_x)
    t73 = (1/2)*t68 + t72
    t74 = t73 + e_11*t60 + e_31*t61 - t43*t8
    t75 = (1/2)*t27
    t76 = t35 + t65
    t77 = g_y*t43
    t78 = t5*w_x
    t79 = g_y*t78
    t80 = t24 + e_11*t77 - e_31*t79
    t81 = e_23*t60
    t82 = t81 + e_13*t77 - e_33*t79
    t83 = t68 + t72 + e_12*t77 - e_32*t79
    t84 = g_y*t25
    t85 = l_y*t25 + t78*t8 - e_11*t61
    t86 = e_32*t60 + t33*t78 - e_12*t61
    t87 = t66 + e_33*t57
    t88 = t73 + e_33*t60 + t27*t78 - e_13*t61
    t89 = (1/2)*g_z
    t90 = g_z*t43
    t91 = e_12*t69 + t32*t52 - e_22*t90
    t92 = e_13*t69 + t28*t52 - e_23*t90
    t93 = t3 + t75
    t94 = (1/2)*t28 + t29 + t93
    t95 = t94 + e_11*t89
    t96 = e_33*l_z
    t97 = t20 + t81 + N_z*t5 - t5*(t36*w_x - t71*w_y)
    t98 = (1/2)*t96 + t97
    t99 = t98 + e_11*t69 + t10*t52 - e_21*t90
    t100 = g_z*t23
    t101 = e_11*t90 + l_z*t23 - t10*t78
    t102 = e_13*t90 + e_23*t69 - t28*t78
    t103 = t94 + e_22*t89
    t104 = t98 + e_12*t90 + e_22*t69 - t32*t78
    t105 = t30 + t93
    t106 = g_z*t52
    t107 = g_z*t78
    t108 = t26 + e_21*t107 - e_11*t106
    t109 = t70 + e_22*t107 - e_12*t106
    t110 = t96 + t97 + e_23*t107 - e_13*t106
    t111 = B_21*g_x
    t112 = B_23*e_23
    t113 = B_22*e_32
    t114 = B_22*e_12
    t115 = B_23*e_13
    t116 = B_31*g_x
    t117 = B_33*e_23
    t118 = B_32*e_32
    t119 = B_32*e_12
    t120 = B_33*e_13
    return (
        -t39*(A_11*t38 + A_12*t19 + A_13*t21 + B_11*t13 + B_12*t1 + B_13*t3),
        -t39*(A_11*t45 + A_12*t50 + A_13*t46 + B_12*t48 + t23*t40 + t41*t42),
        -t39*(A_11*t53 + A_12*t54 + A_13*t56 + B_13*t55 + t25*t40 + t41*t51),
        -t39*(A_11*t74 + A_12*t62 + A_13*t63 + B_11*t67 + t57*t58 + t57*t59),
        -t39*(A_11*t80 + A_12*t83 + A_13*t82 + B_11*t9 + B_12*t76 + B_13*t75),
        -t39*(A_11*t85 + A_12*t86 + A_13*t88 + B_11*t84 + B_13*t87 + t51*t57),
        -t39*(A_11*t99 + A_12*t91 + A_13*t92 + B_11*t95 + t58*t89 + t59*t89),
        -t39*(A_11*t101 + A_12*t104 + A_13*t102 + B_11*t100 + B_12*t103 + t42*t89),
        -t39*(A_11*t108 + A_12*t109 + A_13*t110 + B_11*t11 + B_12*t64 + B_13*t105),
        -t39*(A_12*t38 + A_22*t19 + A_23*t21 + B_21*t13 + B_22*t1 + B_23*t3),
        -t39*(A_12*t45 + A_22*t50 + A_23*t46 + B_22*t48 + t111*t23 + t112*t41),
        -t39*(A_12*t53 + A_22*t54 + A_23*t56 + B_23*t55 + t111*t25 + t113*t41),
        -t39*(A_12*t74 + A_22*t62 + A_23*t63 + B_21*t67 + t114*t57 + t115*t57),
        -t39*(A_12*t80 + A_22*t83 + A_23*t82 + B_21*t9 + B_22*t76 + B_23*t75),
        -t39*(A_12*t85 + A_22*t86 + A_23*t88 + B_21*t84 + B_23*t87 + t113*t57),
        -t39*(A_12*t99 + A_22*t91 + A_23*t92 + B_21*t95 + t114*t89 + t115*t89),
        -t39*(A_12*t101 + A_22*t104 + A_23*t102 + B_21*t100 + B_22*t103 + t112*t89),
        -t39*(A_12*t108 + A_22*t109 + A_23*t110 + B_21*t11 + B_22*t64 + B_23*t105),
        -t39*(A_13*t38 + A_23*t19 + A_33*t21 + B_31*t13 + B_32*t1 + B_33*t3),
        -t39*(A_13*t45 + A_23*t50 + A_33*t46 + B_32*t48 + t116*t23 + t117*t41),
        -t39*(A_13*t53 + A_23*t54 + A_33*t56 + B_33*t55 + t116*t25 + t118*t41),
        -t39*(A_13*t74 + A_23*t62 + A_33*t63 + B_31*t67 + t119*t57 + t120*t57),
        -t39*(A_13*t80 + A_23*t83 + A_33*t82 + B_31*t9 + B_32*t76 + B_33*t75),
        -t39*(A_13*t85 + A_23*t86 + A_33*t88 + B_31*t84 + B_33*t87 + t118*t57),
        -t39*(A_13*t99 + A_23*t91 + A_33*t92 + B_31*t95 + t119*t89 + t120*t89),
        -t39*(A_13*t101 + A_23*t104 + A_33*t102 + B_31*t100 + B_32*t103 + t117*t89),
        -t39*(A_13*t108 + A_23*t109 + A_33*t110 + B_31*t11 + B_32*t64 + B_33*t105))


def flight_by_half_w(
    w_x: float, w_y: float, w_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    e_11: float, e_12: float, e_13: float, e_21: float, e_22: float, e_23: float,
    e_31: float, e_32: float, e_33: float, n: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float,
]:
    """Slopes of w's by half a turn. The wrench is fixed.

    Equation eq-krenk-way; 852 operations (14022 before sharing), 205 temporaries.
    """
    t0 = g_x*i_m
    t1 = (1/2)*g_x
    t2 = e_11*g_x
    t3 = F_x*h
    t4 = e_21*g_y
    t5 = e_31*g_z
    t6 = t4 + t5
    t7 = t2 + t3 + t6
    t8 = (1/2)*e_11
    t9 = e_22*g_y
    t10 = F_y*h
    t11 = e_12*g_x
    t12 = e_32*g_z
    t13 = t11 + t12
    t14 = t10 + t13 + t9
    t15 = (1/2)*e_21
    t16 = e_33*g_z
    t17 = F_z*h
    t18 = e_13*g_x
    t19 = e_23*g_y
    t20 = t18 + t19
    t21 = t16 + t17 + t20
    t22 = (1/2)*e_31
    t23 = t1 + t14*t15 + t21*t22 + t7*t8
    t24 = D_11*t23
    t25 = (1/2)*g_y
    t26 = (1/2)*e_12
    t27 = (1/2)*e_22
    t28 = (1/2)*e_32
    t29 = t25 + t14*t27 + t21*t28 + t26*t7
    t30 = D_12*t29
    t31 = (1/2)*g_z
    t32 = (1/2)*e_13
    t33 = (1/2)*e_23
    t34 = (1/2)*e_33
    t35 = t31 + t14*t33 + t21*t34 + t32*t7
    t36 = D_13*t35
    t37 = (1/2)*t11
    t38 = (1/2)*t18
    t39 = (1/2)*t3
    t40 = t2 + t39
    t41 = (1/2)*t4
    t42 = (1/2)*t5
    t43 = t41 + t42
    t44 = t40 + t43
    t45 = (1/2)*l_x
    t46 = e_12*t45
    t47 = e_22*t1
    t48 = h*w_z
    t49 = e_32*t1
    t50 = h*w_y
    t51 = t46 + t49*t50 - t47*t48
    t52 = e_13*t45
    t53 = e_23*t1
    t54 = e_33*t1
    t55 = t52 + t50*t54 - t48*t53
    t56 = e_11*l_x
    t57 = e_31*t1
    t58 = e_21*t1
    t59 = e_21*l_y
    t60 = (1/2)*t59
    t61 = e_31*l_z
    t62 = (1/2)*t61
    t63 = N_x*h
    t64 = (1/2)*t17
    t65 = t16 + t64
    t66 = t20 + t65
    t67 = (1/2)*t10
    t68 = t67 + t9
    t69 = t13 + t68
    t70 = h*(t66*w_y - t69*w_z)
    t71 = t60 + t62 + (1/2)*t63 - (1/2)*t70
    t72 = t56 + t71 + t50*t57 - t48*t58
    t73 = B_11*t72 + B_21*t51 + B_31*t55 + D_11*t44 + D_12*t37 + D_13*t38
    t74 = t15 + t26
    t75 = B_12*t72 + B_22*t51 + B_32*t55 + D_12*t44 + D_22*t37 + D_23*t38
    t76 = t22 + t32
    t77 = B_13*t72 + B_23*t51 + B_33*t55 + D_13*t44 + D_23*t37 + D_33*t38
    t78 = t56 + t59 + t61 + t63 - t70
    t79 = N_y*h
    t80 = e_22*l_y
    t81 = e_32*l_z
    t82 = t40 + t6
    t83 = h*(t82*w_z - t66*w_x)
    t84 = t79 + t80 + t81 + e_12*l_x - t83
    t85 = N_z*h
    t86 = e_23*l_y
    t87 = e_33*l_z
    t88 = h*(t69*w_x - t82*w_y)
    t89 = t85 + t86 + t87 + e_13*l_x - t88
    t90 = t45 + t15*t84 + t22*t89 + t78*t8
    t91 = B_11*t90
    t92 = (1/2)*l_y
    t93 = t92 + t26*t78 + t27*t84 + t28*t89
    t94 = B_21*t93
    t95 = (1/2)*l_z
    t96 = t95 + t32*t78 + t33*t84 + t34*t89
    t97 = B_31*t96
    t98 = (1/2)*t2
    t99 = h*w_x
    t100 = e_21*t45 + t48*t98 - t57*t99
    t101 = e_23*t45 + t38*t48 - t54*t99
    t102 = t39 + t43 + t98
    t103 = t102 + t47
    t104 = t71 + e_11*t45
    t105 = t104 + e_22*t45 + t37*t48 - t49*t99
    t106 = B_11*t100 + B_21*t105 + B_31*t101 + D_11*t58 + D_12*t103 + D_13*t53
    t107 = B_12*t100 + B_22*t105 + B_32*t101 + D_12*t58 + D_22*t103 + D_23*t53
    t108 = B_13*t100 + B_23*t105 + B_33*t101 + D_13*t58 + D_23*t103 + D_33*t53
    t109 = B_12*t90
    t110 = B_22*t93
    t111 = B_32*t96
    t112 = D_12*t23
    t113 = D_22*t29
    t114 = D_23*t35
    t115 = (1/2)*t109 + (1/2)*t110 + (1/2)*t111 + (1/2)*t112 + (1/2)*t113 + (1/2)*t114
    t116 = e_31*t45 + t58*t99 - t50*t98
    t117 = e_32*t45 + t47*t99 - t37*t50
    t118 = t102 + t54
    t119 = t104 + e_33*t45 + t53*t99 - t38*t50
    t120 = B_11*t116 + B_21*t117 + B_31*t119 + D_11*t57 + D_12*t49 + D_13*t118
    t121 = B_12*t116 + B_22*t117 + B_32*t119 + D_12*t57 + D_22*t49 + D_23*t118
    t122 = B_13*t116 + B_23*t117 + B_33*t119 + D_13*t57 + D_23*t49 + D_33*t118
    t123 = B_13*t90
    t124 = B_23*t93
    t125 = B_33*t96
    t126 = D_13*t23
    t127 = D_23*t29
    t128 = D_33*t35
    t129 = (1/2)*t123 + (1/2)*t124 + (1/2)*t125 + (1/2)*t126 + (1/2)*t127 + (1/2)*t128
    t130 = e_12*t25
    t131 = e_13*t25
    t132 = (1/2)*t9
    t133 = e_32*t25
    t134 = e_12*t92 + t133*t50 - t132*t48
    t135 = (1/2)*t19
    t136 = e_33*t25
    t137 = e_13*t92 + t136*t50 - t135*t48
    t138 = e_11*t25
    t139 = (1/2)*t12
    t140 = t139 + t37
    t141 = t132 + t140 + t67
    t142 = t138 + t141
    t143 = e_31*t25
    t144 = (1/2)*t81
    t145 = t144 + t46 + (1/2)*t79 - (1/2)*t83
    t146 = t145 + (1/2)*t80
    t147 = t146 + e_11*t92 + t143*t50 - t41*t48
    t148 = B_11*t147 + B_21*t134 + B_31*t137 + D_11*t142 + D_12*t130 + D_13*t131
    t149 = B_12*t147 + B_22*t134 + B_32*t137 + D_12*t142 + D_22*t130 + D_23*t131
    t150 = B_13*t147 + B_23*t134 + B_33*t137 + D_13*t142 + D_23*t130 + D_33*t131
    t151 = g_y*i_m
    t152 = t115 + t151
    t153 = t140 + t68
    t154 = t60 + t138*t48 - t143*t99
    t155 = (1/2)*t86
    t156 = t155 + t131*t48 - t136*t99
    t157 = t145 + t80 + t130*t48 - t133*t99
    t158 = B_11*t154 + B_21*t157 + B_31*t156 + D_11*t41 + D_12*t153 + D_13*t135
    t159 = B_12*t154 + B_22*t157 + B_32*t156 + D_12*t41 + D_22*t153 + D_23*t135
    t160 = B_13*t154 + B_23*t157 + B_33*t156 + D_13*t41 + D_23*t153 + D_33*t135
    t161 = e_31*t92 + t41*t99 - t138*t50
    t162 = e_32*t92 + t132*t99 - t130*t50
    t163 = t136 + t141
    t164 = t146 + e_33*t92 + t135*t99 - t131*t50
    t165 = B_11*t161 + B_21*t162 + B_31*t164 + D_11*t143 + D_12*t133 + D_13*t163
    t166 = B_12*t161 + B_22*t162 + B_32*t164 + D_12*t143 + D_22*t133 + D_23*t163
    t167 = B_13*t161 + B_23*t162 + B_33*t164 + D_13*t143 + D_23*t133 + D_33*t163
    t168 = e_12*t31
    t169 = e_13*t31
    t170 = e_22*t31
    t171 = e_12*t95 + t139*t50 - t170*t48
    t172 = e_23*t31
    t173 = (1/2)*t16
    t174 = e_13*t95 + t173*t50 - t172*t48
    t175 = e_11*t31
    t176 = t135 + t38
    t177 = t173 + t176 + t64
    t178 = t175 + t177
    t179 = e_21*t31
    t180 = t155 + t52 + (1/2)*t85 - (1/2)*t88
    t181 = t180 + (1/2)*t87
    t182 = t181 + e_11*t95 + t42*t50 - t179*t48
    t183 = B_11*t182 + B_21*t171 + B_31*t174 + D_11*t178 + D_12*t168 + D_13*t169
    t184 = B_12*t182 + B_22*t171 + B_32*t174 + D_12*t178 + D_22*t168 + D_23*t169
    t185 = B_13*t182 + B_23*t171 + B_33*t174 + D_13*t178 + D_23*t168 + D_33*t169
    t186 = g_z*i_m
    t187 = t129 + t186
    t188 = e_21*t95 + t175*t48 - t42*t99
    t189 = e_23*t95 + t169*t48 - t173*t99
    t190 = t170 + t177
    t191 = t181 + e_22*t95 + t168*t48 - t139*t99
    t192 = B_11*t188 + B_21*t191 + B_31*t189 + D_11*t179 + D_12*t190 + D_13*t172
    t193 = B_12*t188 + B_22*t191 + B_32*t189 + D_12*t179 + D_22*t190 + D_23*t172
    t194 = B_13*t188 + B_23*t191 + B_33*t189 + D_13*t179 + D_23*t190 + D_33*t172
    t195 = t176 + t65
    t196 = t62 + t179*t99 - t175*t50
    t197 = t144 + t170*t99 - t168*t50
    t198 = t180 + t87 + t172*t99 - t169*t50
    t199 = B_11*t196 + B_21*t197 + B_31*t198 + D_11*t42 + D_12*t139 + D_13*t195
    t200 = B_12*t196 + B_22*t197 + B_32*t198 + D_12*t42 + D_22*t139 + D_23*t195
    t201 = B_13*t196 + B_23*t197 + B_33*t198 + D_13*t42 + D_23*t139 + D_33*t195
    t202 = t28 + t33
    t203 = (1/2)*t24 + (1/2)*t30 + (1/2)*t36 + (1/2)*t91 + (1/2)*t94 + (1/2)*t97
    t204 = t0 + t203
    return (
        -t0 - t24 - t30 - t36 - t91 - t94 - t97 - e_11*t73 - t74*t75 - t76*t77,
        -t115 - e_11*t106 - t107*t74 - t108*t76,
        -t129 - e_11*t120 - t121*t74 - t122*t76,
        -t152 - e_11*t148 - t149*t74 - t150*t76,
        -e_11*t158 - t159*t74 - t160*t76,
        -e_11*t165 - t166*t74 - t167*t76,
        -t187 - e_11*t183 - t184*t74 - t185*t76,
        -e_11*t192 - t193*t74 - t194*t76,
        -e_11*t199 - t200*t74 - t201*t76,
        -e_22*t75 - t202*t77 - t73*t74,
        -t204 - e_22*t107 - t106*t74 - t108*t202,
        -e_22*t121 - t120*t74 - t122*t202,
        -t203 - e_22*t149 - t148*t74 - t150*t202,
        -t109 - t110 - t111 - t112 - t113 - t114 - t151 - e_22*t159 - t158*t74 -
        t160*t202,
        -t129 - e_22*t166 - t165*t74 - t167*t202,
        -e_22*t184 - t183*t74 - t185*t202,
        -t187 - e_22*t193 - t192*t74 - t194*t202,
        -e_22*t200 - t199*t74 - t201*t202,
        -e_33*t77 - t202*t75 - t73*t76,
        -e_33*t108 - t106*t76 - t107*t202,
        -t204 - e_33*t122 - t120*t76 - t121*t202,
        -e_33*t150 - t148*t76 - t149*t202,
        -e_33*t160 - t158*t76 - t159*t202,
        -t152 - e_33*t167 - t165*t76 - t166*t202,
        -t203 - e_33*t185 - t183*t76 - t184*t202,
        -t115 - e_33*t194 - t192*t76 - t193*t202,
        -t123 - t124 - t125 - t126 - t127 - t128 - t186 - e_33*t201 - t199*t76 -
        t200*t202)


def flight_by_n(
    w_x: float, w_y: float, w_z: float,
    l_x: float, l_y: float, l_z: float,
    g_x: float, g_y: float, g_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
    e_11: float, e_12: float, e_13: float, e_21: float, e_22: float, e_23: float,
    e_31: float, e_32: float, e_33: float, n: float,
) -> tuple[float, float, float, float, float, float]:
    """Slopes of all by n. The wrench is fixed.

    Equation eq-krenk-way; 164 operations (1167 before sharing), 22 temporaries.
    """
    t0 = F_x*h
    t1 = e_11*g_x + e_21*g_y + e_31*g_z
    t2 = (1/2)*t0 + (1/2)*t1
    t3 = F_y*h
    t4 = e_12*g_x + e_22*g_y + e_32*g_z
    t5 = (1/2)*t3 + (1/2)*t4
    t6 = F_z*h
    t7 = e_13*g_x + e_23*g_y + e_33*g_z
    t8 = (1/2)*t6 + (1/2)*t7
    t9 = (1/2)*g_x + e_11*t2 + e_21*t5 + e_31*t8
    t10 = (1/2)*g_y + e_12*t2 + e_22*t5 + e_32*t8
    t11 = (1/2)*g_z + e_13*t2 + e_23*t5 + e_33*t8
    t12 = (1/2)*t6 + t7
    t13 = (1/2)*t3 + t4
    t14 = (
        (1/2)*N_x*h + (1/2)*e_11*l_x + (1/2)*e_21*l_y + (1/2)*e_31*l_z -
        (1/2)*h*(t12*w_y - t13*w_z))
    t15 = (1/2)*t0 + t1
    t16 = (
        (1/2)*N_y*h + (1/2)*e_12*l_x + (1/2)*e_22*l_y + (1/2)*e_32*l_z -
        (1/2)*h*(t15*w_z - t12*w_x))
    t17 = (
        (1/2)*N_z*h + (1/2)*e_13*l_x + (1/2)*e_23*l_y + (1/2)*e_33*l_z -
        (1/2)*h*(t13*w_x - t15*w_y))
    t18 = (1/2)*l_x + e_11*t14 + e_21*t16 + e_31*t17
    t19 = (1/2)*l_y + e_12*t14 + e_22*t16 + e_32*t17
    t20 = (1/2)*l_z + e_13*t14 + e_23*t16 + e_33*t17
    t21 = (1/4)*h*sigma
    return (
        t21*(A_11*t18 + A_12*t19 + A_13*t20 + B_11*t9 + B_12*t10 + B_13*t11),
        t21*(A_12*t18 + A_22*t19 + A_23*t20 + B_21*t9 + B_22*t10 + B_23*t11),
        t21*(A_13*t18 + A_23*t19 + A_33*t20 + B_31*t9 + B_32*t10 + B_33*t11),
        0,
        0,
        0)


def pushed(
    a_x: float, a_y: float, a_z: float,
    w_x: float, w_y: float, w_z: float,
    A_11: float, A_12: float, A_13: float, A_22: float, A_23: float, A_33: float,
    B_11: float, B_12: float, B_13: float, B_21: float, B_22: float, B_23: float,
    B_31: float, B_32: float, B_33: float, D_11: float, D_12: float, D_13: float,
    D_22: float, D_23: float, D_33: float, i_m: float, sigma: float, h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
) -> tuple[float, float, float, float, float, float]:
    """What the wrench (N, F) adds to the residuals of a flight.

    Equation eq-krenk-way; 199 operations (2075 before sharing), 53 temporaries.
    """
    t0 = a_y*a_y
    t1 = a_x*a_x
    t2 = a_z*a_z
    t3 = t1 + t2
    t4 = t0 + t3
    t5 = 1/(1 + t4)
    t6 = t1 - t2
    e_11 = t5*(1 + t6 - t0)
    t7 = (1/2)*e_11
    t8 = F_x*h
    t9 = a_x*a_y
    t10 = 2*t5
    e_21 = t10*(a_z + t9)
    t11 = (1/2)*e_21
    t12 = F_y*h
    t13 = a_x*a_z
    e_31 = t10*(t13 - a_y)
    t14 = (1/2)*e_31
    t15 = F_z*h
    t16 = t11*t12 + t14*t15 + t7*t8
    e_12 = t10*(t9 - a_z)
    t17 = (1/2)*e_12
    e_22 = -t5*(t3 - 1 - t0)
    t18 = (1/2)*e_22
    t19 = a_y*a_z
    e_32 = t10*(a_x + t19)
    t20 = (1/2)*e_32
    t21 = t12*t18 + t15*t20 + t17*t8
    e_13 = t10*(a_y + t13)
    t22 = (1/2)*e_13
    e_23 = -t10*(a_x - t19)
    t23 = (1/2)*e_23
    e_33 = -t5*(t0 + t6 - 1)
    t24 = (1/2)*e_33
    t25 = t12*t23 + t15*t24 + t22*t8
    t26 = (1/2)*h
    t27 = t26*w_z
    t28 = N_x*h - h*((1/2)*F_z*h*w_y - F_y*t27)
    t29 = F_z*t26
    t30 = N_y*h - h*(F_x*t27 - t29*w_x)
    t31 = F_x*t26
    t32 = N_z*h - h*((1/2)*F_y*h*w_x - t31*w_y)
    t33 = t11*t30 + t14*t32 + t28*t7
    t34 = t17*t28 + t18*t30 + t20*t32
    t35 = t22*t28 + t23*t30 + t24*t32
    n = t4
    t36 = (1/4)*h*(1 - n*sigma)
    t37 = B_11*t33 + B_21*t34 + B_31*t35 + D_11*t16 + D_12*t21 + D_13*t25
    t38 = t11 + t17
    t39 = B_12*t33 + B_22*t34 + B_32*t35 + D_12*t16 + D_22*t21 + D_23*t25
    t40 = t14 + t22
    t41 = B_13*t33 + B_23*t34 + B_33*t35 + D_13*t16 + D_23*t21 + D_33*t25
    t42 = t20 + t23
    return (
        -t36*(A_11*t33 + A_12*t34 + A_13*t35 + B_11*t16 + B_12*t21 + B_13*t25),
        -t36*(A_12*t33 + A_22*t34 + A_23*t35 + B_21*t16 + B_22*t21 + B_23*t25),
        -t36*(A_13*t33 + A_23*t34 + A_33*t35 + B_31*t16 + B_32*t21 + B_33*t25),
        -e_11*t37 - i_m*t31 - t38*t39 - t40*t41,
        -e_22*t39 - t37*t38 - t41*t42 - F_y*i_m*t26,
        -e_33*t41 - i_m*t29 - t37*t40 - t39*t42)


def flight_gain(
    q_w: float, q_x: float, q_y: float, q_z: float,
    w_x: float, w_y: float, w_z: float,
    G_x: float, G_y: float, G_z: float,
    h: float,
    N_x: float, N_y: float, N_z: float,
    F_x: float, F_y: float, F_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Angular and linear momentum gained; q in the middle, G at the start.

    Equation eq-krenk-flight-momenta; 151 operations (546 before sharing), 21 temporaries.
    """
    t0 = N_x*q_w + N_z*q_y - N_y*q_z
    t1 = N_y*q_x + N_z*q_w - N_x*q_y
    t2 = N_x*q_z + N_y*q_w - N_z*q_x
    t3 = -N_x*q_x - N_y*q_y - N_z*q_z
    t4 = F_x*q_z + F_y*q_w - F_z*q_x
    t5 = F_x*q_w + F_z*q_y - F_y*q_z
    t6 = F_y*q_x + F_z*q_w - F_x*q_y
    t7 = -F_x*q_x - F_y*q_y - F_z*q_z
    t8 = h*(q_w*t4 + q_z*t5 - q_x*t6 - q_y*t7)
    t9 = G_y + (1/2)*t8
    t10 = q_w*w_z + q_x*w_y - q_y*w_x
    t11 = q_w*w_y + q_z*w_x - q_x*w_z
    t12 = q_w*w_x + q_y*w_z - q_z*w_y
    t13 = -q_x*w_x - q_y*w_y - q_z*w_z
    t14 = h*(q_w*t10 + q_x*t11 - q_y*t12 - q_z*t13)
    t15 = q_w*t11 + q_z*t12 - q_x*t10 - q_y*t13
    t16 = h*(q_w*t6 + q_x*t4 - q_y*t5 - q_z*t7)
    t17 = h*(G_z + (1/2)*t16)
    t18 = q_w*t12 + q_y*t10 - q_x*t13 - q_z*t11
    t19 = h*(q_w*t5 + q_y*t6 - q_x*t7 - q_z*t4)
    t20 = G_x + (1/2)*t19
    return (
        h*(q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2) + t14*t9 - t15*t17,
        h*(q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3) + t17*t18 - t14*t20,
        h*(q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3) + h*t15*t20 - h*t18*t9,
        t19,
        t8,
        t16)


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
