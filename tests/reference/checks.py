"""What the reference programs share: a list of checks, and the normal law with many digits.

A check has a value that was computed here, the same value as the repository quotes it (as text), and
the files that quote it. It fails if the two differ by more than the quoted digits allow, and also if
a file does not have that text: so the list cannot fall behind the tests.
"""
import re
import sys
from decimal import Decimal, getcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
getcontext().prec = 180


class Checks:
    def __init__(self, title, print=print):
        self.title = title
        self.print = print
        self.count = 0
        self.failures = 0
        self.texts = {}

    def _quotes(self, text, file):
        if file not in self.texts:
            path = ROOT / file
            raw = path.read_text(encoding='utf-8') if path.exists() else ''
            self.texts[file] = re.sub(r"(?<=\d)['_](?=\d)", '', raw)
        return text in self.texts[file]

    def _tell(self, name, shown, quoted, files, is_right):
        self.count += 1
        missing = [file for file in files if not self._quotes(quoted, file)]
        if is_right and not missing:
            self.print(f'ok   {name} = {shown}')
            return
        self.failures += 1
        if not is_right:
            self.print(f'FAIL {name}: computed {shown}, quoted {quoted}')
        for file in missing:
            self.print(f'FAIL {name}: {file} does not have {quoted}')

    def near(self, name, value, quoted, *files, units=1.0, rel=None):
        """`units`: how many units of the last quoted digit they may differ. `rel`: instead of it."""
        target = Decimal(quoted)
        allowed = Decimal(units) * Decimal(1).scaleb(target.as_tuple().exponent)
        if rel is not None:
            allowed = abs(target) * Decimal(rel)
        value = value if isinstance(value, (Decimal, int)) else Decimal(float(value))
        value = Decimal(value)
        self._tell(name, f'{float(value):.16g}', quoted, files, abs(value - target) <= allowed)

    def row(self, name, values, quoted, *files, **options):
        for i, (value, text) in enumerate(zip(values, quoted, strict=True)):
            self.near(f'{name}[{i}]', value, text, *files, **options)

    def same(self, name, value, quoted, *files):
        """Integers and lists of them, as text."""
        text = ' '.join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        self._tell(name, text, quoted, files, text == quoted)

    def holds(self, name, is_right):
        self._tell(name, 'holds' if is_right else 'does not hold', '', (), is_right)

    def finish(self):
        print(f'{self.title}: {self.count - self.failures} of {self.count} values agree')
        sys.exit(1 if self.failures else 0)


# The normal law, by the Taylor series of erf in 180 digits: the terms grow to e^(z^2), which for
# |z| < 14 takes 90 of them.

def _pi():
    def arctan(inverse):
        x = Decimal(1) / inverse
        power, total, n = x, x, 1
        while abs(power) > Decimal(10) ** -175:
            power /= -inverse * inverse
            n += 2
            total += power / n
        return total
    return 4 * (4 * arctan(5) - arctan(239))


PI = _pi()


def erfc(z):
    z = Decimal(z)
    if z < 0:
        return 2 - erfc(-z)
    if z > 13:  # the asymptotic series, whose 60th term is below 1e-50 of the first
        term, total = Decimal(1), Decimal(1)
        for n in range(1, 60):
            term *= -(2 * n - 1) / (2 * z * z)
            total += term
        return (-z * z).exp() / (z * PI.sqrt()) * total
    term, total, n = z, z, 0
    while n < 20 or abs(term) > Decimal(10) ** -170:
        n += 1
        term *= -z * z / n
        total += term / (2 * n + 1)
    return 1 - 2 * total / PI.sqrt()


def normal_cdf(z):
    return erfc(-Decimal(z) / Decimal(2).sqrt()) / 2


def gaussian_delta(epsilon, mu):
    """BW(epsilon, mu) of docs/spec/privacy.md, section 5.1."""
    e, m = Decimal(epsilon), Decimal(mu)
    return normal_cdf(m / 2 - e / m) - e.exp() * normal_cdf(-m / 2 - e / m)


def kappa(epsilon, delta):
    """1/mu with BW(epsilon, mu) = delta: bisection in floating point, then Newton steps."""
    target = Decimal(delta)
    low, high = Decimal(2) ** -16, Decimal(2) ** 5
    for _ in range(60):
        middle = (low * high).sqrt()
        low, high = (middle, high) if gaussian_delta(epsilon, middle) < target else (low, middle)
    return 1 / low


def self_check():
    wrong = Checks('wrong', print=lambda line: None)
    wrong.near('a wrong value', 1.0, '1.5')
    wrong.near('a value that no file has', 123456.789, '123456.789', 'README.md')
    wrong.same('wrong integers', [1, 2], '1 3')
    if wrong.failures != 3:
        sys.exit('checks.py: a wrong value passed')
    print('self-check: three wrong values fail, as they must')


if __name__ == '__main__':
    self_check()
