"""docs/spec/off-policy.md: estimates from private and raw logs, the interval that holds at all times, SWITCH's
threshold, the bootstrap, and how often the interval misses.

Keeps whole logs and goes over them once for each number; the library keeps sums.
"""
import math
import random

from checks import Checks

check = Checks('off_policy')
SPEC = 'docs/spec/off-policy.md'
TEST = 'tests/package/unit/off-policy.test.ts'


# ---- private logs: rows (shares, arm, epsilon, bit)

def theta_of(epsilon):
    return math.tanh(epsilon / 2)


def response(row):
    """g of section 2."""
    _, _, epsilon, bit = row
    return .5 + (bit - .5) / theta_of(epsilon)


def means_before(rows, arms):
    """Of each row, m of section 2 from the rows before it."""
    top, bottom = [.5] * arms, [1.0] * arms
    found = []
    for row in rows:
        found.append([min(1, max(0, t / b)) for t, b in zip(top, bottom)])
        weight = theta_of(row[2])**2
        top[row[1]] += weight * response(row)
        bottom[row[1]] += weight
    return found


def robust_terms(rows, pi):
    terms = []
    for row, m in zip(rows, means_before(rows, len(pi))):
        f = sum(share * mean for share, mean in zip(pi, m))
        w = pi[row[1]] / row[0][row[1]]
        terms.append((f + w * (response(row) - m[row[1]]), f, m))
    return terms


def lower(rows, pi, error, flipped=False):
    """low_n of section 2.2, or of the flipped log."""
    budget = math.log(1 / error)
    stakes = earned = paid = 0.0
    q = .25
    for i, (row, (x, f, m)) in enumerate(zip(rows, robust_terms(rows, pi)), 1):
        if flipped:
            x, f, m = 1 - x, 1 - f, [1 - mean for mean in m]
        h = (1 / theta_of(row[2]) - 1) / 2
        r = max(share / p * (mean + h) for share, p, mean in zip(pi, row[0], m) if share)
        z = (x - f) / r
        bet = min(.5, math.sqrt(2 * budget / (q * math.log(i + 1))))
        stakes, earned = stakes + bet / r, earned + bet / r * x
        paid += (-math.log(1 - bet) - bet) * z * z
        q += z * z
    return (earned - budget - paid) / stakes


def evaluate_private(rows, pi, alpha=.05):
    weights = [pi[arm] / shares[arm] for shares, arm, _, _ in rows]
    weighed = [w * response(row) for w, row in zip(weights, rows)]
    return {
        'ips': math.fsum(weighed) / len(rows),
        'snips': math.fsum(weighed) / math.fsum(weights),
        'dr': math.fsum(x for x, _, _ in robust_terms(rows, pi)) / len(rows),
        'low': max(0, lower(rows, pi, alpha / 2)),
        'high': min(1, 1 - lower(rows, pi, alpha / 2, True)),
    }


EARLY, LATE = (.5, .3, .2), (.6, .3, .1)
SIX = [(EARLY, 0, 1, 1), (EARLY, 1, 1, 0), (EARLY, 0, 2, 1), (LATE, 2, 1, 1), (LATE, 0, 2, 0), (LATE, 1, 2, 1)]
TARGET = (.7, .2, .1)
once = evaluate_private(SIX, TARGET)
check.row('private, six rows', [once['ips'], once['snips'], once['dr']],
          ['0.9360486950635886', '0.8914749476796081', '0.9377875937608552'], SPEC, TEST, rel='1e-14')
check.same('private, six rows: interval', [once['low'], once['high']], '0 1')
many = evaluate_private(SIX * 200, TARGET)
check.row('private, 1200 rows', [many['dr'], many['low'], many['high']],
          ['0.8807939334704593', '0.7602505656713724', '0.9136785263408214'], SPEC, TEST, rel='1e-13')


# ---- raw logs: rows (stratum, action, reward, propensity)

def model(rows, actions):
    overall = math.fsum(row[2] for row in rows) / len(rows)
    found = []
    for action in range(actions):
        rewards = [row[2] for row in rows if row[1] == action]
        found.append((math.fsum(rewards) + overall) / (len(rewards) + 1))
    return found


def evaluate_raw(rows, target):
    n, actions = len(rows), len(target[0])
    m = model(rows, actions)
    f = [sum(share * mean for share, mean in zip(shares, m)) for shares in target]
    weight = [target[s][a] / p for s, a, _, p in rows]
    strata = [sum(row[0] == s for row in rows) for s in range(len(target))]
    cells = {}
    for (s, a, _, _), w in zip(rows, weight):
        cells.setdefault((s, a), []).append(w)
    cells = {cell: math.fsum(ws) / len(ws) for cell, ws in cells.items() if target[cell[0]][cell[1]] > 0}

    def switched(tau):
        y = [f[s] + (w * (r - m[a]) if cells.get((s, a), math.inf) <= tau else 0)
             for (s, a, r, _), w in zip(rows, weight)]
        bias = math.fsum(strata[s] / n * target[s][a] for s in range(len(target)) for a in range(actions)
                         if cells.get((s, a), math.inf) > tau)
        mean = math.fsum(y) / n
        return math.fsum((x - mean)**2 for x in y) / n**2 + bias**2, mean

    candidates = [(switched(tau)[0], -tau) for tau in [0, *cells.values()]]
    tau = -min(candidates)[1]
    weighed = math.fsum(w * row[2] for w, row in zip(weight, rows))
    return {
        'ips': weighed / n,
        'snips': weighed / math.fsum(weight),
        'dm': math.fsum(f[row[0]] for row in rows) / n,
        'dr': switched(math.inf)[1],
        'switch': switched(tau)[1],
        'threshold': math.inf if tau == max(cells.values()) else tau,
        'mean': math.fsum(weight) / n,
        'ess': math.fsum(weight)**2 / math.fsum(w * w for w in weight),
    }


