"""docs/spec/privacy.md, section 1.1: what a loss means to a visitor, as decimals rounded outwards."""
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from checks import ROOT, Checks, kappa, normal_cdf

TEST = 'tests/package/unit/explain.test.ts'
SPEC = 'docs/spec/privacy.md'
check = Checks('explanation')

ONE = Decimal(1)


def rounded(value, digits, rounding):
    text = f'{value.quantize(ONE.scaleb(-digits), rounding):,f}'
    return text.rstrip('0').rstrip('.') if '.' in text else text


def factor(epsilon):
    odds = Decimal(epsilon).exp()
    return rounded(odds, 2 if odds <= 100 else 0, ROUND_CEILING)


def percent(value, rounding):
    """One digit; more where the bound would be 100, up to 4, and until two digits are not 0, up to 12."""
    for digits in range(1, 13):
        text = rounded(value, digits, rounding)
        if text == '100':
            if digits == 4 or value == 100:
                return text
        elif digits == 12 or len(text.replace('.', '').lstrip('0')) >= 2 or Decimal(text) >= 1:
            return text
        elif Decimal(text) == 0 == value or Decimal(text).scaleb(digits) >= 10:
            return text


def texts(epsilon, delta, prior):
    odds, p = Decimal(epsilon).exp(), Decimal(prior)
    return [
        factor(epsilon),
        percent(100 * (odds + Decimal(delta)) / (1 + odds), ROUND_CEILING) + '%',
        percent(100 * p / (p + (1 - p) * odds), ROUND_FLOOR),
        percent(100 * p * odds / (p * odds + 1 - p), ROUND_CEILING),
    ]


# The epsilon is the double that JavaScript reads; prior and delta are the decimals.
ROW = re.compile(r"^  '(\S+) (\S+) (\S+): (\S+) (\S+) (\S+) (\S+)',$", re.MULTILINE)
rows = ROW.findall((ROOT / TEST).read_text(encoding='utf-8'))
check.holds('the test has rows', len(rows) >= 20)
for epsilon, delta, prior, *quoted in rows:
    check.same(f'({epsilon}, {delta}), prior {prior}', texts(float(epsilon), delta, prior), ' '.join(quoted))

# The threshold of the shipped bit at epsilon 1 (section 4.1) gives the same texts: rounding in the mechanism costs no digit.
T0 = Decimal(4961093570831980854)
kept = (2**64 - T0) / 2**64
check.same('odds of the shipped bit', rounded((2**64 - T0) / T0, 2, ROUND_CEILING), '2.72', TEST)
check.same('guess of the shipped bit', percent(100 * kept, ROUND_CEILING) + '%', '73.2%', TEST)

# Section 1.1. The best guess against that of an optimal test in the region that (eps, delta) allows.
check.near('even odds', 1 / (1 + (-ONE).exp()), '0.7311', SPEC)
check.near('2 of 100, at most', Decimal('.02') * ONE.exp() / (Decimal('.02') * ONE.exp() + Decimal('.98')), '0.0526', SPEC)
check.near('2 of 100, at least', Decimal('.02') / (Decimal('.02') + Decimal('.98') * ONE.exp()), '0.0074', SPEC)


def best_guess(epsilon, delta, prior):
    """max of prior P(S | A) + (1 - prior) P(not S | B) over tests S that (eps, delta) allows, on a fine grid."""
    odds, best = Decimal(epsilon).exp(), Decimal(0)
    n = 2000
    for i in range(n + 1):
        b = Decimal(i) / n
        a = min(odds * b + delta, 1, 1 - (1 - b - delta) / odds)
        best = max(best, prior * a + (1 - prior) * (1 - b))
    return best


for epsilon, delta, prior in ((1, '0', '.5'), (1, '0', '.02'), (1, '.01', '.02'), (1, '.01', '.5'), (2, '.1', '.3'), (1, '0', '.9')):
    odds, d, p = Decimal(epsilon).exp(), Decimal(delta), Decimal(prior)
    formula = max(p + (1 - p) * d, 1 - p + p * d, (odds + d) / (1 + odds))
    found = best_guess(epsilon, d, p)
    check.holds(f'best guess at ({epsilon}, {delta}), prior {prior}', formula - Decimal('.002') <= found <= formula)

# How often Gaussian noise of (1, 1e-5) passes e^eps.
mu = 1 / kappa(Decimal(1), Decimal('1e-5'))
check.near('Gaussian noise passes e', 1 - normal_cdf(1 / mu - mu / 2), '1.6e-4', 'bindings/ts/client/explain.ts')
check.finish()
