/* The unit quaternion of a rotation vector in three ways: third order and normalised, exact by a polynomial, exact by the
   sine and cosine of the C library. Each alone and in a step of the article on constant angular acceleration.
   Compiled by sines.py; cos_sinc, times and the types are those of speed/native.c. */

#include "native.c"

INLINE double length2(vec v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

INLINE quat third(vec v) {
    double s = length2(v) / 4, a = 1 - s / 2, b = 1 - s / 6, n = 1 / sqrt(a * a + b * b * s), k = 0.5 * b * n;
    return (quat){a * n, k * v.x, k * v.y, k * v.z};
}

INLINE quat polynomial(vec v) {
    double c, k;
    cos_sinc(length2(v) / 4, &c, &k);
    k *= 0.5;
    return (quat){c, k * v.x, k * v.y, k * v.z};
}

INLINE quat library(vec v) {
    double t = sqrt(length2(v) / 4), k = t > 0 ? 0.5 * sin(t) / t : 0.5;
    return (quat){cos(t), k * v.x, k * v.y, k * v.z};
}

/* NAME_each: n vectors (3, n) to n quaternions (4, n). NAME_chain: n calls, each of which waits for the last.
   NAME_step: n steps of an attitude under the rate w + a t, two terms of the Magnus series. */
#define WAYS(NAME) \
void NAME##_each(long n, const double *v, double *q) { \
    _Pragma("omp simd") \
    for (long i = 0; i < n; i++) { \
        quat p = NAME((vec){v[i], v[n + i], v[2 * n + i]}); \
        q[i] = p.w; q[n + i] = p.x; q[2 * n + i] = p.y; q[3 * n + i] = p.z; \
    } \
} \
void NAME##_chain(long n, const double *v, double *q) { \
    vec u = {v[0], v[1], v[2]}; \
    quat p = {1, 0, 0, 0}; \
    for (long i = 0; i < n; i++) p = NAME((vec){u.x + 1e-3 * p.w, u.y + 1e-3 * p.y, u.z + 1e-3 * p.z}); \
    q[0] = p.w; q[1] = p.x; q[2] = p.y; q[3] = p.z; \
} \
void NAME##_step(long n, double h, const double *w, const double *a, double *q) { \
    vec r = {w[0], w[1], w[2]}, b = {a[0], a[1], a[2]}; \
    quat p = {q[0], q[1], q[2], q[3]}; \
    for (long i = 0; i < n; i++) { \
        vec mean = add(r, h / 2, b), turn_ = cross(b, r); \
        double third_ = h * h * h / 12; \
        vec Y = {h * mean.x + third_ * turn_.x, h * mean.y + third_ * turn_.y, h * mean.z + third_ * turn_.z}; \
        p = times(NAME(Y), p); \
        r = add(r, h, b); \
    } \
    q[0] = p.w; q[1] = p.x; q[2] = p.y; q[3] = p.z; \
}

WAYS(third)
WAYS(polynomial)
WAYS(library)
