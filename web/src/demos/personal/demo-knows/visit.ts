/** The crowd of the contextual page: each visitor draws its own wishes and chooses for itself. */
import type { Bandit } from 'ldp-bandits/url';
import { visitorsOf } from '../../../demo-knows/visitors.js';
import { uniform } from '../../../shared/random.js';
import { PERSONAL } from '../shared/experiment.js';
import { featuresOf } from '../shared/features.js';
import { drawWishes, regretOf, wouldGo } from './truth.js';

export async function choose(bandit: Bandit<'ldp-linear-moments'>): Promise<number> {
  const features = featuresOf(drawWishes());
  const decision = bandit.choose(features);
  await decision.reward(uniform() < wouldGo(features[decision.action] ?? []) ? 1 : 0);
  return regretOf(features, decision.action);
}

export const visit = visitorsOf(PERSONAL, choose);
