"""The energy- and momentum-conserving step of Nielsen and Krenk.

Generated from book/krenk_nielsen/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from math import sqrt


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
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float,
]:
    """Residuals of a and w, then their Jacobian under a fixed wrench.

    Equation eq-krenk-way; 1897 operations (62577 before sharing), 383 temporaries.
    """
    t0 = (1/2)*g_x
    t1 = a_y*a_y
    t2 = a_x*a_x
    t3 = a_z*a_z
    t4 = t2 + t3
    t5 = t1 + t4
    t6 = 1 + t5
    t7 = 1/t6
    t8 = t2 - t3
    t9 = 1 + t8 - t1
    e_11 = t7*t9
    t10 = e_11*g_x
    t11 = F_x*h
    t12 = 2*t7
    t13 = a_x*a_y
    t14 = a_z + t13
    e_21 = t12*t14
    t15 = e_21*g_y
    t16 = a_x*a_z
    t17 = t16 - a_y
    e_31 = t12*t17
    t18 = e_31*g_z
    t19 = t15 + t18
    t20 = t10 + t11 + t19
    t21 = (1/2)*e_11
    t22 = t4 - 1 - t1
    e_22 = -t22*t7
    t23 = e_22*g_y
    t24 = F_y*h
    t25 = t13 - a_z
    e_12 = t12*t25
    t26 = e_12*g_x
    t27 = a_y*a_z
    t28 = a_x + t27
    e_32 = t12*t28
    t29 = e_32*g_z
    t30 = t26 + t29
    t31 = t23 + t24 + t30
    t32 = (1/2)*e_21
    t33 = t1 + t8 - 1
    e_33 = -t33*t7
    t34 = e_33*g_z
    t35 = F_z*h
    t36 = a_y + t16
    e_13 = t12*t36
    t37 = e_13*g_x
    t38 = a_x - t27
    e_23 = -t12*t38
    t39 = e_23*g_y
    t40 = t37 + t39
    t41 = t34 + t35 + t40
    t42 = (1/2)*e_31
    t43 = t0 + t20*t21 + t31*t32 + t41*t42
    t44 = (1/2)*g_y
    t45 = (1/2)*e_12
    t46 = (1/2)*e_22
    t47 = (1/2)*e_32
    t48 = t44 + t20*t45 + t31*t46 + t41*t47
    t49 = (1/2)*g_z
    t50 = (1/2)*e_13
    t51 = (1/2)*e_23
    t52 = (1/2)*e_33
    t53 = t49 + t20*t50 + t31*t51 + t41*t52
    t54 = (1/2)*l_x
    t55 = N_x*h
    t56 = e_11*l_x
    t57 = e_21*l_y
    t58 = e_31*l_z
    t59 = (1/2)*t35
    t60 = t34 + t59
    t61 = t40 + t60
    t62 = (1/2)*t24
    t63 = t23 + t62
    t64 = t30 + t63
    t65 = h*(t61*w_y - t64*w_z)
    t66 = t55 + t56 + t57 + t58 - t65
    t67 = N_y*h
    t68 = e_22*l_y
    t69 = e_32*l_z
    t70 = (1/2)*t11
    t71 = t10 + t70
    t72 = t19 + t71
    t73 = h*(t72*w_z - t61*w_x)
    t74 = t67 + t68 + t69 + e_12*l_x - t73
    t75 = N_z*h
    t76 = e_23*l_y
    t77 = e_33*l_z
    t78 = h*(t64*w_x - t72*w_y)
    t79 = t75 + t76 + t77 + e_13*l_x - t78
    t80 = t54 + t21*t66 + t32*t74 + t42*t79
    t81 = (1/2)*l_y
    t82 = t81 + t45*t66 + t46*t74 + t47*t79
    t83 = (1/2)*l_z
    t84 = t83 + t50*t66 + t51*t74 + t52*t79
    t85 = A_11*t80 + A_12*t82 + A_13*t84 + B_11*t43 + B_12*t48 + B_13*t53
    n = t5
    t86 = (1/4)*h*(1 - n*sigma)
    t87 = A_12*t80 + A_22*t82 + A_23*t84 + B_21*t43 + B_22*t48 + B_23*t53
    t88 = A_13*t80 + A_23*t82 + A_33*t84 + B_31*t43 + B_32*t48 + B_33*t53
    t89 = D_11*t43
    t90 = D_12*t48
    t91 = D_13*t53
    t92 = B_11*t80
    t93 = B_21*t82
    t94 = B_31*t84
    t95 = t89 + t90 + t91 + t92 + t93 + t94
    t96 = t32 + t45
    t97 = D_12*t43
    t98 = D_22*t48
    t99 = D_23*t53
    t100 = B_12*t80
    t101 = B_22*t82
    t102 = B_32*t84
    t103 = t100 + t101 + t102 + t97 + t98 + t99
    t104 = t42 + t50
    t105 = D_13*t43
    t106 = D_23*t48
    t107 = D_33*t53
    t108 = B_13*t80
    t109 = B_23*t82
    t110 = B_33*t84
    t111 = t105 + t106 + t107 + t108 + t109 + t110
    t112 = t47 + t51
    t113 = (1/2)*t26
    t114 = (1/2)*t37
    t115 = (1/2)*t15
    t116 = (1/2)*t18
    t117 = t115 + t116
    t118 = t117 + t71
    t119 = e_12*t54
    t120 = e_22*t0
    t121 = h*w_z
    t122 = e_32*t0
    t123 = h*w_y
    t124 = t119 + t122*t123 - t120*t121
    t125 = e_13*t54
    t126 = e_23*t0
    t127 = e_33*t0
    t128 = t125 + t123*t127 - t121*t126
    t129 = e_31*t0
    t130 = e_21*t0
    t131 = (1/2)*t57
    t132 = (1/2)*t58
    t133 = t131 + t132 + (1/2)*t55 - (1/2)*t65
    t134 = t133 + t56 + t123*t129 - t121*t130
    t135 = t86*(A_11*t134 + A_12*t124 + A_13*t128 + B_11*t118 + B_12*t113 + B_13*t114)
    t136 = (1/2)*t39
    t137 = (1/2)*t29
    t138 = t113 + t137
    t139 = t138 + t63
    t140 = e_11*t44
    t141 = e_31*t44
    t142 = h*w_x
    t143 = t131 + t121*t140 - t141*t142
    t144 = (1/2)*t76
    t145 = e_13*t44
    t146 = e_33*t44
    t147 = t144 + t121*t145 - t142*t146
    t148 = e_12*t44
    t149 = e_32*t44
    t150 = (1/2)*t69
    t151 = t119 + t150 + (1/2)*t67 - (1/2)*t73
    t152 = t151 + t68 + t121*t148 - t142*t149
    t153 = t86*(A_11*t143 + A_12*t152 + A_13*t147 + B_11*t115 + B_12*t139 + B_13*t136)
    t154 = t114 + t136
    t155 = t154 + t60
    t156 = e_11*t49
    t157 = e_21*t49
    t158 = t132 + t142*t157 - t123*t156
    t159 = e_12*t49
    t160 = e_22*t49
    t161 = t150 + t142*t160 - t123*t159
    t162 = e_23*t49
    t163 = e_13*t49
    t164 = t125 + t144 + (1/2)*t75 - (1/2)*t78
    t165 = t164 + t77 + t142*t162 - t123*t163
    t166 = t86*(A_11*t158 + A_12*t161 + A_13*t165 + B_11*t116 + B_12*t137 + B_13*t155)
    t167 = B_11*t0
    t168 = B_13*e_23
    t169 = (1/2)*t10
    t170 = e_21*t54 + t121*t169 - t129*t142
    t171 = e_23*t54 + t114*t121 - t127*t142
    t172 = t117 + t169 + t70
    t173 = t120 + t172
    t174 = t133 + e_11*t54
    t175 = t174 + e_22*t54 + t113*t121 - t122*t142
    t176 = t86*(A_11*t170 + A_12*t175 + A_13*t171 + B_12*t173 + e_21*t167 + t0*t168)
    t177 = B_12*e_32
    t178 = e_31*t54 + t130*t142 - t123*t169
    t179 = e_32*t54 + t120*t142 - t113*t123
    t180 = t127 + t172
    t181 = t174 + e_33*t54 + t126*t142 - t114*t123
    t182 = t86*(A_11*t178 + A_12*t179 + A_13*t181 + B_13*t180 + e_31*t167 + t0*t177)
    t183 = B_12*e_12
    t184 = B_13*e_13
    t185 = (1/2)*t23
    t186 = e_12*t81 + t123*t149 - t121*t185
    t187 = e_13*t81 + t123*t146 - t121*t136
    t188 = t138 + t185 + t62
    t189 = t140 + t188
    t190 = t151 + (1/2)*t68
    t191 = t190 + e_11*t81 + t123*t141 - t115*t121
    t192 = t86*(A_11*t191 + A_12*t186 + A_13*t187 + B_11*t189 + t183*t44 + t184*t44)
    t193 = e_31*t81 + t115*t142 - t123*t140
    t194 = e_32*t81 + t142*t185 - t123*t148
    t195 = t146 + t188
    t196 = t190 + e_33*t81 + t136*t142 - t123*t145
    t197 = t86*(A_11*t193 + A_12*t194 + A_13*t196 + B_11*t141 + B_13*t195 + t177*t44)
    t198 = e_12*t83 + t123*t137 - t121*t160
    t199 = (1/2)*t34
    t200 = e_13*t83 + t123*t199 - t121*t162
    t201 = t154 + t199 + t59
    t202 = t156 + t201
    t203 = t164 + (1/2)*t77
    t204 = t203 + e_11*t83 + t116*t123 - t121*t157
    t205 = t86*(A_11*t204 + A_12*t198 + A_13*t200 + B_11*t202 + t183*t49 + t184*t49)
    t206 = e_21*t83 + t121*t156 - t116*t142
    t207 = e_23*t83 + t121*t163 - t142*t199
    t208 = t160 + t201
    t209 = t203 + e_22*t83 + t121*t159 - t137*t142
    t210 = t86*(A_11*t206 + A_12*t209 + A_13*t207 + B_11*t157 + B_12*t208 + t168*t49)
    t211 = a_x*t12
    t212 = 2*a_x
    t213 = 1/(t6*t6)
    t214 = t213*t9
    s_00 = t211 - t212*t214
    t215 = a_y*t12
    t216 = 4*t213
    t217 = t216*t25
    s_10 = t215 - a_x*t217
    t218 = a_z*t12
    t219 = t216*t36
    s_20 = t218 - a_x*t219
    t220 = t14*t216
    s_30 = t215 - a_x*t220
    t221 = t213*t22
    s_40 = t212*t221 - t211
    t222 = t216*t38
    s_50 = a_x*t222 - t12
    t223 = t17*t216
    s_60 = t218 - a_x*t223
    t224 = t216*t28
    s_70 = t12 - a_x*t224
    t225 = t213*t33
    s_80 = t212*t225 - t211
    s_90 = t212
    t226 = 2*a_y
    s_01 = -t215 - t214*t226
    s_11 = t211 - a_y*t217
    s_21 = t12 - a_y*t219
    s_31 = t211 - a_y*t220
    s_41 = t215 + t221*t226
    s_51 = t218 + a_y*t222
    s_61 = -t12 - a_y*t223
    s_71 = t218 - a_y*t224
    s_81 = t225*t226 - t215
    s_91 = t226
    t227 = 2*a_z
    s_02 = -t218 - t214*t227
    s_12 = -t12 - a_z*t217
    s_22 = t211 - a_z*t219
    s_32 = t12 - a_z*t220
    s_42 = t221*t227 - t218
    s_52 = t215 + a_z*t222
    s_62 = t211 - a_z*t223
    s_72 = t215 - a_z*t224
    s_82 = t218 + t225*t227
    s_92 = t227
    t228 = h*t64
    t229 = -h*t61
    t230 = -t228*t42 - t229*t32
    t231 = -t228*t47 - t229*t46
    t232 = -t228*t52 - t229*t51
    t233 = h*t61
    t234 = -h*t72
    t235 = -t21*t233 - t234*t42
    t236 = -t233*t45 - t234*t47
    t237 = -t233*t50 - t234*t52
    t238 = h*t72
    t239 = -h*t64
    t240 = -t21*t239 - t238*t32
    t241 = -t238*t46 - t239*t45
    t242 = -t238*t51 - t239*t50
    t243 = t86*(A_12*t134 + A_22*t124 + A_23*t128 + B_21*t118 + B_22*t113 + B_23*t114)
    t244 = t86*(A_12*t143 + A_22*t152 + A_23*t147 + B_21*t115 + B_22*t139 + B_23*t136)
    t245 = t86*(A_12*t158 + A_22*t161 + A_23*t165 + B_21*t116 + B_22*t137 + B_23*t155)
    t246 = B_21*t0
    t247 = B_23*e_23
    t248 = t86*(A_12*t170 + A_22*t175 + A_23*t171 + B_22*t173 + e_21*t246 + t0*t247)
    t249 = B_22*e_32
    t250 = t86*(A_12*t178 + A_22*t179 + A_23*t181 + B_23*t180 + e_31*t246 + t0*t249)
    t251 = B_22*e_12
    t252 = B_23*e_13
    t253 = t86*(A_12*t191 + A_22*t186 + A_23*t187 + B_21*t189 + t251*t44 + t252*t44)
    t254 = t86*(A_12*t193 + A_22*t194 + A_23*t196 + B_21*t141 + B_23*t195 + t249*t44)
    t255 = t86*(A_12*t204 + A_22*t198 + A_23*t200 + B_21*t202 + t251*t49 + t252*t49)
    t256 = t86*(A_12*t206 + A_22*t209 + A_23*t207 + B_21*t157 + B_22*t208 + t247*t49)
    t257 = t86*(A_13*t134 + A_23*t124 + A_33*t128 + B_31*t118 + B_32*t113 + B_33*t114)
    t258 = t86*(A_13*t143 + A_23*t152 + A_33*t147 + B_31*t115 + B_32*t139 + B_33*t136)
    t259 = t86*(A_13*t158 + A_23*t161 + A_33*t165 + B_31*t116 + B_32*t137 + B_33*t155)
    t260 = B_31*t0
    t261 = B_33*e_23
    t262 = t86*(A_13*t170 + A_23*t175 + A_33*t171 + B_32*t173 + e_21*t260 + t0*t261)
    t263 = B_32*e_32
    t264 = t86*(A_13*t178 + A_23*t179 + A_33*t181 + B_33*t180 + e_31*t260 + t0*t263)
    t265 = B_32*e_12
    t266 = B_33*e_13
    t267 = t86*(A_13*t191 + A_23*t186 + A_33*t187 + B_31*t189 + t265*t44 + t266*t44)
    t268 = t86*(A_13*t193 + A_23*t194 + A_33*t196 + B_31*t141 + B_33*t195 + t263*t44)
    t269 = t86*(A_13*t204 + A_23*t198 + A_33*t200 + B_31*t202 + t265*t49 + t266*t49)
    t270 = t86*(A_13*t206 + A_23*t209 + A_33*t207 + B_31*t157 + B_32*t208 + t261*t49)
    t271 = B_11*t143 + B_21*t152 + B_31*t147 + D_11*t115 + D_12*t139 + D_13*t136
    t272 = B_12*t143 + B_22*t152 + B_32*t147 + D_12*t115 + D_22*t139 + D_23*t136
    t273 = B_13*t143 + B_23*t152 + B_33*t147 + D_13*t115 + D_23*t139 + D_33*t136
    t274 = -e_11*t271 - t104*t273 - t272*t96
    t275 = B_11*t158 + B_21*t161 + B_31*t165 + D_11*t116 + D_12*t137 + D_13*t155
    t276 = B_12*t158 + B_22*t161 + B_32*t165 + D_12*t116 + D_22*t137 + D_23*t155
    t277 = B_13*t158 + B_23*t161 + B_33*t165 + D_13*t116 + D_23*t137 + D_33*t155
    t278 = -e_11*t275 - t104*t277 - t276*t96
    t279 = B_11*t193 + B_21*t194 + B_31*t196 + D_11*t141 + D_12*t149 + D_13*t195
    t280 = B_12*t193 + B_22*t194 + B_32*t196 + D_12*t141 + D_22*t149 + D_23*t195
    t281 = B_13*t193 + B_23*t194 + B_33*t196 + D_13*t141 + D_23*t149 + D_33*t195
    t282 = -e_11*t279 - t104*t281 - t280*t96
    t283 = B_11*t206 + B_21*t209 + B_31*t207 + D_11*t157 + D_12*t208 + D_13*t162
    t284 = B_12*t206 + B_22*t209 + B_32*t207 + D_12*t157 + D_22*t208 + D_23*t162
    t285 = B_13*t206 + B_23*t209 + B_33*t207 + D_13*t157 + D_23*t208 + D_33*t162
    t286 = -e_11*t283 - t104*t285 - t284*t96
    t287 = B_11*t134 + B_21*t124 + B_31*t128 + D_11*t118 + D_12*t113 + D_13*t114
    t288 = g_x*i_m
    t289 = B_12*t134 + B_22*t124 + B_32*t128 + D_12*t118 + D_22*t113 + D_23*t114
    t290 = B_13*t134 + B_23*t124 + B_33*t128 + D_13*t118 + D_23*t113 + D_33*t114
    t291 = -t288 - t95 - e_11*t287 - t104*t290 - t289*t96
    t292 = B_11*t170 + B_21*t175 + B_31*t171 + D_11*t130 + D_12*t173 + D_13*t126
    t293 = B_12*t170 + B_22*t175 + B_32*t171 + D_12*t130 + D_22*t173 + D_23*t126
    t294 = B_13*t170 + B_23*t175 + B_33*t171 + D_13*t130 + D_23*t173 + D_33*t126
    t295 = (1/2)*t100 + (1/2)*t101 + (1/2)*t102 + (1/2)*t97 + (1/2)*t98 + (1/2)*t99
    t296 = -t295 - e_11*t292 - t104*t294 - t293*t96
    t297 = B_11*t178 + B_21*t179 + B_31*t181 + D_11*t129 + D_12*t122 + D_13*t180
    t298 = B_12*t178 + B_22*t179 + B_32*t181 + D_12*t129 + D_22*t122 + D_23*t180
    t299 = B_13*t178 + B_23*t179 + B_33*t181 + D_13*t129 + D_23*t122 + D_33*t180
    t300 = (1/2)*t105 + (1/2)*t106 + (1/2)*t107 + (1/2)*t108 + (1/2)*t109 + (1/2)*t110
    t301 = -t300 - e_11*t297 - t104*t299 - t298*t96
    t302 = B_11*t191 + B_21*t186 + B_31*t187 + D_11*t189 + D_12*t148 + D_13*t145
    t303 = B_12*t191 + B_22*t186 + B_32*t187 + D_12*t189 + D_22*t148 + D_23*t145
    t304 = B_13*t191 + B_23*t186 + B_33*t187 + D_13*t189 + D_23*t148 + D_33*t145
    t305 = g_y*i_m
    t306 = t295 + t305
    t307 = -t306 - e_11*t302 - t104*t304 - t303*t96
    t308 = B_11*t204 + B_21*t198 + B_31*t200 + D_11*t202 + D_12*t159 + D_13*t163
    t309 = B_12*t204 + B_22*t198 + B_32*t200 + D_12*t202 + D_22*t159 + D_23*t163
    t310 = B_13*t204 + B_23*t198 + B_33*t200 + D_13*t202 + D_23*t159 + D_33*t163
    t311 = g_z*i_m
    t312 = t300 + t311
    t313 = -t312 - e_11*t308 - t104*t310 - t309*t96
    t314 = B_11*t230 + B_21*t231 + B_31*t232
    t315 = B_12*t230 + B_22*t231 + B_32*t232
    t316 = B_13*t230 + B_23*t231 + B_33*t232
    t317 = B_11*t235 + B_21*t236 + B_31*t237
    t318 = B_12*t235 + B_22*t236 + B_32*t237
    t319 = B_13*t235 + B_23*t236 + B_33*t237
    t320 = B_11*t240 + B_21*t241 + B_31*t242
    t321 = B_12*t240 + B_22*t241 + B_32*t242
    t322 = B_13*t240 + B_23*t241 + B_33*t242
    t323 = -e_22*t289 - t112*t290 - t287*t96
    t324 = -e_22*t276 - t112*t277 - t275*t96
    t325 = -e_22*t298 - t112*t299 - t297*t96
    t326 = -e_22*t309 - t112*t310 - t308*t96
    t327 = -t103 - t305 - e_22*t272 - t112*t273 - t271*t96
    t328 = (1/2)*t89 + (1/2)*t90 + (1/2)*t91 + (1/2)*t92 + (1/2)*t93 + (1/2)*t94
    t329 = -t328 - e_22*t303 - t112*t304 - t302*t96
    t330 = -t300 - e_22*t280 - t112*t281 - t279*t96
    t331 = t288 + t328
    t332 = -t331 - e_22*t293 - t112*t294 - t292*t96
    t333 = -t312 - e_22*t284 - t112*t285 - t283*t96
    t334 = -e_33*t290 - t104*t287 - t112*t289
    t335 = -e_33*t273 - t104*t271 - t112*t272
    t336 = -e_33*t294 - t104*t292 - t112*t293
    t337 = -e_33*t304 - t104*t302 - t112*t303
    t338 = -t111 - t311 - e_33*t277 - t104*t275 - t112*t276
    t339 = -t328 - e_33*t310 - t104*t308 - t112*t309
    t340 = -t295 - e_33*t285 - t104*t283 - t112*t284
    t341 = -t331 - e_33*t299 - t104*t297 - t112*t298
    t342 = -t306 - e_33*t281 - t104*t279 - t112*t280
    return (
        a_x - t85*t86,
        a_y - t86*t87,
        a_z - t86*t88,
        w_x - e_11*t95 - i_m*t72 - t103*t96 - t104*t111,
        w_y - e_22*t103 - i_m*t64 - t111*t112 - t95*t96,
        w_z - e_33*t111 - i_m*t61 - t103*t112 - t104*t95,
        1 + (1/4)*h*s_90*sigma*t85 - s_00*t135 - s_10*t176 - s_20*t182 - s_30*t192 -
        s_40*t153 - s_50*t197 - s_60*t205 - s_70*t210 - s_80*t166,
        (1/4)*h*s_91*sigma*t85 - s_01*t135 - s_11*t176 - s_21*t182 - s_31*t192 -
        s_41*t153 - s_51*t197 - s_61*t205 - s_71*t210 - s_81*t166,
        (1/4)*h*s_92*sigma*t85 - s_02*t135 - s_12*t176 - s_22*t182 - s_32*t192 -
        s_42*t153 - s_52*t197 - s_62*t205 - s_72*t210 - s_82*t166,
        -t86*(A_11*t230 + A_12*t231 + A_13*t232),
        -t86*(A_11*t235 + A_12*t236 + A_13*t237),
        -t86*(A_11*t240 + A_12*t241 + A_13*t242),
        (1/4)*h*s_90*sigma*t87 - s_00*t243 - s_10*t248 - s_20*t250 - s_30*t253 -
        s_40*t244 - s_50*t254 - s_60*t255 - s_70*t256 - s_80*t245,
        1 + (1/4)*h*s_91*sigma*t87 - s_01*t243 - s_11*t248 - s_21*t250 - s_31*t253 -
        s_41*t244 - s_51*t254 - s_61*t255 - s_71*t256 - s_81*t245,
        (1/4)*h*s_92*sigma*t87 - s_02*t243 - s_12*t248 - s_22*t250 - s_32*t253 -
        s_42*t244 - s_52*t254 - s_62*t255 - s_72*t256 - s_82*t245,
        -t86*(A_12*t230 + A_22*t231 + A_23*t232),
        -t86*(A_12*t235 + A_22*t236 + A_23*t237),
        -t86*(A_12*t240 + A_22*t241 + A_23*t242),
        (1/4)*h*s_90*sigma*t88 - s_00*t257 - s_10*t262 - s_20*t264 - s_30*t267 -
        s_40*t258 - s_50*t268 - s_60*t269 - s_70*t270 - s_80*t259,
        (1/4)*h*s_91*sigma*t88 - s_01*t257 - s_11*t262 - s_21*t264 - s_31*t267 -
        s_41*t258 - s_51*t268 - s_61*t269 - s_71*t270 - s_81*t259,
        1 + (1/4)*h*s_92*sigma*t88 - s_02*t257 - s_12*t262 - s_22*t264 - s_32*t267 -
        s_42*t258 - s_52*t268 - s_62*t269 - s_72*t270 - s_82*t259,
        -t86*(A_13*t230 + A_23*t231 + A_33*t232),
        -t86*(A_13*t235 + A_23*t236 + A_33*t237),
        -t86*(A_13*t240 + A_23*t241 + A_33*t242),
        s_00*t291 + s_10*t296 + s_20*t301 + s_30*t307 + s_40*t274 + s_50*t282 +
        s_60*t313 + s_70*t286 + s_80*t278,
        s_01*t291 + s_11*t296 + s_21*t301 + s_31*t307 + s_41*t274 + s_51*t282 +
        s_61*t313 + s_71*t286 + s_81*t278,
        s_02*t291 + s_12*t296 + s_22*t301 + s_32*t307 + s_42*t274 + s_52*t282 +
        s_62*t313 + s_72*t286 + s_82*t278,
        1 - e_11*t314 - t104*t316 - t315*t96,
        -e_11*t317 - t104*t319 - t318*t96,
        -e_11*t320 - t104*t322 - t321*t96,
        s_00*t323 + s_10*t332 + s_20*t325 + s_30*t329 + s_40*t327 + s_50*t330 +
        s_60*t326 + s_70*t333 + s_80*t324,
        s_01*t323 + s_11*t332 + s_21*t325 + s_31*t329 + s_41*t327 + s_51*t330 +
        s_61*t326 + s_71*t333 + s_81*t324,
        s_02*t323 + s_12*t332 + s_22*t325 + s_32*t329 + s_42*t327 + s_52*t330 +
        s_62*t326 + s_72*t333 + s_82*t324,
        -e_22*t315 - t112*t316 - t314*t96,
        1 - e_22*t318 - t112*t319 - t317*t96,
        -e_22*t321 - t112*t322 - t320*t96,
        s_00*t334 + s_10*t336 + s_20*t341 + s_30*t337 + s_40*t335 + s_50*t342 +
        s_60*t339 + s_70*t340 + s_80*t338,
        s_01*t334 + s_11*t336 + s_21*t341 + s_31*t337 + s_41*t335 + s_51*t342 +
        s_61*t339 + s_71*t340 + s_81*t338,
        s_02*t334 + s_12*t336 + s_22*t341 + s_32*t337 + s_42*t335 + s_52*t342 +
        s_62*t339 + s_72*t340 + s_82*t338,
        -e_33*t316 - t104*t314 - t112*t315,
        -e_33*t319 - t104*t317 - t112*t318,
        1 - e_33*t322 - t104*t320 - t112*t321)


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
