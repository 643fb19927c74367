/**
 * Simulated visitors of an A/B test. Each is a client of the library as a page would be: it is shown a variant,
 * has a taste, and sends one report, or none where the test has ended. Runs in the crowd's Worker and, at build
 * time, in Node.
 */
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import type { Visits } from '../../demo-knows/serve-visits.js';
import { AB_ALGORITHM, abId } from '../shared/experiment.js';
import { regretOf, TRUTH } from './truth.js';

/** @returns what each visitor lost, of those whose report was accepted or who owed none */
export async function visit({ endpoint, stop, visitors, transport }: Visits): Promise<number[]> {
  transport.expect(visitors);
  const lost = await Promise.all(
    Array.from({ length: visitors }, () => visitOnce({ endpoint, stop, transport })),
  );
  return lost.filter((one) => one !== null);
}

async function visitOnce({ endpoint, stop, transport }: Omit<Visits, 'visitors'>) {
  let sent = false;
  try {
    const bandit = await createBandit({
      endpoint,
      experiment: abId(stop),
      algorithm: AB_ALGORITHM,
      privacy: { epsilon: stop, epsilonTotal: stop },
      // A visitor comes once and leaves no trace on this device, so its ledger ends with the visit.
      ledger: memoryLedger(),
      fetch: (request: Request) => transport.fetch(request, () => (sent = true)),
      maxDelayMs: 0,
    });
    const { lost, reports } = await choose(bandit);
    const { accepted } = await bandit.flush();
    await bandit[Symbol.asyncDispose]();
    return accepted === 1 || !reports ? lost : null;
  } finally {
    // The batch waits for all its visitors; one that leaves without a report must not hold it up.
    if (!sent) transport.leave();
  }
}

/** One visitor's variant and answer, and whether a report was made of it. */
export async function choose(
  bandit: Bandit<typeof AB_ALGORITHM.type>,
): Promise<{ lost: number; reports: boolean }> {
  const decision = bandit.choose();
  const outcome = await decision.reward(wouldGo(decision.action) ? 1 : 0);
  return { lost: regretOf(decision.action), reports: outcome.status === 'queued' };
}

function wouldGo(variant: number): boolean {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word < (TRUTH[variant] ?? 0) * 2 ** 32;
}
