"""docs/spec/combinatorial.md: radii, central noise, lower bounds, worlds, and public coins."""
import math
from decimal import Decimal, localcontext
from itertools import combinations, permutations

from checks import Checks

SPEC = 'docs/spec/combinatorial.md'
check = Checks('combinatorial')
BETA = math.tanh(.5) ** -2


def la(t):
    return math.log(1 + t * math.log(t) ** 2)


# Golden values of section 8.

UPPER = 'tests/native/server/combinatorial/upper_weights_test.cpp'
check.same('levels of a tree, T = 1e6', math.floor(math.log2(10**6)) + 1, '20', SPEC,
           'tests/native/simulation/combinatorial/central_sums_test.cpp')
check.near('beta(1)', BETA, '4.6826943768', SPEC, UPPER)
check.near('La(1000)', la(1000), '10.7730657034', SPEC, UPPER)
check.near('La(1e6)', la(1e6), '19.0670943922', SPEC, UPPER)
check.near('LDP2 radius', 4 * math.sqrt(2 * math.log(1e6) / 1000), '.66490325', SPEC, UPPER)
check.near('LDP2-B radius', math.sqrt(BETA * la(1e6) / 2000), '.21128816', SPEC, UPPER)
check.near('radius^2 n of LDP2-B over La', BETA / 2, '2.34', SPEC)

# Section 5: LDP2-K at epsilon 2, 30 ones of 100, t = 5000, m = 20.

KL = 'tests/native/server/combinatorial/kl_index_test.cpp'
MENU = 'tests/native/server/combinatorial/kl_menu_index_test.cpp'


def theta_of(epsilon):
    odds = Decimal(epsilon).exp()
    return (odds - 1) / (odds + 1)


def exploration(reports, t, m):
    z = Decimal(t) / (m * reports)
    y = max(Decimal(0), z.ln())
    return max(Decimal(1), z * (1 + y * y)).ln()


def last_below(low, high, is_below):
    while high - low > Decimal('1e-30'):
        x = (low + high) / 2
        low, high = (x, high) if is_below(x) else (low, x)
    return low


def kl_index(epsilon, ones, reports, t, m):
    with localcontext() as context:
        context.prec = 40
        theta, f, p = theta_of(epsilon), exploration(reports, t, m), Decimal(ones) / reports
        q = last_below(p, Decimal(1), lambda q: reports * (p * (p / q).ln() + (1 - p) * ((1 - p) / (1 - q)).ln()) <= f)
        return f, q, (q - (1 - theta) / 2) / theta


for name, value, quoted in zip(('f', 'q', 'index'), kl_index(2, 30, 100, 5000, 20),
                               ('1.5258327487903380449', '.38352848756446092956', '.34706879441666304038')):
    check.near(f'LDP2-K, {name}', value, quoted, SPEC, rel='1e-18')
for name, value, quoted in zip(('f', 'q', 'index'), kl_index(2, 30, 100, 5000, 20),
                               ('1.5258327487903380449', '0.383528487564460929560', '0.347068794416663040376')):
    check.near(f'LDP2-K, {name}, test', value, quoted, KL, rel='1e-18')

# With a menu: bits are (ones, zeros) at each level.


def kl_menu_index(levels, bits, t, m):
    with localcontext() as context:
        context.prec = 40
        thetas = [theta_of(Decimal(epsilon)) for epsilon in levels]

        def likelihood(x):
            return sum(ones * ((1 - h) / 2 + h * x).ln() + zeros * ((1 + h) / 2 - h * x).ln()
                       for h, (ones, zeros) in zip(thetas, bits))

        def slope(x):
            return sum(h * ones / ((1 - h) / 2 + h * x) - h * zeros / ((1 + h) / 2 - h * x)
                       for h, (ones, zeros) in zip(thetas, bits))

        f = exploration(sum(map(sum, bits)), t, m)
        x = last_below(Decimal(0), Decimal(1), lambda x: slope(x) > 0)
        return x, last_below(x, Decimal(1), lambda y: likelihood(x) - likelihood(y) <= f)


for bits, quoted in ((((12, 10), (20, 10)), ('0.716712150690402548', '0.943581368300487262')),
                     (((11, 12), (9, 11)), ('0.431913217120041378', '0.769381769787441361')),
                     (((3, 19), (2, 28)), ('0', '0.127296933073005918')),
                     (((18, 4), (29, 1)), ('1', '1'))):
    values = kl_menu_index(('.5', 2), bits, 5000, 20)
    check.row(f'LDP2-K, menu, {bits}', values, quoted, MENU, rel='1e-15')
    if quoted[1] != '1':
        check.row(f'LDP2-K, menu, {bits}, spec', values, [text.lstrip('0') or '0' for text in quoted], SPEC, rel='1e-15')

# Section 4: the server's radius, of n outcomes with q noises Lap(b), after t = n + 1 rounds.

CENTRAL = 'tests/native/simulation/combinatorial/central_learner_test.cpp'


def radius(n, q, b, m, t):
    l = math.log(m) + la(t)
    return math.sqrt(l / (2 * n)) + b * (2 * math.sqrt(q * l) + l) / n


def batches(count):
    closed, noises, close = 0, 0, 8
    while close <= count:
        closed, noises = close, noises + 1
        close = math.ceil(1.25 * close)
    return closed, noises


check.same('batches of 1000 outcomes', batches(1000), '825 21')
for count, b, m, quoted in ((1000, 1, 1, '0.1303331224862635'), (2000, 4, 20, '0.19674812353338733'),
                            (500, 1, 20, '0.2260867081484792')):
    check.near(f'batches, {count} outcomes, b = {b}, m = {m}', radius(*batches(count), b, m, count + 1), quoted,
               CENTRAL, rel='1e-13')
