/**
 * Simulated visitors. Each is a client of the library as a page would be: it loads the manifest and the snapshot,
 * decides, answers as its taste has it, and sends one report, randomised with its own entropy. Runs in the crowd's
 * Worker and, at build time, in Node.
 */
import { type AlgorithmType, type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import { PATIENT_MS } from '../shared/experiment.js';
import type { Pinned } from '../shared/levels.js';
import type { Visits } from './serve-visits.js';

/**
 * @param choose one visitor's decision and answer, and what was lost by it
 * @returns brings visitors, and says what each of them lost, of those whose report was accepted or who owed none
 */
export function visitorsOf<T extends AlgorithmType>(
  pinned: Pinned<T>,
  choose: (bandit: Bandit<T>) => Promise<number>,
) {
  return async ({ visitors, ...visit }: Visits): Promise<number[]> => {
    visit.transport.expect(visitors);
    const lost = await Promise.all(Array.from({ length: visitors }, () => visitOnce(visit)));
    return lost.filter((one) => one !== null);
  };

  async function visitOnce({ endpoint, stop, transport }: Omit<Visits, 'visitors'>) {
    let sent = false;
    try {
      const bandit = await createBandit({
        endpoint,
        experiment: pinned.id(stop),
        algorithm: pinned.algorithm,
        privacy: { epsilon: stop, epsilonTotal: stop },
        // A visitor comes once and leaves no trace on this device, so its ledger ends with the visit.
        ledger: memoryLedger(),
        fetch: (request: Request) => transport.fetch(request, () => (sent = true)),
        maxDelayMs: 0,
        timeoutMs: PATIENT_MS,
      });
      const lost = await choose(bandit);
      const { accepted } = await bandit.flush();
      await bandit[Symbol.asyncDispose]();
      return accepted === 1 || !sent ? lost : null;
    } finally {
      // The batch waits for all its visitors; one that leaves without a report must not hold it up.
      if (!sent) transport.leave();
    }
  }
}
