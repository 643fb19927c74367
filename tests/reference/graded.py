"""docs/spec/graded.md: the window mechanism in rationals, and its learners on sums that are given."""
import math
from decimal import Decimal
from fractions import Fraction

from checks import Checks

SPEC = 'docs/spec/graded.md'
SCALE = 'tests/native/privacy/window_scale_test.cpp'
LEARN = 'tests/native/server/graded_test.cpp'
check = Checks('graded.py')
WORDS = 2**64
M = 1024

# Section 2: T0 of randomised response, L, T1, and the variance of the noise at r = 0, 1/4, 1/2.
TABLE = {
    .5: ('6964396094736554678', '903', '10929432227602075863', '5.2645', '4.6477', '4.4422'),
    1: ('4961093570831998480', '795', '12516048949749974652', '1.2664', '1.0167', '.9335'),
    2: ('2198905795380366639', '606', '15013399384261194049', '.2730', '.1941', '.1678'),
    3: ('874852944978783906', '452', '16576992849458460541', '.0965', '.0644', '.0537'),
    5: ('123461308123773594', '240', '17931246314583324476', '.0184', '.0117', '.0094'),
    10: ('837442865445679', '46', '18428119843386476224', '.00053', '.00033', '.00026'),
}


def outside(b, length, m=M):
    """U."""
    return -(-(WORDS * m * b) // (length * (WORDS - b) + m * b))


class Law:
    """P(j | k) of one report, in rationals."""

    def __init__(self, b, length, m=M):
        u = outside(b, length, m)
        self.u, self.t1, self.length, self.m = u, WORDS - u, length, m
        self.near = Fraction(self.t1, WORDS * length)
        self.far = Fraction(u, WORDS * m)
        self.slope = length * (self.near - self.far)
        n = m + length
        self.offset = self.far * n * (n - 1) / 2 + (self.near - self.far) * length * (length - 1) / 2

    def of(self, k):
        return [self.near if k <= j < k + self.length else self.far
                for j in range(self.m + self.length)]

    def moments(self, k):
        """Mean and variance of (j - offset)/(m slope), by sums over all j."""
        law = self.of(k)
        mean = sum(p * j for j, p in enumerate(law))
        square = sum(p * j * j for j, p in enumerate(law))
        scale = self.m * self.slope
        return (mean - self.offset) / scale, (square - mean * mean) / (scale * scale)

    def variance(self, k):
        """The same variance in closed form."""
        def squares(n):
            return (n - 1) * n * (2 * n - 1) // 6
        n, length = self.m + self.length, self.length
        mean = self.offset + self.slope * k
        square = self.far * squares(n) + (self.near - self.far) * (squares(k + length) - squares(k))
        return (square - mean * mean) / (self.m * self.slope) ** 2


def is_long_enough(length, a, b):
    """docs/spec/graded.md, section 2."""
    q, odd = length * (length + 1), 2 * length + 1
    return (a * a * q * q * odd + 4 * a * b * M * q * q
            >= 2 * a * b * M * (2 * M * M - 1) * q + b * b * M * M * (M * M - 1) * odd)


def length_of(b):
    a, b = (WORDS - b) >> 28, max(b >> 28, 1)
    return next(n for n in range(1, M + 1) if n == M or is_long_enough(n, a, b))


for epsilon, (t0, length, t1, *variances) in TABLE.items():
    b = int(t0)
    least = Decimal(WORDS) / (1 + Decimal(epsilon).exp())
    check.holds(f'T0({epsilon}) is 2^64/(1 + e^eps) and at most 2^-47 more',
                least <= b <= least * (1 + Decimal(2) ** -47))
    check.same(f'L({epsilon})', length_of(b), length, SPEC, SCALE)
    law = Law(b, int(length))
    check.same(f'T1({epsilon})', law.t1, t1, SPEC, SCALE)
    for k, text in zip((0, M // 4, M // 2), variances, strict=True):
        check.near(f'variance({epsilon}) at {k}', float(law.variance(k)), text, SPEC, SCALE)
    # No length has a smaller worst variance, by a search over all of them.
    worst = [max(float(Law(b, n).variance(k)) for k in (0, M // 4, M // 2)) for n in range(1, M + 1)]
    check.holds(f'L({epsilon}) has the least worst variance', min(worst) == worst[int(length) - 1])

one, five = Law(int(TABLE[1][0]), 795), Law(int(TABLE[5][0]), 240)
check.near('slope, eps 1', Decimal(one.slope.numerator) / one.slope.denominator,
           '.428891506535143187445621468863', SPEC)
check.near('offset, eps 1', Decimal(one.offset.numerator) / one.offset.denominator,
           '689.407548654006688027841807942', SPEC)
check.near('slope, eps 5', Decimal(five.slope.numerator) / five.slope.denominator,
           '.965505156688961629628693015062', SPEC)
check.near('offset, eps 5', Decimal(five.offset.numerator) / five.offset.denominator,
           '137.161359775251645630109176288', SPEC)
check.near('loss, eps 1', (Decimal(one.t1 * M) / (one.u * 795)).ln(), '.99999999999999514', SPEC, SCALE)

# Section 1: the ratio of any two probabilities of any report, and the mean, over all k and j.
for m, length, b in ((8, 3, int(TABLE[1][0])), (8, 8, int(TABLE[.5][0])), (8, 1, int(TABLE[5][0]))):
    law, a = Law(b, length, m), WORDS - b
    rows = [law.of(k) for k in range(m + 1)]
    check.holds(f'M = {m}, L = {length}: sums to 1, ratios at most a/b, mean k/M',
                all(sum(row) == 1 for row in rows)
                and max(max(c) / min(c) for c in zip(*rows, strict=True)) <= Fraction(a, b)
                and all(law.moments(k)[0] == Fraction(k, m) for k in range(m + 1)))
for k in (0, 1, 511, 1024):
    mean, variance = one.moments(k)
    check.holds(f'M = 1024, k = {k}: mean k/M, the closed form of the variance',
                mean == Fraction(k, M) and variance == one.variance(k))
check.holds('the variance is convex in k and symmetric',
            all(one.variance(k) == one.variance(M - k)
                and one.variance(k - 1) + one.variance(k + 1) > 2 * one.variance(k)
                for k in range(1, M)))

# Section 4: (reports, sum of j, sum of j^2) of five arms at epsilon 1.
SUMS = [(50, 47600, 56000000), (40, 36000, 41200000), (8, 7000, 7400000), (30, 27000, 24300000)]
LEAST, MOST = one.variance(M // 2), one.variance(0) + Fraction(1, 4)


def believed(n, total, squares, law, least, most):
    scale = law.m * law.slope
    spread = (squares - Fraction(total * total, n)) / (scale * scale)
    return (Fraction(total, n) - law.offset) / scale, max(least, (spread + 2 * most) / (n + 2))


arms = [(n, *believed(n, s, q, one, LEAST, MOST)) for n, s, q in SUMS]
check.row('m', [float(m) for _, m, _ in arms],
          '.597908647898 .479507492300 .422583859801 .479507492300'.split(), SPEC, LEARN)
check.row('v', [float(v) for _, _, v in arms],
          '1.12361482567 1.15848245765 .964305198095 .933522058051'.split(), SPEC, LEARN)


def divergence(gap, v):
    return math.log1p(float(gap * gap / v)) / 2


best = max(m for _, m, _ in arms)
rates = [divergence(best - m, v) for _, m, v in arms]
check.row('I', [n * d + math.log(n) for (n, _, _), d in zip(arms, rates, strict=True)],
          '3.91202300543 3.92944745766 2.20495792792 3.62477990238'.split(), SPEC, LEARN)


def filled(n, rate, level):
    """n' with n' rate + ln n' = level, less n."""
    low, high = 0.0, 1e4
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (n + middle) * rate + math.log(n + middle) < level else (low, middle)
    return low


low, high = 0.0, 20.0
for _ in range(200):
    level = (low + high) / 2
    total = sum(filled(n, d, level) for (n, _, _), d in zip(arms, rates, strict=True))
    low, high = (level, high) if total < 100 else (low, level)
check.row('shares of 100', [filled(n, d, level) / 100 for (n, _, _), d in zip(arms, rates, strict=True)],
          '.282377041 .158997287 .330725977 .227899694'.split(), SPEC, LEARN)


def cdf(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def largest(beliefs):
    """P(the draw of each is the largest), by the trapezoid rule."""
    shares, steps = [], 2000
    for i, (mean, deviation) in enumerate(beliefs):
        total = 0.0
        for s in range(steps + 1):
            z = -9 + 18 * s / steps
            x = mean + deviation * z
            p = math.exp(-z * z / 2)
            for k, (other, width) in enumerate(beliefs):
                if k != i:
                    p *= cdf((x - other) / width)
            total += p
        shares.append(total * 18 / steps / math.sqrt(2 * math.pi))
    return shares


def deviation(n, gap, v):
    return float(gap) / math.sqrt(2 * n * divergence(gap, v)) if gap > 0 else math.sqrt(v / n)


check.row('Thompson', largest([(float(m), deviation(n, best - m, v)) for n, m, v in arms]),
          '.4084425 .1667169 .2517629 .1730776'.split(), SPEC, LEARN)

# A menu: the first arm's reports at epsilon 1, and as many at epsilon 5.
row = believed(50, 37000, 28600000, five, five.variance(M // 2), five.variance(0) + Fraction(1, 4))
weights = [50 / arms[0][2], 50 / row[1]]
check.row('a menu: m and 1/W', [float((weights[0] * arms[0][1] + weights[1] * row[0]) / sum(weights)),
                                float(1 / sum(weights))], '.609391799361 .00066613064389'.split(), SPEC, LEARN)
check.finish()
