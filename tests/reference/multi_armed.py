"""docs/spec/multi-armed.md: indices, thresholds, bounds and golden values."""
import math

from checks import Checks

SPEC = 'docs/spec/multi-armed.md'
GOLDEN = 'tests/native/server/golden_test.cpp'
check = Checks('multi-armed')
PI2 = math.pi**2


def theta(e):
    return math.tanh(e / 2)


def beta(e):
    return theta(e) ** -2


def bound_l4(t):
    return 4 * math.log(t)


def bound_la(t):
    return math.log(1 + t * math.log(t) ** 2)


def kl(p, q):
    a = p * math.log(p / q) if p > 0 else 0
    return a + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0)


# Sections 2 and 11.

for e, quoted in ((.2, '100.667'), (1, '4.68269'), (2, '1.72406')):
    check.near(f'beta({e})', beta(e), quoted, SPEC, 'tests/native/privacy/randomized_response_test.cpp')
check.near('L4(10)', bound_l4(10), '9.2103403720', SPEC, GOLDEN)
check.near('La(10)', bound_la(10), '3.9893354867', SPEC, GOLDEN)

BITS = ((1, 1), (2, 0), (100, 1), (.2, 1))
g = [(1 + (2 * y - 1) / theta(e)) / 2 for e, y in BITS]
check.row('g', (g[0], -g[1], g[3]), ('1.5819767069', '.1565176427', '5.5166555661'), SPEC, GOLDEN)
S, B = math.fsum(g[:3]), math.fsum(beta(e) for e, _ in BITS[:3])
check.near('HeLDP-UCB-B: S', S, '2.4254590641', SPEC, GOLDEN)
check.near('HeLDP-UCB-B: B', B, '7.4067560378', SPEC, GOLDEN)
check.near('HeLDP-UCB-B: u', S / 3 + math.sqrt(B / 2) / 3 * math.sqrt(bound_l4(10)), '2.7552606691', SPEC, GOLDEN)
W = math.fsum(theta(e) ** 2 for e, _ in BITS)
S = math.fsum(theta(e) ** 2 * x for (e, _), x in zip(BITS, g))
check.near('WB: W', W, '1.8035116346', SPEC, GOLDEN)
check.near('WB: S', S, '1.3018513153', SPEC, GOLDEN)
check.near('WB: m', S / W, '.7218424824', SPEC, GOLDEN)
check.near('WB: u by L4', S / W + math.sqrt(bound_l4(10) / (2 * W)), '2.3197931518', SPEC, GOLDEN)
check.near('WB: u by La', S / W + math.sqrt(bound_la(10) / (2 * W)), '1.7735035777', SPEC, GOLDEN)

LAPLACE = ((1, 1.7), (2, -.3), (100, .99))
A = sum(e**-2 for e, _ in LAPLACE)
u = 2.39 / 3 + (math.sqrt(1 / 6) + math.sqrt(8 * A) / 3) * math.sqrt(bound_l4(10))
check.near('HeLDP-UCB-L: A', A, '1.2501', SPEC, GOLDEN)
check.near('HeLDP-UCB-L: u', u, '5.2347859625', SPEC, GOLDEN)
w = [8 * e * e / (e * e + 8) for e, _ in LAPLACE]
W, S, M = sum(w), sum(a * x for a, (_, x) in zip(w, LAPLACE)), max(a / e for a, (e, _) in zip(w, LAPLACE))
check.row('WLX: W, S, M', (W, S, M), ('11.5491606715', '8.6247801759', '1.3333333333'), SPEC, GOLDEN)
check.near('WLX: u', S / W + 2 * math.sqrt(bound_l4(10) / W) + M * bound_l4(10) / W, '3.5961544433', SPEC, GOLDEN)


def kl_upper(mean, level):
    low, high = mean, 1 - 1e-16
    for _ in range(200):
        q = (low + high) / 2
        low, high = (q, high) if kl(mean, q) < level else (low, q)
    return low


check.near('KL-UCB: m = .6, N = 50, t = 1000', kl_upper(.6, math.log(1000) / 50), '.8240695184', SPEC)

# Section 5.3: means of the sigmoid of a unit normal, by the trapezoid rule.


def of_normal(f, mean, low=-12.0, high=12.0, steps=24000):
    h = (high - low) / steps
    return h * math.fsum(f(mean + low + i * h) * math.exp(-((low + i * h) ** 2) / 2)
                         for i in range(steps + 1)) / math.sqrt(2 * math.pi)


means = (.9, .8, .7, .6, .5)
sigmoid = [of_normal(lambda r: 1 / (1 + math.exp(-r)), m) for m in means]
check.row('sigmoid means', sigmoid, '.67868 .66014 .64116 .62177 .60203'.split(), SPEC)


def slope(f, mean):
    return (of_normal(f, mean + .01) - of_normal(f, mean - .01)) / .02


def clipped(r):
    return min(max((r + 1) / 3, 0), 1)


check.row('slopes of the sigmoid on [0, 1]', [slope(lambda r: 1 / (1 + math.exp(-r)), m) for m in (1, 0)],
          ('0.178', '0.207'), SPEC)
check.row('slopes of CTB-C on [0, 1]', [slope(clipped, m) for m in (1, .5)], ('.273', '.289'), SPEC)
check.row('slopes of CTB-H on [0, 1]', [math.exp(-(m - .5) ** 2 / 2) / math.sqrt(2 * math.pi) for m in (1, .5)],
          ('.352', '.399'), SPEC)


# Section 5.4: which threshold, for two populations.

