// The next visit: it opens a bandit, which takes over what earlier visits left behind, and decides nothing.
import { openBandit } from './bandit.js';

/** What the pages of this origin have noted of their visits. */
window.truths = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('visit '))
    .map(([key, value]) => [Number(key.slice('visit '.length)), JSON.parse(value)]);

const bandit = await openBandit();
window.spent = async () => {
  const ids = [];
  const budget = await bandit.budget();
  for await (const entry of budget.entries()) {
    if (entry.experiment === 'visits') ids.push(entry.reportId);
  }
  return ids;
};
window.ready = true;
