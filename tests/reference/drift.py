"""docs/spec/drift.md: buckets of histories, the detector and its alarms, the forced share, worlds.

Takes every logarithm of every border; the library skips borders that cannot matter, and keeps N and S in
another way.
"""
import math

from checks import Checks

SPEC = 'docs/spec/drift.md'
HISTORY = 'tests/native/server/bit_history_test.cpp'
ARMS = 'tests/native/server/changing_arms_test.cpp'
check = Checks('drift')


def x_log_x(x):
    return x * math.log(x) if x > 0 else 0.0


def entropy(s, n):
    """E(s, n) of section 2."""
    return x_log_x(s) + x_log_x(n - s) - x_log_x(n)


def statistic(older, newer):
    (n1, s1), (n2, s2) = older, newer
    return entropy(s1, n1) + entropy(s2, n2) - entropy(s1 + s2, n1 + n2)


def threshold(arms, n):
    return math.log(4 * arms * n**1.5 / .1)


def total(buckets):
    return sum(n for n, _ in buckets), sum(s for _, s in buckets)


class Arm:
    def __init__(self):
        self.count, self.ones = 0, 0.0  # N and S
        self.fresh = False
        self.forget()

    def forget(self):
        self.buckets, self.length = [], 16

    def add(self, n, s):
        self.count, self.ones, self.fresh = self.count + n, self.ones + s, True
        if self.buckets and self.buckets[-1][0] < self.length:
            self.buckets[-1] = total([self.buckets[-1], (n, s)])
            return
        self.buckets.append((n, s))
        if len(self.buckets) > 64:
            self.buckets = [total(self.buckets[i:i + 2]) for i in range(0, len(self.buckets), 2)]
            self.length *= 2

    def best(self):
        values = [(statistic(total(self.buckets[:cut]), total(self.buckets[cut:])), -cut)
                  for cut in range(1, len(self.buckets))]
        z, cut = max(values, default=(-1, 0))
        return z, -cut


class Learner:
    def __init__(self, arms, epsilon):
        self.arms = [Arm() for _ in range(arms)]
        self.left = round(10 / math.tanh(epsilon / 2)**2 * 2**20) / 2**20
        self.reports = self.untested = self.alarms = self.last = 0

    def take(self, epoch):
        """epoch: (arm, n, s) of each arm."""
        for arm, n, s in epoch:
            if n:
                self.arms[arm].add(n, s)
                self.reports, self.untested = self.reports + n, self.untested + n
        if self.untested < 16:
            return
        self.untested = 0
        for index, arm in enumerate(self.arms):
            if arm.fresh:
                arm.fresh = False
                z, cut = arm.best()
                if cut > 0 and z > threshold(len(self.arms), total(arm.buckets)[0]):
                    self.alarm(index, cut)

    def alarm(self, index, cut):
        arm = self.arms[index]
        leader = max((a for a in self.arms if a.count), key=lambda a: a.ones / a.count)
        (n1, s1), (n2, s2) = total(arm.buckets[:cut]), total(arm.buckets[cut:])
        falls = arm is leader and s2 / n2 < s1 / n1
        arm.buckets, arm.count, arm.ones = arm.buckets[cut:], n2, float(s2)
        self.alarms, self.last = self.alarms + 1, self.reports
        for other in self.arms:
            if falls and other is not arm and other.count > self.left:
                other.ones = round(self.left * other.ones / other.count * 2**20) / 2**20
                other.count = self.left
                other.forget()


# Section 2: the statistic and the threshold.

check.near('z of 60 and 30 ones of 100 each', statistic((100, 60), (100, 30)), '9.240165836303', SPEC, HISTORY)
check.near('z of 0 of 20 and 20 of 20', statistic((20, 0), (20, 20)), '27.725887222398', HISTORY)
check.near('threshold, K = 5, n = 200', threshold(5, 200), '13.2457934164', SPEC)

# Section 2: buckets.

arm = Arm()
for i in range(1025):
    arm.add(1, int(i % 3 == 0))
check.same('1025 bits: buckets, the first, the last, the length',
           [len(arm.buckets), arm.buckets[0][0], arm.buckets[-1][0], arm.length], '33 32 1 32', SPEC, HISTORY)

# One arm of two: ones at 4 of 5 places for 400 bits, then at 1 of 5.

learner = Learner(2, 1)
i = 0
while learner.alarms == 0:
    arm = learner.arms[0]
    before = (arm.best(), len(arm.buckets))
    learner.take([(0, 1, int(i % 5 != 0) if i < 400 else int(i % 5 == 0))])
    i += 1
check.same('bits until the alarm, and what is kept', [i, arm.count, int(arm.ones)], '432 32 7', SPEC, ARMS)

# Three arms in turn, report i of rate 3/4, 1/2, 2/5, after 1500 of 1/5 in the first arm.

RATES = (750, 500, 400)


def report(i):
    rate = 200 if i % 3 == 0 and i >= 1500 else RATES[i % 3]
    return i % 3, int(i * 7919 % 1000 < rate)


def state(learner):
    return [learner.alarms, learner.last] + [learner.arms[0].count, int(learner.arms[0].ones)]


learner = Learner(3, 1)
for i in range(3000):
    arm, bit = report(i)
    learner.take([(arm, 1, bit)])
check.same('report by report: alarms, the last, N and S of the first arm', state(learner), '1 1600 504 104', SPEC, ARMS)
check.row('N and S of the others', [x for a in learner.arms[1:] for x in (a.count, a.ones)], ('513.8269433975', '256.4573993683', '513.8269433975', '205.7132062912'), ARMS)

learner = Learner(3, 1)
for start in range(0, 3000, 50):
    sums = [[arm, 0, 0] for arm in range(3)]
    for i in range(start, start + 50):
        arm, bit = report(i)
        sums[arm][1] += 1
        sums[arm][2] += bit
    learner.take(sums)
check.same('by epochs of 50: alarms, the last, N and S of the first arm', state(learner), '1 1600 500 101', SPEC, ARMS)

# Section 2: the forced share.

for epsilon, arms, horizon, quoted in ((1, 5, 1e5, '.00259594663'), (3, 5, 1e5, '.00132534253'), (1, 2, 2, '.09008046965')):
    share = .05 / math.tanh(epsilon / 2) * math.sqrt(arms * math.log(horizon) / horizon)
    check.near(f'forced share, eps {epsilon}, K = {arms}, T = {horizon:.0f}', share, quoted, SPEC, ARMS)

check.finish()
