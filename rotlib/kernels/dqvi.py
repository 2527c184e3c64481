"""The dual quaternion variational integrator: one step on SE(3).

Generated from book/dqvi/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def newton(
    phi_x: float, phi_y: float, phi_z: float, psi_x: float, psi_y: float, psi_z: float,
    M_11: float, M_12: float, M_13: float, M_14: float, M_15: float, M_16: float,
    M_22: float, M_23: float, M_24: float, M_25: float, M_26: float, M_33: float,
    M_34: float, M_35: float, M_36: float, M_44: float, M_45: float, M_46: float,
    M_55: float, M_56: float, M_66: float, mu: float,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float,
]:
    """The momentum E- at the start of the step, then its Jacobian by (phi, psi), row by row.

    Equation eq-dqvi-5-2; 593 operations (1560 before sharing), 111 temporaries.
    """
    t0 = mu*psi_x
    t1 = M_13*phi_z
    t2 = M_11*phi_x
    t3 = M_12*phi_y
    t4 = M_14*psi_x
    t5 = M_15*psi_y
    t6 = M_16*psi_z
    t7 = t2 + t3 + t4 + t5 + t6
    t8 = t1 + t7
    t9 = M_34*phi_z
    t10 = M_14*phi_x
    t11 = M_24*phi_y
    t12 = M_44*psi_x
    t13 = M_45*psi_y
    t14 = M_46*psi_z
    t15 = t10 + t11 + t12 + t13 + t14
    t16 = t15 + t9
    t17 = M_23*phi_y
    t18 = M_13*phi_x
    t19 = M_33*phi_z
    t20 = M_34*psi_x
    t21 = M_35*psi_y
    t22 = M_36*psi_z
    t23 = t18 + t19 + t20 + t21 + t22
    t24 = t17 + t23
    t25 = phi_y*t24
    t26 = M_26*phi_y
    t27 = M_16*phi_x
    t28 = M_36*phi_z
    t29 = M_46*psi_x
    t30 = M_56*psi_y
    t31 = M_66*psi_z
    t32 = t27 + t28 + t29 + t30 + t31
    t33 = t26 + t32
    t34 = M_23*phi_z
    t35 = M_12*phi_x
    t36 = M_22*phi_y
    t37 = M_24*psi_x
    t38 = M_25*psi_y
    t39 = M_26*psi_z
    t40 = t35 + t36 + t37 + t38 + t39
    t41 = t34 + t40
    t42 = phi_z*t41
    t43 = M_35*phi_z
    t44 = M_15*phi_x
    t45 = M_25*phi_y
    t46 = M_45*psi_x
    t47 = M_55*psi_y
    t48 = M_56*psi_z
    t49 = t44 + t45 + t46 + t47 + t48
    t50 = t43 + t49
    t51 = phi_x*phi_x
    t52 = phi_y*phi_y
    t53 = phi_z*phi_z
    f_0 = sqrt(1 - t51 - t52 - t53)
    t54 = 1/f_0
    g_0 = t54*(-phi_x*psi_x - phi_y*psi_y - phi_z*psi_z)
    t55 = g_0*mu
    t56 = phi_z*t8
    t57 = phi_x*t24
    t58 = phi_x*t41
    t59 = phi_y*t8
    t60 = phi_y*t33
    t61 = phi_z*t50
    t62 = phi_z*t16
    t63 = phi_x*t33
    t64 = phi_x*t50
    t65 = phi_y*t16
    t66 = M_13*phi_y
    t67 = M_12*phi_z
    t68 = phi_x*t54
    t69 = 1/(f_0*f_0)
    t70 = g_0*phi_x*t69 - psi_x*t54
    t71 = t16 - t0
    t72 = g_0*phi_y*t69 - psi_y*t54
    t73 = g_0*phi_z*t69 - psi_z*t54
    t74 = M_34*phi_y
    t75 = M_46*psi_y
    t76 = -M_24*phi_z
    t77 = M_45*psi_z
    t78 = -M_25*phi_z
    t79 = t54*t71
    t80 = t26 + t28 + t29 + t31
    t81 = -M_36*phi_y
    t82 = t43 + t45 + t46 + t47
    t83 = t50 - mu*psi_y
    t84 = M_23*phi_x
    t85 = phi_y*t54
    t86 = t30 - M_14*phi_z
    t87 = M_15*phi_z
    t88 = -M_35*phi_x
    t89 = -M_56*psi_x
    t90 = -M_36*phi_x
    t91 = phi_z*t54
    t92 = t10 + t12 + t13 + t9
    t93 = t33 - mu*psi_z
    t94 = t48 - M_14*phi_y
    t95 = t14 - M_25*phi_x
    t96 = M_16*phi_y
    t97 = M_26*phi_x
    t98 = t55 - M_36*f_0
    t99 = mu*phi_x
    t100 = M_46*phi_y
    t101 = M_45*phi_z
    t102 = mu*t54
    t103 = mu*phi_y
    t104 = M_45*f_0 + t103*t68
    t105 = mu*phi_z
    t106 = M_46*f_0 + t105*t68
    t107 = M_56*phi_x
    t108 = M_56*f_0 + t105*t85
    return (
        t25 + f_0*t8 + g_0*t16 + psi_y*t33 - t42 - g_0*t0 - psi_z*t50,
        t56 + f_0*t41 + g_0*t50 + psi_z*t16 - t57 - psi_x*t33 - psi_y*t55,
        t58 + f_0*t24 + g_0*t33 + psi_x*t50 - t59 - psi_y*t16 - psi_z*t55,
        t60 + f_0*t16 - t61 - phi_x*t55,
        t62 + f_0*t50 - t63 - phi_y*t55,
        t64 + f_0*t33 - t65 - phi_z*t55,
        t66 + M_11*f_0 + M_14*g_0 + M_16*psi_y + t70*t71 - t67 - M_15*psi_z - t68*t8,
        2*t17 + t23 + M_12*f_0 + M_24*g_0 + M_26*psi_y + t71*t72 - M_22*phi_z -
        M_25*psi_z - t54*t59,
        M_13*f_0 + M_33*phi_y + M_34*g_0 + M_36*psi_y + t71*t73 - 2*t34 - t40 -
        M_35*psi_z - t54*t56,
        t74 + t75 + t76 + M_14*f_0 + M_44*g_0 - t55 - t77 - t68*t71,
        t27 + 2*t30 + t78 + t80 + M_15*f_0 + M_35*phi_y + M_45*g_0 - M_55*psi_z -
        phi_y*t79,
        M_16*f_0 + M_46*g_0 + M_66*psi_y - t44 - 2*t48 - t81 - t82 - M_26*phi_z -
        phi_z*t79,
        M_11*phi_z + M_12*f_0 + M_14*psi_z + M_15*g_0 + t70*t83 - t17 - 2*t18 - t19 -
        t20 - t21 - t22 - M_16*psi_x - t54*t58,
        t67 + M_22*f_0 + M_24*psi_z + M_25*g_0 + t72*t83 - t84 - M_26*psi_x - t41*t85,
        2*t1 + t7 + M_23*f_0 + M_34*psi_z + M_35*g_0 + t73*t83 - M_33*phi_x -
        M_36*psi_x - t42*t54,
        M_24*f_0 + M_44*psi_z + M_45*g_0 - t26 - t27 - t28 - 2*t29 - t31 - t86 -
        M_34*phi_x - t68*t83,
        t77 + t87 + t88 + t89 + M_25*f_0 + M_55*g_0 - t55 - t83*t85,
        t11 + 2*t14 + t90 + t92 + M_16*phi_z + M_26*f_0 + M_56*g_0 - M_66*psi_x -
        t83*t91,
        t34 + 2*t35 + t36 + t37 + t38 + t39 + M_13*f_0 + M_15*psi_x + M_16*g_0 +
        t70*t93 - M_11*phi_y - M_14*psi_y - t54*t57,
        M_22*phi_x + M_23*f_0 + M_25*psi_x + M_26*g_0 + t72*t93 - t1 - t2 - 2*t3 - t4 -
        t5 - t6 - M_24*psi_y - t25*t54,
        t84 + M_33*f_0 + M_35*psi_x + M_36*g_0 + t73*t93 - t66 - M_34*psi_y - t24*t91,
        t43 + t44 + t45 + 2*t46 + t47 + t94 + M_24*phi_x + M_34*f_0 + M_46*g_0 -
        M_44*psi_y - t68*t93,
        M_35*f_0 + M_55*psi_x + M_56*g_0 - t10 - t11 - t12 - 2*t13 - t9 - t95 -
        M_15*phi_y - t85*t93,
        t97 + M_66*g_0 - t75 - t89 - t96 - t98 - t91*t93,
        t96 + M_14*f_0 - t55 - t87 - t16*t68 - t70*t99,
        2*t26 + t32 + t78 + M_24*f_0 - t54*t65 - t72*t99,
        M_34*f_0 - 2*t43 - t49 - t81 - t54*t62 - t73*t99,
        t100 + M_44*f_0 + t102*t51 - t101,
        t104 + M_56*phi_y - M_55*phi_z,
        t106 + M_66*phi_y - M_56*phi_z,
        M_15*f_0 - 2*t27 - t80 - t86 - t103*t70 - t54*t64,
        M_25*f_0 - t55 - t76 - t97 - t103*t72 - t50*t85,
        t15 + 2*t9 + t90 + M_35*f_0 - t103*t73 - t54*t61,
        t104 + M_44*phi_z - M_46*phi_x,
        t101 + M_55*f_0 + t102*t52 - t107,
        t108 + M_46*phi_z - M_66*phi_x,
        2*t44 + t82 + t94 + M_16*f_0 - t105*t70 - t54*t63,
        M_26*f_0 - 2*t11 - t92 - t95 - t105*t72 - t54*t60,
        -t74 - t88 - t98 - t105*t73 - t33*t91,
        t106 + M_45*phi_x - M_44*phi_y,
        t108 + M_55*phi_x - M_45*phi_y,
        t107 + M_66*f_0 + t102*t53 - t100)


def momentum_after(
    phi_x: float, phi_y: float, phi_z: float, psi_x: float, psi_y: float, psi_z: float,
    M_11: float, M_12: float, M_13: float, M_14: float, M_15: float, M_16: float,
    M_22: float, M_23: float, M_24: float, M_25: float, M_26: float, M_33: float,
    M_34: float, M_35: float, M_36: float, M_44: float, M_45: float, M_46: float,
    M_55: float, M_56: float, M_66: float, mu: float,
) -> tuple[float, float, float, float, float, float]:
    """The momentum E+ at the end of the step.

    Equation eq-dqvi-4-31; 140 operations (378 before sharing), 9 temporaries.
    """
    f_0 = sqrt(1 - phi_x*phi_x - phi_y*phi_y - phi_z*phi_z)
    g_0 = (-phi_x*psi_x - phi_y*psi_y - phi_z*psi_z)/f_0
    t0 = g_0*mu
    t1 = M_11*phi_x + M_12*phi_y + M_13*phi_z + M_14*psi_x + M_15*psi_y + M_16*psi_z
    t2 = M_14*phi_x + M_24*phi_y + M_34*phi_z + M_44*psi_x + M_45*psi_y + M_46*psi_z
    t3 = M_12*phi_x + M_22*phi_y + M_23*phi_z + M_24*psi_x + M_25*psi_y + M_26*psi_z
    t4 = M_15*phi_x + M_25*phi_y + M_35*phi_z + M_45*psi_x + M_55*psi_y + M_56*psi_z
    t5 = M_13*phi_x + M_23*phi_y + M_33*phi_z + M_34*psi_x + M_35*psi_y + M_36*psi_z
    t6 = M_16*phi_x + M_26*phi_y + M_36*phi_z + M_46*psi_x + M_56*psi_y + M_66*psi_z
    return (
        f_0*t1 + g_0*t2 + phi_z*t3 + psi_z*t4 - phi_y*t5 - psi_x*t0 - psi_y*t6,
        f_0*t3 + g_0*t4 + phi_x*t5 + psi_x*t6 - phi_z*t1 - psi_y*t0 - psi_z*t2,
        f_0*t5 + g_0*t6 + phi_y*t1 + psi_y*t2 - phi_x*t3 - psi_x*t4 - psi_z*t0,
        f_0*t2 + phi_z*t4 - phi_x*t0 - phi_y*t6,
        f_0*t4 + phi_x*t6 - phi_y*t0 - phi_z*t2,
        f_0*t6 + phi_y*t2 - phi_x*t4 - phi_z*t0)


def advance(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    phi_x: float, phi_y: float, phi_z: float, psi_x: float, psi_y: float, psi_z: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Attitude and place after the step (phi, psi).

    Equation eq-dqvi-4-29; 110 operations (526 before sharing), 13 temporaries.
    """
    f_0 = sqrt(1 - phi_x*phi_x - phi_y*phi_y - phi_z*phi_z)
    t0 = 2*psi_x
    g_0 = (-phi_x*psi_x - phi_y*psi_y - phi_z*psi_z)/f_0
    t1 = 2*g_0
    t2 = 2*psi_z
    t3 = 2*psi_y
    t4 = f_0*t0 + phi_y*t2 - phi_x*t1 - phi_z*t3
    t5 = f_0*t2 + phi_x*t3 - phi_y*t0 - phi_z*t1
    t6 = f_0*t3 + phi_z*t0 - phi_x*t2 - phi_y*t1
    t7 = q_w*t4 + q_y*t5 - q_z*t6
    t8 = q_w*t5 + q_x*t6 - q_y*t4
    t9 = q_w*t6 + q_z*t4 - q_x*t5
    t10 = -q_x*t4 - q_y*t6 - q_z*t5
    return (
        f_0*q_w - phi_x*q_x - phi_y*q_y - phi_z*q_z,
        f_0*q_x + phi_x*q_w + phi_z*q_y - phi_y*q_z,
        f_0*q_y + phi_x*q_z + phi_y*q_w - phi_z*q_x,
        f_0*q_z + phi_y*q_x + phi_z*q_w - phi_x*q_y,
        t_x + q_w*t7 + q_y*t8 - q_x*t10 - q_z*t9,
        t_y + q_w*t9 + q_z*t7 - q_x*t8 - q_y*t10,
        t_z + q_w*t8 + q_x*t9 - q_y*t7 - q_z*t10)


