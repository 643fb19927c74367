"""docs/spec/generalized-linear.md: links, published constants, the two-block report and golden values."""
import math

from checks import Checks, kappa

SPEC = 'docs/spec/generalized-linear.md'
check = Checks('generalized-linear')


def logistic(a):
    return 1 / (1 + math.exp(-a))


def normal_cdf(a):
    return math.erfc(-a / math.sqrt(2)) / 2


def density(a):
    return math.exp(-a * a / 2) / math.sqrt(2 * math.pi)


# Section 1: links.

LINK = 'tests/native/protocol/link_test.cpp'
check.row('logistic mu', [logistic(s) * (1 - logistic(s)) for s in (1, 3)], ('.1966119332', '.0451766597'), SPEC)
check.row('logistic C', [logistic(s) for s in (1, 3)], ('.7310585786', '.9525741268'), SPEC)
check.row('probit mu, C, Q', [density(1), normal_cdf(1), density(0)],
          ('.2419707245', '.8413447461', '.3989422804'), SPEC)

# Section 2: Algorithm 3 as published.

LEARNERS = 'tests/native/server/linear/glm_learners_test.cpp'
SCALE = 'tests/native/privacy/score_scale_test.cpp'
sigma = 6 * math.sqrt(2 * math.log(3.75e5))
check.near('sigma', sigma, '30.399', SPEC, SCALE, LEARNERS)
d, t = 5, 10**4
ridge = 2 * sigma * math.sqrt(t) * (4 * math.sqrt(d) + 2 * math.log(2 * 1e5 / .1))
check.near('c_t', ridge, '230798.59', SPEC, LEARNERS)
mu = logistic(1) * (1 - logistic(1))
check.near('beta_t', math.sqrt(sigma / mu * math.sqrt(d * t)), '185.937489', SPEC, LEARNERS)
for e, quoted in ((1, '1.3e8'), (10, '1.3e6')):
    design = (2 * d * sigma / e * (4 * math.sqrt(d) + 2 * math.log(2 * 1e5 / .1))) ** 2
    check.near(f'rounds until the design exceeds the ridge, eps = {e}', design, quoted, SPEC)

# Section 4: sensitivity by search over two users. Vectors are unit vectors with cosine c: norms below 1
# and angles between are no worse, as the section says. One weight is 1 or u0 (the square is convex in it).


def sensitivity(residual, least=1.0):
    best = 0
    for i in range(-2000, 2001):
        c = i / 2000
        for u in (least, 1):
            for w in (least, 1):
                gram = u * u + w * w - 2 * u * w * c * c
                best = max(best, gram + 2 * residual**2 * (1 + c))
    return math.sqrt(best)


k = .75
D = math.sqrt(2) * (1 + 1 / (2 * k * k))
check.near('D(.75)', D, '2.671292284482513', SPEC, SCALE, units=2)
check.near('D(.75) by search', sensitivity(1 / k), '2.671292284482513', rel='1e-6')
check.near('weights of clicks, |theta| <= 1', sensitivity(1 / k, 4 * mu), '2.675', SPEC, 'docs/reductions.md',
           'src/privacy/score_scale.hpp')
check.near('weights of counts, |theta| <= 1', sensitivity(1 / k, math.exp(-2)), '2.803', SPEC, 'docs/reductions.md',
           'src/privacy/score_scale.hpp')
check.holds('the Poisson noise would be 5 % too small', .045 < sensitivity(1 / k, math.exp(-2)) / D - 1 < .055)
LEVELS = ('0.5', '1', '2', '5', '10')
taus = [float(kappa(e, '1e-5')) for e in LEVELS]
check.row('tau1', taus, '7.031827 3.730632 1.993812 .891868 .499889'.split(), SPEC, units=1)
check.row('sd of gauss', [D * tau for tau in taus], '18.784 9.966 5.326 2.382 1.335'.split(), SPEC, units=1)


def stretch(e, q):
    return math.sqrt(math.pi) / math.tanh(e / 2) * math.exp(math.lgamma((q + 1) / 2) - math.lgamma(q / 2))


N = math.sqrt(1 + 1 / k**2)
check.row('sd of l2ball', [N * stretch(float(e), 20) / math.sqrt(20) for e in LEVELS],
          '8.423 4.464 2.709 2.091 2.063'.split(), SPEC)
five = N * stretch(2, 20) / math.sqrt(20) / math.sqrt(5)
check.near('sd of l2ball, five directions at eps = 10', five, '1.21', SPEC)
check.row('B_q', [stretch(1, 20), stretch(.5, 20), stretch(5, 20), stretch(1, 5)],
          '11.978334 22.600947 5.610494 5.770542436636402'.split(), SPEC, units=2)

# Section 8: one report and its ingest.

x, th, y = (.6, .8), (.3, .4), 1
z = sum(a * b for a, b in zip(x, th))
r, w, cs = logistic(z) - y, logistic(z) * (1 - logistic(z)), logistic(math.hypot(*th))
check.row('r, w, Cs', (-r, w, cs), ('.3775406687981454', '.2350037122015945', '.6224593312018546'), SPEC, units=2)
root = math.sqrt(2)
u = 4 * w
p = [u * x[0] ** 2, u * root * x[0] * x[1], u * x[1] ** 2, r * x[0] / (k * cs), r * x[1] / (k * cs)]
REPORT = 'tests/native/client/score_report_test.cpp'
check.row('p', [abs(v) for v in p], '.3384053456 .6381032390 .6016095032 .4852245278 .6469660370'.split(), SPEC, REPORT)
check.near('|p|', math.hypot(*p), '1.2400144399934925', SPEC, units=5)
b = [w * z * a - r * a for a in x]
check.row('b', b, ('.29702551', '.39603402'), SPEC)
v11, v12, v22 = w * x[0] ** 2 + .5, w * x[0] * x[1], w * x[1] ** 2 + .5
det = v11 * v22 - v12**2
check.row('Inv', (v22 / det, v12 / det, v11 / det), ('1.76979344', '.30694207', '1.5907439'), SPEC, LEARNERS)
check.row('theta', ((v22 * b[0] - v12 * b[1]) / det, (v11 * b[1] - v12 * b[0]) / det), ('.40411431', '.53881907'), SPEC)

# Section 4.1: the parts of a coin.

COIN = 'tests/native/server/linear/score_coin_test.cpp'
share = .85
check.row('score alone', [abs(r) * a / cs for a in x], ('.36391839582758', '.4852245277701067'), COIN, units=2)
check.near('sM, d = 5, eps = 1', stretch(1, 15) / math.sqrt(15) / 4 / math.sqrt(1 - share), '1.7217469274812582', COIN, SPEC, units=9)
check.near('sg, d = 5, eps = 1', logistic(1) * stretch(1, 5) / math.sqrt(5) / math.sqrt(share), '2.0463237834318475', COIN, SPEC, units=9)

# Section 5.4: the width of GLOC.

mu, Bo, R, alpha = .25 * 4 * logistic(1) * (1 - logistic(1)), 3, .5, .1
beta = (1 + 4 / mu * Bo + 8 * R**2 / mu**2
        * math.log(2 / alpha * math.sqrt(1 + 2 * Bo / mu + 4 * R**4 / (mu**4 * alpha**2))) + 1 - .2)
check.near('GLOC beta', beta, '469.4516233744533', SPEC, 'tests/native/simulation/generalized_linear_test.cpp', rel='1e-9')
check.finish()
