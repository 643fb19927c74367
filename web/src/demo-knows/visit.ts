/**
 * Simulated visitors. Each is a client of the library as a page would be: it loads the manifest and the
 * snapshot, is shown a poster, has a taste, and sends one report, randomised with its own entropy.
 * Runs in the crowd's Worker and, at build time, in Node.
 */
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { ALGORITHM, experimentId, type Stop } from '../shared/experiment.js';
import type { BatchTransport } from './batch-transport.js';
import { TRUTH } from './truth.js';

/** @returns the arms that were shown, of the visitors whose report was accepted */
export async function visit(options: {
  readonly endpoint: URL;
  readonly stop: Stop;
  readonly visitors: number;
  readonly transport: BatchTransport;
}): Promise<number[]> {
  const { endpoint, stop, visitors, transport } = options;
  transport.expect(visitors);
  const shown = await Promise.all(
    Array.from({ length: visitors }, () => visitOnce(endpoint, stop, transport)),
  );
  return shown.filter((arm) => arm !== null);
}

async function visitOnce(endpoint: URL, stop: Stop, transport: BatchTransport) {
  let sent = false;
  try {
    const bandit = await createBandit({
      endpoint,
      experiment: experimentId(stop),
      algorithm: ALGORITHM,
      privacy: { epsilon: stop, epsilonTotal: stop },
      // A visitor comes once and leaves no trace on this device, so its ledger ends with the visit.
      ledger: memoryLedger(),
      fetch: (request: Request) => transport.fetch(request, () => (sent = true)),
      maxDelayMs: 0,
    });
    const decision = bandit.choose();
    await decision.reward(wouldGo(decision.action) ? 1 : 0);
    const { accepted } = await bandit.flush();
    await bandit[Symbol.asyncDispose]();
    return accepted === 1 ? decision.action : null;
  } finally {
    // The batch waits for all its visitors; one that leaves without a report must not hold it up.
    if (!sent) transport.leave();
  }
}

function wouldGo(arm: number): boolean {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word < (TRUTH[arm] ?? 0) * 2 ** 32;
}