DISCRETE = [(e, .2) for e in (0, .2, 1, 2, 100)]
STEPS = 400000  # of N(1, 1) above 0; the rest are silent
GAUSS = [(0.0, .5 * math.erfc(1 / math.sqrt(2)))] + [
    (x, 12 / STEPS * math.exp(-((x - 1) ** 2) / 2) / math.sqrt(2 * math.pi))
    for x in ((i + .5) * 12 / STEPS for i in range(STEPS))]


def factor(law, cost, least):
    tail = [(e, p) for e, p in law if e >= least and e > 0]
    p0 = math.fsum(p for _, p in tail)
    return math.fsum(p * cost(e) for e, p in tail) / p0**2


CHOOSER = 'tests/native/simulation/theory/threshold_chooser_test.cpp'
for law, name, least, v_b, v_l, v_w in (
        (DISCRETE, 'discrete', (.2, 1, 2, 100), '33.773 4.1149 3.4051 5.000', '148.78 19.490 12.602 5.408', '2.7724'),
        (GAUSS, 'Gaussian', (.5, 1, 1.5, 2), '5.902 4.735 5.638 9.004', '30.53 25.05 29.04 43.90', '3.6584')):
    check.row(f'V_B, {name}', [factor(law, beta, e) for e in least], v_b.split(), SPEC, rel='1.5e-4')
    check.row(f'V_L, {name}', [factor(law, lambda e: (1 + 4 / e) ** 2, e) for e in least], v_l.split(), SPEC,
              CHOOSER, rel='2.5e-4')
    check.near(f'V_W, {name}', 1 / math.fsum(p * theta(e) ** 2 for e, p in law), v_w, SPEC, CHOOSER)

# Section 8: coefficients of ln T.

ARMS = [.9] + [.8] * 5 + [.7] * 5 + [.6] * 5 + [.5] * 4
GAPS = [.9 - m for m in ARMS if m < .9]
THEORY = 'tests/native/simulation/theory/theory_curve_test.cpp'
H = sum(1 / d for d in GAPS)
check.near('H', H, '101.667', SPEC)


def seen(e, x):
    return .5 + (x - .5) * theta(e)


def lower_rr(e):
    return sum((.9 - m) / kl(seen(e, m), seen(e, .9)) for m in ARMS if m < .9)


check.row('lowerRR', [lower_rr(e) for e in (.2, .5, 1, 2, 5, 200)],
          '5093.3 823.46 213.94 63.190 27.165 25.720'.split(), SPEC, THEORY)
check.row('lower4', [H / (math.exp(e) - math.exp(-e)) ** 2 for e in (.2, .5, 1, 2)],
          '627.01 93.602 18.403 1.9322'.split(), SPEC, THEORY)
# Half of the arms' divergences depend on one of four means: one integral for each.
COARSE = GAUSS[1::40]
for law, weight, name, quoted in ((DISCRETE, 1, 'discrete', '83.813'), (COARSE, 40, 'Gaussian', '137.19')):
    total = 0
    for mean in (.8, .7, .6, .5):
        information = math.fsum(weight * p * kl(seen(e, mean), seen(e, .9)) for e, p in law if e > 0)
        total += ARMS.count(mean) * (.9 - mean) / information
    check.near(f'lowerHe, {name}', total, quoted, SPEC, THEORY, rel='1e-4')

# Section 6.8: IMED. By bisections alone.

IMED = 'tests/native/server/ldp_imed_test.cpp'


def bisected(is_below, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def likeliest(arm, levels):
    def slope_of(x):
        return sum(theta(e) * (n1 / seen(e, x) - n0 / (1 - seen(e, x))) for (n1, n0), e in zip(arm, levels))
    return bisected(lambda x: slope_of(x) > 0, 0., 1.)


def imed(arms, levels):
    means = [likeliest(arm, levels) for arm in arms]
    best = max(means)
    rows = []
    for arm, x in zip(arms, means):
        gap = math.fsum(n1 * math.log(seen(e, x) / seen(e, best)) + n0 * math.log((1 - seen(e, x)) / (1 - seen(e, best)))
                        for (n1, n0), e in zip(arm, levels))
        count = sum(n1 + n0 for n1, n0 in arm)
        rows.append((x, gap + math.log(count), gap / count, count))
    return rows


def filled(row, level, budget):
    _, index, d, count = row
    return bisected(lambda n: n * d + math.log(n) < level, count, count + budget) - count if index < level else 0


for name, levels, arms, xs, indices in (
        ('one level', (1,), (((30, 20),), ((10, 10),), ((3, 7),)),
         '.716395341373865284877 .5 .0672093172522694302459',
         '3.91202300542814605861875 3.4039522187565422889809 4.140454066862168559662514'),
        ('cut', (1,), (((9, 1),), ((4, 6),)), '1 .283604658626134715122',
         '2.30258509299404568401 4.70508529808370966454'),
        ('menu', (.5, 2), (((12, 10), (20, 10)), ((11, 12), (9, 11))),
         '.716712150690402548065 .431913217120041377789', '3.95124371858142735488795 5.95821770949132415107'),
        ('fill', (1,), (((55, 45),), ((52, 48),), ((24, 26),)), '',
         '4.60517018598809136803598 4.7863669347372422920492 4.40396277072702384316829')):
    rows = imed(arms, levels)
    if xs:
        check.row(f'IMED, {name}: x', [row[0] for row in rows], xs.split(), SPEC, IMED, rel='1e-12')
    check.row(f'IMED, {name}: I', [row[1] for row in rows], indices.split(), SPEC, IMED, rel='1e-12')
level = bisected(lambda lam: sum(filled(row, lam, 200) for row in rows) < 200, 0., 10.)
check.near('IMED, fill: lam', level, '5.33130038866534219037', SPEC, IMED, rel='1e-12')
check.row('IMED, fill: shares', [filled(row, level, 200) / 200 for row in rows],
          '.533532991 .279256836 .187210172'.split(), SPEC, IMED)
check.finish()
