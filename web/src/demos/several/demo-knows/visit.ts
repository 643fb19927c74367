/** The crowd of the page with slates: each visitor is dealt a slate and has a taste for each card. */
import type { Bandit } from 'ldp-bandits/url';
import { visitorsOf } from '../../../demo-knows/visitors.js';
import { uniform } from '../../../shared/random.js';
import { SLATE } from '../shared/experiment.js';
import { regretOf, TRUTH } from './truth.js';

export async function choose(bandit: Bandit<'combinatorial-thompson'>): Promise<number> {
  const decision = bandit.choose();
  const slate = Array.from(decision.action);
  await decision.reward(slate.map((card) => (uniform() < (TRUTH[card] ?? 0) ? 1 : 0)));
  return regretOf(slate);
}

export const visit = visitorsOf(SLATE, choose);
