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
