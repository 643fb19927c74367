"""docs/spec/best-arm.md: gains, evidence, shares, confidence sequences and predicted visitors of ldp-duel."""
import itertools
import math

from checks import Checks

SPEC = 'docs/spec/best-arm.md'
GAIN = 'tests/native/server/best_arm/duel_gain_test.cpp'
DUEL = 'tests/native/server/best_arm/duel_test.cpp'
COUNT = 'tests/native/simulation/theory/duel_count_test.cpp'
check = Checks('best arm')
LN = math.log
P0 = 1 / (1 + math.e)
THETA = 1 - 2 * P0

# Section 3: weights of the tilts.

TILTS = [.8 * (2 / 3)**g for g in range(12)]
RAW = [math.exp(-(LN(e / .12) / 1.5)**2 / 2) for e in TILTS]
W = [r / math.fsum(RAW) for r in RAW]
QUOTED = ('.054597698931821027 .074093790518578184 .093466603196210539 .10959690221562403 .11945580816571215 '
          '.12102732528965524 .11397950664781547 .099778571713090023 .081192322717891614 .061412930457002814 '
          '.043178927355126249 .028219612791472663').split()
check.row('w', W, QUOTED, SPEC, GAIN, rel='1e-12')


# Section 2: one duel.

def bet(before_o, before_b, o, b):
    """pi, the two centres and the twelve u."""
    pi = o[0] / (o[0] + b[0])
    c = [min(max((s + 2) / (n + 4), P0), 1 - P0) for n, s in (before_o, before_b)]
    sigma = math.sqrt((1 - pi) * c[0] * (1 - c[0]) + pi * c[1] * (1 - c[1]))
    cap = .75 / max((1 - pi) * c[0], pi * (1 - c[1]))
    return pi, c, [min(e * THETA / sigma, cap) for e in TILTS]


def logarithms(o, b, pi, c, u):
    terms = ((o[1], (1 - pi) * u * (1 - c[0])), (o[0] - o[1], -(1 - pi) * u * c[0]),
             (b[1], -pi * u * (1 - c[1])), (b[0] - b[1], pi * u * c[1]))
    return math.fsum(n * math.log1p(x) for n, x in terms)


def gains(before_o, before_b, o, b, xi=0):
    pi, c, tilts = bet(before_o, before_b, o, b)
    found = []
    for u in tilts:
        q = pi * (1 - pi) * u * (-xi * THETA - (c[0] - c[1]))
        found.append(0 if q <= -.9 else logarithms(o, b, pi, c, u) - (o[0] + b[0]) * math.log1p(q))
    return found


for xi, quoted in ((0, '7.0793830307941516 3.8992761147846069 .26022041918195236'),
                   (.05, '11.086559468759333 4.6707965993523699 .30511258369680537')):
    row = gains((60, 40), (60, 30), (500, 330), (400, 210), xi)
    check.row(f'gains, xi = {xi}', [row[g] for g in (0, 4, 11)], quoted.split(), SPEC, GAIN, rel='1e-12')

# The lemma, by enumeration: p_o = p_b is its edge.

largest = 0
for n_o, n_b, p in itertools.product((1, 3, 5), (1, 2, 5), (.1, .5, .8)):
    for before in ((0, 0), (40, 10), (40, 30)):
        mean = [0] * 12
        for s_o, s_b in itertools.product(range(n_o + 1), range(n_b + 1)):
            weight = math.comb(n_o, s_o) * math.comb(n_b, s_b) * p**(s_o + s_b) * (1 - p)**(n_o + n_b - s_o - s_b)
            for g, gain in enumerate(gains(before, (20, 12), (n_o, s_o), (n_b, s_b))):
                mean[g] += weight * math.exp(gain)
        largest = max(largest, *mean)
check.holds('the lemma: no factor is above 1 on average', largest <= 1 + 1e-12)


# Sections 3 and 4: three blocks of three arms.

def mixture(row):
    top = max(row)
    return top + LN(math.fsum(w * math.exp(a - top) for w, a in zip(W, row)))


def shares(mean, pulls, left, leader, p0=P0, theta=THETA):
    if len(left) <= 2:
        return [1 / len(left) if a in left else 0 for a in range(len(mean))]
    h = {}
    for b in left:
        if b == leader:
            continue
        p = min(max(p0 + theta * (mean[leader] + mean[b]) / 2, 1e-4), 1 - 1e-4)
        v = p * (1 - p) / theta**2
        h[b] = 2 * v / ((mean[leader] - mean[b])**2 + v * (1 / pulls[leader] + 1 / pulls[b]))
    low, high = max(h.values()), (1 + math.sqrt(len(mean))) * max(h.values())
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if sum((y / (x - y))**2 for y in h.values()) > 1 else (low, x)
    x = {b: y * high / (high - y) for b, y in h.items()}
    x[leader] = high
    return [.9 * x[a] / sum(x.values()) + .1 / len(left) if a in left else 0 for a in range(len(mean))]


