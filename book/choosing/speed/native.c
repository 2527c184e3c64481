/* Steps of the free body as somebody who knows C would write them: the yardstick of the speed chapter.

Written by hand, from the formulas and not from the generated kernels. State: q (w, x, y, z) and L, momentum in space.
One body: `NAME_one`; a batch, component by component in memory: `NAME_many`, tile by tile, lanes side by side.
Compiled by native.py. */

#include <math.h>

#define TILE 256
#ifndef WIDE
#define WIDE 1 /* numbers in a vector */
#endif
#define INLINE static inline __attribute__((always_inline))

typedef struct { double w, x, y, z; } quat;
typedef struct { double x, y, z; } vec;

INLINE vec add(vec a, double s, vec b) { return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
INLINE vec cross(vec a, vec b) { return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
INLINE vec scaled(vec a, vec b) { return (vec){a.x * b.x, a.y * b.y, a.z * b.z}; }

INLINE vec back(quat q, vec v) { /* v seen from the body */
    vec u = {q.x, q.y, q.z}, t = cross(v, u);
    t = (vec){2 * t.x, 2 * t.y, 2 * t.z};
    return add(add(v, q.w, t), 1.0, cross(t, u));
}

INLINE quat times(quat p, quat q) {
    return (quat){p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                  p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

/* cos and sin(a)/a of a = sqrt(s), s <= 16: nine terms of a quarter of the angle, in halves, and two doublings */
INLINE void cos_sinc(double s, double *c, double *k) {
    double u = s / 16, v = u * u;
    double ce = 1 + v * (1.0 / 24 + v * (1.0 / 40320 + v * (1.0 / 479001600 + v * (1.0 / 20922789888000))));
    double co = -1.0 / 2 + v * (-1.0 / 720 + v * (-1.0 / 3628800 + v * (-1.0 / 87178291200)));
    double se = 1 + v * (1.0 / 120 + v * (1.0 / 362880 + v * (1.0 / 6227020800 + v * (1.0 / 355687428096000))));
    double so = -1.0 / 6 + v * (-1.0 / 5040 + v * (-1.0 / 39916800 + v * (-1.0 / 1307674368000)));
    double C = ce + u * co, S = se + u * so;
    double S2 = C * S, C2 = 1 - 2 * u * S * S;
    *c = 1 - 8 * u * S2 * S2;
    *k = C2 * S2;
}

INLINE quat turned(quat q, vec Y) { /* q exp(Y/2), Y in the body */
    double c, k;
    cos_sinc((Y.x * Y.x + Y.y * Y.y + Y.z * Y.z) / 4, &c, &k);
    k *= 0.5;
    return times(q, (quat){c, k * Y.x, k * Y.y, k * Y.z});
}

INLINE quat buss2(quat q, vec L, vec J, vec I, double h) {
    vec l = back(q, L), w = scaled(l, I), w1 = scaled(cross(l, w), I);
    return turned(q, add((vec){h * w.x, h * w.y, h * w.z}, h * h / 2, w1));
}

INLINE quat buss4(quat q, vec L, vec J, vec I, double h) {
    vec l = back(q, L), w = scaled(l, I), l1 = cross(l, w), w1 = scaled(l1, I);
    vec l2 = add(cross(l1, w), 1.0, cross(l, w1)), w2 = scaled(l2, I);
    vec l3 = add(add(cross(l2, w), 2.0, cross(l1, w1)), 1.0, cross(l, w2)), w3 = scaled(l3, I);
    double h2 = h * h, h3 = h2 * h, h4 = h3 * h;
    vec Y = add((vec){h * w.x, h * w.y, h * w.z}, h2 / 2, w1);
    Y = add(add(Y, h3 / 6, w2), h3 / 12, cross(w, w1));
    return turned(q, add(add(Y, h4 / 24, w3), h4 / 24, cross(w, w2)));
}

INLINE void about(quat *q, int axis, double half) { /* q turned about an axis of the body */
    double c, k, s;
    cos_sinc(half * half, &c, &k);
    s = k * half;
    quat p = *q;
    if (axis == 0) *q = (quat){c * p.w - s * p.x, c * p.x + s * p.w, c * p.y + s * p.z, c * p.z - s * p.y};
    if (axis == 1) *q = (quat){c * p.w - s * p.y, c * p.x - s * p.z, c * p.y + s * p.w, c * p.z + s * p.x};
    if (axis == 2) *q = (quat){c * p.w - s * p.z, c * p.x + s * p.y, c * p.y - s * p.x, c * p.z + s * p.w};
}

INLINE double turn(vec *l, int axis, double rate, double h) { /* the momentum turns the other way; half the angle */
    double a = h * rate, c, k, s;
    cos_sinc(a * a, &c, &k);
    s = k * a;
    vec m = *l;
    if (axis == 0) *l = (vec){m.x, c * m.y + s * m.z, c * m.z - s * m.y};
    if (axis == 1) *l = (vec){c * m.x - s * m.z, m.y, c * m.z + s * m.x};
    if (axis == 2) *l = (vec){c * m.x + s * m.y, c * m.y - s * m.x, m.z};
    return a / 2;
}

INLINE quat sweep(quat q, vec L, vec I, double h) { /* 2-3-1-3-2 */
    vec l = back(q, L);
    about(&q, 1, turn(&l, 1, l.y * I.y, h / 2));
    about(&q, 2, turn(&l, 2, l.z * I.z, h / 2));
    about(&q, 0, turn(&l, 0, l.x * I.x, h));
    about(&q, 2, turn(&l, 2, l.z * I.z, h / 2));
    about(&q, 1, turn(&l, 1, l.y * I.y, h / 2));
    return q;
}

INLINE quat splitting4(quat q, vec L, vec J, vec I, double h) {
    const double outer = 1.3512071919596578, inner = -1.7024143839193153;
    return sweep(sweep(sweep(q, L, I, outer * h), L, I, inner * h), L, I, outer * h);
}

#define STEPS(NAME) \
void NAME##_one(long steps, double h, const double *J, double *y) { \
    quat q = {y[0], y[1], y[2], y[3]}; \
    vec L = {y[4], y[5], y[6]}, j = {J[0], J[1], J[2]}, I = {1 / J[0], 1 / J[1], 1 / J[2]}; \
    for (long k = 0; k < steps; k++) q = NAME(q, L, j, I, h); \
    y[0] = q.w; y[1] = q.x; y[2] = q.y; y[3] = q.z; \
} \
void NAME##_many(long begin, long end, long all, long steps, double h, const double *J, double *y) { \
    vec j = {J[0], J[1], J[2]}, I = {1 / J[0], 1 / J[1], 1 / J[2]}; \
    double b[7][TILE]; \
    for (long first = begin; first < end; first += TILE) { \
        long some = end - first < TILE ? end - first : TILE; \
        for (int c = 0; c < 7; c++) for (long i = 0; i < TILE; i++) b[c][i] = y[c * all + first + (i < some ? i : 0)]; \
        for (long k = 0; k < steps; k++) { \
            _Pragma("omp simd") \
            for (int i = 0; i < TILE; i++) { \
                quat q = NAME((quat){b[0][i], b[1][i], b[2][i], b[3][i]}, (vec){b[4][i], b[5][i], b[6][i]}, j, I, h); \
                b[0][i] = q.w; b[1][i] = q.x; b[2][i] = q.y; b[3][i] = q.z; \
            } \
        } \
        for (int c = 0; c < 4; c++) for (long i = 0; i < some; i++) y[c * all + first + i] = b[c][i]; \
    } \
}

STEPS(buss2)
STEPS(buss4)
STEPS(splitting4)

/* The roof: a multiply-add that waits for the last, 12 vectors of them that do not, and a sum of two long arrays. */
double chain(long n) {
    double a = n;
    for (long k = 0; k < n; k++) a = a * 0.999999 + 1e-6;
    return a;
}

double peak(long n) {
    double a[12][WIDE], s = 0;
    for (int i = 0; i < 12; i++) for (int j = 0; j < WIDE; j++) a[i][j] = i + j;
    for (long k = 0; k < n; k++)
        for (int i = 0; i < 12; i++)
            _Pragma("omp simd") for (int j = 0; j < WIDE; j++) a[i][j] = a[i][j] * 0.999999 + 1e-6;
    for (int i = 0; i < 12; i++) for (int j = 0; j < WIDE; j++) s += a[i][j];
    return s;
}

void triad(long n, double *a, const double *b, const double *c) {
    for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
}
