/** The game of the A/B test: one of three announcements, one answer, one bit; nothing once the test has ended. */
import { type Bandit, createBandit, type Report } from 'ldp-bandits/url';
import { type Reach, Session, type Terms } from '../../device/session.js';
import * as state from '../../device/state.js';
import { EPSILON_TOTAL } from '../../shared/experiment.js';
import { AB_ALGORITHM, abId } from '../shared/experiment.js';

type Test = Bandit<typeof AB_ALGORITHM.type>;

export function openTest(reach: Reach, terms: Terms): Promise<Session<Test>> {
  return Session.open<Test>(reach, terms, {
    create: (common) =>
      createBandit({
        ...common,
        experiment: abId(terms.stop),
        algorithm: AB_ALGORITHM,
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
