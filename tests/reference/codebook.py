"""docs/spec/codebook.md: the generator, thresholds, constants and errors of codebook reports.

Own formulas throughout: normal quantiles of the standard library, thresholds from 60 digits, S1 and
S2 as integrals over the binomial sum (the library integrates by parts), PrivUnit by its own cap.
"""
import math
from decimal import Decimal, getcontext
from statistics import NormalDist

from checks import ROOT, Checks

getcontext().prec = 60
checks = Checks('codebook')
SPEC = 'docs/spec/codebook.md'
TABLE_TEST = 'tests/native/privacy/codebook_test.cpp'
COIN_TEST = 'tests/native/privacy/codebook_coin_test.cpp'
SCALE_TEST = 'tests/native/privacy/codebook_scale_test.cpp'
RELEASE_TEST = 'tests/native/mechanisms/codebook_release_test.cpp'
PAIR_TEST = 'tests/native/server/linear/pair_learner_test.cpp'


# Section 5: the table, Philox, codewords.

def normal_table():
    law = NormalDist()
    upper = [math.floor(4096 * law.inv_cdf(0.5 + (2 * i + 1) / 2 ** 17) + 0.5) for i in range(32767)]
    upper.append(18075)
    return upper + [-z for z in upper]


TABLE = normal_table()


