/** The game of the first page: five posters, one bit. */
import { type Bandit, createBandit, type Report } from 'ldp-bandits/url';
import { ALGORITHM, EPSILON_TOTAL, experimentId } from '../shared/experiment.js';
import { type Common, Session, type Terms } from './session.js';
import * as state from './state.js';

export type PosterSession = Session<Bandit<'weighted-ldp-ucb'>>;

export function openPosters(
  options: Pick<Common, 'endpoint' | 'fetch' | 'signal'>,
  terms: Terms,
): Promise<PosterSession> {
  return Session.open(options, terms, {
    create: (common) =>
      createBandit({
        ...common,
        experiment: experimentId(terms.stop),
        algorithm: ALGORITHM,
        privacy: { epsilon: terms.stop, epsilonTotal: EPSILON_TOTAL },
      }),
    deal: (bandit) => {
      const decision = bandit.choose();
      state.arm.value = decision.action;
      return decision;
    },
    settle: (answer, report) => {
      state.trace.value = { answer, bit: report && bitOf(report) };
    },
    unsettle: () => {
      state.trace.value = null;
    },
  });
}

function bitOf(report: Report): 0 | 1 {
  return report.fields.find((field) => field.name === 'bit')?.value === 1 ? 1 : 0;
}
