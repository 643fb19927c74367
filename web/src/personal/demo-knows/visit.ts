/**
 * Simulated visitors with private contexts. Each is a client of the library as a page would be: it knows its
 * own wishes, chooses for itself, and sends one report. Runs in the crowd's Worker and, at build time, in Node.
 */
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import type { Visits } from '../../demo-knows/serve-visits.js';
import { PERSONAL_ALGORITHM, personalId } from '../shared/experiment.js';
import { featuresOf } from '../shared/features.js';
import { answers, drawWishes, regretOf, wouldGo } from './truth.js';

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
      experiment: personalId(stop),
      algorithm: PERSONAL_ALGORITHM,
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

/** One visitor's decision and answer. */
export async function choose(bandit: Bandit<typeof PERSONAL_ALGORITHM.type>): Promise<number> {
  const features = featuresOf(drawWishes());
  const decision = bandit.choose(features);
  await decision.reward(answers(wouldGo(features[decision.action] ?? [])));
  return regretOf(features, decision.action);
}
