"""docs/spec/linear.md: radii, comparators' noise, and the online learners on their reference stream."""
import math

from checks import Checks, kappa

SPEC = 'docs/spec/linear.md'
check = Checks('linear')
LN = math.log
T, ALPHA = 20000, 1 / 20000


def delta_g(b):
    return math.sqrt(2) * (1 + b * b / 2) if b * b <= 2 else 2 * b


# Section 10: calibration and sensitivity.

VECTOR = 'tests/native/privacy/vector_scale_test.cpp'
for e, d, quoted in (('1', '0.1', '1.0858777652'), ('0.2', '0.1', '2.2990263454'), ('10', '0.1', '0.2818120721'),
                     ('1', '1e-6', '4.2246788893')):
    check.near(f'k({e}, {d})', kappa(e, d), quoted, SPEC, VECTOR)
for b, square in ((.25, '2.126953125'), (1.3, '6.80805')):
    check.near(f'Delta_G({b})^2', delta_g(b) ** 2, square, SPEC, 'tests/native/privacy/sensitivity_test.cpp', units=.01)

# The Gram radius of section 1.

GRAM = 'tests/native/server/linear/gram_radius_test.cpp'
d, n, R, S, ridge = 5, 1000, .5, 1, 1
l = LN(2 * T / ALPHA)
s = delta_g(1) * float(kappa('2', '1e-3')) * math.sqrt(n)
ups = s * (math.sqrt(2 * d) + math.sqrt(2 * l))
h = s * (math.sqrt(d) + math.sqrt(2 * l))
check.row('Ups, h', (ups, h), ('927.363645856', '837.567996656'), SPEC, GRAM)
for k, r, quoted in ((2, 1, '928.363645856 2783.090937567 82.843645832'),
                     (.3, .1, '93.736364586 1206.572739612 12.419253516')):
    floor = max(ridge + (k - 1) * ups, ridge + .1 * ups)
    ceiling = ridge + (k + 1) * ups
    radius = r * (R * math.sqrt(2 * LN(2 / ALPHA) + d * LN(ceiling / floor + n / (d * floor)))
                  + S * math.sqrt(ceiling) + h / math.sqrt(floor))
    check.row(f'floor, ceiling, beta at kappa = {k}', (floor, ceiling, radius), quoted.split(), SPEC, GRAM)
check.near('OFUL beta', .5 * math.sqrt(2 * LN(20) + LN(6)) + 1, '2.39492150463', SPEC,
           'tests/native/server/linear/rank_one_factor_test.cpp')

# Sections 6 and 7: Wishart, tree and batches.

COMPARATORS = 'tests/native/simulation/comparators_test.cpp'
m = 1 + math.ceil(math.log2(T))
k = d + 1 + math.ceil(224 * m / 4 * LN(8 * m / .01) * LN(2 / .01))
q = math.sqrt(d) + math.sqrt(2 * LN(8 * T / ALPHA))
root = math.sqrt(m * k)
check.same('Wishart m and k', (m, k)[1], '44903', SPEC, COMPARATORS)
check.near('Wishart c', 2 * (root - q) ** 2 - 8 * root * q, '1347014.1158', SPEC, COMPARATORS)
check.near('shifted rho_min', 8 * root * q, '60025.737411', SPEC, COMPARATORS)
check.near('tight node', delta_g(1) * 4 * float(kappa('1', '0.1')), '9.213978376', COMPARATORS)
check.near('published node', 4 * math.sqrt(16) * 2 * LN(40), '118.0441425', COMPARATORS)
check.near('amplified batch', 4 * math.sqrt(2 * LN(2.5 * 20 / .1) * LN(20)), '24.40806', COMPARATORS)
g = max(2 * math.sqrt(20), d, 4)
check.near('Vec: g', g, '8.94427191', SPEC, COMPARATORS)
bits = math.ceil(24e4 * g * g * LN(4 * (d * d + 1) / .1) ** 2 / 20)
check.same('Vec: bits', bits, '46330057', SPEC, COMPARATORS)
check.near('Vec: s_B over ln(4 (d^2 + 1)/delta)', math.sqrt(bits * 20 * 3 / 16) / g / LN(1040), '212', SPEC, units=.5)

# Section 4.2: the clipping constant, with C = D = 1.


def clipping(sigma, extra):
    L, e = LN(2 * T / ALPHA), math.sqrt(extra)
    return (2 * math.sqrt(2 * L) * (4 * sigma + 2 * e)
            + 2 * L * (2 * extra + 4 * e * sigma + 2 * e * sigma + 5 * sigma**2) + 4)


check.near('G', clipping(.5, .01), '96.544214652', SPEC, 'tests/native/server/linear/online_ldp_linucb_test.cpp')

# Section 4.4: Maler in two dimensions, with matrices written out.

ONLINE = 'tests/native/server/linear/online_learner_test.cpp'


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def ball(x):
    norm = math.hypot(*x)
    return x if norm <= 1 else (x[0] / norm, x[1] / norm)


