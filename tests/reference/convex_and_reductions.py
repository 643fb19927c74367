"""docs/spec/convex-and-reductions.md: reductions, best arms, convex sets, step rules and bounds."""
import math

from checks import Checks, gaussian_delta, kappa

SPEC = 'docs/spec/convex-and-reductions.md'
check = Checks('convex and reductions')
LN, ROOT = math.log, math.sqrt

# Section 1: the scale of a noisy number.


def c_of(e):
    return 1 / math.tanh(e / 2)


TAU = {e: 2 * float(kappa(e, '1e-5')) for e in ('0.5', '1', '2', '5', '10')}
LEVELS = [float(e) for e in TAU]
check.row('tau', list(TAU.values()), '14.063653 7.461263 3.987625 1.783737 0.999777'.split(), SPEC)
check.row('s, Gaussian', [ROOT(1 + t * t) for t in TAU.values()], '14.0992 7.5280 4.1111 2.0449 1.4141'.split(), SPEC)
check.row('s, Laplace', [ROOT(1 + 8 / e**2) for e in LEVELS], '5.7446 3.0000 1.7321 1.1489 1.0392'.split(), SPEC)
check.row('s, bit', [c_of(e) for e in LEVELS[:1] + LEVELS[2:]], '4.0830 1.3130 1.0136 1.0001'.split(), SPEC)
RULES = 'tests/native/server/convex/step_rules_test.cpp'
check.near('c(1)', c_of(1), '2.163953', SPEC, RULES)
classic = ROOT(2 * LN(1.25e5))
for e, quoted in ((10, '2.3e-5'), (20, '1.5e-3'), (50, '0.59')):  # E1
    check.near(f'true delta of the classic formula at eps = {e}', gaussian_delta(e, e / classic), quoted, SPEC)

# Section 3: weights, at cumulative losses (0, 1, 2, 5).

ARMS = 'tests/native/server/adversarial_test.cpp'
LOSSES = (0, 1, 2, 5)
for eta, shift, weights in (
        (4, '-0.5429063638659283', '.84818413 .1050173 .03866155 .00813701'),
        (.4, '-8.436486184743659', '.35125039 .28074976 .22952574 .13847411')):
    low, high = -100.0, -1e-9
    for _ in range(200):
        x = (low + high) / 2
        total = sum(4 / (eta * (loss - x)) ** 2 for loss in LOSSES)
        low, high = (x, high) if total < 1 else (low, x)
    check.near(f'Tsallis x, eta = {eta}', x, shift, SPEC, ARMS, rel='1e-13')
    check.row(f'Tsallis w, eta = {eta}', [4 / (eta * (loss - x)) ** 2 for loss in LOSSES], weights.split(), SPEC, ARMS)
eta = ROOT(LN(4) / 400)
w = [math.exp(-eta * loss) for loss in LOSSES]
check.near('EXP3 eta', eta, '.05887050112577374', SPEC, units=2)
check.row('EXP3 w', [a / sum(w) for a in w], '.27958194 .26359792 .24852773 .20829241'.split(), SPEC, ARMS)

# Section 4: bounds of a mean, and how many visitors a rule asks.

Z = 10.584448464950803
head = math.fsum(n**-1.1 for n in range(1, 10001))
check.near('zeta(1.1)', head + 10 * 10000**-.1 - .5 * 10000**-1.1, '10.584448464950803', SPEC, rel='1e-9')


def kl(p, q):
    return p * LN(p / q) + (1 - p) * LN((1 - p) / (1 - q))


def threshold(n, arms, error=.05):
    return LN(Z * arms * n**1.1 / error)


