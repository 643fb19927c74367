/** The crowd of the first page: each visitor is shown a poster and has a taste. */
import type { Bandit } from 'ldp-bandits/url';
import { POSTER } from '../shared/experiment.js';
import { uniform } from '../shared/random.js';
import { regretOf, TRUTH } from './truth.js';
import { visitorsOf } from './visitors.js';

export async function choose(bandit: Bandit<'ldp-thompson'>): Promise<number> {
  const decision = bandit.choose();
  await decision.reward(uniform() < (TRUTH[decision.action] ?? 0) ? 1 : 0);
  return regretOf(decision.action);
}

export const visit = visitorsOf(POSTER, choose);