def momentum_space(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    Pi_x: float, Pi_y: float, Pi_z: float, p_x: float, p_y: float, p_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Angular momentum about the origin of space, then linear momentum, of the body momentum P.

    Equation eq-dqvi-continuous; 94 operations (348 before sharing), 11 temporaries.
    """
    t0 = Pi_x*q_w + Pi_z*q_y - Pi_y*q_z
    t1 = Pi_y*q_x + Pi_z*q_w - Pi_x*q_y
    t2 = Pi_x*q_z + Pi_y*q_w - Pi_z*q_x
    t3 = -Pi_x*q_x - Pi_y*q_y - Pi_z*q_z
    t4 = p_y*q_x + p_z*q_w - p_x*q_y
    t5 = p_x*q_z + p_y*q_w - p_z*q_x
    t6 = p_x*q_w + p_z*q_y - p_y*q_z
    t7 = -p_x*q_x - p_y*q_y - p_z*q_z
    t8 = q_w*t4 + q_x*t5 - q_y*t6 - q_z*t7
    t9 = q_w*t5 + q_z*t6 - q_x*t4 - q_y*t7
    t10 = q_w*t6 + q_y*t4 - q_x*t7 - q_z*t5
    return (
        q_w*t0 + q_y*t1 + t8*t_y - q_x*t3 - q_z*t2 - t9*t_z,
        q_w*t2 + q_z*t0 + t10*t_z - q_x*t1 - q_y*t3 - t8*t_x,
        q_w*t1 + q_x*t2 + t9*t_x - q_y*t0 - q_z*t3 - t10*t_y,
        t10,
        t9,
        t8)


def factors(h: float) -> tuple[float, float, float]:
    """Of the wrench in half a kick; of a momentum in E; of E in a momentum.

    Equation eq-dqvi-step; 2 operations (3 before sharing), 1 temporaries.
    """
    t0 = (1/2)*h
    return (t0, t0, 2/h)


def lacking(
    phi_x: float, phi_y: float, phi_z: float, psi_x: float, psi_y: float, psi_z: float,
    missing: float,
) -> tuple[float, float, float, float, float, float]:
    """What `missing` kg more in the dual scalar slot add to E-.

    Equation eq-dqvi-4-31; 20 operations (33 before sharing), 3 temporaries.
    """
    f_0 = sqrt(1 - phi_x*phi_x - phi_y*phi_y - phi_z*phi_z)
    g_0 = (-phi_x*psi_x - phi_y*psi_y - phi_z*psi_z)/f_0
    t0 = g_0*missing
    return (-psi_x*t0, -psi_y*t0, -psi_z*t0, -phi_x*t0, -phi_y*t0, -phi_z*t0)
