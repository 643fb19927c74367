"""docs/spec/privacy.md: coins, samplers, calibrations and what published constants really give."""
import math
import re
from decimal import Decimal

from checks import ROOT, Checks, erfc, gaussian_delta, kappa, normal_cdf

SPEC = 'docs/spec/privacy.md'
check = Checks('privacy')

# Section 3: integer samplers on SplitMix64, transcribed from the pseudocode.

MASK = 2**64 - 1


class SplitMix64:
    def __init__(self, state):
        self.state, self.words = state, 0

    def next(self):
        self.words += 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


def unif(g, n):
    if n == 1:
        return 0
    r = (2**64 - n) % n
    while True:
        v = g.next()
        if v <= 2**64 - 1 - r:
            return v % n


def ber(g, a, b):
    return unif(g, b) < a


def bexp(g, a, b):
    k = 1
    while ber(g, a, b) and unif(g, k) == 0:
        k += 1
    return k % 2


def bexp_square(g, a, s):
    k = 1
    while ber(g, a, s) and ber(g, a, s) and unif(g, 2 * k) == 0:
        k += 1
    return k % 2


def dlap(g, t, s=1):
    while True:
        u = unif(g, t)
        if not bexp(g, u, t):
            continue
        v = 0
        while bexp(g, 1, 1):
            v += 1
        m, negative = (u + t * v) // s, g.next() & 1
        if not (negative and m == 0):
            return -m if negative else m


def dgauss(g, s):
    while True:
        y = dlap(g, s)
        q, a = divmod(abs(abs(y) - s), s)
        if (all(bexp(g, 1, 2) for _ in range(q * q)) and all(bexp(g, a, s) for _ in range(q))
                and bexp_square(g, a, s)):
            return y


def stream(name, draw, count, quoted, words, *files):
    g = SplitMix64(42)
    check.same(name, [draw(g) for _ in range(count)], quoted, SPEC)
    check.same(f'{name}, words', g.words, str(words), *files)


S = 'tests/native/random/samplers_test.cpp'
DG = 'tests/native/random/discrete_gaussian_test.cpp'
U = 'tests/native/random/uniform_test.cpp'
check.same('SplitMix64(0)', hex(SplitMix64(0).next()), '0xe220a8397b1dcdaf', SPEC, U)
stream('UNIF(10)', lambda g: unif(g, 10), 10, '3 1 8 4 0 2 5 8 5 4', 10, U)
stream('BEXP(1,1)', lambda g: bexp(g, 1, 1), 20, '0 0 0 1 1 1 1 0 1 0 0 0 0 0 0 0 0 0 0 0', 31, S)
stream('BEXP(1,2)', lambda g: bexp(g, 1, 2), 20, '1 1 1 0 0 0 0 1 1 0 1 1 0 1 1 1 1 1 0 0', 35, S)
stream('BEXPSQ(2,3)', lambda g: bexp_square(g, 2, 3), 20,
       '0 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 0 1 1 0', 50, DG)
stream('DLAP(5)', lambda g: dlap(g, 5), 12, '-5 -1 -7 8 -4 8 4 6 0 -4 5 10', 108, S)
stream('DLAP(2^20)', lambda g: dlap(g, 2**20), 6, '-1023517 -324765 778116 -1084655 158548 1320138', 78, S)
stream('DGAUSS(3)', lambda g: dgauss(g, 3), 12, '1 1 -4 -4 1 3 5 -3 5 6 -1 -4', 153, DG)
stream('DGAUSS(2^32)', lambda g: dgauss(g, 2**32), 5,
       '803958421 4991186862 4083071605 -699906384 -5647445086', 39, DG)

# The direction of 4.7: the polar method, two halves of a word to a pair, in steps of 1/32767.


def signed(half):
    return (half - 2**32 if half >= 2**31 else half) + Decimal('0.5')


def directions(g, size):
    normals = []
    while len(normals) < size:
        word = g.next()
        u, v = signed(word >> 32) / 2**31, signed(word & 0xFFFFFFFF) / 2**31
        square = u * u + v * v
        if square < 1:
            factor = (-2 * square.ln() / square).sqrt()
            normals += [u * factor, v * factor]
    length = sum(x * x for x in normals[:size]).sqrt()
    return ', '.join(str(round(x / length * 32767)) for x in normals[:size])