def play(blocks, delta=.05):
    k = len(blocks[0])
    total, rows, best = [(0, 0)] * k, [[0] * 12 for _ in range(k)], [0] * k
    leader, second, states = 0, 1, []
    for i, block in enumerate(blocks):
        left = [a for a in range(k) if best[a] < LN(1 / delta)]
        for b in left if k == 2 or i > 0 else ():
            o = leader if b != leader else second
            rows[b] = [x + y for x, y in zip(rows[b], gains(total[o], total[b], block[o], block[b]))]
            best[b] = max(best[b], mixture(rows[b]))
        total = [(n + m, s + t) for (n, s), (m, t) in zip(total, block)]
        mean = [(s / n - P0) / THETA for n, s in total]
        left = [a for a in range(k) if best[a] < LN(1 / delta)]
        leader, second = sorted(left, key=lambda a: (-mean[a], a))[:2]
        states.append(([mixture(r) for r in rows], best[:], shares(mean, [n for n, _ in total], left, leader)))
    return states


first, second_block, third = play([[(60, 36), (60, 30), (60, 25)], [(500, 290), (400, 212), (300, 140)],
                                   [(900, 515), (700, 366), (200, 96)]])
quoted = '.43581867703731547 .42035496504853244 .14382635791415209'.split()
check.row('shares after the first block', first[2], quoted, SPEC, DUEL, rel='1e-12')
quoted = '-1.1283647988026196 .57462788395122507 3.1953610620920823'.split()
check.row('ln M after the second', second_block[0], quoted, SPEC, DUEL, rel='1e-11')
quoted = '-1.8845495362531508 1.9942999040714361'.split()
check.row('ln M after the third', third[0][:2], quoted, SPEC, DUEL, rel='1e-11')
check.near('error after the third', math.exp(-third[1][1]), '.13610891011261969', SPEC, rel='1e-11')
pair = play([[(500, 300), (480, 260)]])[0]
check.row('ln M of two arms', pair[0], '-1.2693883241569734 .94618788823335083'.split(), SPEC, DUEL, rel='1e-11')

# Section 7: confidence sequences.

R = (.5 - P0) / 2
A = max(.5, (1 / (4 * R * R) - 1) / 2)
check.near('a', A, '8.8653887536623386', SPEC, GAIN, rel='1e-14')


def log_beta(x, y):
    return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)


def evidence(p, n=500, s=300):
    return log_beta(s + A, n - s + A) - log_beta(A, A) - s * LN(p) - (n - s) * LN(1 - p)


def end(inside, outside):
    for _ in range(200):
        p = (inside + outside) / 2
        inside, outside = (p, outside) if evidence(p) < LN(20) else (inside, p)
    return inside


bounds = '.52954254091187479 .66779279416054636'.split()
check.row('interval of a mean', [end(.6, 1e-9), end(.6, 1 - 1e-9)], bounds, SPEC, GAIN, rel='1e-11')
BLOCKS = [((60, 40), (60, 30)), ((500, 330), (400, 210)), ((900, 590), (700, 380))]


def lower(blocks):
    total, b_row, u_row = [(0, 0), (0, 0)], [0] * 12, [0] * 12
    for o, b in blocks:
        pi, c, tilts = bet(total[0], total[1], o, b)
        h = o[0] * b[0] / (o[0] + b[0])
        for g, u in enumerate(tilts):
            b_row[g] += logarithms(o, b, pi, c, u) + u * h * (c[0] - c[1])
            u_row[g] += u * h * THETA
        total = [(n + m, s + t) for (n, s), (m, t) in zip(total, (o, b))]
    low, high = -1, 1
    for _ in range(100):
        d = (low + high) / 2
        above = mixture([x - d * y for x, y in zip(b_row, u_row)]) >= LN(40)
        low, high = (d, high) if above else (low, d)
    return low


lift = [lower(BLOCKS), -lower([(b, o) for o, b in BLOCKS])]
check.row('interval of a lift', lift, '.13167729084637497 .39865883289361669'.split(), SPEC, GAIN, rel='1e-10')


# Section 8: predicted visitors.

def kl(p, q):
    return p * LN(p / q) + (1 - p) * LN((1 - p) / (1 - q))


def predicted(means, epoch, levels=((1, THETA),)):
    """levels: (share of the reports, theta), by level."""
    k = len(means)
    theta = math.sqrt(math.fsum(share * h * h for share, h in levels))
    w = shares(means, [math.inf] * k, list(range(k)), 0, (1 - theta) / 2, theta)
    rates = []
    for b in range(1, k):
        rate = 0
        for share, h in levels:
            p, q = ((1 - h) / 2 + h * means[i] for i in (0, b))
            m = (w[0] * p + w[b] * q) / (w[0] + w[b])
            rate += share * (w[0] * kl(p, m) + w[b] * kl(q, m))
        rates.append(rate)
    m = LN((1 - w[0]) / max(w[1:]))
    nats = LN(20) + 1.25 + min(.57 * m * m, 1.9 + .38 * m)
    return nats / min(rates) + (.5 if k == 2 else 2) * epoch