def mulberry(seed):
    """In [0, 1): 32 bits each."""
    mask, state = 2**32 - 1, seed
    while True:
        state = state + 0x6D2B79F5 & mask
        x = (state ^ state >> 15) * (state | 1) & mask
        x ^= x + ((x ^ x >> 7) * (x | 61) & mask) & mask
        yield (x ^ x >> 14) / 2**32


def bootstrap(rows, target, resamples, seed, alpha=.05):
    draws = mulberry(seed)
    found = [evaluate_raw([rows[int(next(draws) * len(rows))] for _ in rows], target) for _ in range(resamples)]

    def quantile(name, q):
        values = sorted(one[name] for one in found)
        at = q * (len(values) - 1)
        below = values[int(at):int(at) + 2]
        return below[0] + (at - int(at)) * (below[-1] - below[0])
    return {name: (quantile(name, alpha / 2), quantile(name, 1 - alpha / 2))
            for name in ('ips', 'snips', 'dm', 'dr', 'switch')}


def raw_log(n):
    """Row i: the formulas of section 3.4. One cell is shown 20 times as often by the target as by the log."""
    rows = []
    for i in range(n):
        stratum = i % 2
        action = 3 if i % 40 == 19 else 5 * i // 7 % 3
        propensity = .002 if action == 3 else (.5, .3, .19)[action] + .002 * (i % 3)
        rows.append((stratum, action, 37 * i % 11 / 10, propensity))
    return rows


LOG, STRATA = raw_log(120), [(.5, .2, .26, .04), (.1, .1, .76, .04)]
raw = evaluate_raw(LOG, STRATA)
names = ['ips', 'snips', 'dm', 'dr', 'switch', 'threshold', 'mean', 'ess']
check.row('raw', [raw[name] for name in names[:6]],
          ['0.8436957333558112', '0.4908401042214785', '0.4983151735459663', '0.4853391500108863',
           '0.4851308166775529', '3.9607523964550553'], SPEC, TEST, rel='1e-13')
check.row('raw: mean weight and effective rows', [raw['mean'], raw['ess']],
          ['1.7188810084986779', '27.140306080816643'], SPEC, TEST, rel='1e-13')
intervals = bootstrap(LOG, STRATA, 200, 7)
QUOTED = {
    'ips': ['0.54313164047423', '1.3336262406338384'],
    'snips': ['0.36143249992315074', '0.6517490620489004'],
    'dm': ['0.4365459565032768', '0.5518489900687887'],
    'dr': ['0.38524182636372056', '0.5774318973957866'],
    'switch': ['0.4027417371411716', '0.5526873562831993'],
}
for name, quoted in QUOTED.items():
    check.row(f'raw: interval of {name}', intervals[name], quoted, SPEC, TEST, rel='1e-13')


# ---- the interval of private logs

def expected_growth(past, shares, pi, means, epsilon, error):
    """The largest E[M_n | past]/M_(n-1) of both sides, by going over all arms and bits of the next row."""
    value = sum(share * mean for share, mean in zip(pi, means))
    worst = 0.0
    for flipped in (False, True):
        total = 0.0
        for arm, share in enumerate(shares):
            for bit in (0, 1):
                one = (1 + theta_of(epsilon) * (2 * means[arm] - 1)) / 2
                chance = share * (one if bit else 1 - one)
                after = log_wealth([*past, (shares, arm, epsilon, bit)], pi, value, error, flipped)
                total += chance * math.exp(after - log_wealth(past, pi, value, error, flipped))
        worst = max(worst, total)
    return worst


def log_wealth(rows, pi, value, error, flipped):
    """ln M_n of section 2.2: sum of (l/R) (X - V) - psi(l) Z^2."""
    log, q = 0.0, .25
    for i, (row, (x, f, m)) in enumerate(zip(rows, robust_terms(rows, pi)), 1):
        target = value
        if flipped:
            x, f, m, target = 1 - x, 1 - f, [1 - mean for mean in m], 1 - value
        h = (1 / theta_of(row[2]) - 1) / 2
        r = max(share / p * (mean + h) for share, p, mean in zip(pi, row[0], m) if share)
        z = (x - f) / r
        bet = min(.5, math.sqrt(2 * math.log(1 / error) / (q * math.log(i + 1))))
        log += bet / r * (x - target) + (math.log(1 - bet) + bet) * z * z
        q += z * z
    return log


rng = random.Random(5)
growth = 0.0
for _ in range(300):
    arms = rng.randint(2, 4)

    def shares_of():
        raw_shares = [rng.random()**3 + .01 for _ in range(arms)]
        return [share / sum(raw_shares) for share in raw_shares]
    past = [(shares_of(), rng.randrange(arms), rng.choice([.3, 1, 3]), rng.randint(0, 1))
            for _ in range(rng.randint(0, 12))]
    pi = shares_of()
    if rng.random() < .3:
        pi = [float(arm == 0) for arm in range(arms)]
    means = [rng.choice([0, 1, rng.random()]) for _ in range(arms)]
    growth = max(growth, expected_growth(past, shares_of(), pi, means, rng.choice([.3, 1, 3]), .025))
check.holds(f'supermartingale: M grows in expectation by at most 1 ({growth:.12f}) over 300 pasts', growth <= 1 + 1e-12)
check.finish()