for b, m, quoted in ((20, 1, '0.016303183259290262'), (80, 20, '0.04262449163151234')):
    check.near(f'tree, 1e5 outcomes, b = {b}, m = {m}', radius(10**5, (10**5).bit_count(), b, m, 10**5 + 1), quoted,
               CENTRAL, rel='1e-13')
check.near('printed radius, n = 1e6', math.sqrt(4 * math.log(20e6) / 1e6) + 48 * math.log(1e6) ** 3 / 1e6,
           '0.13477358899342845', CENTRAL, rel='1e-14')

# Section 6: lower bounds on the K-path instance, m = 20, K = 4, D = .8, eps = 1, B_inf = K, B_1 = 1.

SLATE = 'tests/native/simulation/theory/slate_curve_test.cpp'
E1 = (math.e - 1) ** 2
check.near('theorem 5', 16 * 19 / (64 * E1 * .8), '2.0110127686', SLATE)
check.near('theorem 6', (20 - 4) * 4 / (64 * E1 * .8), '0.4233711092', SLATE)

# Section 7: optimum and gap of the worlds, over all super arms.


def best_and_gap(values):
    best = max(values)
    return best, best - max(v for v in values if v < best - 1e-9)


def world(name, values, *quoted):
    check.row(name, best_and_gap(list(values)), quoted, SPEC, rel='1e-9')


world('topk', (.8 * k + .5 * (4 - k) for k in range(5)), '3.2', '.3')
world('kpath', (4 * .5, 4 * .3), '2', '.8')


def grid_paths():
    for downs in combinations(range(6), 3):
        yield ['D' if i in downs else 'R' for i in range(6)]


def edges(path):
    place, out = (0, 0), []
    for move in path:
        out.append((place, move))
        place = (place[0] + (move == 'D'), place[1] + (move == 'R'))
    return out


stairs = set(edges('RDRDRD'))
world('bneck', (min(.8 if e in stairs else .5 for e in edges(p)) for p in grid_paths()), '.8', '.3')
world('sp', (sum(.7 if e in stairs else .4 for e in edges(p)) for p in grid_paths()), '4.2', '.6')


def is_tree(chosen):
    root = list(range(6))
    for a, b in chosen:
        if root[a] == root[b]:
            return False
        root = [root[a] if r == root[b] else r for r in root]
    return True


weights = {(a, b): .8 if b == a + 1 else .5 for a, b in combinations(range(6), 2)}
world('mst', (sum(weights[e] for e in t) for t in combinations(weights, 5) if is_tree(t)), '4.0', '.3')
world('match', (sum(.8 if i == j else .5 for i, j in enumerate(p)) for p in permutations(range(5))), '4.0', '.6')


def covered(nodes):
    missed = [1.0] * 10
    for u in nodes:
        for j in range(5):
            missed[(5 * u + j) % 10] *= 1 - (.6 if u < 2 else .3)
    return sum(1 - x for x in missed)


world('pmc', (covered(pair) for pair in combinations(range(8), 2)), '6.0', '1.5')
# A leaf is reached by itself or over L live edges of the cycle behind it, of its hub's five leaves.
reach = sum((.2**l * (.8 if l < 4 else 1)) * (1 - .5 ** (l + 1)) for l in range(5))
check.near('im: reach of two hubs', 2 + 10 * reach, '7.555', SPEC, 'tests/native/oracles/set_reward_test.cpp')

# Public coins: SplitMix64's finaliser, and normals from it by the polar method.

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def word(seed, a, b=0):
    first = (mix((seed + STEP) & MASK) + STEP * (a + 1)) & MASK
    return mix((mix(first) + STEP * (b + 1)) & MASK)


COINS = 'tests/native/oracles/public_coins_test.cpp'
for arguments, quoted in (((0, 0), '0x238275bc38fcbe91'), ((1, 2, 3), '0x8568f7c4e53b5a35'),
                          ((MASK, MASK, MASK), '0x179f01f0d2fba97a'), ((42, 4095, 63), '0xb81028fb13c8ff6b')):
    check.same(f'public word {arguments}', hex(word(*arguments)), quoted, COINS)


def normal(seed, i):
    """Polar method on the words 2k and 2k + 1 of the pair of i, as multiples of 2^-53 in [-1, 1)."""
    attempt = 0
    while True:
        u, v = (Decimal(word(seed, i, 2 * attempt + k) >> 11) / 2**52 - 1 for k in (0, 1))
        square = u * u + v * v
        if 0 < square < 1:
            return u * (-2 * square.ln() / square).sqrt()
        attempt += 1


NORMAL = 'tests/native/server/combinatorial/public_normal_test.cpp'
seed = 0xC13973192D154AA3
check.near('public normal 0', normal(seed, 0), '0.66442877131492217', NORMAL, rel='1e-13')
check.near('public normal 1', normal(seed, 1), '1.1056835836231495', NORMAL, rel='1e-13')


def direction(coin, size):
    normals = [normal(coin, i) for i in range(size)]
    length = sum(x * x for x in normals).sqrt()
    return [int(x / length * 2**14) for x in normals]


DIRECTION = 'tests/native/protocol/public_direction_test.cpp'
for coin, size, quoted in ((0x0706050403020100, 3, '10492, -2640, 12302'), (42, 2, '-13833, 8779'),
                           (MASK, 5, '16119, 223, -1234, -1924, -1822'), (0, 1, '-16384')):
    check.same(f'public direction of {coin:#x}', ', '.join(map(str, direction(coin, size))), quoted, DIRECTION)
check.finish()