for name, means, epoch, quoted in (('six arms', [.7, .65, .6, .55, .5, .45], 100, '19138'),
                                   ('ten arms', [.7] + [.5] * 9, 200, '6861'), ('two arms', [.55, .5], 200, '15995')):
    check.near(f'prediction of {name}', predicted(means, epoch), quoted, units=1)
SIX_MENU = [(1 / 3, math.tanh(eps / 2)) for eps in (.5, 1, 2)]
check.near('prediction of six arms, menu', predicted([.7, .65, .6, .55, .5, .45], 100, SIX_MENU), '13985', SPEC, COUNT)
check.near('prediction of two arms, menu', predicted([.55, .5], 200, [(.25, math.tanh(.25)), (.75, math.tanh(1))]),
           '7635', SPEC, COUNT)

# Section 6: a menu of levels, at epsilon 1/2 and 2. Gains are sums over the levels.

MENU = [1 / (1 + math.exp(eps)) for eps in (.5, 2)]


def at_level(p0, found):
    """found() with p0 in place of that of epsilon 1."""
    global P0, THETA
    kept = P0, THETA
    P0, THETA = p0, 1 - 2 * p0
    value = found()
    P0, THETA = kept
    return value


def menu_play(blocks):
    """Blocks: by arm and level (n, s). No arm is dropped in them."""
    k = len(blocks[0])
    total = [[(0, 0)] * len(MENU) for _ in range(k)]
    rows, best, leader, second, mean = [[0] * 12 for _ in range(k)], [0] * k, 0, 1, []
    for i, block in enumerate(blocks):
        for b in range(k) if i > 0 else ():
            o = leader if b != leader else second
            for l, p0 in enumerate(MENU):
                row = at_level(p0, lambda: gains(total[o][l], total[b][l], block[o][l], block[b][l]))
                rows[b] = [x + y for x, y in zip(rows[b], row)]
            best[b] = max(best[b], mixture(rows[b]))
        total = [[(n + m, s + t) for (n, s), (m, t) in zip(*pair)] for pair in zip(total, block)]
        mean = [math.fsum((1 - 2 * p0) * (s - p0 * n) for p0, (n, s) in zip(MENU, arm)) /
                math.fsum((1 - 2 * p0)**2 * n for p0, (n, s) in zip(MENU, arm)) for arm in total]
        leader, second = sorted(range(k), key=lambda a: (-mean[a], a))[:2]
    reports = [sum(n for n, _ in arm) for arm in total]
    square = math.fsum((1 - 2 * p0)**2 * n for arm in total for p0, (n, _) in zip(MENU, arm)) / sum(reports)
    theta = math.sqrt(square)
    return [mixture(r) for r in rows], mean, shares(mean, reports, range(k), leader, (1 - theta) / 2, theta), total


def menu_evidence(mu, arm):
    """Of a mean reward against the bits of all levels."""
    sum_ = 0
    for p0, (n, s) in zip(MENU, arm):
        r = (.5 - p0) / 2
        a, p = max(.5, (1 / (4 * r * r) - 1) / 2), p0 + (1 - 2 * p0) * mu
        sum_ += log_beta(s + a, n - s + a) - log_beta(a, a) - s * LN(p) - (n - s) * LN(1 - p)
    return sum_


def menu_end(arm, inside, outside):
    for _ in range(200):
        mu = (inside + outside) / 2
        inside, outside = (mu, outside) if menu_evidence(mu, arm) < LN(20) else (inside, mu)
    return inside


wealth, mean, share, total = menu_play([
    [[(60, 33), (40, 27)], [(50, 26), (50, 29)], [(70, 33), (30, 13)]],
    [[(300, 160), (200, 130)], [(250, 128), (220, 126)], [(180, 88), (90, 41)]]])
check.row('menu: ln M', wealth, '-1.3348121667062078 .7759758616423671 3.4355933842925674'.split(), SPEC, DUEL, rel='1e-11')
check.row('menu: means', mean, '.695042089061945 .5928483857005554 .4344056605274773'.split(), SPEC, DUEL, rel='1e-12')
check.row('menu: shares', share, '.46193237716559626 .45954327264682365 .07852435018758014'.split(), SPEC, DUEL, rel='1e-12')
bounds = [menu_end(total[0], mean[0], 0), menu_end(total[0], mean[0], 1)]
quoted = '.5591931441036767 .8218138805102961'.split()
check.row('menu: interval of a mean reward', bounds, quoted, SPEC, DUEL, rel='1e-10')

check.finish()
