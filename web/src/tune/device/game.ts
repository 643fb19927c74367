/** The game of tuning: two settings of one layout, a preference, and one bit about it. */
import { type Bandit, createBandit, type Report } from 'ldp-bandits/url';
import { type Reach, Session, type Terms } from '../../device/session.js';
import { EPSILON_TOTAL } from '../../shared/experiment.js';
import { TUNE_ALGORITHM, tuneId } from '../shared/experiment.js';
import { toPoint } from '../shared/settings.js';
import { type Preference, pair, tuneTrace } from './state.js';

type Tuning = Bandit<typeof TUNE_ALGORITHM.type>;

export function openTuning(reach: Reach, terms: Terms): Promise<Session<Tuning, Preference>> {
  return Session.open<Tuning, Preference>(reach, terms, {
    create: (common) =>
      createBandit({
        ...common,
        experiment: tuneId(terms.stop),
        algorithm: TUNE_ALGORITHM,
        privacy: { epsilon: terms.stop, epsilonTotal: EPSILON_TOTAL },
      }),
    deal: (bandit) => {
      const decision = bandit.choose();
      const [left, right] = decision.action;
      pair.value = [toPoint(left), toPoint(right)];
      return decision;
    },
    settle: (preference, report) => {
      tuneTrace.value = { preference, bit: report && bitOf(report) };
    },
    unsettle: () => {
      tuneTrace.value = null;
    },
  });
}

function bitOf(report: Report): 0 | 1 {
  return report.fields.find((field) => field.name === 'bit')?.value === 1 ? 1 : 0;
}
