/**
 * Simulated visitors of the tuning page. Each is a client of the library as a page would be: it is shown two
 * settings, has a taste, prefers one, and sends one report. Runs in the crowd's Worker and, at build time, in Node.
 */
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import type { Visits } from '../../demo-knows/serve-visits.js';
import { TUNE_ALGORITHM, tuneId } from '../shared/experiment.js';
import { toPoint } from '../shared/settings.js';
import { missOf, prefersLeft, tasteOf } from './truth.js';

/** @returns by how much what each visitor saw missed the ideal, of those whose report was accepted */
export async function visit({ endpoint, stop, visitors, transport }: Visits): Promise<number[]> {
  transport.expect(visitors);
  const missed = await Promise.all(
    Array.from({ length: visitors }, () => visitOnce({ endpoint, stop, transport })),
  );
  return missed.filter((one) => one !== null);
}

async function visitOnce({ endpoint, stop, transport }: Omit<Visits, 'visitors'>) {
  let sent = false;
  try {
    const bandit = await createBandit({
      endpoint,
      experiment: tuneId(stop),
      algorithm: TUNE_ALGORITHM,
      privacy: { epsilon: stop, epsilonTotal: stop },
      // A visitor comes once and leaves no trace on this device, so its ledger ends with the visit.
      ledger: memoryLedger(),
      fetch: (request: Request) => transport.fetch(request, () => (sent = true)),
      maxDelayMs: 0,
    });
    const missed = await choose(bandit);
    const { accepted } = await bandit.flush();
    await bandit[Symbol.asyncDispose]();
    return accepted === 1 ? missed : null;
  } finally {
    // The batch waits for all its visitors; one that leaves without a report must not hold it up.
    if (!sent) transport.leave();
  }
}

/** One visitor's two settings and preference. */
export async function choose(bandit: Bandit<typeof TUNE_ALGORITHM.type>): Promise<number> {
  const decision = bandit.choose();
  const [left, right] = [toPoint(decision.action[0]), toPoint(decision.action[1])];
  const taste = tasteOf([uniform(), uniform()]);
  await decision.reward(uniform() < prefersLeft(taste, left, right) ? 1 : -1);
  return (missOf(left) + missOf(right)) / 2;
}

function uniform(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}
