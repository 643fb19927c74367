/** Opens a page's game: a client with the page's terms pinned, and what is shown of its decisions. */
import type { Signal } from '@preact/signals';
import {
  type AlgorithmType,
  type Bandit,
  createBandit,
  type PrivateTrace,
  type Report,
} from 'ldp-bandits/url';
import { EPSILON_TOTAL, PATIENT_MS } from '../shared/experiment.js';
import type { Pinned } from '../shared/levels.js';
import { ledgerOf } from './budget.js';
import { type Answer, type Common, type Game, type Reach, Session, type Terms } from './session.js';
import { arm, trace } from './state.js';

type Fetch = Common['fetch'];

type Played<B extends Bandit, A extends Answer, S> = Pick<Game<B, A>, 'deal' | 'lastMoment'> & {
  /** Stands between the client and the collector. */
  around?(fetch: Fetch): Fetch;
  /** The private side of the last report; null: a card is open, or none was dealt. */
  readonly trace: Signal<S | null>;
  /** @param answer null: silence. @param report null: there is none */
  traceOf(answer: A | null, report: Report | null, trace?: PrivateTrace): S;
};

export function openGame<T extends AlgorithmType, A extends Answer, S>(
  pinned: Pinned<T>,
  { trace, traceOf, around = (fetch) => fetch, ...game }: Played<Bandit<T>, A, S>,
) {
  return (reach: Reach, terms: Terms): Promise<Session<Bandit<T>, A>> =>
    Session.open<Bandit<T>, A>(reach, terms, {
      ...game,
      create: async (common) =>
        createBandit({
          ...common,
          fetch: around(common.fetch),
          experiment: pinned.id(terms.stop),
          algorithm: pinned.algorithm,
          privacy: { epsilon: terms.stop, epsilonTotal: EPSILON_TOTAL },
          ledger: await ledgerOf(pinned.name),
          timeoutMs: PATIENT_MS,
        }),
      settle: (...made) => {
        trace.value = traceOf(...made);
      },
      unsettle: () => {
        trace.value = null;
      },
    });
}

/**
 * One card, one answer, one bit.
 *
 * @param around see `Played`
 */
export const openOneCard = (
  pinned: Pinned<'ldp-thompson'> | Pinned<'ldp-duel'>,
  around: Pick<Played<Bandit, 1 | 0, unknown>, 'around'> = {},
) =>
  openGame(pinned as Pinned<'ldp-thompson'>, {
    ...around,
    deal: (bandit) => {
      const decision = bandit.choose();
      arm.value = decision.action;
      return decision;
    },
    trace,
    traceOf: (answer: 1 | 0 | null, report) => ({ answer, bit: bitOf(report) }),
  });

/** The bit that a report carries; null: there is no report. */
export function bitOf(report: Report | null): 0 | 1 | null {
  return report && (report.fields.find(({ name }) => name === 'bit')?.value === 1 ? 1 : 0);
}