def philox(key, counter):
    key, counter = list(key), list(counter)
    for _ in range(10):
        left, right = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [right >> 32 ^ counter[1] ^ key[0], right & 0xFFFFFFFF,
                   left >> 32 ^ counter[3] ^ key[1], left & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def block(id, tag, j, b):
    words = [int.from_bytes(id[i:i + 4], 'little') for i in (0, 4, 8, 12)]
    return philox(words[:2], [b, tag * 65536 + j, words[2], words[3]])


def normals(id, tag, j, length):
    z = []
    for b in range((length + 7) // 8):
        for word in block(id, tag, j, b):
            z += [TABLE[word & 0xFFFF], TABLE[word >> 16]]
    return z[:length]


def codeword(id, tag, index, codewords, length):
    half = codewords // 2
    z = normals(id, tag, index % half, length)
    f = int(32767 * 2 ** 32 / math.sqrt(sum(x * x for x in z)))
    c = [x * f + 2 ** 31 >> 32 for x in z]
    return [-x for x in c] if index >= half else c


half = TABLE[:32768]
for i, quoted in ((8192, '1305'), (16384, '2763'), (32766, '16696'), (32767, '18075')):
    checks.same(f'Q[{i}]', TABLE[i], quoted, SPEC, TABLE_TEST)
checks.holds('the first three entries are 0', TABLE[:3] == [0, 0, 0])
checks.same('sum of the table', sum(half), '107090282', SPEC, TABLE_TEST)
checks.same('its squares', sum(z * z for z in half), '549757108188', SPEC, TABLE_TEST)
fnv = 0xcbf29ce484222325
for z in half:
    for byte in (z & 255, z >> 8 & 255):
        fnv = (fnv ^ byte) * 0x100000001b3 % 2 ** 64
checks.same('its hash', f'{fnv:x}', '621ec4835f9e371b', SPEC, TABLE_TEST)
law = NormalDist()
ties = min(abs(4096 * law.inv_cdf(0.5 + (2 * i + 1) / 2 ** 17) % 1 - 0.5) for i in range(32767))
checks.holds('no entry is nearer than 1.6e-5 to a tie of rounding', ties > 1.6e-5)
second = sum(z * z for z in half) / 32768 / 4096 ** 2
checks.holds('the fourth moment is a normal one',
             abs(sum(z ** 4 for z in half) / 32768 / 4096 ** 4 / second ** 2 - 3) < 1e-4)

COUNTING = bytes(range(16))
checks.same('Philox of 0', [f'{w:x}' for w in philox([0, 0], [0] * 4)],
            '6627e8d5 e169c58d bc57ac4c 9b00dbd8', SPEC)
checks.same('Philox of an id', [f'{w:x}' for w in block(COUNTING, 0xCB00, 0, 0)],
            '594f7164 73db5d30 931ff621 f4dc25f1', SPEC)
for length, first, rest in ((21, '-15261, -7091, 7909, -1332', ('-10373', '-23531', '1073649097')),
                            (231, '-4863, -2260, 2520, -424', ('-300', '-39259', '1073669859'))):
    c = codeword(COUNTING, 0xCB01, 200, 256, length)
    checks.same(f'codeword of {length}', ', '.join(map(str, c[:4])), first, SPEC, TABLE_TEST)
    for name, value, quoted in zip(('last', 'sum', 'squares'),
                                   (c[-1], sum(c), sum(x * x for x in c)), rest):
        checks.same(f'its {name}', value, quoted, SPEC, TABLE_TEST)


# Section 3: thresholds, from 60 digits and as the library makes them.

def least_threshold(epsilon, codewords, near):
    far = codewords - near
    return math.ceil(Decimal(2) ** 64 * far / (near * Decimal(epsilon).exp() + far))


def threshold(epsilon, codewords, near):
    y = math.ceil(Decimal(2) ** 104 * (-Decimal(epsilon)).exp())
    top, bottom = (codewords - near) * y, near * 2 ** 104 + (codewords - near) * y
    c = -(-top * 2 ** 64 // bottom)
    return c + (c >> 48) + 1


for epsilon, codewords, near, quoted in (
        (.2, 64, 30, '8878408933267889393'), (.5, 64, 28, '8082386518470314119'),
        (1, 2, 1, '4961093570831998480'), (1, 16, 6, '7011387588784273825'),
        (1, 64, 23, '7305960057484039141'), (2, 64, 14, '6010795217189788407'),
        (2, 256, 57, '5919127636054069135'), (4, 256, 18, '3596367010500294298'),
        (8, 1024, 4, '1453640547137083231'), (10, 4096, 3, '1075957588851834231'),
        (32, 4096, 1, '956643684')):
    name = f'T({epsilon}, {codewords}, {near})'
    value = threshold(epsilon, codewords, near)
    checks.same(name, value, quoted, SPEC, COIN_TEST)
    least = least_threshold(epsilon, codewords, near)
    checks.holds(f'{name} is just enough', least <= value <= least * (1 + Decimal(2) ** -46) + 1)
    ratio = Decimal(2 ** 64 - value) * (codewords - near) / (value * near)
    checks.holds(f'{name} keeps epsilon', ratio <= Decimal(epsilon).exp())


# Sections 6 and 11: constants. x = sin(theta), density cos^(D-2).

def gauss_legendre(count):
    nodes = []
    for i in range(count):
        x = math.cos(math.pi * (i + 0.75) / (count + 0.5))
        for _ in range(50):
            a, b = 1.0, x
            for k in range(2, count + 1):
                a, b = b, ((2 * k - 1) * x * b - (k - 1) * a) / k
            slope = count * (x * b - a) / (x * x - 1)
            x -= b / slope
        nodes.append((x, 2 / ((1 - x * x) * slope * slope)))
    return nodes


NODES = gauss_legendre(16)


def lower_mass(theta, n):
    """The integral of cos^n from 0 to theta, a sum of positive terms."""
    sine, cosine = math.sin(theta), math.cos(theta)
    total = theta if n % 2 == 0 else sine
    for m in range(2 if n % 2 == 0 else 3, n + 1, 2):
        total = sine * cosine ** (m - 1) / m + (m - 1) / m * total
    return total


CAPS = {}


def cap(length):
    """(x, mass, q) on a grid of theta."""
    if length not in CAPS:
        end = min(math.pi / 2, 11.5 / math.sqrt(length))
        panels, points = 48, []
        total = lower_mass(math.pi / 2, length - 2)
        for panel in range(panels):
            for node, weight in NODES:
                theta = (panel + 0.5 + node / 2) * end / panels
                mass = weight * end / panels / 2 * math.cos(theta) ** (length - 2) / total
                points.append((math.sin(theta), mass, 1 - lower_mass(theta, length - 2) / total))
        CAPS[length] = points
    return CAPS[length]


def binomial_below(k, n, q):
    """P(Bin(n, q) <= k - 1): its terms below k, or 1 less those from k on, whichever are fewer."""
    if k > n or q <= 0:
        return 1.0
    if q >= 1:
        return 0.0
    is_upper = k > n * q
    i, step = (k, 1) if is_upper else (k - 1, -1)
    term = math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) +
                    i * math.log(q) + (n - i) * math.log1p(-q))
    total = 0.0
    while 0 <= i <= n and term > 1e-18 * total:
        total += term
        term *= (n - i) * q / ((i + 1) * (1 - q)) if is_upper else i * (1 - q) / ((n - i + 1) * q)
        i += step
    return 1 - total if is_upper else total


def probabilities(epsilon, codewords, near):
    t = threshold(epsilon, codewords, near)
    r = Decimal(2 ** 64 - t) / 2 ** 64 / near
    s = Decimal(t) / 2 ** 64 / (codewords - near)
    return float(r - s), float(s)


def constants(d, epsilon, codewords, near):
    pairs, first, second = codewords // 2, 0.0, 0.0
    for x, mass, q in cap(d + 1):
        share = mass * binomial_below(near, pairs - 1, q)
        first += x * share
        second += x * x * share
    lead, s = probabilities(epsilon, codewords, near)
    return lead * pairs * first, codewords * s / (d + 1) + lead * pairs * second


GOLDEN = (
    (2, 1, 64, 24, '0.243427602555', '0.373380724667'),
    (3, 1, 64, 24, '0.207688846911', '0.280471470588'),
    (5, .2, 64, 31, '0.0338902390372', '0.167185453795'),
    (5, 1, 64, 23, '0.166875114866', '0.189823947834'),
    (5, 4, 256, 22, '0.578339219644', '0.444455895434'),
    (5, 8, 1024, 7, '0.852840595910', '0.772057407455'),
    (15, 1, 64, 23, '0.100067181135', '0.0712882665270'),
    (20, .5, 64, 28, '0.0438349268168', '0.0490999704005'),
    (20, 1, 64, 23, '0.0870736521022', '0.0543243471063'),
    (20, 2, 64, 14, '0.170478071720', '0.0755925448314'),
    (20, 4, 256, 18, '0.323405732539', '0.146882141463'),
    (20, 8, 1024, 4, '0.547302837268', '0.331384094666'),
    (20, 10, 4096, 3, '0.628671199575', '0.424071461078'),
    (230, 1, 64, 22, '0.0260156412298', '0.00501214310772'),
    (230, 4, 256, 17, '0.0989125402865', '0.0140104970292'),
    (230, 8, 1024, 4, '0.176337556397', '0.0345061098634'),
    (8384, 1, 64, 22, '0.00431430492417', '1.38088364610e-4'))
for d, epsilon, codewords, near, m, m2 in GOLDEN:
    mean, square = constants(d, epsilon, codewords, near)
    checks.near(f'm({d}, {epsilon}, {codewords}, {near})', mean, m, SPEC, SCALE_TEST, rel='5e-12')
    checks.near(f'M2({d}, {epsilon}, {codewords}, {near})', square, m2, SPEC, SCALE_TEST, rel='5e-12')


# Section 10: the worked report.

def split_mix(state):
    while True:
        state = (state + 0x9e3779b97f4a7c15) % 2 ** 64
        z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9 % 2 ** 64
        z = (z ^ z >> 27) * 0x94d049bb133111eb % 2 ** 64
        yield z ^ z >> 31


v = (.5, -.25, .75)
u = [round(x * 2 ** 20) for x in v] + [round(math.sqrt(1 - sum(x * x for x in v)) * 2 ** 20)]
checks.same('lift', ', '.join(map(str, u)), '524288, -262144, 786432, 370728', SPEC, RELEASE_TEST)
keys = []
for j in range(8):
    z = normals(COUNTING, 0xCB00, j, 4)
    keys.append(sum(a * b for a, b in zip(z, u)) / math.sqrt(sum(a * a for a in z)))
keys += [-key for key in keys]
order = sorted(range(16), key=lambda i: (-keys[i], i))
checks.same('order', ', '.join(map(str, order)),
            '3, 0, 15, 14, 12, 5, 10, 1, 9, 2, 13, 4, 6, 7, 8, 11', SPEC, RELEASE_TEST)
words = split_mix(42)
coin, near, far = next(words), next(words) % 6, next(words) % 10
rank = near if coin >= threshold(1, 16, 6) else 6 + far
checks.same('coin', coin, '13679457532755275413', SPEC)
checks.same('rank and index', [rank, order[rank]], '1 0')
mean, square = constants(3, 1, 16, 6)
unit = 1 / (32767 * mean)
checks.near('m', mean, '0.204475354923151', SPEC, SCALE_TEST, units=5)
checks.near('M2', square, '0.278961231694877', SPEC, SCALE_TEST, units=5)
checks.near('unit', unit, '1.49252752183592e-4', SPEC, SCALE_TEST, units=5)
estimate = [c * unit for c in codeword(COUNTING, 0xCB00, 0, 16, 4)[:3]]
checks.row('w', estimate, ('2.81072782912', '1.83521184085', '1.95461404260'), SPEC, RELEASE_TEST)


# Section 8.1: products of a pair.

c = codeword(COUNTING, 0xCB00, 13, 16, 4)[:3]
products = [c[0] * c[0], c[0] * c[1], c[1] * c[1], c[2] * c[0], c[2] * c[1], c[2]]
for product, quoted in zip(products, ('348755625', '375628950', '404572996', '-324179325', '-349158926', '-17359')):
    checks.same('a product of a pair', product, quoted, SPEC, PAIR_TEST)
# Of vectors of 5 features and a reward, of length sqrt 2 at most.
for epsilon, codewords, near, alpha, b in (
        (4, 256, 21, '0.997858551502', '0.692401038002'),
        (8, 1024, 7, '0.989500338523', '0.144112472881'),
        (10, 4096, 6, '0.998986950476', '0.0763960125099')):
    mean, square = constants(6, epsilon, codewords, near)
    checks.near(f'alpha of a pair, epsilon {epsilon}', (7 * square - 1) / (6 * mean ** 2), alpha, SPEC,
                PAIR_TEST, rel='5e-12')
    checks.near(f'b of a pair, epsilon {epsilon}', 2 * (1 - square) / (6 * mean ** 2), b, SPEC, PAIR_TEST,
                rel='5e-12')


# Section 11: mean squared error of a full vector.

def best_privunit(d, epsilon):
    """1/m^2 - 1 of the best cap {<U, e> >= sin(theta)}, m = G (e^eps - 1)/(1 + (e^eps - 1) q)."""
    total = lower_mass(math.pi / 2, d - 2)
    gain = math.expm1(epsilon)

    def mean(theta):
        q = (1 - lower_mass(theta, d - 2) / total) / 2
        return math.cos(theta) ** (d - 1) / (d - 1) / (2 * total) * gain / (1 + gain * q)

    low, high = 0.0, math.pi / 2
    for _ in range(60):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        if mean(a) < mean(b):
            low = a
        else:
            high = b
    m = mean(low)
    checks.holds(f'the cap of d {d}, epsilon {epsilon} is at its m', abs(math.sin(low) - m) < 1e-5)
    return 1 / m ** 2 - 1


def default_codewords(epsilon, d):
    n = 64 if epsilon < .75 else 256 if epsilon < 5 else 1024 if epsilon < 9 else 4096
    while epsilon < 1.5 and n * (d + 1) > 2 ** 14 and n > 64:
        n //= 2
    while n * (d + 1) > 2 ** 18 and n > 16:
        n //= 2
    return n


def best_near(d, epsilon, codewords, start):
    value = constants(d, epsilon, codewords, start)[0]
    for step in (-1, 1):
        while 1 <= start + step <= codewords // 2:
            other = constants(d, epsilon, codewords, start + step)[0]
            if other <= value:
                break
            start, value = start + step, other
    return start


def full_error(d, epsilon, codewords, near):
    """E||w||^2 - 1 with E[c_D^2] = (1 - M2)/d for a full vector."""
    mean, square = constants(d, epsilon, codewords, near)
    return (1 - (1 - square) / d) / mean ** 2 - 1


def ball_error(d, epsilon):
    ratio = math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    return math.pi * (ratio / math.tanh(epsilon / 2)) ** 2 - 1


EPSILONS = (.2, .5, 1, 2, 4, 8, 10)
START = (30, 27, 90, 57, 18, 4, 3)
DEFAULTS = {5: '31, 28, 92, 61, 22, 7, 8', 20: '30, 27, 90, 57, 18, 4, 3', 230: '30, 27, 22, 56, 17, 4, 1'}
ERRORS = {}
for line in (ROOT / SPEC).read_text(encoding='utf-8').splitlines():
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    if len(cells) == 8 and cells[0].isdigit() and ':' in cells[1]:
        ERRORS[int(cells[0])] = [cell.replace(':', '').split() for cell in cells[1:]]
checks.holds('the table has eight rows', len(ERRORS) == 8)
for d, cells in ERRORS.items():
    found = []
    for epsilon, start, (optimum, factor, ball) in zip(EPSILONS, START, cells):
        codewords = default_codewords(epsilon, d)
        near = best_near(d, epsilon, codewords, start if codewords > 128 or epsilon < .75 else 45 if codewords > 64 else 22)
        found.append(near)
        best = best_privunit(d, epsilon)
        name = f'd {d}, epsilon {epsilon}'
        checks.near(f'PrivUnit, {name}', best, optimum, SPEC, SCALE_TEST, units=.6)
        checks.near(f'codebook, {name}', full_error(d, epsilon, codewords, near) / best, factor,
                    SPEC, SCALE_TEST, units=.6)
        checks.near(f'l2ball, {name}', ball_error(d, epsilon) / best, ball, SPEC, units=.6)
    if d in DEFAULTS:
        checks.same(f'best k, d {d}', ', '.join(map(str, found)), DEFAULTS[d], SPEC, SCALE_TEST)

checks.finish()
