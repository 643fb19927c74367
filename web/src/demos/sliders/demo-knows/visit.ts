/** The crowd of the tuning page: each visitor is shown two settings and prefers one by its own taste. */
import type { Bandit } from 'ldp-bandits/url';
import { visitorsOf } from '../../../demo-knows/visitors.js';
import { uniform } from '../../../shared/random.js';
import { TUNE } from '../shared/experiment.js';
import { toPoint } from '../shared/settings.js';
import { missOf, prefersLeft, tasteOf } from './truth.js';

/** Lost is by how much what the visitor saw missed the ideal. */
export async function choose(bandit: Bandit<'ldp-two-point'>): Promise<number> {
  const decision = bandit.choose();
  const [left, right] = [toPoint(decision.action[0]), toPoint(decision.action[1])];
  const taste = tasteOf([uniform(), uniform()]);
  await decision.reward(uniform() < prefersLeft(taste, left, right) ? 1 : -1);
  return (missOf(left) + missOf(right)) / 2;
}

export const visit = visitorsOf(TUNE, choose);
