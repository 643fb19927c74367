"""docs/spec/off-policy.md: estimates from private and raw logs, the interval that holds at all times, SWITCH's
threshold, the intervals of raw logs, and how often the interval of private ones misses.

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


def beta_quantile(p, a, b):
    """By halving, from the series of the incomplete beta function with positive terms only."""
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)

    def below(x, a, b):
        term = total = 1 / a
        n = 0
        while term > total * 1e-18:
            term *= (a + b + n) * x / (a + 1 + n)
            n += 1
            total += term
        return total * math.exp(front + a * math.log(x) + b * math.log1p(-x))
    low, high = 0.0, 1.0
    for _ in range(200):
        x = (low + high) / 2
        # The series is short below the mean of the law.
        chance = below(x, a, b) if x < a / (a + b) else 1 - below(1 - x, b, a)
        low, high = (x, high) if chance < p else (low, x)
    return low


def interval(moments, alpha=.05, most=1):
    """Section 3.3. `moments(r)`: mean and variance with one more row of the reward r."""
    ends = []
    for reward, p in ((0, alpha / 2), (1, 1 - alpha / 2)):
        mean, variance = moments(reward)
        mean = max(mean, math.sqrt(variance)) if reward else min(mean, most - math.sqrt(variance))
        mu = mean / most
        size = mu * (1 - mu) / (variance / most**2)
        ends.append(most * beta_quantile(p, mu * size, (1 - mu) * size))
    return ends


def mean_and_variance(terms, spread=None):
    n = len(terms)
    spread = terms if spread is None else spread
    centre = math.fsum(spread) / n
    return math.fsum(terms) / n, math.fsum((x - centre)**2 for x in spread) / n**2


def raw_intervals(rows, target, threshold):
    n, actions = len(rows), len(target[0])
    m = model(rows, actions)
    shown = [sum(row[1] == a for row in rows) for a in range(actions)]
    strata = [sum(row[0] == s for row in rows) for s in range(len(target))]
    f = [sum(share * mean for share, mean in zip(shares, m)) for shares in target]
    w = [target[s][a] / p for s, a, _, p in rows]
    largest = max(w)
    cell = {}
    for (s, a, _, _), weight in zip(rows, w):
        cell.setdefault((s, a), []).append(weight)
    cell = {key: math.fsum(ws) / len(ws) for key, ws in cell.items()}

    def ips(reward):
        return mean_and_variance([weight * y for weight, (_, _, y, _) in zip(w, rows)] + [largest * reward])

    def snips(reward):
        pairs = [(weight, y) for weight, (_, _, y, _) in zip(w, rows)] + [(largest, reward)]
        whole = math.fsum(weight for weight, _ in pairs)
        mean = math.fsum(weight * y for weight, y in pairs) / whole
        return mean, math.fsum((weight * (y - mean))**2 for weight, y in pairs) / whole**2

    def robust(tau):
        g = [sum(strata[s] * target[s][a] for s in range(len(target))
                 if target[s][a] > 0 and cell.get((s, a), math.inf) > tau) / shown[a] for a in range(actions)]
        used = [weight * (cell[s, a] <= tau) for weight, (s, a, _, _) in zip(w, rows)]
        terms = [f[s] + u * (y - m[a]) for u, (s, a, y, _) in zip(used, rows)]
        spread = [f[s] + (u + g[a]) * (y - m[a]) * (1 + 1 / shown[a]) for u, (s, a, y, _) in zip(used, rows)]
        middle = math.fsum(f[row[0]] for row in rows) / n
        most = max(u + g[row[1]] for u, row in zip(used, rows))

        def moments(reward):
            more = middle + most * (reward - middle)
            return mean_and_variance(terms + [more], spread + [more])
        return moments
    return {
        'ips': interval(ips, most=largest),
        'snips': interval(snips),
        'dm': interval(robust(0)),
        'dr': interval(robust(math.inf)),
        'switch': interval(robust(threshold)),
    }


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
intervals = raw_intervals(LOG, STRATA, raw['threshold'])
QUOTED = {
    'ips': ['0.5037300673684797', '1.5386792584769182'],
    'snips': ['0.2980351189577277', '0.6872532755735392'],
    'dm': ['0.4252488909797876', '0.5714718258670928'],
    'dr': ['0.10503477666489403', '0.875462103432028'],
    'switch': ['0.3637474829566827', '0.6077034412780904'],
}
for name, quoted in QUOTED.items():
    check.row(f'raw: interval of {name}', intervals[name], quoted, SPEC, TEST, rel='1e-10')

# Of clicks and equal weights: Clopper and Pearson's interval, by sums of binomial chances.


def binomial_tail(k, n, p, above):
    return math.fsum(math.comb(n, i) * p**i * (1 - p)**(n - i) for i in (range(k, n + 1) if above else range(k + 1)))


CLICKS = [(0, 0, int(i < 3), .5) for i in range(40)] + [(0, 1, 0, .5) for i in range(40)]
low, high = raw_intervals(CLICKS, [(1, 0)], math.inf)['snips']
check.near('SNIPS of 3 clicks in 40 rows: chance at the lower end', binomial_tail(3, 40, low, True), '0.025', rel='1e-9')
check.near('and at the upper end', binomial_tail(3, 40, high, False), '0.025', rel='1e-9')


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
