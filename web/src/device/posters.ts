/** The game of the first page: five posters, one bit. */
import { type Bandit, createBandit, type Report } from 'ldp-bandits/url';
import { ALGORITHM, EPSILON_TOTAL, experimentId } from '../shared/experiment.js';
import { type Reach, Session, type Terms } from './session.js';
import * as state from './state.js';

export function openPosters(
  reach: Reach,
  terms: Terms,
): Promise<Session<Bandit<'weighted-ldp-ucb'>>> {
  return Session.open(reach, terms, {
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
