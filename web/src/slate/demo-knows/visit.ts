/**
 * Simulated visitors of slates. Each is a client of the library as a page would be: it is dealt a slate, has a
 * taste for each card, and sends one report. Runs in the crowd's Worker and, at build time, in Node.
 */
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import type { Visits } from '../../demo-knows/serve-visits.js';
import { SLATE_ALGORITHM, slateId } from '../shared/experiment.js';
import { regretOf, TRUTH } from './truth.js';

/** @returns what each visitor lost, of those whose report was accepted */
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
      experiment: slateId(stop),
      algorithm: SLATE_ALGORITHM,
      privacy: { epsilon: stop, epsilonTotal: stop },
      // A visitor comes once and leaves no trace on this device, so its ledger ends with the visit.
      ledger: memoryLedger(),
      fetch: (request: Request) => transport.fetch(request, () => (sent = true)),
      maxDelayMs: 0,
    });
    const lost = await choose(bandit);
    const { accepted } = await bandit.flush();
    await bandit[Symbol.asyncDispose]();
    return accepted === 1 ? lost : null;
  } finally {
    // The batch waits for all its visitors; one that leaves without a report must not hold it up.
    if (!sent) transport.leave();
  }
}

/** One visitor's slate and answers. */
export async function choose(bandit: Bandit<typeof SLATE_ALGORITHM.type>): Promise<number> {
  const decision = bandit.choose();
  const slate = Array.from(decision.action);
  await decision.reward(slate.map((card) => (wouldGo(card) ? 1 : 0)));
  return regretOf(slate);
}

function wouldGo(card: number): boolean {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word < (TRUTH[card] ?? 0) * 2 ** 32;
}