g = SplitMix64(42)
for size, quoted in ((5, '-15360, 11125, 8116, -15384, 20283'), (2, '32344, 5246'), (1, '32767')):
    check.same(f'direction in {size} dimensions', directions(g, size), quoted,
               'tests/native/random/direction_test.cpp')

# Section 9.2: probabilities.

for t, row in ((1, '0.4621171572600098 0.1700034015685479 0.0625407563662817 0.0031137209129860'),
               (5, '0.0996679946249559 0.0816012522970623 0.0668094547452802 0.0366658061653071')):
    pmf = [math.tanh(1 / (2 * t)) * math.exp(-x / t) for x in (0, 1, 2, 5)]
    check.row(f'DLAP({t}) pmf', pmf, row.split(), SPEC)
for t, quoted in ((1, '1.841347188415585'), (5, '49.83366613830592')):
    p = math.exp(-1 / t)
    check.near(f'DLAP({t}) variance', 2 * p / (1 - p) ** 2, quoted, SPEC, units=30)


def gauss_pmf(s, most=40):
    weight = {x: math.exp(-x * x / (2 * s * s)) for x in range(-most * s, most * s + 1)}
    total = math.fsum(weight.values())
    return {x: w / total for x, w in weight.items()}


for s, row in ((1, '0.3989422782668617 0.2419707232244606 0.0539909662243053 0.0044318483882251'),
               (2, '0.1994711402007163 0.1760326633821497 0.1209853622595717 0.0647587978329459')):
    check.row(f'DGAUSS({s}) pmf', [gauss_pmf(s)[x] for x in range(4)], row.split(), SPEC, DG, units=2)
for (s, d, e), quoted in (((4, 1, 1), '3.0554546492668e-6'), ((10, 1, .5), '6.9343703475179e-9'),
                          ((38, 10, 1), '7.3320369446282e-6'), ((2, 1, 2), '1.0740901033403e-5')):
    pmf, middle = gauss_pmf(s), e * s * s / d
    delta = math.fsum(p for x, p in pmf.items() if x > middle - d / 2) - math.exp(e) * math.fsum(
        p for x, p in pmf.items() if x > middle + d / 2)
    check.near(f'DGAUSS({s}) curve at D = {d}, eps = {e}', delta, quoted, SPEC,
               'tests/native/privacy/gaussian_scale_test.cpp', rel='1e-7')
for s, quoted in ((1, '0.0165'), (2, '0.0192'), (4, '0.0199'), (64, '0.0202')):
    def phi(z):
        return math.erfc(-z / math.sqrt(2)) / 2
    tv = sum(abs(p - (phi((x + .5) / s) - phi((x - .5) / s))) for x, p in gauss_pmf(s, 9).items()) / 2
    check.near(f's^2 tau1 at s = {s}', s * s * tv, quoted, SPEC)

# Sections 4.1 and 4.7: coin and ball.

RR = 'tests/native/privacy/randomized_response_test.cpp'
LEVELS = ('0.1', '0.5', '1', '2', '4', '8', '16')
check.row('ceil(2^64/(1 + e^eps))', [math.ceil(2**64 / (1 + Decimal(e).exp())) for e in LEVELS],
          ('8762587358261559785 6964396094736529935 4961093570831980854 2198905795380358826 '
           '331787012026708148 6186118031800230 2075907333724').split(), SPEC, RR)
check.row('P(1 | r = 1)', [1 / (1 + (-Decimal(e)).exp()) for e in LEVELS],
          ('.524979187478939986 .622459331201854565 .731058578630004879 .880797077977882444 '
           '.982013790037908442 .999664649869533522 .999999887464837945').split(), SPEC, RR)
