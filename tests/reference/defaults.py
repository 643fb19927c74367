"""docs/spec/defaults.md: the number of visitors below which no learner of features learns more than a little.

The library solves s = A phi(s)/(1 + A Q(s)) in floating point. Here s is the largest mean that a cap
{z >= t} of a normal z has, A phi(t)/(1 + A Q(t)), found by trisection with many digits.
"""
import math
from decimal import ROUND_CEILING, Decimal
from functools import cache

from checks import PI, Checks, normal_cdf

SPEC = 'docs/spec/defaults.md'
TEST = 'tests/package/unit/recommend-rules.test.ts'
check = Checks('defaults')


def cap_mean(epsilon, t):
    odds = Decimal(epsilon).exp() - 1
    density = (-t * t / 2).exp() / (2 * PI).sqrt()
    return odds * density / (1 + odds * normal_cdf(-t))


@cache
def best_mean(epsilon):
    low, high = Decimal(0), Decimal(5)
    for _ in range(80):
        third = (high - low) / 3
        if cap_mean(epsilon, low + third) < cap_mean(epsilon, high - third):
            low += third
        else:
            high -= third
    s = cap_mean(epsilon, low)
    check.holds(f'the best cap at eps = {epsilon} begins at its mean', abs(s - low) < Decimal('1e-12'))
    return s


def least(d, epsilon):
    return d**3 * (2 / PI) / min(best_mean(min(epsilon, 11.5))**2, Decimal(d + 1))


def whole(visitors):
    return int(visitors.to_integral_value(ROUND_CEILING))


GOLDEN = ((20, 1, '32238.64', '32239'), (5, 1, '503.73', '504'), (4, 2, '65.87', '66'), (20, 8, '676.92', '677'))
for d, eps, exact, visitors in GOLDEN:
    check.near(f'visitors below which little is learnt, d = {d}, eps = {eps}', least(d, eps), exact, SPEC)
    check.same('in whole visitors', whole(least(d, eps)), visitors, TEST)
OF_128 = ((2**-10, '8796093085221'), (.2, '209778195'), (1, '8451166'), (4, '581192'), (8, '177450'), (11.5, '102103'))
for eps, visitors in OF_128:
    check.same(f'whole visitors, d = 128, eps = {eps}', whole(least(128, eps)), visitors, TEST)
check.near('d = 5, eps = 8: s^2 is 6', least(5, 8), '13.26', TEST)
check.same('d = 20, eps = 32', whole(least(20, 32)), '390', TEST)

# The two limits agree: s^2 at eps = 11.5, and that of the nearest of 2048 random lines.
check.near('s^2 at eps = 11.5', best_mean(11.5)**2, '13.08', SPEC)
STEP = 1e-3
nearest = sum(1 - math.erf((i + .5) * STEP / math.sqrt(2))**2048 for i in range(9000)) * STEP
check.near('s^2 of the nearest of 4,096 codewords', nearest**2, '13.15', SPEC)
# A small eps: that of a random direction, coth^2(eps/2).
check.near('against coth^2 at eps = 2^-10', float(2 / PI / best_mean(2**-10)**2) * math.tanh(2**-11)**2, '1.00000')
check.finish()
