/** The game of tuning: two settings of one layout, a preference, and one bit about it. */
import { bitOf, openGame } from '../../../device/game.js';
import { TUNE } from '../shared/experiment.js';
import { toPoint } from '../shared/settings.js';
import { type Preference, pair, tuneTrace } from './state.js';

export const open = openGame(TUNE, {
  deal: (bandit) => {
    const decision = bandit.choose();
    const [left, right] = decision.action;
    pair.value = [toPoint(left), toPoint(right)];
    return decision;
  },
  trace: tuneTrace,
  traceOf: (preference: Preference | null, report) => ({ preference, bit: bitOf(report) }),
});