def root_of(holds, low, high):
    """The end of `holds` between low, where it does, and high, where it does not."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


BOUNDS = 'tests/native/server/best_arm/confidence_bounds_test.cpp'
x = threshold(1000, 6)
check.near('x(1000), K = 6', x, '14.745408347549310', SPEC, BOUNDS, units=50)
check.near('U', root_of(lambda q: 1000 * kl(.55, q) < x, .55, 1 - 1e-12), '.6338364776347892', SPEC, BOUNDS, units=5)
check.near('L', root_of(lambda q: 1000 * kl(.55, q) < x, .55, 1e-12), '.4642147986270835', SPEC, BOUNDS, units=5)

COUNTS = 'tests/native/simulation/theory/sample_count_test.cpp'
LINEAR = [.7, .65, .6, .55, .5, .45]
SPARSE = [.7] + [.5] * 9


def seen(means, epsilon):
    return [.5 + (m - .5) * math.tanh(epsilon / 2) for m in means]


def least_pulls(evidence, arms):
    """The n from which n evidence >= x(n) on."""
    return math.exp(root_of(lambda u: math.exp(u) * evidence < threshold(math.exp(u), arms), 0, 40))


def of_gaussian(p, q):
    return (p - q) ** 2 / (2 * (.25 + (7.461263 / 2) ** 2))


def kl_lucb(means, divergence=kl):
    """As many pulls of the best arm as of all others, whose upper bounds are one q, the largest possible."""
    best, others = means[0], means[1:]

    def pulls(q):
        return [least_pulls(divergence(p, q), len(means)) for p in others]

    def enough(q):
        n = sum(pulls(q))
        return n * divergence(best, q) >= threshold(n, len(means))

    q = root_of(enough, max(others) + 1e-9, best - 1e-9)
    return [sum(pulls(q))] + pulls(q)


def elimination(means):
    total = []
    for p in means[1:]:
        def apart(n, p=p):  # the lower bound of the best meets the upper of this arm
            x = threshold(n, len(means))
            return (root_of(lambda q: n * kl(p, q) < x, p, 1 - 1e-12)
                    < root_of(lambda q: n * kl(means[0], q) < x, means[0], 1e-12))
        total.append(math.exp(root_of(lambda u: not apart(math.exp(u)), 2, 15)))
    return sum(total) + max(total)


def lower_bound(means):
    level = .05 * LN(.05 / .95) + .95 * LN(.95 / .05)
    return level * (1 / kl(means[0], means[1]) + sum(1 / kl(p, means[0]) for p in means[1:]))


linear = kl_lucb(seen(LINEAR, 1))
check.near('KL-LUCB, linear, eps = 1', sum(linear), '153087.60920153215', COUNTS, rel='1e-7')
check.near('the same, second arm', linear[1], '65808.97878186882', COUNTS, rel='1e-6')
check.near('the same, last arm', linear[5], '647.1520756349614', COUNTS, rel='1e-6')
check.near('KL-LUCB, sparse', sum(kl_lucb(seen(SPARSE, 1))), '30352.98435763869', COUNTS, rel='1e-7')
check.near('KL-LUCB, sparse, Gaussian', sum(kl_lucb(SPARSE, of_gaussian)), '438854.27327419387', COUNTS, rel='1e-7')
check.near('elimination, linear', elimination(seen(LINEAR, 1)), '171144.83112547692', COUNTS, rel='1e-7')
check.near('elimination, sparse', elimination(seen(SPARSE, 1)), '38820.2466981512', COUNTS, rel='1e-7')
check.near('lower bound, linear', lower_bound(seen(LINEAR, 1)), '5958.667990779966', COUNTS, rel='1e-12')
check.near('lower bound, sparse', lower_bound(seen(SPARSE, 1)), '1526.2609980630862', COUNTS, rel='1e-12')


EXPECTED = 'bindings/ts/papers/zheng2020/expected.ts'
for means, row in ((LINEAR, '598906 153088 50365 27410 26528'), (SPARSE, '119087 30353 10113 5621 5449')):
    counts = [sum(kl_lucb(seen(means, e))) for e in (.5, 1, 2, 5, 60)]
    check.row(f'KL-LUCB of {len(means)} arms, eps = .5, 1, 2, 5, none', counts, row.split(), EXPECTED, rel='1e-4')


def lil_bonus(n, a, b, nu, offset, V, C):
    z = max(LN(max(LN((1 + a) * n + offset), 1e-9) / nu), 0)
    return (1 + b) * (1 + ROOT(a)) * (ROOT(2 * V * (1 + a) * z / n) + C * (1 + a) * z / n)


LIL = 'tests/native/server/best_arm/rules_test.cpp'
a = .01
nu = (ROOT(1.05) - 1) ** 2 / (4 * (2 + a) / a * (1 / LN(1 + a)) ** (1 + a))
check.near("lil'UCB nu", nu, '7.20743281955432810544e-9', LIL, rel='1e-12')
check.near("lil'UCB bonus, theory", lil_bonus(100, a, 1, nu, 0, .25, 0), '0.704004570124766711666', LIL, rel='1e-12')
check.near("lil'UCB bonus, Laplace", lil_bonus(1000, a, 1, nu, 0, 2.25, 1), '0.720465913599063950817', LIL, rel='1e-12')
check.near("lil'UCB bonus, heuristic", lil_bonus(100, 0, .5, .01, 2, .25, 0), '0.262749324710211129899', LIL, rel='1e-12')

# Sequential halving of three arms (.9, .5, .5), 100 reports at eps = 1: 16 pulls of each, then 25 more of
# two. Exact, for each rule at a tie: the best arm stays, a coin decides, the best arm goes.


def binomial(n, p):
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


good, fair = seen([.9, .5], 1)
first, more = (binomial(16, good), binomial(16, fair)), (binomial(25, good), binomial(25, fair))
ahead = [sum(more[0][i] * more[1][i - k] for i in range(26) if 0 <= i - k <= 25) for k in range(-25, 26)]


def loses(lead, tie):
    """The best arm is `lead` ahead before the last round."""
    return sum(p * (1 if lead + k < 0 else tie if lead + k == 0 else 0) for k, p in zip(range(-25, 26), ahead))


for tie, quoted in ((0, '.076'), (.5, '.104'), (1, '.135')):
    error = 0
    lost = {lead: loses(lead, tie) for lead in range(-16, 17)}
    for i, p in enumerate(first[0]):
        for j, q in enumerate(first[1]):
            for k, r in enumerate(first[1]):
                above, same = (j > i) + (k > i), (j == i) + (k == i)
                # Dropped if both others go before it: of 1 above and 1 tied by the tie, of 2 tied by a third.
                dropped = 1 if above == 2 else (tie if above == 1 and same == 1 else 0)
                if same == 2:
                    dropped = {0: 0, .5: 1 / 3, 1: 1}[tie]
                rivals = [max(j, k)] if above + same < 2 or j == k or above == 1 and same == 1 else [j, k]
                if above == 1 and same == 0:
                    rivals = [max(j, k)]
                stays = sum(lost[i - rival] for rival in rivals) / len(rivals)
                error += p * q * r * (dropped + (1 - dropped) * stays)
    check.near(f'sequential halving, tie {tie}', error, quoted, SPEC)

# Sections 5 and 12: minimisers and Hessians of barriers.

SETS = 'tests/native/server/convex/convex_domain_test.cpp'
size = 1 / (1 + ROOT(2))  # |g| = 1, R0 = 1
check.row('ball', (size * .6, size * .8), ('.24852814', '.33137085'), SPEC)
box = [g / (1 + ROOT(1 + g * g)) for g in (.6, .8)]
check.row('box', (box[0], 1 + box[1]), ('.27698396', '1.35078106'), SPEC)
slope = (.2, .4, .8)
lam = root_of(lambda v: sum(1 / (g + v) for g in slope) > 1, 0, 100)
check.near('simplex lam', lam, '2.553355131260135', SPEC, units=3)
check.row('simplex x', [1 / (g + lam) for g in slope], '.36319325 .33859795 .2982088'.split(), SPEC)
h = .75  # 1 - |x|^2 at x = (.3, .4)
A, B = 2 / h, (2 / h) ** 2
check.row('Hessian of the ball', (A + B * .09, B * .12, A + B * .16), '3.30666667 .85333333 3.80444444'.split(), SPEC)
l1, l2 = ROOT(A), ROOT(A + B * .25)
gap = 1 / l2 - 1 / l1
check.row('its inverse root', (1 / l1 + gap * .36, -gap * .48, 1 / l1 + gap * .64),
          '.56268135 .06625478 .52403273'.split(), SPEC)
v = (3 - .5, 4 + .5)
norm = math.hypot(*v)
rad = root_of(lambda u: .05 * 10 * u + 2 * u / (1 - u * u) < .05 * norm, 0, 1 - 1e-12)
check.near('HL |x|', rad, '.10209596870177967', SPEC, units=2)
check.row('HL x', (rad * v[0] / norm, rad * v[1] / norm), ('.04958219', '.08924793'), SPEC)
centre = root_of(lambda t: 1 / t - 1 / (1 - t) - 1 / (1.5 - 2 * t) > 0, .01, .7)
check.near('middle of the cut square', centre, '.35505103', SPEC)

# Section 6: steps on the unit ball of 5 dimensions, L = 1.5, beta = mu = 1, range 1.525, two points G = 1.

d, half, L, nu_ball = 5, .7625, 1.5, 1
A = L * 4
ROWS = (
    ('bit', 65536, '1e-9', '0.07328806777932696 3.470048518776792e-05 0.12791097091410605 0.5334190290592219 '
     '0.0005947418562439216 0.0019311705362650832 0.0001692253858788929 0.0003610290291093826'),
    ('laplace', 4096, '1e-9', '0.17258376589355093 0.00023577017198572536 0.36741279335354865 0.899959905622691 '
     '0.002507266142729221 0.0034472909224097527 0.0020307046305467146 0.0010656161554226148'),
    ('gauss', 262144, '1e-7', '0.09665703688525065 6.577719513158219e-06 0.19181785416423586 0.6542253907967722 '
     '0.00011119960731868517 0.0002943991052121986 4.759463977843863e-05 5.2073870378126384e-05'))
for noise, t, rel, quoted in ROWS:
    variance = {'bit': c_of(1) ** 2, 'laplace': 8, 'gauss': TAU['1'] ** 2}[noise]
    s = ROOT(variance + (0 if noise == 'bit' else 1))
    pair = ROOT(variance + (0 if noise == 'bit' else min(1, 3 / d)))
    largest = half * {'bit': s, 'laplace': 1 + 2 * LN(2 * t), 'gauss': 1 + TAU['1'] * ROOT(2 * LN(2 * t))}[noise]
    S, log = s * half, LN(t)
    rho = ROOT(d * S / A) * t**-.25
    shape = min(1, (4 * d * S / 4) ** (1 / 3) * (2 * nu_ball * log / t) ** (1 / 6))
    values = (rho, rho / (d * S * ROOT(t)), (d * d * S * S * (1 + log) / (A * t)) ** (1 / 3), shape,
              shape / (d * S) * ROOT(nu_ball * log / (2 * t)),
              min(ROOT((nu_ball + 2) * log / (2 * d * d * S * S * t)), 1 / (4 * d * largest)),
              log / t, 1 / (d * pair * ROOT(t)))
    check.row(f'steps, {noise}', values, quoted.split(), RULES, rel=rel)

# Sections 6, 7 and 9: bounds after 2^16 rounds, one bit at eps = 1; Tsallis-INF and EXP3 with 10 arms.

CURVE = 'tests/native/simulation/theory/convex_curve_test.cpp'
T, s = 65536, c_of(1)
S, log, thirds = s * half, LN(T), T ** (2 / 3)
bounds = (2 * ROOT(d * S * A) * T**.75,
          1.5 * (d * d * S * S * (1 + log)) ** (1 / 3) * A ** (2 / 3) * thirds,
          1.5 * (2 * d * S) ** (2 / 3) * (2 * log) ** (1 / 3) * 2 ** (1 / 3) * thirds + 2 * L,
          4 * d * S * ROOT(3 * T * log),
          d * s * ROOT(T) + 4 * log,
          d * d * s * s * (1 + log) / 2 + 4 * log,
          108 * S * ROOT(T * log) * log,
          s * (2 * ROOT(10 * T) + 100 * log + 16),
          2 * s * ROOT(T * 10 * LN(10)))
check.row('bounds', bounds, ('57636.08171983166 75444.96050844165 55945.02647346865 48729.40012588468 '
                             '2814.2217891413125 752.0543802111131 1684882.5844062676 5938.151414183797 '
                             '5316.498702639505').split(), CURVE, rel='1e-9')
check.finish()
