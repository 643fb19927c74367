/**
 * Scene 5: a month of reports against the library's own ledger. The ledger keeps time itself, so the scene
 * turns the clock of its Worker: nothing else runs there.
 */

import { createCollector, memoryStore } from 'ldp-bandits/server';
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import { AT_ONCE, PATIENT_MS } from '../shared/experiment.js';
import { DAYS, type DaysRequest, LIMIT, type Month, RENEWALS, type Renewal } from './scenes.js';
import { breathe } from './stage.js';

const ALGORITHM = { type: 'ldp-thompson', arms: 1 } as const;
const DAY_MS = 86_400_000;
/** The ledger keeps hours: a spend counts until its whole hour is over. */
const HOUR_MS = 3_600_000;

/** Yields once: a month for each way of renewing, which are there to be compared. */
export async function* spendDays({ epsilon, perDay }: DaysRequest): AsyncGenerator<Month[]> {
  const months: Month[] = [];
  for (const renewal of RENEWALS) {
    months.push(await spendMonth(epsilon, perDay, renewal));
    await breathe();
  }
  yield months;
}

async function spendMonth(epsilon: number, perDay: number, renewal: Renewal): Promise<Month> {
  const collector = await createCollector({
    experiments: { month: { algorithm: ALGORITHM, perReport: { epsilon }, timing: AT_ONCE } },
    store: memoryStore(),
  });
  const clock = turnClock();
  try {
    const bandit = await createBandit({
      endpoint: 'https://scene.invalid/',
      experiment: 'month',
      algorithm: ALGORITHM,
      privacy: {
        epsilon,
        epsilonTotal: LIMIT,
        ...(renewal === null ? {} : { windowMs: renewal * DAY_MS - HOUR_MS }),
      },
      ledger: memoryLedger(),
      fetch: collector.fetch,
      maxDelayMs: 0,
      timeoutMs: PATIENT_MS,
    });
    const month = await spend(bandit, perDay, () => clock.advance(DAY_MS));
    await bandit[Symbol.asyncDispose]();
    return { renewal, ...month };
  } finally {
    clock.restore();
    await collector[Symbol.asyncDispose]();
  }
}

async function spend(bandit: Bandit, perDay: number, sleep: () => void) {
  const [spent, lifetime] = [[0], [0]];
  let [sent, withheld] = [0, 0];
  for (let day = 1; day <= DAYS; day++) {
    for (let i = 0; i < perDay; i++) {
      const { status } = await bandit.choose().reward(1);
      if (status === 'queued') sent++;
      else withheld++;
    }
    await bandit.flush();
    const budget = await bandit.budget();
    spent.push(budget.spent.epsilon);
    lifetime.push(budget.lifetime.epsilon);
    sleep();
  }
  return { spent, lifetime, sent, withheld };
}

/** Begins at noon, so that no day begins in the hour in which another ends. */
function turnClock() {
  const real = Date.now;
  let now = Math.floor(real() / DAY_MS) * DAY_MS + DAY_MS / 2;
  Date.now = () => now;
  return {
    advance(ms: number) {
      now += ms;
    },
    restore() {
      Date.now = real;
    },
  };
}
