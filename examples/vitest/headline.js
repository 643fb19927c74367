// The script of a page: shows a headline, and reports 1 when it is clicked.
import { createBandit } from 'ldp-bandits';

const HEADLINES = ['A quiet week', 'What the sea knows', 'Ten small forests'];

/** @param options Further options of `createBandit`; a test sets `fetch`. */
export async function showHeadline(link, options) {
  const bandit = await createBandit({
    endpoint: '/collector',
    experiment: 'headlines',
    algorithm: { type: 'ldp-thompson', arms: HEADLINES.length },
    privacy: { epsilon: 1, epsilonTotal: 8 },
    ...options,
  });
  const decision = bandit.choose();
  link.textContent = HEADLINES[decision.action];
  link.addEventListener('click', () => decision.reward(1), { once: true });
  return bandit;
}
