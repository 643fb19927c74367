"""docs/spec/defaults.md: the number of visitors below which no learner of features has learnt anything."""
import math

from checks import Checks

SPEC = 'docs/spec/defaults.md'
TEST = 'tests/package/unit/recommend-rules.test.ts'
check = Checks('defaults')

for d, eps, exact, least in ((20, 1, '37461.56', '37462'), (5, 1, '585.34', '586'), (4, 2, '110.34', '111')):
    visitors = d**3 * ((math.exp(eps) + 1) / (math.exp(eps) - 1))**2
    check.near(f'visitors below which nothing is learnt, d = {d}, eps = {eps}', visitors, exact, SPEC)
    check.same('in whole visitors', math.ceil(visitors), least, TEST)
check.finish()
