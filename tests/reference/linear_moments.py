"""docs/linear-moments.md: estimate and exploration of the default learner, on known sums, d = 2."""
import math

from checks import Checks

check = Checks('linear moments')
TEST = 'tests/native/server/linear/linear_moments_test.cpp'


def deviation(norm, q, epsilon):
    """Of a coordinate of a ball release: the mean of m directions with epsilon/m each."""
    m = max(1, math.floor(epsilon / 2.1773 + .5))
    stretch = math.sqrt(math.pi) / math.tanh(epsilon / m / 2) * math.gamma((q + 1) / 2) / math.gamma(q / 2)
    return norm * stretch / math.sqrt(q * m)


def eigenpairs(a, b, c):
    """Of the matrix (a, b; b, c)."""
    middle, half = (a + c) / 2, math.hypot((a - c) / 2, b)
    for value in (middle + half, middle - half):
        x, y = (b, value - a) if b else ((1, 0) if (a >= c) == (value >= middle) else (0, 1))
        yield value, (x / math.hypot(x, y), y / math.hypot(x, y))


def learn(epsilon, spread, moment, moments, design, designs):
    d = 2
    mean = [x / moments for x in moment]
    variance = deviation(.5, d, epsilon) ** 2 / moments
    signal = max(mean[0] ** 2 + mean[1] ** 2 - d * variance, .1 * d * variance)
    c = max(d - 1, 1) * variance * moments / signal
    n = moments + designs
    ahead = n / 8 + 1
    explore = min(max((.6 * math.sqrt(c * (n + ahead)) - moments) / ahead, 0), 1)

    a, b, e = (x / designs for x in design)
    v = deviation(spread, 3, epsilon) ** 2 / designs
    level = (a + e) / d
    shape = a * a + b * b + e * e - d * level**2
    if level <= 2 * math.sqrt(v) or shape <= 3 * 2 * v:
        return mean, explore
    share = 1 - 3 * 2 * v / shape
    pairs = list(eigenpairs(1 - share + share * a / level, share * b / level / math.sqrt(2),
                            1 - share + share * e / level))
    ridge = variance * sum(max(value, 0) ** 2 for value, _ in pairs) / signal + v / level**2
    theta = [0, 0]
    for value, q in pairs:
        if value > 0:
            gain = (q[0] * mean[0] + q[1] * mean[1]) * value / (value * value + ridge) / level
            theta = [t + gain * x for t, x in zip(theta, q)]
    return theta, explore


for name, arguments, quoted in (
        ('one direction', (1, 1, (6000, 2000), 100_000, (20_000, 9_000, 8_000), 120_000),
         ('0.349950304782', '0.0331601948155')),
        ('several directions', (10, .5, (300, -150), 4000, (700, -400, 300), 5000),
         ('0.455381731362', '-0.198937574745')),
        ('shrunk', (1, 1, (64, 24), 800, (1600, 100, 600), 8200),
         ('0.287706642674', '0.106495090325'))):
    theta, explore = learn(*arguments)
    check.row(f'theta, {name}', theta, quoted, TEST, rel='1e-9')
check.near('exploration', explore, '0.350433447265', TEST, rel='1e-9')
check.finish()
