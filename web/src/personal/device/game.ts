/** The game of the contextual page: eight cards, chosen by private features, and a report of many numbers. */
import { type Bandit, createBandit, type PrivateTrace, type Report } from 'ldp-bandits/url';
import { type Reach, Session, type Terms } from '../../device/session.js';
import { EPSILON_TOTAL } from '../../shared/experiment.js';
import { PERSONAL_ALGORITHM, personalId } from '../shared/experiment.js';
import { featuresOf } from '../shared/features.js';
import { wishes } from './knows.js';
import { chosen, dealtFeatures, linearTrace } from './state.js';
import { traceOf } from './trace.js';

export function openPersonal(
  reach: Reach,
  terms: Terms,
): Promise<Session<Bandit<typeof PERSONAL_ALGORITHM.type>>> {
  return Session.open(reach, terms, {
    create: (common) =>
      createBandit({
        ...common,
        experiment: personalId(terms.stop),
        algorithm: PERSONAL_ALGORITHM,
        privacy: { epsilon: terms.stop, epsilonTotal: EPSILON_TOTAL },
      }),
    deal: (bandit) => {
      const features = featuresOf(wishes.value);
      const decision = bandit.choose(features);
      chosen.value = decision.action;
      dealtFeatures.value = features;
      return decision;
    },
    settle: (answer: 1 | 0 | null, report: Report | null, trace?: PrivateTrace) => {
      linearTrace.value = { answer, report: report && traceOf(report, trace) };
    },
    unsettle: () => {
      linearTrace.value = null;
    },
  });
}
