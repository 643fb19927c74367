/** The crowd of the A/B test: each visitor is shown a variant and has a taste; none reports once the test has ended. */
import type { Bandit } from 'ldp-bandits/url';
import { visitorsOf } from '../../../demo-knows/visitors.js';
import { uniform } from '../../../shared/random.js';
import { AB } from '../shared/experiment.js';
import { regretOf, TRUTH } from './truth.js';

export async function choose(bandit: Bandit<'ldp-duel'>): Promise<number> {
  const decision = bandit.choose();
  await decision.reward(uniform() < (TRUTH[decision.action] ?? 0) ? 1 : 0);
  return regretOf(decision.action);
}

export const visit = visitorsOf(AB, choose);