T0 = 4961093570831980854
check.row('T(R)', [T0 + (2**64 - 2 * T0) * r // 2**32 for r in (0, 2**31, 2**32)],
          '4961093570831980854 9223372036854775808 13485650502877570762'.split(), SPEC)


def stretch(epsilon, q):
    return math.sqrt(math.pi) / math.tanh(epsilon / 2) * math.exp(math.lgamma((q + 1) / 2) - math.lgamma(q / 2))


BALL = 'tests/native/privacy/ball_scale_test.cpp'
for (e, q), quoted in (((1, 1), '2.163953413738652'), ((1, 2), '3.399130073655952'),
                       ((1, 20), '11.97833396698724'), ((2, 20), '7.268167170464299'),
                       ((8, 5), '2.668456401071151')):
    check.near(f'B_q at eps = {e}, q = {q}', stretch(e, q), quoted, SPEC, BALL,
               'tests/package/unit/web-personal.test.ts', rel='1e-14')
levels = (.5, 1, 2, 3, 4, 5, 6, 8)
check.row('l2ball, std of a coordinate', [math.sqrt(2 / 20) * stretch(e, 20) for e in levels],
          '7.147 3.788 2.298 1.934 1.816 1.774 1.759 1.752'.split(), SPEC, BALL)
check.row('Gaussian, the same', [Decimal(4.5).sqrt() * kappa(e, '1e-5') for e in levels],
          '14.917 7.914 4.230 2.950 2.294 1.892 1.620 1.273'.split(), SPEC)
ROOT_OF_SINH = next(x / 1e5 for x in range(100000, 200000) if math.sinh(2 * x / 1e5) > 4 * x / 1e5)
check.near('epsilon of one direction: 2 x, sinh 2x = 4x', 2 * ROOT_OF_SINH, '2.1773',
           'src/privacy/ball_scale.hpp', SPEC)
check.near('variance of five directions over one, eps = 10',
           (math.tanh(5) / math.tanh(1)) ** 2 / 5, '0.345', SPEC, 'docs/linear-moments.md')

# Section 4.6: the sensitivity of (x x^T, y x), by search over cosines and norms.


def gram_sensitivity(b):
    best = 0
    for i in range(-400, 401):
        for norm in (1, .9, .7, .4, 0):
            c = i / 400
            for sign in (-1, 1):
                square = 1 + norm**4 - 2 * (norm * c) ** 2 + b * b * (1 + norm**2 - 2 * sign * norm * c)
                best = max(best, square)
    return math.sqrt(best)


for b, quoted in ((.25, '1.4584077'), (.5, '1.5909903'), (1, '2.1213203'), (2, '4'), (3, '6')):
    check.near(f'Delta_G({b})', gram_sensitivity(b), quoted, SPEC, rel='2e-6')

# Section 5: calibration.

CURVE = 'tests/native/privacy/gaussian_curve_test.cpp'
for (e, d), quoted in ((('0.01', '1e-5'), '243.78543767567803'), (('0.1', '1e-5'), '30.74956613197745'),
                       (('0.5', '1e-6'), '8.0576184807250443'), (('1', '1e-5'), '3.7306316348159418'),
                       (('1', '1e-6'), '4.2246788893268353'), (('1', '1e-9'), '5.495266157238296'),
                       (('2', '1e-6'), '2.2304762711864173'), (('4', '1e-6'), '1.1935185871579852'),
                       (('8', '1e-5'), '0.60022907219895156'), (('10', '1e-5'), '0.49988861970900851'),
                       (('10', '1e-9'), '0.65024691895865740'), (('20', '1e-6'), '0.30908468121885963'),
                       (('1', '0.1'), '1.0858777651918565')):
    check.near(f'kappa({e}, {d})', kappa(e, d), quoted, SPEC, CURVE, rel='1e-15')
source = (ROOT / CURVE).read_text()
for e, mu, quoted in re.findall(r'Known\{([\d.]+), ([\d.]+), ([\d.e-]+)\}', source):
    check.near(f'BW({e}, {mu})', gaussian_delta(float(e), float(mu)), quoted, CURVE, rel='1e-14')
for e, d, quoted in re.findall(r'Reference\{(0x\S+), (0x\S+), ([\d.]+)\}', source):
    check.near(f'kappa({float.fromhex(e):.4g}, {float.fromhex(d):.3g})',
               kappa(float.fromhex(e), float.fromhex(d)), quoted, CURVE, rel='1e-15')
for z, quoted in re.findall(r'Known\{([\d.]+), (\.[\d]+)\}', source):
    if float(z) <= 10:
        check.near(f'erfcx({z})', (Decimal(float(z)) ** 2).exp() * erfc(float(z)), quoted, CURVE, rel='1e-15')
for e, d, quoted in ((1, '1e-5', '1.61198e-4'), (.5, '1e-6', '3.64287e-5'), (8, '1e-5', '3.61151e-5')):
    mu = 1 / kappa(e, d)
    check.near(f'P(loss > {e}) at delta = {d}', normal_cdf(mu / 2 - Decimal(e) / mu), quoted, CURVE)


def zcdp_delta(rho, epsilon):
    low, high = 1 + 1e-12, (epsilon + 1) / (2 * rho) + 2
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if (2 * a - 1) * rho - epsilon + math.log(1 - 1 / a) < 0 else (low, a)
    return math.exp((a - 1) * (a * rho - epsilon)) / (a - 1) * (1 - 1 / a) ** a


Z = 'tests/native/privacy/zero_concentrated_test.cpp'
check.near('zCDP delta(.5, 1)', zcdp_delta(.5, 1), '0.2468463307829445', SPEC, Z, rel='1e-13')
for rho, quoted in ((.5, '5.2215344'), (.1, '2.1419389')):
    low, high = 0, 20
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if zcdp_delta(rho, middle) > 1e-6 else (low, middle)
    check.near(f'zCDP eps({rho}, 1e-6)', low, quoted, SPEC)

# Section 6: what published constants give. `true_epsilon` of mu at the same delta.


def true_epsilon(mu, delta='1e-5'):
    low, high = 0.0, 40.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian_delta(middle, mu) > Decimal(delta) else (low, middle)
    return low


classic = math.sqrt(2 * math.log(1.25e5))
for claim, quoted in ((1, '0.751'), (10, '10.39')):
    check.near(f'P1 true eps at claim {claim}', true_epsilon(claim / classic), quoted, SPEC, rel='1e-3')
for claim, quoted in ((1, '0.364'), (10, '4.70')):
    sigma = 4 * math.sqrt(2 * math.log(2.5e5)) / claim
    check.near(f'P2 true eps at claim {claim}', true_epsilon(math.sqrt(4.5) / sigma), quoted, SPEC, rel='3e-3')
for claim, quoted in ((1, '0.253'), (10, '3.19')):
    sigma = 6 * math.sqrt(2 * math.log(3.75e5)) / claim
    check.near(f'P3 true eps at claim {claim}', true_epsilon(math.sqrt(16 / 3) / sigma), quoted, SPEC,
               'tests/native/privacy/score_scale_test.cpp', rel='3e-3')
for claim, sensitivity, quoted in ((1, 8, '1.098'), (10, 8, '16.10'), (10, 5, '11.94')):
    check.near(f'P5 true eps at claim {claim}, sensitivity sqrt {sensitivity}',
               true_epsilon(math.sqrt(sensitivity) * claim / (2 * classic)), quoted, SPEC, rel='1e-3')
check.near('P6 true eps at claim 1', true_epsilon(1 / (4 * math.log(4e5))), '0.0566', SPEC, rel='3e-3')
for T, row in ((1024, ('110', '63.8', '10.7')), (20000, ('210', '117', '17.8'))):
    levels = math.floor(math.log2(T)) + 1
    most = max(range(T + 1), key=lambda t: t.bit_count())
    v = [2**h / (2 ** (h + 1) - 1) for h in range(levels)]
    honaker = max(sum(v[h] for h in range(levels) if t >> h & 1) for t in range(1, T + 1))
    f, square = 1.0, 1.0
    for k in range(1, T):
        f *= (2 * k - 1) / (2 * k)
        square += f * f
    check.row(f'prefix sums, T = {T}', (levels * most.bit_count(), levels * honaker, square**2), row,
              SPEC, rel='6e-3')
check.finish()
