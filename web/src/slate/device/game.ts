/** The game of slates: three cards at once, any number of answers, and a bit about one of them. */
import { type Bandit, createBandit, type Report } from 'ldp-bandits/url';
import { type Reach, Session, type Terms } from '../../device/session.js';
import { EPSILON_TOTAL } from '../../shared/experiment.js';
import { SLATE_ALGORITHM, slateId } from '../shared/experiment.js';
import { dealt, marked, markedAnswers, slateTrace } from './state.js';

type Slates = Bandit<typeof SLATE_ALGORITHM.type>;

export function openSlates(
  reach: Reach,
  terms: Terms,
): Promise<Session<Slates, readonly (1 | 0)[]>> {
  return Session.open<Slates, readonly (1 | 0)[]>(reach, terms, {
    create: (common) =>
      createBandit({
        ...common,
        experiment: slateId(terms.stop),
        algorithm: SLATE_ALGORITHM,
        privacy: { epsilon: terms.stop, epsilonTotal: EPSILON_TOTAL },
      }),
    deal: (bandit) => {
      const decision = bandit.choose();
      dealt.value = { cards: Array.from(decision.action), reported: decision.reported };
      marked.value = new Set();
      return decision;
    },
    lastMoment: () => (marked.value.size > 0 ? markedAnswers() : null),
    settle: (answers, report) => {
      slateTrace.value = { answers, bit: report && bitOf(report) };
    },
    unsettle: () => {
      slateTrace.value = null;
    },
  });
}

function bitOf(report: Report): 0 | 1 {
  return report.fields.find((field) => field.name === 'bit')?.value === 1 ? 1 : 0;
}