def solve(w, nu, v):  # (W + nu I)^-1 v of W = (a, b, c)
    a, b, c = w[0] + nu, w[1], w[2] + nu
    det = a * c - b * b
    return ((c * v[0] - b * v[1]) / det, (a * v[1] - b * v[0]) / det)


def project_in(w, y):
    if math.hypot(*y) <= 1:
        return y
    v = (w[0] * y[0] + w[1] * y[1], w[1] * y[0] + w[2] * y[1])
    low, high = 0.0, 1.0
    while math.hypot(*solve(w, high, v)) > 1:
        high *= 2
    for _ in range(200):
        nu = (low + high) / 2
        low, high = (nu, high) if math.hypot(*solve(w, nu, v)) > 1 else (low, nu)
    return ball(solve(w, high, v))


check.row('Proj_W', project_in((4, 1, 2), (2, -1)), ('0.98273326', '-0.18502793'), SPEC, ONLINE)


class Maler:
    def __init__(self, horizon, G):
        J, Dm = math.ceil(.5 * math.log2(horizon)), 2
        prior = 1 + 1 / (1 + J)
        self.G, self.Dm, self.t = G, Dm, 0
        self.experts = [['c', 1 / (2 * G * Dm * math.sqrt(horizon)), LN(1 / 3), (0, 0), None]]
        b = .5 * 25 / 28
        for kind in 'sl':
            for i in range(J + 1):
                weight = LN(prior / (3 * (i + 1) * (i + 2)))
                start = 1 / (b * Dm) ** 2
                self.experts.append([kind, 2**-i / (5 * G * Dm), weight, (0, 0), (start, 0, start)])
        self.b = b

    def theta(self):
        top = max(e[2] for e in self.experts)
        w = [math.exp(e[2] - top) * e[1] for e in self.experts]
        return tuple(sum(a * e[3][i] for a, e in zip(w, self.experts)) / sum(w) for i in (0, 1))

    def step(self, g):
        self.t += 1
        at, G, t = self.theta(), self.G, self.t
        for e in self.experts:
            kind, eta, _, x, w = e
            delta = (x[0] - at[0], x[1] - at[1])
            along = eta * dot(delta, g)
            if kind == 'c':
                e[2] -= along + (eta * G * self.Dm) ** 2
                step = self.Dm / (G * math.sqrt(t))
                e[3] = ball((x[0] - step * g[0], x[1] - step * g[1]))
            elif kind == 's':
                e[2] -= along + eta**2 * G**2 * dot(delta, delta)
                scale = 2 * eta**2 * G**2
                e[3] = ball(tuple(x[i] - (eta * g[i] + scale * delta[i]) / (scale * t) for i in (0, 1)))
            else:
                e[2] -= along + along**2
                v = tuple(eta * gi * (1 + 2 * along) for gi in g)
                w = (w[0] + v[0] ** 2, w[1] + v[0] * v[1], w[2] + v[1] ** 2)
                by = solve(w, 0, v)
                e[3], e[4] = project_in(w, (x[0] - by[0] / self.b, x[1] - by[1] / self.b)), w


def gradient(theta, t):
    return (theta[0] - .5 + .2 * math.sin(t), theta[1] + .25 + .2 * math.cos(t))


maler, ogd = Maler(100, 3), (0.0, 0.0)
MALER = {1: ('0.28590231', '-0.30861780'), 2: ('0.24160353', '-0.16053687'), 10: ('0.38736517', '-0.16712297'),
         100: ('0.48836555', '-0.23985976')}
OGD = {1: ('0.22113720', '-0.23870697'), 10: ('0.47487333', '-0.19869645'), 100: ('0.51432244', '-0.25038998')}
for t in range(1, 101):
    maler.step(gradient(maler.theta(), t))
    size = 2 / (3 * math.sqrt(t))
    ogd = ball(tuple(x - size * g for x, g in zip(ogd, gradient(ogd, t))))
    if t in MALER:
        check.row(f'Maler after {t}', maler.theta(), MALER[t], SPEC, ONLINE)
    if t in OGD:
        check.row(f'OGD after {t}', ogd, OGD[t], SPEC, ONLINE)
check.same('experts at T = 20000', 1 + 2 * (math.ceil(.5 * math.log2(T)) + 1), '19', SPEC, ONLINE)

# Section 8: what uniform play loses in a round. <u, v> has density (2/pi) sqrt(1 - x^2) in R^4, so its
# distribution function is 1/2 + (x sqrt(1 - x^2) + arcsin x)/pi; the best of 100 exceeds the mean.

steps = 200000
most = 1 - sum((.5 + (x * math.sqrt(1 - x * x) + math.asin(x)) / math.pi) ** 100
               for x in (-1 + 2 * (i + .5) / steps for i in range(steps))) * 2 / steps
check.near('regret of a uniform round', most / 2, '0.4705', SPEC,
           'tests/native/simulation/linear_world_test.cpp', 'tests/package/unit/simulation-linear.test.ts')
check.finish()
